#include "os/real_file.h"

#include <cstring>
#include <utility>

#include "base/aligned_buffer.h"
#include "base/check.h"

namespace snapscope::os {

using storage::ByteRange;
using storage::FileOptions;
using storage::Task;
using storage::WriteTicket;

namespace {

// The calls made on I/O threads. Plain structs: what they refer to stays valid because the
// coroutine that awaits them is suspended.
struct ReadCall {
  Descriptor* descriptor;
  uint64_t offset;
  ByteSpan into;
  Status operator()() const { return descriptor->Read(offset, into); }
};

struct WriteCall {
  Descriptor* descriptor;
  uint64_t offset;
  const std::vector<ConstByteSpan>* buffers;
  storage::ByteRange allocate;  // empty: nothing to allocate
  Status operator()() const {
    if (allocate.length > 0) TRY(descriptor->Allocate(allocate.offset, allocate.length));
    return descriptor->Write(offset, *buffers);
  }
};

struct FlushCall {
  Descriptor* descriptor;
  Status operator()() const { return descriptor->Flush(); }
};

storage::ByteRange WholeRegions(uint64_t offset, uint64_t length) {
  const uint64_t start = offset / kRegionBytes * kRegionBytes;
  const uint64_t end = (offset + length + kRegionBytes - 1) / kRegionBytes * kRegionBytes;
  return {start, end - start};
}

}  // namespace

RealFile::RealFile(runtime::Executor& executor, storage::IosUnderWay& ios, std::string path,
                   FileOptions options, IoThreads& threads, Ring* ring,
                   std::unique_ptr<Descriptor> descriptor)
    : File(executor, ios, std::move(path), options),
      threads_(threads),
      ring_(ring),
      descriptor_(std::move(descriptor)) {
  if (options.sparse) regions_.resize((options.size + kRegionBytes - 1) / kRegionBytes);
}

bool RealFile::IsAllocated(uint64_t offset, uint64_t length) const {
  if (!sparse()) return true;
  for (uint64_t region = offset / kRegionBytes; region * kRegionBytes < offset + length; ++region) {
    if (!regions_[region]) return false;
  }
  return true;
}

void RealFile::MarkAllocated(uint64_t offset, uint64_t length) {
  if (!sparse()) return;
  for (uint64_t region = offset / kRegionBytes; region * kRegionBytes < offset + length; ++region) {
    regions_[region] = true;
  }
}

Status RealFile::ReadNow(uint64_t offset, ByteSpan into) {
  if (reinterpret_cast<uintptr_t>(into.data()) % 4096 == 0) return descriptor_->Read(offset, into);
  // Verification reads into buffers of its own: they need not be aligned for unbuffered I/O.
  AlignedBuffer aligned(into.size());
  TRY(descriptor_->Read(offset, aligned.span()));
  std::memcpy(into.data(), aligned.data(), into.size());
  return Status();
}

Status RealFile::DamageNow(uint64_t offset, ConstByteSpan bytes) {
  AlignedBuffer aligned(bytes.size());
  std::memcpy(aligned.data(), bytes.data(), bytes.size());
  TRY(descriptor_->Write(offset, {aligned.span()}));
  return descriptor_->Flush();
}

Task<Status> RealFile::DoRead(uint64_t offset, ByteSpan into, ByteRange /*on_device*/) {
  if (ring_ != nullptr) {
    const Result<uint64_t> read = co_await ring_->Read(executor_, *descriptor_, offset, into);
    if (read.ok() && *read == into.size()) co_return Status();
  }
  co_return co_await Blocking(threads_, executor_, ReadCall{descriptor_.get(), offset, into});
}

Task<Result<WriteTicket>> RealFile::DoWrite(uint64_t offset, std::vector<ConstByteSpan> buffers,
                                            ByteRange /*on_device*/) {
  if (flush_error_) co_return *flush_error_;
  uint64_t length = 0;
  for (const ConstByteSpan buffer : buffers) length += buffer.size();
  // Two first writes of a region may both allocate it: the second time changes nothing.
  storage::ByteRange allocate{};
  if (!IsAllocated(offset, length)) allocate = WholeRegions(offset, length);
  bool written = false;
  if (ring_ != nullptr) {
    const Result<uint64_t> put =
        co_await ring_->Write(executor_, *descriptor_, offset, buffers, allocate);
    written = put.ok() && *put == length;
  }
  if (!written) {
    const Status done = co_await Blocking(threads_, executor_,
                                          WriteCall{descriptor_.get(), offset, &buffers, allocate});
    if (!done.ok()) co_return done.error();
  }
  MarkAllocated(offset, length);
  co_return WriteTicket{++written_};
}

Task<Status> RealFile::DoAwaitDurable(WriteTicket ticket) {
  while (durable_ < ticket.sequence) {
    if (flush_error_) co_return *flush_error_;
    if (flushing_) {
      co_await flush_waiters_.Join();
      continue;
    }
    flushing_ = true;
    const uint64_t covered = written_;
    std::optional<Error> failure;
    if (ring_ != nullptr) {
      const Result<uint64_t> done = co_await ring_->Flush(executor_, *descriptor_);
      if (!done.ok()) failure = done.error();
    } else {
      const Status done = co_await Blocking(threads_, executor_, FlushCall{descriptor_.get()});
      if (!done.ok()) failure = done.error();
    }
    flushing_ = false;
    CountFlush();
    if (failure) {
      flush_error_ = failure;
    } else {
      durable_ = covered;
    }
    // They became ready when the flush ended, not when this thread heard of it.
    flush_waiters_.WakeAll(executor_, executor_.ready_since());
  }
  co_return Status();
}

}  // namespace snapscope::os
