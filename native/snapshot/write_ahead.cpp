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

#include "snapshot/copy_on_write.h"
#include "telemetry/system_sources.h"

namespace snapscope::snapshot {

using runtime::WaitType;

namespace {
constexpr size_t kRunPages = 32;  ///< of one write, 256 KB
constexpr uint32_t kWriteCallsInFlight = 32;
}  // namespace

/// What is held for one snapshot, on its way to its file.
struct CopyOnWrite::PreImageRound {
  PreImageRound(runtime::Executor& executor, std::shared_ptr<Snapshot> snapshot_in)
      : snapshot(std::move(snapshot_in)),
        slots(executor, kWriteCallsInFlight),
        all_returned(executor),
        all_ended(executor) {}

  const std::shared_ptr<Snapshot> snapshot;
  runtime::Semaphore slots;
  runtime::Event all_returned;
  runtime::Event all_ended;
  size_t in_call = 0;  ///< runs whose write call has not returned
  size_t under_way = 0;
  std::optional<SparseFileFailure> failure;  ///< the first
};

bool CopyOnWrite::MayDefer(const PushTarget& target) {
  const Snapshot& snapshot = *target.snapshot;
  if (!snapshot.complete() || snapshot.state() != State::kOnline) return false;
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
                     [page](const auto& snapshot) { return snapshot->Holds(page); });
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
    std::vector<std::shared_ptr<PreImageRound>> rounds;
    for (const auto& snapshot : armed_) {
      if (!snapshot->held().empty()) rounds.push_back(StartRound(snapshot));
    }
    for (const auto& round : rounds) co_await EndRound(round);
    EndPush(id);
  }
  writing_pre_images_ = false;
}

std::shared_ptr<CopyOnWrite::PreImageRound> CopyOnWrite::StartRound(
    std::shared_ptr<Snapshot> snapshot) {
  auto round = std::make_shared<PreImageRound>(env_.cpu->executor(), snapshot);
  std::vector<PreImageRun> runs = RunsOf(snapshot->held(), kRunPages);
  round->in_call = round->under_way = runs.size();
  for (PreImageRun& run : runs) {
    env_.cpu->executor().Spawn("pre-image-write", WriteHeld(round, std::move(run)));
  }
  return round;
}

Task<Status> CopyOnWrite::WriteHeldDurably(PreImageRound& round, PreImageRun run) {
  const PageId first = run.first;
  co_await round.slots.Acquire();
  const Result<storage::WriteTicket> ticket = co_await WriteRun(*round.snapshot, std::move(run));
  round.slots.Release();
  // The flush is asked for only once it covers the writes of all runs.
  if (--round.in_call == 0) round.all_returned.NotifyAll();
  while (round.in_call > 0) co_await round.all_returned.Wait();
  CO_TRY(ticket);
  co_return co_await round.snapshot->FileOf(first).file().AwaitDurable(*ticket);
}

Task<void> CopyOnWrite::WriteHeld(std::shared_ptr<PreImageRound> round, PreImageRun run) {
  const Status durable = co_await WriteHeldDurably(*round, run);
  if (durable.ok()) {
    for (size_t i = 0; i < run.images.size(); ++i) {
      const PageId page{run.first.value + i};
      if (!round->snapshot->Holds(page)) continue;  // dropped, or suspect, meanwhile
      round->snapshot->Release(page);
      CountPushed(*round->snapshot);
    }
    pre_images_released_.NotifyAll();
  } else if (!round->failure) {
    round->failure = {&round->snapshot->FileOf(run.first), durable.error()};
  }
  if (--round->under_way == 0) round->all_ended.NotifyAll();
}

Task<void> CopyOnWrite::EndRound(std::shared_ptr<PreImageRound> round) {
  while (round->under_way > 0) co_await round->all_ended.Wait();
  if (!round->failure || round->snapshot->state() == State::kDropped) co_return;
  if (round->failure->error.code == ErrorCode::kPowerCut) {
    pre_image_error_ = round->failure->error;
    pre_images_released_.NotifyAll();
    co_return;
  }
  (void)co_await MarkSuspect(round->snapshot, *round->failure, telemetry::kPreImageWriterSource);
}

}  // namespace snapscope::snapshot
