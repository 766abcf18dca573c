// Windows: overlapped calls that their thread waits for, so that calls for one file run in
// parallel. Sparse files are FSCTL_SET_SPARSE; NTFS then allocates regions of 64 KB as they are
// written. NTFS logs what becomes of a folder's entries, and writes that log lazily: a flush of the
// folder has it written up to the folder's last change.
#include <windows.h>
#include <winioctl.h>
#undef Yield  // a macro for Windows 3, and a name of ours

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "base/aligned_buffer.h"
#include "base/check.h"
#include "os/descriptor.h"

namespace snapscope::os {

namespace {

/// The system's words for an error, and the code that a caller can react to.
Error OsError(DWORD number) {
  ErrorCode code = ErrorCode::kIo;
  if (number == ERROR_DISK_FULL || number == ERROR_HANDLE_DISK_FULL) code = ErrorCode::kDiskFull;
  if (number == ERROR_FILE_NOT_FOUND || number == ERROR_PATH_NOT_FOUND) code = ErrorCode::kNotFound;
  if (number == ERROR_FILE_EXISTS || number == ERROR_ALREADY_EXISTS) code = ErrorCode::kRefused;
  std::array<char, 512> text{};
  DWORD length = FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                                number, 0, text.data(), text.size(), nullptr);
  while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) --length;
  return Error{code,
               std::string(text.data(), length) + " (OS error " + std::to_string(number) + ")"};
}

std::wstring Wide(const std::string& path) {
  const int size = static_cast<int>(path.size());
  const int length = MultiByteToWideChar(CP_UTF8, 0, path.data(), size, nullptr, 0);
  std::wstring wide(static_cast<size_t>(length), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, path.data(), size, wide.data(), length);
  return wide;
}

/// Signalled when a call of this thread has ended; a thread makes one call at a time.
HANDLE CallEvent() {
  struct Event {
    const HANDLE handle = CreateEventW(nullptr, TRUE, FALSE, nullptr);
    ~Event() { CloseHandle(handle); }
  };
  thread_local const Event event;
  CHECK(event.handle != nullptr, "Windows has no more events");
  return event.handle;
}

constexpr DWORD kAccess = GENERIC_READ | GENERIC_WRITE | DELETE;
// Removing a file that is open works as elsewhere: its name goes at once.
constexpr DWORD kShare = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD kUnbufferedFlags = FILE_FLAG_OVERLAPPED | FILE_FLAG_NO_BUFFERING;
constexpr DWORD kBufferedFlags = FILE_FLAG_OVERLAPPED;
constexpr DWORD kLargestCall = 1 << 30;

}  // namespace

class Descriptor::Native {
 public:
  Native(HANDLE handle, Unbuffered unbuffered)
      : direct_(handle), unbuffered_(std::move(unbuffered)) {}
  ~Native() {
    CloseHandle(direct_);
    if (buffered_ != INVALID_HANDLE_VALUE) CloseHandle(buffered_);
  }
  Native(const Native&) = delete;
  Native& operator=(const Native&) = delete;

  HANDLE handle() const { return falls_back_.load() ? buffered_ : direct_; }

  /// Whether a request that is about to be made goes past the cache.
  bool direct() const { return !falls_back_; }

  // A device with larger sectors than ours refuses our offsets: only then is the cache used.
  // Several requests may have been made before the first refusal is known; each of them is to be
  // repeated.
  bool FallBackToBuffered(DWORD error, bool was_direct) {
    if (error != ERROR_INVALID_PARAMETER || !was_direct) return false;
    const std::lock_guard lock(mutex_);
    if (falls_back_) return true;
    buffered_ = ReOpenFile(direct_, kAccess, kShare, kBufferedFlags);
    if (buffered_ == INVALID_HANDLE_VALUE) return false;
    falls_back_ = true;
    *unbuffered_ = false;
    return true;
  }

  /// Starts a call by `start(handle, overlapped)` at `offset` and waits for its end. Sets `moved`
  /// to the bytes it moved; returns the system's error, 0 for none.
  template <typename Start>
  DWORD Call(uint64_t offset, Start start, DWORD& moved) {
    OVERLAPPED overlapped{};
    overlapped.Offset = static_cast<DWORD>(offset);
    overlapped.OffsetHigh = static_cast<DWORD>(offset >> 32);
    overlapped.hEvent = CallEvent();
    const HANDLE used = handle();
    if (!start(used, &overlapped)) {
      const DWORD error = GetLastError();
      if (error != ERROR_IO_PENDING) return error;
    }
    return GetOverlappedResult(used, &overlapped, &moved, TRUE) ? ERROR_SUCCESS : GetLastError();
  }

