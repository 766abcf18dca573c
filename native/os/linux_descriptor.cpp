#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

#include "os/descriptor.h"
#include "os/linux_error.h"

namespace snapscope::os {

Error OsError(int number) {
  ErrorCode code = ErrorCode::kIo;
  if (number == ENOSPC || number == EDQUOT) code = ErrorCode::kDiskFull;
  if (number == ENOENT) code = ErrorCode::kNotFound;
  if (number == EEXIST) code = ErrorCode::kRefused;
  return Error{
      code, std::generic_category().message(number) + " (OS error " + std::to_string(number) + ")"};
}

class Descriptor::Native {
 public:
  // Set after opening: a file system without O_DIRECT would refuse to open, yet leave a new file.
  Native(int fd, Unbuffered unbuffered) : fd_(fd), unbuffered_(std::move(unbuffered)) {
    if (fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) | O_DIRECT) != 0) {
      direct_ = false;
      *unbuffered_ = false;
    }
  }
  ~Native() { close(fd_); }
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;

  int fd() const { return fd_; }

  /// Whether a request that is about to be made goes past the cache.
  bool direct() const { return direct_; }

  // A device with larger sectors than ours refuses our offsets: only then is the cache used.
  // Several requests may have been made before the first refusal is known; each of them is to be
  // repeated.
  bool FallBackToBuffered(int error, bool was_direct) {
    if (error != EINVAL || !was_direct) return false;
    *unbuffered_ = false;
    if (fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) & ~O_DIRECT) != 0) return false;
    direct_ = false;  // now: who sees it makes a request that is buffered
    return true;
  }

 private:
  const int fd_;
  std::atomic<bool> direct_{true};
  const Unbuffered unbuffered_;
};

Descriptor::Descriptor(std::unique_ptr<Native> native) : native_(std::move(native)) {}
Descriptor::~Descriptor() = default;

int Descriptor::fd() const { return native_->fd(); }

Result<std::unique_ptr<Descriptor>> Descriptor::Create(const std::string& path,
                                                       Unbuffered unbuffered) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return OsError(errno);
  return std::unique_ptr<Descriptor>(
      new Descriptor(std::make_unique<Native>(fd, std::move(unbuffered))));
}

Result<std::unique_ptr<Descriptor>> Descriptor::Open(const std::string& path,
                                                     Unbuffered unbuffered) {
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return OsError(errno);
  return std::unique_ptr<Descriptor>(
      new Descriptor(std::make_unique<Native>(fd, std::move(unbuffered))));
}

Status Descriptor::Read(uint64_t offset, ByteSpan into) {
  while (!into.empty()) {
    const bool direct = native_->direct();
    const ssize_t got = pread(native_->fd(), into.data(), into.size(), static_cast<off_t>(offset));
    if (got > 0) {
      offset += static_cast<uint64_t>(got);
      into = into.subspan(static_cast<size_t>(got));
      continue;
    }
    if (got == 0) return Error{ErrorCode::kIo, "the file ends before"};
    if (errno == EINTR || native_->FallBackToBuffered(errno, direct)) continue;
    return OsError(errno);
  }
  return Status();
}

Status Descriptor::Write(uint64_t offset, const std::vector<ConstByteSpan>& buffers) {
  std::vector<iovec> parts;
  parts.reserve(buffers.size());
  for (const ConstByteSpan buffer : buffers) {
    parts.push_back({const_cast<std::byte*>(buffer.data()), buffer.size()});
  }
  for (size_t first = 0; first < parts.size();) {
    const int count = static_cast<int>(std::min<size_t>(parts.size() - first, IOV_MAX));
    const bool direct = native_->direct();
    const ssize_t put = pwritev(native_->fd(), &parts[first], count, static_cast<off_t>(offset));
    if (put < 0) {
      if (errno == EINTR || native_->FallBackToBuffered(errno, direct)) continue;
      return OsError(errno);
    }
    if (put == 0) return Error{ErrorCode::kIo, "the device took no bytes"};
    offset += static_cast<uint64_t>(put);
    auto left = static_cast<size_t>(put);
    while (first < parts.size() && left >= parts[first].iov_len) left -= parts[first++].iov_len;
    if (left > 0) {
      parts[first].iov_base = static_cast<std::byte*>(parts[first].iov_base) + left;
      parts[first].iov_len -= left;
    }
  }
  return Status();
}

Status Descriptor::Resize(uint64_t size) {
  if (ftruncate(native_->fd(), static_cast<off_t>(size)) != 0) return OsError(errno);
  return Status();
}

// Every file here has holes.
Status Descriptor::MakeSparse() { return Status(); }

Status Descriptor::Allocate(uint64_t offset, uint64_t length) {
  while (fallocate(native_->fd(), FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                   static_cast<off_t>(length)) != 0) {
    if (errno == EINTR) continue;
    // Without the call the file system allocates what is written, when it is written.
    if (errno == EOPNOTSUPP) return Status();
    return OsError(errno);
  }
  return Status();
}

Status Descriptor::Flush() {
  if (fdatasync(native_->fd()) != 0) return OsError(errno);
  return Status();
}

Result<uint64_t> Descriptor::Size() {
  struct stat info{};
  if (fstat(native_->fd(), &info) != 0) return OsError(errno);
  return static_cast<uint64_t>(info.st_size);
}

Result<uint64_t> Descriptor::SizeOnDisk() {
  struct stat info{};
  if (fstat(native_->fd(), &info) != 0) return OsError(errno);
  return static_cast<uint64_t>(info.st_blocks) * 512;
}

Result<std::vector<storage::ByteRange>> Descriptor::WrittenRanges() {
  std::vector<storage::ByteRange> ranges;
  off_t at = 0;
  for (;;) {
    const off_t data = lseek(native_->fd(), at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) return ranges;  // only holes from here on
    if (data < 0) return OsError(errno);
    at = lseek(native_->fd(), data, SEEK_HOLE);
    if (at < 0) return OsError(errno);
    ranges.push_back({static_cast<uint64_t>(data), static_cast<uint64_t>(at - data)});
  }
}

Status FlushParentOf(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return OsError(errno);
  const int failed = fsync(fd);
  const int error = errno;
  close(fd);
  if (failed != 0) return OsError(error);
  return Status();
}

Status RemoveFile(const std::string& path) {
  if (unlink(path.c_str()) != 0) return OsError(errno);
  return Status();
}

bool FileExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

}  // namespace snapscope::os
