#include "crash_simulator/push_notes.h"

#include <algorithm>

namespace snapscope::crash_simulator {

using snapshot::PushCause;
using snapshot::Snapshot;

void PushNotes::OnOpened(const Snapshot& snapshot) {
  const snapshot::SnapshotFiles& files = snapshot.files();
  Told told{.pages = page::PageSet({.files = static_cast<uint32_t>(files.size()),
                                    .file_pages = files.front().page_count()})};
  files.AddCopiedTo(told.pages);
  told_.insert_or_assign(snapshot.db(), std::move(told));
}

void PushNotes::OnPushed(const Snapshot& snapshot, PageId page, PushCause cause) {
  Told& told = told_.at(snapshot.db());
  ++told.by_cause[static_cast<size_t>(cause)];
  if (!told.pages.Add(page)) told.twice = page;
}

std::optional<std::string> PushNotes::ProblemOf(const Snapshot& snapshot) const {
  const auto found = told_.find(snapshot.db());
  if (found == told_.end()) return std::nullopt;
  const Told& told = found->second;
  const auto says = [&snapshot](PageId page, const char* what) {
    return "page " + ToString(page) + " of " + snapshot.name() + what;
  };
  if (told.twice) return says(*told.twice, " was told of twice");

  std::optional<std::string> problem;
  page::PageSet copied(told.pages.size());
  snapshot.files().AddCopiedTo(copied);
  uint64_t held_along = 0;
  for (const auto& [page, image] : snapshot.held().images()) {
    if (image->cause() == PushCause::kAlong) ++held_along;
    if (told.pages.Has(page)) problem = says(page, " was told of, and is in memory alone");
  }
  copied.ForEach([&](PageId page) {
    if (!told.pages.Has(page) && !snapshot.held().Has(page)) {
      problem = says(page, " is in its sparse file, and was not told of");
    }
  });
  told.pages.ForEach([&](PageId page) {
    if (!copied.Has(page)) problem = says(page, " was told of, and is not in its sparse file");
  });
  if (problem) return problem;

  const snapshot::SnapshotFigures& figures = snapshot.figures();
  const bool is_created = figures.created > 0;  // in this life
  uint64_t sum = 0;
  for (const uint64_t count : told.by_cause) sum += count;
  const uint64_t pulled = figures.pages_pulled_by_redo + figures.pages_pulled_by_undo;
  const bool pulls_fit =
      !is_created || (told.Of(PushCause::kRedo) == figures.pages_pulled_by_redo &&
                      told.Of(PushCause::kUndo) == figures.pages_pulled_by_undo);
  if (pulls_fit && sum == figures.pages_pushed + pulled &&
      told.Of(PushCause::kAlong) + held_along == figures.pages_pushed_along) {
    return std::nullopt;
  }
  return "the causes of the pages of " + snapshot.name() + " that were told are not those counted";
}

}  // namespace snapscope::crash_simulator