  template <typename Info>
  Status Set(FILE_INFO_BY_HANDLE_CLASS kind, Info info) {
    if (!SetFileInformationByHandle(direct_, kind, &info, sizeof info)) {
      return OsError(GetLastError());
    }
    return Status();
  }

 private:
  const HANDLE direct_;
  HANDLE buffered_ = INVALID_HANDLE_VALUE;  // set before falls_back_
  std::atomic<bool> falls_back_{false};
  std::mutex mutex_;
  const Unbuffered unbuffered_;
};

Descriptor::Descriptor(std::unique_ptr<Native> native) : native_(std::move(native)) {}
Descriptor::~Descriptor() = default;

// New files inherit the access rights of their folder, which is the user's.
Result<std::unique_ptr<Descriptor>> Descriptor::Create(const std::string& path,
                                                       Unbuffered unbuffered) {
  const HANDLE handle = CreateFileW(Wide(path).c_str(), kAccess, kShare, nullptr, CREATE_NEW,
                                    kUnbufferedFlags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return OsError(GetLastError());
  return std::unique_ptr<Descriptor>(
      new Descriptor(std::make_unique<Native>(handle, std::move(unbuffered))));
}

Result<std::unique_ptr<Descriptor>> Descriptor::Open(const std::string& path,
                                                     Unbuffered unbuffered) {
  const HANDLE handle = CreateFileW(Wide(path).c_str(), kAccess, kShare, nullptr, OPEN_EXISTING,
                                    kUnbufferedFlags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) return OsError(GetLastError());
  return std::unique_ptr<Descriptor>(
      new Descriptor(std::make_unique<Native>(handle, std::move(unbuffered))));
}

Status Descriptor::Read(uint64_t offset, ByteSpan into) {
  while (!into.empty()) {
    const auto length = static_cast<DWORD>(std::min<uint64_t>(into.size(), kLargestCall));
    DWORD moved = 0;
    const bool direct = native_->direct();
    const DWORD error = native_->Call(
        offset,
        [&](HANDLE handle, OVERLAPPED* overlapped) {
          return ReadFile(handle, into.data(), length, nullptr, overlapped) != FALSE;
        },
        moved);
    if (error != ERROR_SUCCESS && native_->FallBackToBuffered(error, direct)) continue;
    if (error == ERROR_HANDLE_EOF || (error == ERROR_SUCCESS && moved == 0)) {
      return Error{ErrorCode::kIo, "the file ends before"};
    }
    if (error != ERROR_SUCCESS) return OsError(error);
    offset += moved;
    into = into.subspan(moved);
  }
  return Status();
}

Status Descriptor::Write(uint64_t offset, const std::vector<ConstByteSpan>& buffers) {
  ConstByteSpan bytes = buffers.front();
  AlignedBuffer gathered;
  if (buffers.size() > 1) {
    // One call for one write: WriteFileGather takes whole pages of memory only.
    size_t length = 0;
    for (const ConstByteSpan buffer : buffers) length += buffer.size();
    gathered = AlignedBuffer(length);
    size_t at = 0;
    for (const ConstByteSpan buffer : buffers) {
      std::memcpy(gathered.data() + at, buffer.data(), buffer.size());
      at += buffer.size();
    }
    bytes = gathered.span();
  }
  while (!bytes.empty()) {
    const auto length = static_cast<DWORD>(std::min<uint64_t>(bytes.size(), kLargestCall));
    DWORD moved = 0;
    const bool direct = native_->direct();
    const DWORD error = native_->Call(
        offset,
        [&](HANDLE handle, OVERLAPPED* overlapped) {
          return WriteFile(handle, bytes.data(), length, nullptr, overlapped) != FALSE;
        },
        moved);
    if (error != ERROR_SUCCESS && native_->FallBackToBuffered(error, direct)) continue;
    if (error != ERROR_SUCCESS) return OsError(error);
    if (moved == 0) return Error{ErrorCode::kIo, "the device took no bytes"};
    offset += moved;
    bytes = bytes.subspan(moved);
  }
  return Status();
}

Status Descriptor::Resize(uint64_t size) {
  FILE_END_OF_FILE_INFO info{};
  info.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
  return native_->Set(FileEndOfFileInfo, info);
}

Status Descriptor::MakeSparse() {
  DWORD moved = 0;
  const DWORD error = native_->Call(
      0,
      [](HANDLE handle, OVERLAPPED* overlapped) {
        return DeviceIoControl(handle, FSCTL_SET_SPARSE, nullptr, 0, nullptr, 0, nullptr,
                               overlapped) != FALSE;
      },
      moved);
  return error == ERROR_SUCCESS ? Status() : Status(OsError(error));
}

// The end of an ordinary file is allocated when it is set, a region of a sparse one when it is
// written.
Status Descriptor::Allocate(uint64_t, uint64_t) { return Status(); }

Status Descriptor::Flush() {
  if (!FlushFileBuffers(native_->handle())) return OsError(GetLastError());
  return Status();
}

Result<uint64_t> Descriptor::Size() {
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(native_->handle(), &size)) return OsError(GetLastError());
  return static_cast<uint64_t>(size.QuadPart);
}

