// Has telemetry tell of each page that gets into a sparse file, once: the push records of a run.
//
// Each creation of a snapshot has a number of its own, which an event explains. A restart goes on
// with it: what it finds beyond what was told, since the server ended between a write and its end,
// is told as found. Where a page is missing that was told, as when a file has decayed, the snapshot
// gets another number, and all that its files have is told anew.
//
// A run may tell so many bytes. Then only the first push of each extent is told, and beyond a
// second bound nothing any more.
//
// Owning thread: the engine thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "page/page_bitmap.h"
#include "snapshot/snapshot.h"
#include "telemetry/telemetry.h"

namespace snapscope::experiment {

/// How many bytes of push records a run may have.
struct PushLimits {
  uint64_t page_bytes = 64 * kMiB;    ///< and then by extents
  uint64_t extent_bytes = 80 * kMiB;  ///< and then none
};

class PushRecorder {
 public:
  /// `telemetry` outlives the recorder. `database`: its name.
  PushRecorder(telemetry::Telemetry& telemetry, std::string database, PushLimits limits = {})
      : telemetry_(telemetry), database_(std::move(database)), limits_(limits) {}

  // What a snapshot::PushListener is told.
  void OnOpened(const snapshot::Snapshot& snapshot);
  void OnPushed(const snapshot::Snapshot& snapshot, PageId page, runtime::PushCause cause);
  void OnClosed(const std::string& name);

 private:
  /// The files of one snapshot, as long as a number means them.
  struct Target {
    uint32_t number;
    page::PageSet known;  ///< the pages that were told, or passed over
  };

  std::shared_ptr<Target> NewTarget(const snapshot::Snapshot& snapshot);
  /// Tells what the files have beyond what is known.
  void TellFound(const snapshot::Snapshot& snapshot, Target& target);
  void Tell(Target& target, PageId page, runtime::PushCause cause);
  void TellLessAtLimits();
  void TellLess(telemetry::PushDetail detail);

  telemetry::Telemetry& telemetry_;
  const std::string database_;
  const PushLimits limits_;
  telemetry::PushDetail detail_ = telemetry::PushDetail::kPages;
  uint32_t targets_ = 0;                                    ///< so far
  std::map<std::string, std::shared_ptr<Target>> by_name_;  ///< of those that are not closed
  std::map<DbId, std::shared_ptr<Target>> open_;            ///< as the server numbers them now
};

}  // namespace snapscope::experiment
