// Runs whose first snapshot is verified both ways, by what changed and a sample and as a whole,
// with one of its pages read as another than it is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "page/page_buffer.h"
#include "test/support/kept_run.h"
#include "test/support/timeline_entries.h"
#include "verification/verification.h"

namespace snapscope::test {

using verification::PageReader;
using verification::Verification;

/// Few users on a database of some hundred leaves: most pages stay as they were. Splits, ghosts,
/// nonclustered indexes, two snapshots.
inline Json QuietScenario(uint64_t seed) {
  Json scenario = SmallScenario();
  scenario["seed"] = seed;
  scenario["durationSeconds"] = 6;
  scenario["database"]["sizeMiB"] = 32;
  scenario["database"]["filledPercent"] = 40;
  scenario["database"]["fillFactorPercent"] = 100;
  scenario["database"]["dataFiles"] = 1 + seed % 3;
  scenario["database"]["nonclusteredIndexes"] = seed % 3;
  scenario["database"]["content"] = NamesOf(page::RowContent{}).at(seed % page::kRowContents);
  scenario["workload"]["users"] = 2 + seed % 4;
  scenario["timeline"] = std::vector<Json>{At(2, Create("snap_1")), At(3, Create("snap_2"))};
  return scenario;
}

/// Changes what is read of one page.
using Damage = std::function<void(page::PageView)>;

/// A run that has ended, and its first snapshot, to be verified both ways.
class VerifiedRun {
 public:
  explicit VerifiedRun(const Json& scenario, page::PageForm form = page::PageForm::kFull)
      : form_(form),
        run_(scenario, form),
        snapshot_(*run_.experiment().database()->snapshots().snapshots().front()),
        changed_(run_.experiment().database()->ChangedPages(run_.experiment().journal().written,
                                                            &snapshot_)) {}

  const Json& summary() const { return run_.summary(); }
  experiment::Experiment& experiment() { return run_.experiment(); }
  sim::Disk& disk() { return run_.disk(); }
  const database::InitialDatabase& initial() const { return run_.experiment().initial(); }
  snapshot::Snapshot& snapshot() { return snapshot_; }
  const page::PageSet& changed() const { return changed_; }

  PageReader Reader() {
    return [this](PageId page, page::PageSpan into) { return snapshot_.ReadNow(page, into); };
  }
  PageReader WithDamage(PageId damaged, Damage damage) {
    return [this, damaged, damage = std::move(damage)](PageId page, page::PageSpan into) {
      const Status status = snapshot_.ReadNow(page, into);
      if (status.ok() && page == damaged) damage(page::PageView(into));
      return status;
    };
  }

  Verification All(const PageReader& read) {
    return verification::Verify(read, experiment().oracle(), Scope());
  }
  Verification Sampled(const PageReader& read, uint32_t leaves = 16) {
    verification::VerificationScope scope = Scope();
    scope.sample = {.changed = &changed_, .leaves = leaves, .rng = Rng(1, "sample")};
    return verification::Verify(read, experiment().oracle(), scope);
  }

  /// Changed pages of a type as the snapshot shows them, at most so many of them.
  std::vector<PageId> ChangedOf(page::PageType type, size_t most) {
    std::vector<PageId> pages;
    const auto bytes = std::make_unique<page::PageBuffer>();
    changed_.ForEach([&](PageId page) {
      EXPECT_TRUE(snapshot_.ReadNow(page, bytes->span()).ok()) << ToString(page);
      const page::PageView view(bytes->span());
      if (view.type() == type && view.row_count() > 1) pages.push_back(page);
    });
    Rng rng(7, "pages");
    while (pages.size() > most) {
      pages.erase(pages.begin() + static_cast<ptrdiff_t>(rng.Below(pages.size())));
    }
    return pages;
  }

 private:
  verification::VerificationScope Scope() const {
    verification::VerificationScope scope = verification::ScopeOf(initial(), snapshot_.split());
    scope.form = form_;
    return scope;
  }

  const page::PageForm form_;
  mutable KeptRun run_;
  snapshot::Snapshot& snapshot_;
  page::PageSet changed_;
};

inline void ChangeRow(page::PageView page, uint16_t slot,
                      const std::function<void(page::Row&)>& change) {
  page::Row row = page::PeekRow(page.row_at(slot));
  change(row);
  page::EncodeRow(page.index(), row, page.row_at(slot));
}

// Slots in the middle, so that neighbours cannot stand in.
inline uint16_t Middle(page::PageView page) { return static_cast<uint16_t>(page.row_count() / 2); }

inline void WrongValue(page::PageView page) {
  ChangeRow(page, Middle(page), [](page::Row& row) { ++row.value; });
}

}  // namespace snapscope::test
