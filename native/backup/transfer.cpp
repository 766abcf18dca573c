#include "backup/transfer.h"

#include <algorithm>
#include <utility>

#include "page/compact.h"

namespace snapscope::backup {

using runtime::WaitType;

namespace {

/// What of a compact page means something and is not zero.
size_t MeaningfulBytes(ConstByteSpan page) {
  size_t bytes = page::CompactBytes(page);
  while (bytes > 0 && page[bytes - 1] == std::byte{}) --bytes;
  return bytes;
}

}  // namespace

TransferBuffers::TransferBuffers(runtime::Executor& executor, uint32_t count,
                                 uint64_t transfer_bytes, bool keeps_compact)
    : transfer_bytes_(transfer_bytes),
      keeps_compact_(keeps_compact),
      freed_(executor),
      filled_(executor) {
  for (uint32_t i = 0; i < count; ++i) {
    transfers_.push_back(std::make_unique<Transfer>());
    free_.push_back(transfers_.back().get());
  }
}

Transfer* TransferBuffers::PopFree() {
  Transfer* const taken = free_.back();
  free_.pop_back();
  taken->memory_ = TakeMemory();
  taken->header = {};
  return taken;
}

Task<Transfer*> TransferBuffers::TakeFree(Worker& worker) {
  if (!free_.empty()) co_return PopFree();
  co_await worker.BeginWait(WaitType::kBackupbuffer);
  while (free_.empty()) co_await freed_.Wait();
  // Before the wait for a scheduler: it would go to another reader, and this one have a scheduler
  // that those with buffers wait for.
  Transfer* const taken = PopFree();
  co_await worker.EndWait();
  co_return taken;
}

void TransferBuffers::GiveBack(Transfer* transfer) {
  if (transfer->memory_) ReturnMemory(std::move(transfer->memory_));
  transfer->squeezed_ = {};
  free_.push_back(transfer);
  freed_.NotifyOne();
}

void TransferBuffers::Queue(Transfer* transfer) {
  if (keeps_compact_ && transfer->header.kind == ChunkKind::kPages) Squeeze(*transfer);
  full_.push_back(transfer);
  filled_.NotifyOne();
}

Task<Transfer*> TransferBuffers::TakeFull(Worker& worker) {
  bool waits = false;
  if (full_.empty() && !closed_) {
    co_await worker.BeginWait(WaitType::kBackupbuffer);
    while (full_.empty() && !closed_) co_await filled_.Wait();
    waits = true;
  }
  Transfer* taken = nullptr;
  if (!full_.empty()) {
    taken = full_.front();
    full_.pop_front();
  }
  if (waits) co_await worker.EndWait();
  if (taken != nullptr && !taken->memory_) Spread(*taken);
  co_return taken;
}

void TransferBuffers::Close() {
  closed_ = true;
  filled_.NotifyAll();
}

std::unique_ptr<AlignedBuffer> TransferBuffers::TakeMemory() {
  if (memory_.empty()) return std::make_unique<AlignedBuffer>(kHeaderBytes + transfer_bytes_);
  std::unique_ptr<AlignedBuffer> taken = std::move(memory_.back());
  memory_.pop_back();
  return taken;
}

void TransferBuffers::Squeeze(Transfer& transfer) {
  std::vector<std::byte>& into = transfer.squeezed_;
  const ConstByteSpan pages = transfer.payload().first(transfer.header.payload_bytes);
  size_t bytes = 0;
  for (size_t at = 0; at < pages.size(); at += page::kPageSize) {
    bytes += sizeof(uint16_t) + MeaningfulBytes(pages.subspan(at, page::kPageSize));
  }
  into.resize(bytes);
  size_t end = 0;
  for (size_t at = 0; at < pages.size(); at += page::kPageSize) {
    const ConstByteSpan page = pages.subspan(at, page::kPageSize);
    const ConstByteSpan kept = page.first(MeaningfulBytes(page));
    Store(into, end, static_cast<uint16_t>(kept.size()));
    std::ranges::copy(kept, into.begin() + static_cast<ptrdiff_t>(end + sizeof(uint16_t)));
    end += sizeof(uint16_t) + kept.size();
  }
  ReturnMemory(std::move(transfer.memory_));
}

void TransferBuffers::Spread(Transfer& transfer) {
  transfer.memory_ = TakeMemory();
  const ByteSpan pages = transfer.payload().first(transfer.header.payload_bytes);
  ConstByteSpan from(transfer.squeezed_);
  for (size_t at = 0; at < pages.size(); at += page::kPageSize) {
    const auto length = Load<uint16_t>(from, 0);
    const ByteSpan page = pages.subspan(at, page::kPageSize);
    std::ranges::copy(from.subspan(sizeof(uint16_t), length), page.begin());
    std::ranges::fill(page.subspan(length), std::byte{});
    from = from.subspan(sizeof(uint16_t) + length);
  }
  transfer.squeezed_ = {};
}

}  // namespace snapscope::backup
