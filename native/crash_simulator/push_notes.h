// What a life was told of the pages that got into sparse files, against what the files have.
//
// Owning thread: the engine thread.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "page/page_bitmap.h"
#include "snapshot/snapshot.h"

namespace snapscope::crash_simulator {

class PushNotes {
 public:
  // What a snapshot::PushListener is told.
  void OnOpened(const snapshot::Snapshot& snapshot);
  void OnPushed(const snapshot::Snapshot& snapshot, PageId page, snapshot::PushCause cause);

  /// What was told that is not so, or not told that is; nothing if all is right. Not of a snapshot
  /// that is suspect or dropped: what it has is of no use.
  std::optional<std::string> ProblemOf(const snapshot::Snapshot& snapshot) const;

 private:
  struct Told {
    page::PageSet pages;
    std::array<uint64_t, runtime::kPushCauseCount> by_cause{};  ///< but for what it had when opened
    std::optional<PageId> twice{};

    uint64_t Of(snapshot::PushCause cause) const { return by_cause[static_cast<size_t>(cause)]; }
  };

  std::map<DbId, Told> told_;
};

}  // namespace snapscope::crash_simulator
