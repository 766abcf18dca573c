// Files and volumes as the engine sees them, with the statistics of sys.dm_io_virtual_file_stats.
//
// Implementations: os/ (real files, unbuffered where the platform allows) and sim/ (device models
// over an in-memory page store). A write has two moments that the product bills apart: the write
// call returns (PREEMPTIVE_OS_WRITEFILE; it includes allocating a region of a sparse file), and the
// bytes are durable (WRITE_COMPLETION). So Write() completes at the first and hands out a ticket,
// AwaitDurable() at the second. Between them lies a third, for many writes of which none counts
// before the last: the device has the bytes, but may keep them in a cache that a power cut empties.
//
// Invariants: offsets and lengths are multiples of 512 and buffers are aligned to 4096, so that
// unbuffered I/O works; buffers stay valid until the operation completes; after a failed durable
// wait the file is in a sticky failed state and every later write or flush fails with that error.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "runtime/executor.h"
#include "runtime/task.h"
#include "storage/ios_under_way.h"

namespace snapscope::storage {

using runtime::Task;

/// Columns of sys.dm_io_virtual_file_stats (stalls in ns), counted by completed operations.
struct FileStatistics {
  uint64_t reads = 0;
  uint64_t bytes_read = 0;
  TimeNs io_stall_read = 0;
  uint64_t writes = 0;
  uint64_t bytes_written = 0;
  TimeNs io_stall_write = 0;  ///< from issue until durable, or unflushed on the device
  uint64_t flushes = 0;

  FileStatistics& operator+=(const FileStatistics& other);
};

/// Columns of sys.dm_os_volume_stats.
struct VolumeSpace {
  uint64_t total_bytes = 0;
  uint64_t available_bytes = 0;
};

struct ByteRange {
  uint64_t offset = 0;
  uint64_t length = 0;
  auto operator<=>(const ByteRange&) const = default;
};

/// Names a write whose durability can be awaited.
struct WriteTicket {
  uint64_t sequence = 0;
};

struct FileOptions {
  uint64_t size = 0;
  /// It is empty at first, and a write behind its end makes it longer; `size` is what is expected.
  bool grows = false;
  bool sparse = false;  ///< regions are allocated at their first write
  bool zeroed = false;  ///< pre-written, not only allocated (the log)
  /// Another host reads and writes it: its bytes do not cross this server's links.
  bool of_another_host = false;
};

class File {
 public:
  /// `ios` are those of its volume, which outlives it.
  File(runtime::Executor& executor, IosUnderWay& ios, std::string path, FileOptions options)
      : executor_(executor),
        ios_(ios),
        path_(std::move(path)),
        options_(options),
        size_(options.grows ? 0 : options.size) {}
  virtual ~File() = default;
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }
  bool sparse() const { return options_.sparse; }
  /// A durable wait has failed: what is on stable storage is no longer known.
  bool failed() const { return failure_.has_value(); }
  const FileStatistics& statistics() const { return statistics_; }

  /// Fills `into` from `offset`. Holes of a sparse file read as zeros.
  ///
  /// Here and below, `on_device` is where a simulated disk has the bytes of a file that a machine
  /// without a codec compresses: time, room and statistics are those of that range. Without one,
  /// and on a real disk ever, the range is the bytes' own.
  Task<Status> Read(uint64_t offset, ByteSpan into, std::optional<ByteRange> on_device = {});

  /// The write call: returns when the call has returned (region allocated, bytes handed over).
  /// One write of contiguous bytes from several buffers (a gather write).
  Task<Result<WriteTicket>> Write(uint64_t offset, std::vector<ConstByteSpan> buffers);

  /// Returns when the ticket's bytes are on stable storage. Call once per ticket.
  Task<Status> AwaitDurable(WriteTicket ticket);

  /// Write, then AwaitDurable.
  Task<Status> WriteDurable(uint64_t offset, std::vector<ConstByteSpan> buffers,
                            std::optional<ByteRange> on_device = {});

  /// Returns when the device has the bytes and the buffers may be used again. They are on stable
  /// storage at the end of the next Flush(); a power cut before it may lose any of them.
  Task<Status> WriteUnflushed(uint64_t offset, std::vector<ConstByteSpan> buffers,
                              std::optional<ByteRange> on_device = {});

  /// What WriteUnflushed() had returned from when this began is on stable storage when it returns.
  Task<Status> Flush();

  /// Bytes allocated, from the file system or the page store.
  virtual Result<uint64_t> SizeOnDisk() = 0;
  /// Allocated ranges in order, granularity as the file system reports it (at most 64 KB).
  virtual Result<std::vector<ByteRange>> AllocatedRanges() = 0;
  /// Reads outside engine time and outside the statistics: verification and restart inspection.
  virtual Status ReadNow(uint64_t offset, ByteSpan into) = 0;
  /// Overwrites what is on the disk, durably, behind the back of whoever uses the file: what a disk
  /// does that fails. Outside engine time, statistics and faults; no write of the range is under
  /// way.
  virtual Status DamageNow(uint64_t offset, ConstByteSpan bytes) = 0;
  /// True for a page, 8 KB from `offset` on, that the volume computes and nobody has ever written.
  virtual bool IsAsComputed(uint64_t /*offset*/) const { return false; }

