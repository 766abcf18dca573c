#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "os/linux_descriptor.h"
#include "os/linux_file.h"
#include "os/real_volume.h"

namespace snapscope::os {

using storage::File;
using storage::FileOptions;
using storage::Task;

namespace {

// Written zeros in one call: large enough for the device's full bandwidth, small enough that a
// cancelled run does not wait long for it.
constexpr uint64_t kZeroStep = 4 * 1024 * 1024;

Error Describe(const char* operation, const std::string& path, const Error& cause) {
  return Error{cause.code, std::string(operation) + " of " + path + ": " + cause.message};
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

struct CreateCall {
  const std::string* path;
  FileOptions options;
  const std::shared_ptr<std::atomic<bool>>* unbuffered;
  std::unique_ptr<Descriptor>* descriptor;

  Status operator()() const {
    const int fd = open(path->c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return OsError(errno);
    *descriptor = std::make_unique<Descriptor>(fd, *unbuffered);
    TRY((*descriptor)->Resize(options.size));
    if (!options.sparse && options.size > 0) TRY((*descriptor)->Allocate(0, options.size));
    return Status();
  }
};

struct OpenCall {
  const std::string* path;
  const std::shared_ptr<std::atomic<bool>>* unbuffered;
  std::unique_ptr<Descriptor>* descriptor;

  Status operator()() const {
    const int fd = open(path->c_str(), O_RDWR | O_CLOEXEC);
    if (fd < 0) return OsError(errno);
    *descriptor = std::make_unique<Descriptor>(fd, *unbuffered);
    return (*descriptor)->Flush();
  }
};

struct ZeroCall {
  Descriptor* descriptor;
  uint64_t offset;
  const std::vector<ConstByteSpan>* zeros;
  Status operator()() const { return descriptor->Write(offset, *zeros); }
};

struct FinishCall {
  const std::string* path;
  Descriptor* descriptor;
  Status operator()() const {
    TRY(descriptor->Flush());
    return FlushParentOf(*path);
  }
};

struct AlignedDelete {
  void operator()(std::byte* bytes) const { ::operator delete(bytes, std::align_val_t{4096}); }
};

Task<Status> WriteZeros(IoThreads* threads, runtime::Executor* executor, Descriptor* descriptor,
                        uint64_t size) {
  const std::unique_ptr<std::byte, AlignedDelete> zeros(
      static_cast<std::byte*>(::operator new(kZeroStep, std::align_val_t{4096})));
  std::fill_n(zeros.get(), kZeroStep, std::byte{0});
  for (uint64_t offset = 0; offset < size; offset += kZeroStep) {
    const std::vector<ConstByteSpan> step{
        ConstByteSpan(zeros.get(), std::min(kZeroStep, size - offset))};
    const Status done = co_await Blocking(*threads, *executor, ZeroCall{descriptor, offset, &step});
    if (!done.ok()) co_return done.error();
  }
  co_return Status();
}

}  // namespace

RealVolume::RealVolume(std::string name, runtime::Executor& executor, IoThreads& threads)
    : Volume(std::move(name)),
      executor_(executor),
      threads_(threads),
      unbuffered_(std::make_shared<std::atomic<bool>>(true)) {}

RealVolume::~RealVolume() { Drain(); }

Task<Result<std::unique_ptr<File>>> RealVolume::Create(std::string path, FileOptions options) {
  std::unique_ptr<Descriptor> descriptor;
  Status done =
      co_await Blocking(threads_, executor_, CreateCall{&path, options, &unbuffered_, &descriptor});
  if (done.ok() && options.zeroed) {
    done = co_await WriteZeros(&threads_, &executor_, descriptor.get(), options.size);
  }
  if (done.ok()) {
    done = co_await Blocking(threads_, executor_, FinishCall{&path, descriptor.get()});
  }
  if (!done.ok()) {
    // What this call created it takes away again; a file that was there before stays.
    if (descriptor != nullptr) unlink(path.c_str());
    co_return Describe("Creation", path, done.error());
  }
  co_return std::unique_ptr<File>(std::make_unique<LinuxFile>(executor_, std::move(path), options,
                                                              threads_, std::move(descriptor)));
}

Task<Result<std::unique_ptr<File>>> RealVolume::Open(std::string path, FileOptions options) {
  std::unique_ptr<Descriptor> descriptor;
  const Status done =
      co_await Blocking(threads_, executor_, OpenCall{&path, &unbuffered_, &descriptor});
  if (!done.ok()) co_return Describe("Opening", path, done.error());
  const Result<uint64_t> size = descriptor->Size();
  if (!size.ok()) co_return Describe("Opening", path, size.error());
  if (options.size != 0 && options.size != *size) {
    co_return Error{ErrorCode::kInvalid, path + " has " + std::to_string(*size) + " bytes, not " +
                                             std::to_string(options.size)};
  }
  options.size = *size;
  co_return std::unique_ptr<File>(std::make_unique<LinuxFile>(executor_, std::move(path), options,
                                                              threads_, std::move(descriptor)));
}

Status RealVolume::Remove(const std::string& path) {
  if (unlink(path.c_str()) != 0) return Describe("Removal", path, OsError(errno));
  return Status();
}

bool RealVolume::Exists(const std::string& path) const { return access(path.c_str(), F_OK) == 0; }

}  // namespace snapscope::os