Result<uint64_t> Descriptor::SizeOnDisk() {
  FILE_STANDARD_INFO info{};
  if (!GetFileInformationByHandleEx(native_->handle(), FileStandardInfo, &info, sizeof info)) {
    return OsError(GetLastError());
  }
  return static_cast<uint64_t>(info.AllocationSize.QuadPart);
}

Result<std::vector<storage::ByteRange>> Descriptor::WrittenRanges() {
  const Result<uint64_t> size = Size();
  TRY(size);
  std::vector<storage::ByteRange> ranges;
  FILE_ALLOCATED_RANGE_BUFFER asked{};
  while (asked.FileOffset.QuadPart < static_cast<LONGLONG>(*size)) {
    asked.Length.QuadPart = static_cast<LONGLONG>(*size) - asked.FileOffset.QuadPart;
    std::array<FILE_ALLOCATED_RANGE_BUFFER, 256> found{};
    DWORD moved = 0;
    const DWORD error = native_->Call(
        0,
        [&](HANDLE handle, OVERLAPPED* overlapped) {
          return DeviceIoControl(handle, FSCTL_QUERY_ALLOCATED_RANGES, &asked, sizeof asked,
                                 found.data(), sizeof found, nullptr, overlapped) != FALSE;
        },
        moved);
    if (error != ERROR_SUCCESS && error != ERROR_MORE_DATA) return OsError(error);
    const size_t count = moved / sizeof found[0];
    for (size_t i = 0; i < count; ++i) {
      ranges.push_back({static_cast<uint64_t>(found[i].FileOffset.QuadPart),
                        static_cast<uint64_t>(found[i].Length.QuadPart)});
    }
    if (error == ERROR_SUCCESS || count == 0) break;
    asked.FileOffset.QuadPart = static_cast<LONGLONG>(ranges.back().offset + ranges.back().length);
  }
  return ranges;
}

Status FlushParentOf(const std::string& path) {
  const size_t slash = path.find_last_of("\\/");
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const HANDLE handle = CreateFileW(Wide(folder).c_str(), GENERIC_WRITE, kShare, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  // Who may create files in a folder need not be allowed to open it for writing, and not every file
  // system flushes folders: then its entries are as durable as the file system makes them.
  if (handle == INVALID_HANDLE_VALUE) {
    const DWORD error = GetLastError();
    return error == ERROR_ACCESS_DENIED ? Status() : Status(OsError(error));
  }
  const DWORD error = FlushFileBuffers(handle) ? ERROR_SUCCESS : GetLastError();
  CloseHandle(handle);
  const bool has_none = error == ERROR_ACCESS_DENIED || error == ERROR_INVALID_FUNCTION ||
                        error == ERROR_INVALID_HANDLE || error == ERROR_NOT_SUPPORTED;
  return error == ERROR_SUCCESS || has_none ? Status() : Status(OsError(error));
}

Status RemoveFile(const std::string& path) {
  if (!DeleteFileW(Wide(path).c_str())) return OsError(GetLastError());
  return Status();
}

bool FileExists(const std::string& path) {
  return GetFileAttributesW(Wide(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

}  // namespace snapscope::os
