// Real files of this machine. Paths are those of the operating system; parent folders must exist.
//
// Files are private to the user (mode 0600) and are never created over existing ones. I/O is
// unbuffered where the file system and the alignment of the engine's sectors allow it; a file that
// must be read and written through the cache says so (`unbuffered()`), and is durable all the same.
// Owning thread: the engine's. Before frames with I/O in flight are destroyed: Drain().
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>

#include "os/io_threads.h"
#include "os/ring.h"
#include "storage/file.h"

namespace snapscope::os {

class RealVolume final : public storage::Volume {
 public:
  /// Volumes may share the threads and the ring, which outlive them. Without a ring the threads
  /// read and write too.
  RealVolume(std::string name, runtime::Executor& executor, IoThreads& threads,
             Ring* ring = nullptr);
  ~RealVolume() override;

  storage::Task<Result<std::unique_ptr<storage::File>>> Create(
      std::string path, storage::FileOptions options) override;
  /// `options.size` is checked against the file unless it is 0.
  storage::Task<Result<std::unique_ptr<storage::File>>> Open(std::string path,
                                                             storage::FileOptions options) override;
  storage::Task<Status> Remove(std::string path) override;
  Status RemoveNow(const std::string& path) override;
  bool Exists(const std::string& path) const override;
  void Drain() override;

  /// No file of this volume had to fall back to buffered I/O so far.
  bool unbuffered() const { return *unbuffered_; }

 private:
  runtime::Executor& executor_;
  IoThreads& threads_;
  Ring* const ring_;
  // Shared with the descriptors of files, whose I/O threads find out.
  std::shared_ptr<std::atomic<bool>> unbuffered_;
};

/// The space of the file system that a folder is on; none if there is no such folder or it does not
/// tell.
std::optional<storage::VolumeSpace> SpaceAt(const std::string& folder);

}  // namespace snapscope::os
