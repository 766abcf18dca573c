// A real file as the engine sees it: requests to a ring or, where there is none, blocking calls on
// I/O threads; durable waits that share flushes. What a ring does not do whole, at once and without
// an error is done by a blocking call.
//
// A flush covers the writes whose calls had completed when it began; at most one is in flight per
// file. Who waits for a write that it does not cover, waits for the next. A failed flush is final:
// the kernel may have dropped the dirty pages, so asking again could succeed wrongly.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "os/descriptor.h"
#include "os/io_threads.h"
#include "os/ring.h"
#include "runtime/wait_queue.h"
#include "storage/file.h"

namespace snapscope::os {

inline constexpr uint64_t kRegionBytes = 64 * 1024;

class RealFile final : public storage::File {
 public:
  RealFile(runtime::Executor& executor, storage::IosUnderWay& ios, std::string path,
           storage::FileOptions options, IoThreads& threads, Ring* ring,
           std::unique_ptr<Descriptor> descriptor);

  Result<uint64_t> SizeOnDisk() override { return descriptor_->SizeOnDisk(); }
  Result<std::vector<storage::ByteRange>> AllocatedRanges() override {
    return descriptor_->WrittenRanges();
  }
  Status ReadNow(uint64_t offset, ByteSpan into) override;
  Status DamageNow(uint64_t offset, ConstByteSpan bytes) override;

 protected:
  storage::Task<Status> DoRead(uint64_t offset, ByteSpan into,
                               storage::ByteRange on_device) override;
  storage::Task<Result<storage::WriteTicket>> DoWrite(uint64_t offset,
                                                      std::vector<ConstByteSpan> buffers,
                                                      storage::ByteRange on_device) override;
  storage::Task<Status> DoAwaitDurable(storage::WriteTicket ticket) override;
  /// The device has the bytes when the call returns.
  storage::Task<Status> DoAwaitTransfer(storage::WriteTicket /*ticket*/) override {
    co_return Status();
  }
  storage::Task<Status> DoFlush() override { return DoAwaitDurable({written_}); }

 private:
  bool IsAllocated(uint64_t offset, uint64_t length) const;
  void MarkAllocated(uint64_t offset, uint64_t length);

  IoThreads& threads_;
  Ring* const ring_;
  const std::unique_ptr<Descriptor> descriptor_;
  std::vector<bool> regions_;  // of a sparse file: allocated by us since it was opened
  uint64_t written_ = 0;       // tickets handed out: writes whose call has completed
  uint64_t durable_ = 0;       // tickets covered by a completed flush
  bool flushing_ = false;
  std::optional<Error> flush_error_;
  runtime::WaitQueue<> flush_waiters_;
};

}  // namespace snapscope::os
