// An open Linux file: blocking calls that finish what they start. From any thread.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "storage/file.h"

namespace snapscope::os {

/// The text of an errno, and the code that a caller can react to.
Error OsError(int number);

class Descriptor {
 public:
  /// Takes ownership of `fd` and asks for unbuffered I/O. `unbuffered` turns false if this file
  /// cannot have it.
  Descriptor(int fd, std::shared_ptr<std::atomic<bool>> unbuffered);
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  Status Read(uint64_t offset, ByteSpan into);
  Status Write(uint64_t offset, const std::vector<ConstByteSpan>& buffers);
  /// Sets the size; what lies beyond the old one is a hole.
  Status Resize(uint64_t size);
  /// Gives the range disk space without changing what it reads as, or the size of the file.
  Status Allocate(uint64_t offset, uint64_t length);
  Status Flush();
  Result<uint64_t> Size();
  Result<uint64_t> SizeOnDisk();
  /// Ranges that hold written data. Allocated space that was never written need not be among them;
  /// where the file system widens a write (ext4 zeroes up to 32 KB around one) it reads as zeros.
  Result<std::vector<storage::ByteRange>> WrittenRanges();

 private:
  bool FallBackToBuffered(int error);

  const int fd_;
  std::atomic<bool> direct_;
  const std::shared_ptr<std::atomic<bool>> unbuffered_;
};

}  // namespace snapscope::os
