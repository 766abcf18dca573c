// pushPolicy writeAhead: a pre-image is held in memory, from where the snapshot shows it, and the
// page changes at once. The rule is that of the write-ahead log:
//
//   a changed page is written only after its pre-images are durable,
//   and while it is not written, no log is truncated that could redo it.
//
// Why a crash loses nothing. The page on disk is then still the pre-image, since nobody wrote it:
// once a creation is complete, a page whose bit was clear is on disk as it was at the split
// (snapshot.h). The restart arms the snapshot, finds the bit clear, and redo pushes the page before
// it changes it. For the same reason a revert that loses pre-images need not copy them back.
// Before the completion there is no such page on disk, so what is pushed to a creation is durable
// first, as ever.
//
// The second half needs no code of its own: a page that is not written stays dirty, and no
// checkpoint moves its mark beyond the record that made it so.
//
// Who writes. All that is held goes at once, in runs of neighbours, with one flush for all: when a
// page is to be written whose pre-image is in memory alone, and when the memory is half used. A
// push that finds no room is synchronous. What is held for a snapshot that is dropped is never
// written. A write that fails makes the snapshot suspect, as ever: its pages wait until the mark is
// durable. The writer waits for no latch, frame or log space, so whoever waits for it may hold
// them.
#include <algorithm>
#include <utility>

#include "runtime/task_group.h"
#include "snapshot/copy_on_write.h"
#include "telemetry/system_sources.h"

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {
constexpr size_t kRunPages = 32;  ///< of one write, 256 KB
constexpr uint32_t kWriteCallsInFlight = 32;
}  // namespace

/// Neighbours that are held for a snapshot, on their way to its file.
struct CopyOnWrite::HeldRun {
  PreImageRun run;
  storage::WriteTicket ticket{};
  Status written{};
};

bool CopyOnWrite::MayDefer(const PushTarget& target) {
  const Snapshot& snapshot = *target.snapshot;
  if (snapshot.state() != State::kOnline) return false;
  // One that is younger than the split is no pre-image: the push finds that the snapshot is lost.
  if (!snapshot.CheckAge(target.page, target.images.at(target.page)->lsn()).ok()) return false;
  if (pre_images_.HasRoomFor(target.images.size())) return true;
  ++pushes_without_room_;
  return false;
}

std::vector<CopyOnWrite::PushTarget> CopyOnWrite::Defer(std::vector<PushTarget> targets) {
  std::vector<PushTarget> now;
  PreImages held;  // one image for all snapshots that it goes to
  for (PushTarget& target : targets) {
    if (!MayDefer(target)) {
      now.push_back(std::move(target));
      continue;
    }
    for (auto& [page, image] : target.images) {
      const auto shared = held.find(page);
      image = shared == held.end() ? pre_images_.Hold(image) : shared->second;
      held.emplace(page, image);
      target.snapshot->gate().Leave(page);
    }
    target.snapshot->Hold(target.images);
    target.snapshot->figures().pages_deferred += target.images.size();
    target.snapshot->figures().pages_pushed_along += target.images.size() - 1;
  }
  if (pre_images_.used_bytes() * 2 > pre_images_.limit_bytes()) WantPreImages();
  return now;
}

bool CopyOnWrite::HoldsPreImage(PageId page) const {
  return pre_image_error_.has_value() ||
         std::any_of(armed_.begin(), armed_.end(),
                     [page](const auto& snapshot) { return snapshot->held().Has(page); });
}

Task<Status> CopyOnWrite::AwaitPreImage(Worker& worker, PageId page) {
  ++waits_for_pre_images_;
  co_await worker.BeginWait(WaitType::kReplicaWrites);
  while (HoldsPreImage(page) && !pre_image_error_) {
    WantPreImages();
    co_await pre_images_released_.Wait();
  }
  co_await worker.EndWait();
  if (pre_image_error_) co_return *pre_image_error_;
  co_return Status();
}

void CopyOnWrite::WantPreImages() {
  pre_images_wanted_ = true;
  if (writing_pre_images_) return;
  writing_pre_images_ = true;
  env_.cpu->executor().Spawn("pre-image-writer", WritePreImages());
}

Task<void> CopyOnWrite::WritePreImages() {
  while (std::exchange(pre_images_wanted_, false)) {
    const uint64_t id = BeginPush();
    runtime::TaskGroup rounds(env_.cpu->executor());
    for (const auto& snapshot : armed_) {
      if (!snapshot->held().empty()) rounds.Add(WriteAllHeld(snapshot));
    }
    (void)co_await rounds.Ended();  // pages that are to be written hear of a failure
    EndPush(id);
  }
  writing_pre_images_ = false;
}

Task<Status> CopyOnWrite::WriteAllHeld(std::shared_ptr<Snapshot> snapshot) {
  std::vector<HeldRun> runs;
  for (PreImageRun& run : RunsOf(snapshot->held().images(), kRunPages))
    runs.push_back({std::move(run)});
  runtime::TaskGroup calls(env_.cpu->executor(), kWriteCallsInFlight);
  for (HeldRun& run : runs) {
    co_await calls.AwaitRoom();
    calls.Add(CallWrite(*snapshot, run));
  }
  // The flush is asked for only once it covers the writes of all runs.
  (void)co_await calls.Ended();
  runtime::TaskGroup writes(env_.cpu->executor());
  for (HeldRun& run : runs) {
    if (run.written.ok()) writes.Add(ReleaseOnceDurable(*snapshot, run));
  }
  (void)co_await writes.Ended();

  const auto failed =
      std::ranges::find_if(runs, [](const HeldRun& run) { return !run.written.ok(); });
  if (failed == runs.end() || snapshot->state() == State::kDropped) co_return Status();
  if (failed->written.error().code != ErrorCode::kPowerCut) {
    SparseFileFailure failure{&snapshot->files().Of(failed->run.first), failed->written.error()};
    co_return co_await MarkSuspect(snapshot, std::move(failure), telemetry::kPreImageWriterSource);
  }
  pre_image_error_ = failed->written.error();
  pre_images_released_.NotifyAll();
  co_return failed->written;
}

Task<Status> CopyOnWrite::CallWrite(Snapshot& snapshot, HeldRun& run) {
  const Result<storage::WriteTicket> ticket = co_await WriteRun(snapshot, run.run);
  if (ticket.ok()) {
    run.ticket = *ticket;
  } else {
    run.written = ticket.error();
  }
  co_return run.written;
}

Task<Status> CopyOnWrite::ReleaseOnceDurable(Snapshot& snapshot, HeldRun& run) {
  run.written = co_await snapshot.files().Of(run.run.first).file().AwaitDurable(run.ticket);
  CO_TRY(run.written);
  for (size_t i = 0; i < run.run.images.size(); ++i) {
    const PageId page{run.run.first.value + i};
    if (!snapshot.held().Has(page)) continue;  // dropped, or suspect, meanwhile
    snapshot.held().Release(page);
    CountPushed(snapshot, page, run.run.images[i]->cause());
  }
  pre_images_released_.NotifyAll();
  co_return Status();
}

}  // namespace snapscope::snapshot
