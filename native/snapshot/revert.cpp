#include "snapshot/revert.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/aligned_buffer.h"
#include "runtime/task_group.h"

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {

constexpr uint32_t kRegionsInFlight = 8;

/// A sparse file, and the data file that its pages go back to.
struct CopyPair {
  const SparseFile& from;
  storage::File& to;
  page::PageForm form;  ///< of the pages in both
};

/// Writes the copied pages of a region from its page `first` on, each run of neighbours in one
/// write, all at once.
Task<Status> WriteRuns(RevertFigures& figures, CopyPair files, ByteSpan region, uint32_t first) {
  const auto count = static_cast<uint32_t>(region.size() / page::kPageSize);
  std::vector<storage::WriteTicket> tickets;
  for (uint32_t start = 0; start < count;) {
    uint32_t end = start;
    while (end < count && files.from.HasCopy(first + end)) ++end;
    if (end == start) {
      ++start;
      continue;
    }
    for (uint32_t i = start; i < end; ++i) {
      const page::PageSpan page(region.data() + i * page::kPageSize, page::kPageSize);
      CO_TRY(page::VerifyPage(page, PageId::Of(files.from.id(), first + i), files.form));
    }
    std::vector<ConstByteSpan> run{
        region.subspan(start * page::kPageSize, (end - start) * page::kPageSize)};
    CO_TRY_ASSIGN(
        const storage::WriteTicket ticket,
        co_await files.to.Write(uint64_t{first + start} * page::kPageSize, std::move(run)));
    tickets.push_back(ticket);
    figures.pages += end - start;
    ++figures.writes;
    start = end;
  }
  for (const storage::WriteTicket ticket : tickets) {
    CO_TRY(co_await files.to.AwaitDurable(ticket));
  }
  co_return Status();
}

Task<Status> CopyRegion(RevertFigures& figures, CopyPair files, uint32_t first, uint32_t count) {
  AlignedBuffer region(count * page::kPageSize);
  CO_TRY(co_await files.from.file().Read(uint64_t{first} * page::kPageSize, region.span()));
  figures.bytes += page::kPagesPerRegion * page::kPageSize;
  co_return co_await WriteRuns(figures, files, region.span(), first);
}

bool HasCopyIn(const SparseFile& file, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (file.HasCopy(first + i)) return true;
  }
  return false;
}

/// Starts the copies of a file's regions; ends early when one failed.
Task<void> StartCopies(Worker& worker, runtime::TaskGroup& copies, RevertFigures& figures,
                       CopyPair files) {
  const uint32_t pages = files.from.page_count();
  for (uint32_t first = 0; first < pages; first += page::kPagesPerRegion) {
    const uint32_t count = std::min<uint32_t>(page::kPagesPerRegion, pages - first);
    if (!HasCopyIn(files.from, first, count)) continue;
    co_await copies.AwaitRoom(worker, WaitType::kIoCompletion);
    if (!copies.status().ok()) co_return;
    worker.ChargeIo(uint64_t{2} * count * page::kPageSize, 2);  // read, and written back
    worker.ChargeDurableWrites();
    worker.Charge(runtime::CpuWork::kChecksumKiB, count * page::kPageSize / 1024);
    copies.Add(CopyRegion(figures, files, first, count));
  }
}

}  // namespace

Task<Result<RevertFigures>> CopyBack(Worker& worker, Snapshot& snapshot,
                                     std::vector<storage::File*> data) {
  runtime::TaskGroup copies(worker.executor(), kRegionsInFlight);
  RevertFigures figures;
  for (const SparseFile& file : snapshot.files()) {
    const CopyPair files{file, *data.at(page::DataFilePosition(file.id())), snapshot.form()};
    co_await StartCopies(worker, copies, figures, files);
  }
  CO_TRY(co_await copies.Ended(worker, WaitType::kAsyncIoCompletion));
  co_return figures;
}

}  // namespace snapscope::snapshot
