// What a database, and a run of one, are on: a clock and volumes. machine/ has the two kinds, the
// simulated one and this one; nothing here knows either.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/part_use.h"
#include "base/result.h"
#include "page/layout.h"
#include "runtime/clock.h"
#include "runtime/executor.h"
#include "scenario/scenario.h"
#include "storage/codec.h"
#include "storage/file.h"
#include "storage/snapshot_array.h"

namespace snapscope::database {

/// Fills in page `number` of a data file as it is before the first change.
using PageGenerator = std::function<void(uint64_t number, page::PageSpan into)>;

/// Tells pages of a data file apart by their number.
using PagePredicate = std::function<bool(uint64_t number)>;

class Machine {
 public:
  virtual ~Machine() = default;

  virtual runtime::Clock& clock() = 0;
  /// Makes the scenario's volumes on `executor`. Once, before anything else.
  virtual Status Prepare(runtime::Executor& executor, const scenario::Scenario& scenario) = 0;
  /// The volume of that name, which Prepare() made.
  virtual storage::Volume& volume(const std::string& name) = 0;
  /// The space of a volume; none where nothing limits the volume's files.
  virtual std::optional<storage::VolumeSpace> SpaceOf(const std::string& volume) = 0;
  /// What compresses backups; null where nothing does: a simulated machine models it.
  virtual storage::Codec* codec() { return nullptr; }
  /// What takes snapshots of its volumes; null where no array does.
  virtual storage::SnapshotArray* array() { return nullptr; }
  /// Where a file of the given kind ("data", "log", "tempdb", "snapshot") and name lives on a
  /// volume.
  virtual std::string PathOf(const std::string& volume, const std::string& kind,
                             const std::string& file) = 0;

  /// How pages lie in its files and in memory.
  virtual page::PageForm page_form() const { return page::PageForm::kFull; }
  /// True if unwritten pages of `path` will be computed by `generator`; false if the pages have to
  /// be written to the file. What `is_used` does not choose was never written to the device: files
  /// are made without being filled with zeros, as the product does where it may (instant file
  /// initialization).
  virtual bool ComputesInitialPages(const std::string& path, PageGenerator generator,
                                    PagePredicate is_used) = 0;

  /// Unwritten pages of `path`, a file to come, are zeros. A machine that computes no pages reads
  /// what its file system has.
  void ComputeZeros(const std::string& path) {
    if (page_form() != page::PageForm::kCompact) return;
    ComputesInitialPages(
        path, [](uint64_t, page::PageSpan into) { std::ranges::fill(into, std::byte{}); },
        [](uint64_t) { return false; });
  }

  /// What will be written to `path`, a file to come, mostly resembles the pages that `generator`
  /// computes: a machine that keeps them in memory can keep them shorter.
  virtual void ExpectPagesLike(const std::string&, PageGenerator) {}

  /// Engine seconds per wall second, 0 as fast as possible; a real machine has its own pace.
  virtual void SetPace(double pace) = 0;
  /// Stops engine time (pause, set-up, verification); a virtual clock stands still by itself.
  virtual void Freeze() = 0;
  virtual void Thaw() = 0;
  /// Wall time since the machine was made, for wallMs only: never an input to the engine.
  virtual TimeNs WallTime() const = 0;
  /// Processor time that the machine's processors have had so far for this process, on the average
  /// of all of them, while engine time ran. Nothing where the CPU model knows it.
  virtual std::optional<TimeNs> ProcessorTime() const { return std::nullopt; }
  /// Peak resident memory of the process, bytes.
  virtual uint64_t PeakMemoryBytes() const = 0;
  /// Memory that programs can have of it; nothing where the scenario says what the server has.
  virtual std::optional<uint64_t> AvailableMemoryBytes() const { return std::nullopt; }
  /// How busy the parts of its volumes have been so far, those that it knows of.
  virtual std::vector<PartUse> Use() { return {}; }
  /// I/Os issued to devices so far.
  virtual uint64_t DeviceIos() const = 0;
};

}  // namespace snapscope::database
