// Changing pages (log, push, apply) and writing them (gather writes).
#include <algorithm>
#include <vector>

#include "base/mutation.h"
#include "buffer/buffer_pool_state.h"

namespace snapscope::buffer {

MUTATION(kMapsNotPushed, "an allocation map changes without a copy of it for the snapshots");
MUTATION(kBuildNotPushed, "an unlogged page is formatted without a copy of it for the snapshots");
MUTATION(kPageBeforeLog, "a page is written before the log of its changes");
MUTATION(kLogBeforePreImage,
         "log is truncated that could redo a page whose pre-image is in memory alone");
MUTATION(kPageBeforePreImage, "a page is written while its pre-image is in memory alone");

using runtime::WaitType;
using telemetry::CounterId;

namespace {

// A rollback must go through even when the log is full of what it rolls back.
wal::LogUse UseOf(const page::LogRecord& record) {
  return record.IsCompensation() ? wal::LogUse::kRelief : wal::LogUse::kWork;
}

}  // namespace

// A push suspends; a snapshot may have been armed meanwhile. So: until none lacks the page. One may
// also have been armed since a frame was taken for a page that is to be formatted.
Task<Status> BufferPool::PushUntilOwned(Worker& worker, Frame& frame, Lsn redo) {
  PageStore& store = state_->StoreOf(frame.key.db());
  const PageId page = frame.key.page();
  while (buffer::NeedsPush(store, page)) {
    if (frame.blank && !Mutated(kBlankPushed)) {
      CO_TRY(co_await ReadFormer(worker, frame));
    }
    BeforeFirstChange& before = *store.before_first_change();
    const page::ConstPageSpan image = state_->BytesOf(frame);
    Task<Status> pushed = redo.IsNone() ? before.Push(worker, page, image)
                                        : before.PushForRedo(worker, page, image, redo);
    CO_TRY(co_await std::move(pushed));
  }
  co_return Status();
}

// Most changes are of pages that no snapshot lacks, while the log has room.
std::optional<Lsn> BufferPool::TryChange(Worker& worker, PageGuard& guard,
                                         const page::LogRecord& record, Lsn unlogged_lsn) {
  const bool map_change = record.type == page::RecordType::kMapChange;
  const bool map_under_up = guard && guard.mode() == LatchMode::kUpdate && map_change;
  CHECK(map_under_up || (guard && guard.mode() == LatchMode::kExclusive),
        "a change needs the EX latch");
  CHECK(record.page == guard.id(), "a record of another page");
  PageStore& store = state_->StoreOf(guard.frame().key.db());
  if (store.log() == nullptr || buffer::NeedsPush(store, record.page)) return std::nullopt;
  auto reserved = store.log()->TryReserve(record.EncodedSize(), UseOf(record));
  if (!reserved) return std::nullopt;
  worker.Charge(runtime::CpuWork::kPageChange);
  return ApplyChange(guard, record, unlogged_lsn, std::move(*reserved));
}

Task<Result<Lsn>> BufferPool::Change(Worker& worker, PageGuard& guard, page::LogRecord record,
                                     Lsn unlogged_lsn) {
  if (const auto lsn = TryChange(worker, guard, record, unlogged_lsn)) {
    return Task<Result<Lsn>>::Ready(*lsn);
  }
  return ChangeAfterWait(worker, guard, std::move(record), unlogged_lsn);
}

Task<Result<Lsn>> BufferPool::ChangeAfterWait(Worker& worker, PageGuard& guard,
                                              page::LogRecord record, Lsn unlogged_lsn) {
  PoolState& state = *state_;
  Frame& frame = guard.frame();
  PageStore& store = state.StoreOf(frame.key.db());
  worker.Charge(runtime::CpuWork::kPageChange);
  wal::Reservation reservation;
  if (wal::Log* log = store.log()) {
    CO_TRY_ASSIGN(reservation, co_await log->Reserve(worker, record.EncodedSize(), UseOf(record)));
  } else {
    CO_TRY(store.MayChange());
  }
  const bool left_out = Mutated(kMapsNotPushed) && record.type == page::RecordType::kMapChange;
  const bool late = Mutated(kPushAfterChange);
  if (!late && !left_out) {
    CO_TRY(co_await PushUntilOwned(worker, frame));
  }
  const Lsn lsn = ApplyChange(guard, record, unlogged_lsn, std::move(reservation));
  if (late) CO_TRY(co_await PushUntilOwned(worker, frame));
  co_return lsn;
}

Lsn BufferPool::ApplyChange(PageGuard& guard, const page::LogRecord& record, Lsn unlogged_lsn,
                            wal::Reservation reservation) {
  PoolState& state = *state_;
  Frame& frame = guard.frame();
  wal::Log* log = state.StoreOf(frame.key.db()).log();
  page::PageView view = state.ViewOf(frame);
  Lsn lsn = std::max(frame.dirty ? view.lsn() : Lsn{}, unlogged_lsn);
  if (log != nullptr) {
    state.scratch.clear();
    page::Encode(record, state.scratch);
    lsn = log->Append(std::move(reservation), state.scratch);
  }
  const Status applied = page::Redo(record, view);
  CHECK(applied.ok(), "a logged change does not fit its page: %s",
        applied.ok() ? "" : applied.error().message.c_str());
  view.set_lsn(lsn);
  frame.blank = false;
  state.MarkDirty(frame, lsn);
  return lsn;
}

// What a snapshot shows that is armed, but not split yet, is a page's pre-image and what the log
// says of it since: a page that changes in between without a record would be lost to it.
Task<Result<bool>> BufferPool::FormatUnlogged(Worker& worker, PageGuard& guard,
                                              page::LogRecord record, Lsn lsn) {
  CHECK(guard && guard.mode() == LatchMode::kExclusive, "a change needs the EX latch");
  CHECK(record.page == guard.id() && record.type == page::RecordType::kFormatPage,
        "only a whole page may go unlogged");
  PoolState& state = *state_;
  Frame& frame = guard.frame();
  PageStore& store = state.StoreOf(frame.key.db());
  if (!Mutated(kBuildNotPushed)) {
    CO_TRY(co_await PushUntilOwned(worker, frame));
  }
  // Nothing suspends from here on: no snapshot can be armed in between.
  const BeforeFirstChange* before = store.before_first_change();
  if (before != nullptr && before->MustLog()) co_return false;
  CO_TRY(page::Redo(record, guard.view()));
  guard.view().set_lsn(lsn);
  frame.blank = false;
  state.MarkDirty(frame, lsn);
  co_return true;
}

Task<Status> BufferPool::Reapply(Worker& worker, PageGuard& guard, page::LogRecord record,
                                 Lsn lsn) {
  CHECK(guard && guard.mode() == LatchMode::kExclusive, "redo needs the EX latch");
  CHECK(record.page == guard.id(), "a record of another page");
  PoolState& state = *state_;
  Frame& frame = guard.frame();
  PageStore& store = state.StoreOf(frame.key.db());
  if (buffer::NeedsPush(store, frame.key.page())) {
    CO_TRY(co_await PushUntilOwned(worker, frame, lsn));
  }
  CO_TRY(page::Redo(record, guard.view()));
  guard.view().set_lsn(lsn);
  frame.blank = false;
  state.MarkDirty(frame, lsn);
  co_return Status();
}

// A neighbour that can be written along at once; none if anything would have to be waited for.
PageGuard BufferPool::TakeNeighbour(DbId db, PageId page) {
  PoolState& state = *state_;
  Frame* frame = state.FindFrame(db, page);
  if (frame == nullptr || !frame->dirty || frame->io) return PageGuard();
  PageStore& store = state.StoreOf(db);
  const wal::Log* log = store.log();
  if (log != nullptr && state.ViewOf(*frame).lsn() >= log->durable_lsn()) return PageGuard();
  if (HoldsPreImage(store, page)) return PageGuard();
  if (!frame->latch.TryAcquire(LatchMode::kUpdate)) return PageGuard();
  const bool referenced = frame->referenced;  // being written is no use of a page
  state.Pin(*frame);
  frame->referenced = referenced;
  return PageGuard(state, *frame, LatchMode::kUpdate);
}

void BufferPool::TakeNeighbours(Gather& gather, uint32_t cap) {
  std::vector<PageGuard>& pages = gather.pages;
  while (pages.size() < cap) {
    PageGuard next = TakeNeighbour(gather.db, PageId{pages.back().id().value + 1});
    if (!next) break;
    pages.push_back(std::move(next));
  }
  const size_t behind = pages.size();
  while (pages.size() < cap && gather.first.number() > 0) {
    PageGuard previous = TakeNeighbour(gather.db, PageId{gather.first.value - 1});
    if (!previous) break;
    gather.first = previous.id();
    pages.push_back(std::move(previous));
  }
  // In page order: those before, the last of which was taken last, and then the others.
  std::reverse(pages.begin() + static_cast<ptrdiff_t>(behind), pages.end());
  std::rotate(pages.begin(), pages.begin() + static_cast<ptrdiff_t>(behind), pages.end());
}

Task<Result<PageGuard>> BufferPool::LatchDirty(Worker& worker, DbId db, PageId page) {
  PoolState& state = *state_;
  Frame* frame = state.FindFrame(db, page);
  if (frame == nullptr || !frame->dirty) co_return PageGuard();
  const bool referenced = frame->referenced;  // being written, or copied, is no use of a page
  const bool latched =
      co_await state.LatchResident(worker, *frame, PageKey{db, page}, LatchMode::kUpdate);
  if (!latched) co_return PageGuard();
  frame->referenced = referenced;
  PageGuard guard(state, *frame, LatchMode::kUpdate);
  if (!frame->dirty) co_return PageGuard();
  co_return guard;
}

Task<Result<Gather>> BufferPool::BeginGather(Worker& worker, DbId db, PageId page,
                                             WriteReason reason, LatchWait wait) {
  PoolState& state = *state_;
  storage::WriteGate* gate = state.StoreOf(db).writes();
  if (gate != nullptr && !gate->is_open()) {
    (void)co_await worker.Waiting(WaitType::kDiskioSuspend, gate->Begin());
  }
  Gather gather;
  gather.db = db;
  gather.first = page;
  gather.reason = reason;
  if (wait == LatchWait::kNever) {
    const Frame* frame = state.FindFrame(db, page);
    gather.busy = frame != nullptr && frame->dirty && frame->pins > 0;
    if (gather.busy) co_return std::move(gather);
  }
  Result<PageGuard> latched = co_await LatchDirty(worker, db, page);
  CO_TRY(latched);
  if (!latched.value()) co_return std::move(gather);
  PageGuard guard = std::move(latched).value();

  PageStore& store = state.StoreOf(db);
  wal::Log* log = store.log();
  if (log != nullptr && guard.view().lsn() >= log->durable_lsn() && !Mutated(kPageBeforeLog)) {
    CO_TRY(co_await log->Flush(worker, Lsn{guard.view().lsn().value + 1}));
  }

  if (HoldsPreImage(store, page)) {
    // Left dirty, yet taken for written: the checkpoint lets the log go that could redo it.
    if (Mutated(kLogBeforePreImage) && reason != WriteReason::kLazyWriter) {
      co_return Gather();
    }
    if (!Mutated(kPageBeforePreImage)) {
      CO_TRY(co_await store.before_first_change()->AwaitPreImage(worker, page));
    }
  }

  const uint32_t cap = reason == WriteReason::kBackgroundWriter
                           ? state.options.background_gather_pages
                           : state.options.gather_pages;
  gather.pages.push_back(std::move(guard));
  TakeNeighbours(gather, cap);
  for (const PageGuard& taken : gather.pages) taken.frame().io = true;
  ChargeIo(worker, gather.pages.size());
  worker.ChargeDurableWrites();
  co_return std::move(gather);
}

Task<Status> BufferPool::WriteGather(Gather gather) {
  PoolState& state = *state_;
  if (gather.pages.empty()) co_return Status();
  std::vector<ConstByteSpan> buffers;
  buffers.reserve(gather.pages.size());
  const wal::Log* log = state.StoreOf(gather.db).log();
  for (const PageGuard& guard : gather.pages) {
    CHECK(log == nullptr || guard.view().lsn() < log->durable_lsn() || Mutated(kPageBeforeLog),
          "page %s is written before its log", ToString(guard.id()).c_str());
    // Only the checksum changes; readers do not look at it.
    page::SealPage(state.BytesOf(guard.frame()), guard.frame().form);
    buffers.push_back(state.BytesOf(guard.frame()));
  }
  const Status written =
      co_await state.StoreOf(gather.db).WritePages(gather.first, std::move(buffers));
  for (const PageGuard& guard : gather.pages) {
    guard.frame().io = false;
    if (written.ok()) state.MarkClean(guard.frame());
  }
  if (!written.ok()) {
    state.NoteFailedWrite(gather.db, written.error());
    co_return written;
  }
  state.failed_writes.erase(gather.db);
  const auto count = static_cast<uint64_t>(gather.pages.size());
  state.telemetry.AddTotal(CounterId::kPageWritesPerSecond, count);
  if (gather.reason == WriteReason::kCheckpoint) {
    state.telemetry.AddTotal(CounterId::kCheckpointPagesPerSecond, count);
  } else if (gather.reason == WriteReason::kBackgroundWriter) {
    state.telemetry.AddTotal(CounterId::kBackgroundWriterPagesPerSecond, count);
  } else if (gather.reason == WriteReason::kLazyWriter) {
    state.telemetry.AddTotal(CounterId::kLazyWritesPerSecond, count);
  }
  co_return Status();
}

}  // namespace snapscope::buffer
