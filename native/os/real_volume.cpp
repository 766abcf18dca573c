#include "os/real_volume.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/aligned_buffer.h"
#include "os/descriptor.h"
#include "os/real_file.h"

namespace snapscope::os {

using storage::File;
using storage::FileOptions;
using storage::Task;

namespace {

// Written zeros in one call: large enough for the device's full bandwidth, small enough that a
// cancelled run does not wait long for it.
constexpr uint64_t kZeroStep = 4 * 1024 * 1024;

Error Describe(const char* operation, const std::string& path, const Error& cause) {
  Error described = InContext(std::string(operation) + " of " + path, cause);
  described.path = path;
  return described;
}

struct CreateCall {
  const std::string* path;
  FileOptions options;
  const Descriptor::Unbuffered* unbuffered;
  std::unique_ptr<Descriptor>* descriptor;

  Status operator()() const {
    TRY_ASSIGN(*descriptor, Descriptor::Create(*path, *unbuffered));
    if (options.grows) return Status();
    if (options.sparse) TRY((*descriptor)->MakeSparse());
    TRY((*descriptor)->Resize(options.size));
    if (!options.sparse && options.size > 0) TRY((*descriptor)->Allocate(0, options.size));
    return Status();
  }
};

struct OpenCall {
  const std::string* path;
  const Descriptor::Unbuffered* unbuffered;
  std::unique_ptr<Descriptor>* descriptor;

  Status operator()() const {
    TRY_ASSIGN(*descriptor, Descriptor::Open(*path, *unbuffered));
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

struct RemoveCall {
  const std::string* path;
  Status operator()() const {
    TRY(RemoveFile(*path));
    return FlushParentOf(*path);
  }
};

Task<Status> WriteZeros(IoThreads* threads, runtime::Executor* executor, Descriptor* descriptor,
                        uint64_t size) {
  const AlignedBuffer zeros(kZeroStep);
  for (uint64_t offset = 0; offset < size; offset += kZeroStep) {
    const std::vector<ConstByteSpan> step{
        zeros.span().first(std::min<uint64_t>(kZeroStep, size - offset))};
    const Status done = co_await Blocking(*threads, *executor, ZeroCall{descriptor, offset, &step});
    if (!done.ok()) co_return done.error();
  }
  co_return Status();
}

}  // namespace

RealVolume::RealVolume(std::string name, runtime::Executor& executor, IoThreads& threads,
                       Ring* ring)
    : Volume(std::move(name)),
      executor_(executor),
      threads_(threads),
      ring_(ring),
      unbuffered_(std::make_shared<std::atomic<bool>>(true)) {}

RealVolume::~RealVolume() { Drain(); }

void RealVolume::Drain() {
  threads_.Drain();
  if (ring_ != nullptr) ring_->Drain();
}

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
    if (descriptor != nullptr) {
      descriptor.reset();
      (void)co_await Blocking(threads_, executor_, RemoveCall{&path});
    }
    co_return Describe("Creation", path, done.error());
  }
  co_return std::unique_ptr<File>(std::make_unique<RealFile>(
      executor_, ios_, std::move(path), options, threads_, ring_, std::move(descriptor)));
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
  co_return std::unique_ptr<File>(std::make_unique<RealFile>(
      executor_, ios_, std::move(path), options, threads_, ring_, std::move(descriptor)));
}

Task<Status> RealVolume::Remove(std::string path) {
  const Status removed = co_await Blocking(threads_, executor_, RemoveCall{&path});
  if (!removed.ok()) co_return Describe("Removal", path, removed.error());
  co_return Status();
}

Status RealVolume::RemoveNow(const std::string& path) {
  const Status removed = RemoveFile(path);
  if (!removed.ok()) return Describe("Removal", path, removed.error());
  return Status();
}

bool RealVolume::Exists(const std::string& path) const { return FileExists(path); }

std::optional<storage::VolumeSpace> SpaceAt(const std::string& folder) {
  std::error_code failure;
  // Windows answers for the drive of a folder that does not exist.
  if (!std::filesystem::is_directory(folder, failure)) return std::nullopt;
  const std::filesystem::space_info space = std::filesystem::space(folder, failure);
  if (failure) return std::nullopt;
  return storage::VolumeSpace{space.capacity, space.available};
}

}  // namespace snapscope::os
