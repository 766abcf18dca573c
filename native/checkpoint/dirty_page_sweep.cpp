#include "checkpoint/dirty_page_sweep.h"

#include <algorithm>
#include <utility>

namespace snapscope::checkpoint {

namespace {
// Pages ahead of the one that is swept, of which the entry in the table and then the frame are
// fetched into the processor's cache: neither is waited for then.
constexpr size_t kFar = 12;
constexpr size_t kNear = 6;
/// However slow they are: where others keep the disk busy, a sweep with one write at a time would
/// hardly get any of it, and never end.
constexpr uint32_t kLeastInFlight = 8;
}  // namespace

DirtyPageSweep::DirtyPageSweep(runtime::CpuModel& cpu, buffer::BufferPool& pool,
                               SweepOptions options)
    : cpu_(cpu),
      pool_(pool),
      options_(options),
      writes_(cpu.executor(), options.writes_in_flight) {}

Task<Result<SweepFigures>> DirtyPageSweep::Run(Worker& worker) {
  co_return co_await Run(worker, pool_.DirtyPages(options_.db, options_.before));
}

Task<Result<SweepFigures>> DirtyPageSweep::Run(Worker& worker, std::vector<PageId> pages) {
  // A page in use is often one that the lazy writer is writing: come back for what is left of them.
  std::vector<PageId> in_use = co_await Pass(worker, std::move(pages), buffer::LatchWait::kNever);
  co_await Pass(worker, std::move(in_use), buffer::LatchWait::kAllowed);
  const Status written = co_await writes_.Ended(worker, options_.wait);
  figures_.last_target = writes_.limit();
  CO_TRY(begun_);
  CO_TRY(written);
  co_return figures_;
}

Task<std::vector<PageId>> DirtyPageSweep::Pass(Worker& worker, std::vector<PageId> pages,
                                               buffer::LatchWait wait) {
  std::vector<PageId> in_use;
  for (size_t next = 0; next < pages.size(); ++next) {
    const PageId page = pages[next];
    if (next + kFar < pages.size()) pool_.ExpectLookup(options_.db, pages[next + kFar]);
    if (next + kNear < pages.size()) pool_.ExpectFrame(options_.db, pages[next + kNear]);
    co_await worker.GiveWay();  // of many pages there may be nothing to write
    if (!writes_.HasRoom()) ++figures_.saturations;
    co_await writes_.AwaitRoom(worker, options_.wait);
    if (!begun_.ok() || !writes_.status().ok()) break;
    Result<buffer::Gather> gather =
        co_await pool_.BeginGather(worker, options_.db, page, options_.reason, wait);
    if (!gather.ok()) {
      begun_ = gather.error();
      break;
    }
    if (gather.value().busy) in_use.push_back(page);
    if (gather.value().pages.empty()) continue;  // in use, or written meanwhile
    writes_.Add(WriteOne(std::move(gather).value()));
    co_await worker.PayCpu();
  }
  co_return in_use;
}

Task<Status> DirtyPageSweep::WriteOne(buffer::Gather gather) {
  const uint64_t pages = gather.pages.size();
  const TimeNs issued = cpu_.executor().Now();
  const Status written = co_await pool_.WriteGather(std::move(gather));
  const TimeNs latency = cpu_.executor().Now() - issued;
  if (written.ok()) {
    figures_.buffers += pages;
    ++figures_.writes;
    figures_.write_time += latency;
  }
  if (options_.latency_target) FollowLatency(latency, *options_.latency_target);
  co_return written;
}

// One write fewer above the target, one more below half of it.
void DirtyPageSweep::FollowLatency(TimeNs latency, TimeNs target) {
  const uint32_t allowed = writes_.limit();
  if (latency > target) {
    writes_.SetLimit(std::max(std::min(kLeastInFlight, options_.writes_in_flight), allowed - 1));
  } else if (latency < target / 2) {
    writes_.SetLimit(std::min(options_.writes_in_flight, allowed + 1));
  }
}

}  // namespace snapscope::checkpoint
