// Reading ahead: pages that nobody waits for yet.
#include <utility>

#include "buffer/buffer_pool_state.h"

namespace snapscope::buffer {

using telemetry::CounterId;

Task<std::vector<bool>> PageStore::ReadPages(PageId first, std::vector<page::PageSpan> into) {
  std::vector<bool> read;
  for (const page::PageSpan bytes : into) {
    const PageId page{first.value + read.size()};
    const Status status = co_await ReadPage(page, bytes);
    read.push_back(status.ok());
  }
  co_return std::move(read);
}

Task<void> PoolState::ReadInto(std::vector<Frame*> reading, std::function<void()> on_end) {
  const PageKey first = reading.front()->key;
  std::vector<page::PageSpan> into;
  into.reserve(reading.size());
  for (Frame* frame : reading) into.push_back(BytesOf(*frame));
  const std::vector<bool> read =
      co_await StoreOf(first.db()).ReadPages(first.page(), std::move(into));
  for (size_t i = 0; i < reading.size(); ++i) {
    Frame& frame = *reading[i];
    frame.io = false;
    if (read[i]) {
      telemetry.AddTotal(CounterId::kPageReadsPerSecond);
      telemetry.AddTotal(CounterId::kReadaheadPagesPerSecond);
    } else {
      Evict(frame);  // whoever needs the page reads it again and gets the error
    }
    frame.latch.Release(LatchMode::kExclusive);
    Unpin(frame);
  }
  if (on_end) on_end();
}

uint32_t BufferPool::ReadAhead(Worker& worker, DbId db, PageId first, uint32_t count,
                               std::function<void()> on_end) {
  PoolState& state = *state_;
  std::vector<Frame*> reading;
  while (reading.size() < count) {
    const PageId page{first.value + reading.size()};
    if (state.FindFrame(db, page) != nullptr) break;
    Frame* frame = state.TakeFrame();
    if (frame == nullptr) break;
    state.Install(*frame, PageKey{db, page});
    frame->io = true;
    reading.push_back(frame);
  }
  const auto begun = static_cast<uint32_t>(reading.size());
  if (begun == 0) return 0;
  ChargeIo(worker, begun);
  state.cpu.executor().Spawn("read-ahead", state.ReadInto(std::move(reading), std::move(on_end)));
  return begun;
}

void BufferPool::Prefetch(Worker& worker, DbId db, PageId page) {
  (void)ReadAhead(worker, db, page, 1);
}

}  // namespace snapscope::buffer
