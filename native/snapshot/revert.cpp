#include "snapshot/revert.h"

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {

constexpr uint32_t kRegionsInFlight = 8;

/// One 64 KB region on its way back.
struct alignas(4096) Region {
  std::array<std::byte, page::kPagesPerRegion * page::kPageSize> bytes;
  page::PageSpan page(uint32_t index) {
    return page::PageSpan(bytes.data() + index * page::kPageSize, page::kPageSize);
  }
};

/// Lives in the frame of CopyBack, which does not end before what is in flight has.
struct CopyState {
  CopyState(runtime::Executor& executor, Snapshot& snapshot_in, storage::File& data_in)
      : snapshot(snapshot_in), data(data_in), slots(executor, kRegionsInFlight), ended(executor) {}

  Snapshot& snapshot;
  storage::File& data;
  runtime::Semaphore slots;
  runtime::Event ended;
  uint32_t in_flight = 0;
  RevertFigures figures{};
  std::optional<Error> error{};
};

/// Writes the copied pages of a region, each run of neighbours in one write, all at once.
Task<Status> WriteRuns(CopyState& state, Region& region, uint32_t first, uint32_t count) {
  std::vector<storage::WriteTicket> tickets;
  for (uint32_t start = 0; start < count;) {
    uint32_t end = start;
    while (end < count && state.snapshot.HasCopy(PageId::Of(1, first + end))) ++end;
    if (end == start) {
      ++start;
      continue;
    }
    for (uint32_t i = start; i < end; ++i) {
      CO_TRY(page::VerifyPage(region.page(i), PageId::Of(1, first + i), state.snapshot.form()));
    }
    std::vector<ConstByteSpan> run{ConstByteSpan(region.bytes.data() + start * page::kPageSize,
                                                 (end - start) * page::kPageSize)};
    const Result<storage::WriteTicket> ticket =
        co_await state.data.Write(uint64_t{first + start} * page::kPageSize, std::move(run));
    CO_TRY(ticket);
    tickets.push_back(*ticket);
    state.figures.pages += end - start;
    ++state.figures.writes;
    start = end;
  }
  for (const storage::WriteTicket ticket : tickets) {
    CO_TRY(co_await state.data.AwaitDurable(ticket));
  }
  co_return Status();
}

Task<Status> CopyRegion(CopyState& state, uint32_t first, uint32_t count) {
  auto region = std::make_unique<Region>();
  CO_TRY(co_await state.snapshot.file().Read(
      uint64_t{first} * page::kPageSize, ByteSpan(region->bytes.data(), count * page::kPageSize)));
  state.figures.bytes += region->bytes.size();
  co_return co_await WriteRuns(state, *region, first, count);
}

Task<void> RunRegion(CopyState& state, uint32_t first, uint32_t count) {
  const Status copied = co_await CopyRegion(state, first, count);
  if (!copied.ok() && !state.error) state.error = copied.error();
  --state.in_flight;
  state.slots.Release();
  state.ended.NotifyAll();
}

bool HasCopyIn(const Snapshot& snapshot, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (snapshot.HasCopy(PageId::Of(1, first + i))) return true;
  }
  return false;
}

}  // namespace

Task<Result<RevertFigures>> CopyBack(Worker& worker, Snapshot& snapshot, storage::File& data) {
  CopyState state(worker.executor(), snapshot, data);
  for (uint32_t first = 0; first < snapshot.page_count(); first += page::kPagesPerRegion) {
    const uint32_t count = std::min<uint32_t>(page::kPagesPerRegion, snapshot.page_count() - first);
    if (!HasCopyIn(snapshot, first, count)) continue;
    co_await runtime::AcquireBilled(worker, state.slots, WaitType::kIoCompletion);
    if (state.error) {
      state.slots.Release();
      break;
    }
    ++state.in_flight;
    worker.executor().Spawn("revert", RunRegion(state, first, count));
  }
  if (state.in_flight > 0) {
    co_await worker.BeginWait(WaitType::kAsyncIoCompletion);
    while (state.in_flight > 0) co_await state.ended.Wait();
    co_await worker.EndWait();
  }
  if (state.error) co_return *state.error;
  co_return state.figures;
}

}  // namespace snapscope::snapshot
