// A backup set on its way into its files: extents as they are in the data files, read by one reader
// for each volume of theirs, then blocks of log. Where the log is read, and which extents there
// are, is the caller's to say.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "backup/backup.h"
#include "backup/page_places.h"
#include "runtime/task_group.h"
#include "wal/format.h"

namespace snapscope::backup {

/// The next block of the log, whole; nothing at the end.
using NextBlock = std::function<Task<Result<std::optional<wal::BlockView>>>()>;

/// It lives in the frame of the backup, and so outlives its readers.
class SetWriting {
 public:
  /// `set`: what is known of it so far. Its pages are those of `engine`. What outlives it: all that
  /// it is given by reference. Readers are of the kind of `worker`, of the server or of another
  /// host. The data files are dealt to `volumes` in turn.
  SetWriting(Worker& worker, const snapshot::EngineParts& engine, const BackupRequest& request,
             BackupSet set, uint32_t volumes);

  BackupSet& set() { return set_; }
  const BackupSet& set() const { return set_; }
  uint32_t buffers() const { return buffers_; }
  /// Volumes that have data files.
  uint32_t readers() const { return readers_; }

  /// The phase is none for a backup that is the server's own affair.
  void BeginPhase();
  void EndPhase(TimeNs checkpoint_time);

  /// Makes the files, for so many pages and at most so much log.
  Task<Status> Create(uint64_t pages, uint64_t log_bytes);
  Task<Status> ReadPages(std::vector<PageRun> runs);
  /// Copies the blocks of log that `next` gives, until it gives none.
  Task<Status> CopyLog(NextBlock next);
  /// Waits for everything; then the set is complete.
  Task<Status> Complete();

 private:
  using Runs = std::vector<PageRun>;

  void TellProgress(uint64_t done, uint64_t all);
  void CountThroughput(uint64_t bytes);
  Task<Status> ReadVolume(const Runs* runs);
  Task<Status> ReadRuns(Worker& reader, const Runs* runs);
  Task<Status> ReadInto(Worker& reader, Transfer& transfer);
  Task<Status> ReadRun(Worker& reader, PageRun run, ByteSpan into);
  Status VerifyRead(const Worker& reader, page::ConstPageSpan page, PageId id);

  Worker& worker_;
  const snapshot::EngineParts& engine_;
  const BackupRequest& request_;
  const bool is_told_;
  BackupSet set_;
  size_t phase_ = 0;
  uint64_t pages_to_read_ = 1;
  uint64_t log_to_copy_ = 1;
  std::shared_ptr<PagePlaces> places_;
  const uint32_t buffers_;
  const uint32_t readers_;
  std::unique_ptr<BackupWriter> writer_;
  runtime::TaskGroup reading_;
};

}  // namespace snapscope::backup