 protected:
  virtual Task<Status> DoRead(uint64_t offset, ByteSpan into, ByteRange on_device) = 0;
  virtual Task<Result<WriteTicket>> DoWrite(uint64_t offset, std::vector<ConstByteSpan> buffers,
                                            ByteRange on_device) = 0;
  virtual Task<Status> DoAwaitDurable(WriteTicket ticket) = 0;
  virtual Task<Status> DoAwaitTransfer(WriteTicket ticket) = 0;
  virtual Task<Status> DoFlush() = 0;

  void CountFlush() { ++statistics_.flushes; }

  runtime::Executor& executor_;

 private:
  struct OpenWrite {
    uint64_t sequence;
    TimeNs issued;
    uint64_t offset;
    uint64_t bytes;
    WriteGate::Write gate{};
  };

  using EndOfWrite = Task<Status> (File::*)(WriteTicket ticket);
  Task<Status> WriteUntil(EndOfWrite end, uint64_t offset, std::vector<ConstByteSpan> buffers,
                          std::optional<ByteRange> on_device);

  void CheckRange(uint64_t offset, uint64_t length) const;
  /// Returns how many bytes it has, for which a file that grows has room from then on.
  uint64_t CheckWrite(uint64_t offset, const std::vector<ConstByteSpan>& buffers);
  OpenWrite TakeOpenWrite(WriteTicket ticket);
  /// The wait for the write, durable or for its transfer, has ended so; returns what its caller is
  /// told.
  Status NoteEnd(const OpenWrite& write, const Status& done);
  Error Describe(const char* operation, uint64_t offset, uint64_t length, const Error& cause) const;

  UnendedIo WriteOf(const OpenWrite& write) const {
    return {.path = &path_,
            .direction = IoDirection::kWrite,
            .offset = write.offset,
            .bytes = write.bytes,
            .issued = write.issued};
  }

  IosUnderWay& ios_;
  const std::string path_;
  const FileOptions options_;
  uint64_t size_;
  FileStatistics statistics_;
  std::vector<OpenWrite> open_writes_;
  std::optional<Error> failure_;
};

/// A place where files live. `name` is the drive letter or label shown to people.
class Volume {
 public:
  explicit Volume(std::string name) : name_(std::move(name)) {}
  virtual ~Volume() = default;
  Volume(const Volume&) = delete;
  Volume& operator=(const Volume&) = delete;

  const std::string& name() const { return name_; }
  /// Reads and writes of its files.
  const IosUnderWay& ios() const { return ios_; }
  /// Returns once no write of its files is under way; those asked for from now on wait until the
  /// hold is destroyed. Reads go on.
  Task<WriteGate::Hold> HoldWrites(runtime::Executor& executor) {
    return ios_.gate().HoldWrites(executor);
  }

  /// Creates a file; fails if it exists. Its entry in its folder is durable when this returns: a
  /// power cut before may leave the file or not, one after does not take it away.
  virtual Task<Result<std::unique_ptr<File>>> Create(std::string path, FileOptions options) = 0;
  /// Opens an existing file (after a restart). What a process that ended had written to it is
  /// durable then: what a restart reads cannot be lost by a later power cut. A size of 0 stands for
  /// any.
  virtual Task<Result<std::unique_ptr<File>>> Open(std::string path, FileOptions options) = 0;
  /// Takes a file away, durably: a power cut before this returns may leave the file as it was, one
  /// after does not bring it back. Several may be under way, of which each is lost or kept by
  /// itself; the end of the process loses none. kNotFound if there is no such file; kIo leaves open
  /// whether it is there.
  virtual Task<Status> Remove(std::string path) = 0;
  /// Takes a file away outside engine time, on the calling thread, with no promise about a power
  /// cut: for whoever tidies up after a run.
  virtual Status RemoveNow(const std::string& path) = 0;
  virtual bool Exists(const std::string& path) const = 0;

  /// Waits on the calling thread until no operation touches caller's buffers any more. Before
  /// coroutine frames that own such buffers are destroyed.
  virtual void Drain() = 0;

 protected:
  IosUnderWay ios_;

 private:
  const std::string name_;
};

/// Where a file is, or is to be.
struct FilePlace {
  Volume* volume = nullptr;
  std::string path;

  bool Exists() const { return volume->Exists(path); }
  Task<Status> Remove() const { return volume->Remove(path); }
  Status RemoveNow() const { return volume->RemoveNow(path); }
};

}  // namespace snapscope::storage
