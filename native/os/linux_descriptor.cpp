#include "os/linux_descriptor.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace snapscope::os {

Error OsError(int number) {
  ErrorCode code = ErrorCode::kIo;
  if (number == ENOSPC || number == EDQUOT) code = ErrorCode::kDiskFull;
  if (number == ENOENT) code = ErrorCode::kNotFound;
  if (number == EEXIST) code = ErrorCode::kRefused;
  return Error{
      code, std::generic_category().message(number) + " (OS error " + std::to_string(number) + ")"};
}

Descriptor::Descriptor(int fd, std::shared_ptr<std::atomic<bool>> unbuffered)
    : fd_(fd), direct_(true), unbuffered_(std::move(unbuffered)) {
  // Set after opening: a file system without O_DIRECT would refuse to open, yet leave a new file.
  if (fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) | O_DIRECT) != 0) {
    direct_ = false;
    *unbuffered_ = false;
  }
}

Descriptor::~Descriptor() { close(fd_); }

// A device with larger sectors than ours refuses our offsets: only then is the cache used.
bool Descriptor::FallBackToBuffered(int error) {
  if (error != EINVAL || !direct_.exchange(false)) return false;
  *unbuffered_ = false;
  return fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) & ~O_DIRECT) == 0;
}

Status Descriptor::Read(uint64_t offset, ByteSpan into) {
  while (!into.empty()) {
    const ssize_t got = pread(fd_, into.data(), into.size(), static_cast<off_t>(offset));
    if (got > 0) {
      offset += static_cast<uint64_t>(got);
      into = into.subspan(static_cast<size_t>(got));
      continue;
    }
    if (got == 0) return Error{ErrorCode::kIo, "the file ends before"};
    if (errno == EINTR || FallBackToBuffered(errno)) continue;
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
    const ssize_t put = pwritev(fd_, &parts[first], count, static_cast<off_t>(offset));
    if (put < 0) {
      if (errno == EINTR || FallBackToBuffered(errno)) continue;
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
  if (ftruncate(fd_, static_cast<off_t>(size)) != 0) return OsError(errno);
  return Status();
}

Status Descriptor::Allocate(uint64_t offset, uint64_t length) {
  while (fallocate(fd_, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                   static_cast<off_t>(length)) != 0) {
    if (errno == EINTR) continue;
    // Without the call the file system allocates what is written, when it is written.
    if (errno == EOPNOTSUPP) return Status();
    return OsError(errno);
  }
  return Status();
}

Status Descriptor::Flush() {
  if (fdatasync(fd_) != 0) return OsError(errno);
  return Status();
}

Result<uint64_t> Descriptor::Size() {
  struct stat info{};
  if (fstat(fd_, &info) != 0) return OsError(errno);
  return static_cast<uint64_t>(info.st_size);
}

Result<uint64_t> Descriptor::SizeOnDisk() {
  struct stat info{};
  if (fstat(fd_, &info) != 0) return OsError(errno);
  return static_cast<uint64_t>(info.st_blocks) * 512;
}

Result<std::vector<storage::ByteRange>> Descriptor::WrittenRanges() {
  std::vector<storage::ByteRange> ranges;
  off_t at = 0;
  for (;;) {
    const off_t data = lseek(fd_, at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) return ranges;  // only holes from here on
    if (data < 0) return OsError(errno);
    at = lseek(fd_, data, SEEK_HOLE);
    if (at < 0) return OsError(errno);
    ranges.push_back({static_cast<uint64_t>(data), static_cast<uint64_t>(at - data)});
  }
}

}  // namespace snapscope::os
