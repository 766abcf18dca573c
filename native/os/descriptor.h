// An open file of the operating system: blocking calls that finish what they start. From any
// thread. linux_descriptor.cpp and windows_descriptor.cpp have what each system does.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "storage/file.h"

namespace snapscope::os {

class Descriptor {
 public:
  using Unbuffered = std::shared_ptr<std::atomic<bool>>;

  /// Creates a file, private to the user; kRefused if there is one. Asks for unbuffered I/O, and
  /// turns `unbuffered` false if the file cannot have it.
  static Result<std::unique_ptr<Descriptor>> Create(const std::string& path, Unbuffered unbuffered);
  /// kNotFound if there is none.
  static Result<std::unique_ptr<Descriptor>> Open(const std::string& path, Unbuffered unbuffered);
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  /// The file descriptor of Linux; elsewhere there is none to ask for.
  int fd() const;

  Status Read(uint64_t offset, ByteSpan into);
  Status Write(uint64_t offset, const std::vector<ConstByteSpan>& buffers);
  /// Sets the size; what lies beyond the old one is a hole where the system has holes.
  Status Resize(uint64_t size);
  /// What is never written takes no space from now on. Before Resize().
  Status MakeSparse();
  /// Gives the range disk space without changing what it reads as, or the size of the file.
  Status Allocate(uint64_t offset, uint64_t length);
  Status Flush();
  Result<uint64_t> Size();
  Result<uint64_t> SizeOnDisk();
  /// Ranges that hold written data. Allocated space that was never written need not be among them;
  /// where the file system widens a write (ext4 zeroes up to 32 KB around one) it reads as zeros.
  Result<std::vector<storage::ByteRange>> WrittenRanges();

 private:
  class Native;
  explicit Descriptor(std::unique_ptr<Native> native);

  const std::unique_ptr<Native> native_;
};

/// Makes durable that a file was created in its folder, or removed from it.
Status FlushParentOf(const std::string& path);
Status RemoveFile(const std::string& path);
bool FileExists(const std::string& path);

}  // namespace snapscope::os
