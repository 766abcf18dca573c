#include "buffer/buffer_pool.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/mutation.h"
#include "base/prefetch.h"
#include "buffer/buffer_pool_state.h"

namespace snapscope::buffer {

using runtime::WaitType;
using telemetry::CounterId;

namespace {

/// Steps of the clock: what a session looks at, at most, for a clean page before it waits.
constexpr size_t kStepsOfASession = 64;
/// What the table of pages has room for from the start, 8 GB: that of a larger pool grows.
constexpr uint32_t kPagesAtOnce = 1U << 20;

// In the order of LatchMode.
constexpr std::array kPageLatchWaits = {WaitType::kPagelatchSh, WaitType::kPagelatchUp,
                                        WaitType::kPagelatchEx};
constexpr std::array kPageIoLatchWaits = {WaitType::kPageiolatchSh, WaitType::kPageiolatchUp,
                                          WaitType::kPageiolatchEx};

}  // namespace

// --- PageGuard -------------------------------------------------------------------------------

PageGuard::PageGuard(PageGuard&& other) noexcept
    : pool_(other.pool_), frame_(std::exchange(other.frame_, nullptr)), mode_(other.mode_) {}

PageGuard& PageGuard::operator=(PageGuard&& other) noexcept {
  if (this != &other) {
    Release();
    pool_ = other.pool_;
    frame_ = std::exchange(other.frame_, nullptr);
    mode_ = other.mode_;
  }
  return *this;
}

void PageGuard::Release() {
  if (frame_ == nullptr) return;
  Frame* frame = std::exchange(frame_, nullptr);
  if (frame->blank) pool_->Evict(*frame);  // it was not formatted: the store has the page
  frame->latch.Release(mode_);
  pool_->Unpin(*frame);
}

page::PageView PageGuard::view() const {
  CHECK(frame_ != nullptr, "view of an empty guard");
  return pool_->ViewOf(*frame_);
}

bool PageGuard::HasBytes() const { return frame_->bytes != nullptr || frame_->kept != nullptr; }

PageId PageGuard::id() const {
  CHECK(frame_ != nullptr, "id of an empty guard");
  return frame_->key.page();
}

// --- PoolState -------------------------------------------------------------------------------

PoolState::PoolState(runtime::CpuModel& cpu_model, telemetry::Telemetry& telemetry_sink,
                     BufferPoolOptions pool_options)
    : cpu(cpu_model),
      telemetry(telemetry_sink),
      options(pool_options),
      frames(pool_options.frames, pool_options.form),
      memory(pool_options.frames, pool_options.form),
      frames_freed(cpu_model.executor()),
      lazy_writer_wanted(cpu_model.executor()),
      lazy_writes(cpu_model.executor(), kLazyWritesInFlight) {
  CHECK(options.frames >= 16, "a buffer pool of %u frames cannot work", options.frames);
  table.Reserve(std::min(options.frames, kPagesAtOnce));
}

void PoolState::Recall(Frame& frame) {
  if (!memory.Provide(frame)) return;
  const Status recalled = StoreOf(frame.key.db()).ReadStored(frame.key.page(), BytesOf(frame));
  CHECK(recalled.ok(), "page %s was forgotten: %s", ToString(frame.key.page()).c_str(),
        recalled.error().message.c_str());
}

void PoolState::Unpin(Frame& frame) {
  CHECK(frame.pins > 0 && pins > 0, "a page is unpinned more often than pinned");
  --frame.pins;
  --pins;
  if (frame.pins == 0 && !frame.resident) Free(frame);
}

void PoolState::Free(Frame& frame) {
  memory.Forget(frame);
  free.push_back(&frame);
  // One frame is for one: the others would only look through the pool in vain.
  frames_freed.NotifyOne();
}

void PoolState::MarkDirty(Frame& frame, Lsn lsn) {
  if (frame.dirty) return;
  frame.dirty = true;
  frame.recovery_lsn = lsn;
  ++dirty_counts[frame.key.db()];
}

void PoolState::MarkClean(Frame& frame) {
  if (!frame.dirty) return;
  frame.dirty = false;
  frame.recovery_lsn = Lsn{};
  --dirty_counts[frame.key.db()];
}

void PoolState::Assign(Frame& frame, PageKey key) {
  CHECK(!frame.resident && frame.pins == 0 && frame.latch.IsFree(), "a frame in use is reused");
  frame.key = key;
  frame.resident = true;
  frame.dirty = false;
  frame.blank = false;
  frame.store_recalls = StoreOf(key.db()).Recalls();
  table.Insert(key, frame);
}

void PoolState::Install(Frame& frame, PageKey key) {
  Assign(frame, key);
  (void)memory.Provide(frame);  // what it holds is of no interest
  Pin(frame);
  CHECK(frame.latch.TryAcquire(LatchMode::kExclusive), "a free frame is latched");
}

void PoolState::Evict(Frame& frame) {
  CHECK(frame.resident, "an empty frame is evicted");
  MarkClean(frame);
  table.Erase(frame.key);
  frame.resident = false;
  if (frame.pins == 0) Free(frame);
}

Frame* PoolState::NextVictim(bool clean_only, size_t steps) {
  for (size_t step = 0; step < steps; ++step) {
    Frame& frame = frames[clock_hand];
    clock_hand = clock_hand + 1 == frames.size() ? 0 : clock_hand + 1;
    if (!frame.resident || frame.pins > 0) continue;
    if (frame.referenced) {
      frame.referenced = false;
      continue;
    }
    if (frame.dirty && (clean_only || failed_writes.contains(frame.key.db()))) continue;
    return &frame;
  }
  return nullptr;
}

Frame* PoolState::TakeFrame() {
  if (free_count() < low_water()) lazy_writer_wanted.NotifyAll();
  if (waiting_for_frames > 0) return nullptr;
  if (free_count() == 0) {
    // Where few pages are clean, looking through the whole pool would cost those that are in use
    // their second chance, and others their time. The lazy writer does that for all.
    const size_t steps =
        lazy_worker == nullptr ? two_rounds() : std::min(two_rounds(), kStepsOfASession);
    Frame* victim = NextVictim(/*clean_only=*/true, steps);
    if (victim == nullptr) return nullptr;
    Evict(*victim);
  }
  return TakeFree();
}

Frame* PoolState::TakeFree() {
  if (free_count() == 0) return nullptr;
  Frame* frame = nullptr;
  if (free.empty()) {
    frame = frames.Make();
  } else {
    frame = free.back();
    free.pop_back();
  }
  if (free_count() > 0) frames_freed.NotifyOne();
  return frame;
}

void PoolState::NoteFailedWrite(DbId db, const Error& error) {
  failed_writes.emplace(db, error);
  frames_freed.NotifyAll();  // who waits for a frame may wait in vain
}

const Error* PoolState::FailureFor(DbId db) const {
  for (const auto& [failed, error] : failed_writes) {
    if (failed == db || stores.at(failed)->log() != nullptr) return &error;
  }
  return nullptr;
}

Task<Result<Frame*>> PoolState::AllocateFrame(Worker& worker, DbId db) {
  if (Frame* frame = TakeFrame()) co_return frame;
  for (;;) {
    if (const Error* failure = FailureFor(db)) {
      Frame* victim = NextVictim(/*clean_only=*/true, two_rounds());
      if (victim == nullptr) co_return *failure;
      Evict(*victim);
    }
    if (Frame* frame = co_await AwaitFrame(worker)) co_return frame;
  }
}

Task<Frame*> PoolState::AwaitFrame(Worker& worker) {
  co_await worker.BeginWait(HeldWrites() != nullptr ? WaitType::kDiskioSuspend
                                                    : WaitType::kSleepBufferpoolHelplw);
  if (free_count() == 0 || waiting_for_frames > 0) {
    ++waiting_for_frames;
    SetLazyWriteLimit();
    co_await frames_freed.Wait();
    --waiting_for_frames;
    SetLazyWriteLimit();
  }
  Frame* frame = TakeFree();  // before the wait for a scheduler: it would go to somebody else
  co_await worker.EndWait();
  co_return frame;
}

Task<bool> PoolState::LatchResident(Worker& worker, Frame& frame, PageKey key, LatchMode mode) {
  Pin(frame);
  if (frame.latch.TryAcquire(mode)) co_return true;
  const auto& waits = frame.io ? kPageIoLatchWaits : kPageLatchWaits;
  co_await worker.BeginWait(waits[static_cast<size_t>(mode)]);
  co_await frame.latch.AcquireQueued(cpu.executor(), mode);
  co_await worker.EndWait();
  if (frame.resident && frame.key == key) co_return true;
  frame.latch.Release(mode);
  Unpin(frame);
  co_return false;
}

Task<Result<PoolState::Found>> PoolState::LatchOrInstall(Worker& worker, PageKey key,
                                                         LatchMode mode) {
  for (;;) {
    if (Frame* frame = table.Find(key)) {
      if (co_await LatchResident(worker, *frame, key, mode)) co_return Found{frame};
      continue;
    }
    const Result<Frame*> allocated = co_await AllocateFrame(worker, key.db());
    CO_TRY(allocated);
    if (table.Find(key) == nullptr) {
      Install(**allocated, key);
      co_return Found{*allocated, true};
    }
    free.push_back(*allocated);  // somebody else was faster
    frames_freed.NotifyOne();
  }
}

// --- BufferPool: fetching --------------------------------------------------------------------

BufferPool::BufferPool(runtime::CpuModel& cpu, telemetry::Telemetry& telemetry,
                       BufferPoolOptions options)
    : state_(std::make_unique<PoolState>(cpu, telemetry, options)) {}

BufferPool::~BufferPool() = default;

void BufferPool::Attach(DbId db, PageStore& store) {
  CHECK(PageKey::Takes(db), "database %u", db.value);
  CHECK(state_->stores.emplace(db, &store).second, "database %u is attached twice", db.value);
}

Task<void> BufferPool::Detach(Worker& worker, DbId db) {
  for (Frame& frame : state_->frames) {
    while (frame.resident && frame.key.db() == db) {
      if (!co_await state_->LatchResident(worker, frame, frame.key, LatchMode::kExclusive))
        continue;
      state_->Evict(frame);
      frame.latch.Release(LatchMode::kExclusive);
      state_->Unpin(frame);
    }
  }
  state_->stores.erase(db);
  state_->dirty_counts.erase(db);
  state_->failed_writes.erase(db);
}

Task<Result<PageGuard>> BufferPool::Fetch(Worker& worker, DbId db, PageId page, LatchMode mode) {
  if (PageGuard guard = TryFetch(db, page, mode)) {
    return Task<Result<PageGuard>>::Ready(std::move(guard));
  }
  return FetchAfterWait(worker, db, page, mode);
}

Task<Result<PageGuard>> BufferPool::FetchAfterWait(Worker& worker, DbId db, PageId page,
                                                   LatchMode mode) {
  PoolState& state = *state_;
  state.telemetry.AddTotal(CounterId::kPageLookupsPerSecond);
  const Result<PoolState::Found> found =
      co_await state.LatchOrInstall(worker, PageKey{db, page}, mode);
  CO_TRY(found);
  Frame* frame = found->frame;
  if (!found->is_new) co_return PageGuard(state, *frame, mode);
  frame->io = true;
  PageStore& store = state.StoreOf(db);
  ChargeIo(worker, 1);
  while (store.MustWaitToRead(page)) co_await store.WaitToRead(worker, page);
  co_await worker.BeginWait(kPageIoLatchWaits[static_cast<size_t>(mode)]);
  const Status read = co_await store.ReadPage(page, state.BytesOf(*frame));
  frame->io = false;
  PageGuard guard;
  if (read.ok()) {
    frame->latch.Downgrade(mode);
    guard = PageGuard(state, *frame, mode);
  } else {
    state.Evict(*frame);
    frame->latch.Release(LatchMode::kExclusive);
    state.Unpin(*frame);
  }
  co_await worker.EndWait();
  CO_TRY(read);
  state.telemetry.AddTotal(CounterId::kPageReadsPerSecond);
  co_return std::move(guard);
}

PageGuard BufferPool::TryFetch(DbId db, PageId page, LatchMode mode) {
  PoolState& state = *state_;
  Frame* frame = state.FindFrame(db, page);
  if (frame == nullptr || !frame->latch.TryAcquire(mode)) return PageGuard();
  state.Pin(*frame);
  state.telemetry.AddTotal(CounterId::kPageLookupsPerSecond);
  return PageGuard(state, *frame, mode);
}

Task<Result<PageGuard>> BufferPool::FetchForFormat(Worker& worker, DbId db, PageId page) {
  PoolState& state = *state_;
  const Result<PoolState::Found> found =
      co_await state.LatchOrInstall(worker, PageKey{db, page}, LatchMode::kExclusive);
  CO_TRY(found);
  Frame* frame = found->frame;
  PageGuard guard(state, *frame, LatchMode::kExclusive);
  if (!found->is_new) co_return std::move(guard);
  frame->blank = true;
  if (buffer::NeedsPush(state.StoreOf(db), page) && !Mutated(kBlankPushed)) {
    CO_TRY(co_await ReadFormer(worker, *frame));
  }
  if (frame->blank) {
    state.ViewOf(*frame).Format(page, page::PageType::kFree, IndexId{}, 0, 0);
    page::SealPage(state.BytesOf(*frame), frame->form);
  }
  co_return std::move(guard);
}

// An armed snapshot still reads the page from the file, whatever it holds there: its pre-image must
// be the real one.
Task<Status> BufferPool::ReadFormer(Worker& worker, Frame& frame) {
  PoolState& state = *state_;
  const PageId page = frame.key.page();
  frame.io = true;
  ChargeIo(worker, 1);
  co_await worker.BeginWait(WaitType::kPageiolatchEx);
  const Status read = co_await state.StoreOf(frame.key.db()).ReadPage(page, state.BytesOf(frame));
  co_await worker.EndWait();
  frame.io = false;
  if (read.ok()) {
    frame.blank = false;
  } else if (read.error().code == ErrorCode::kCorruptPage) {  // it never was a page
    state.ViewOf(frame).Format(page, page::PageType::kFree, IndexId{}, 0, 0);
    page::SealPage(state.BytesOf(frame), frame.form);
  } else {
    co_return read;
  }
  state.telemetry.AddTotal(CounterId::kPageReadsPerSecond);
  co_return Status();
}

void BufferPool::ChargeIo(Worker& worker, uint64_t pages) {
  worker.ChargeIo(pages * page::kPageSize);
  worker.Charge(runtime::CpuWork::kChecksumKiB, pages * page::kPageSize / 1024);
}

void BufferPool::ExpectLookup(DbId db, PageId page) const {
  state_->table.Expect(PageKey{db, page});
}

void BufferPool::ExpectFrame(DbId db, PageId page) const {
  if (const Frame* frame = state_->FindFrame(db, page)) PrefetchLine(frame);
}

std::optional<page::Branch> BufferPool::RecallBranch(DbId db, PageId page, uint64_t key) const {
  return state_->StoreOf(db).RecallBranch(page, key);
}

bool BufferPool::Place(DbId db, PageId page) {
  PoolState& state = *state_;
  if (!state.StoreOf(db).Recalls()) return false;
  Frame* frame = state.TakeFree();
  CHECK(frame != nullptr && state.FindFrame(db, page) == nullptr, "page %s has no place",
        ToString(page).c_str());
  state.Assign(*frame, PageKey{db, page});
  return true;
}

uint32_t BufferPool::warm_frames() const {
  return state_->options.frames - std::min(state_->options.frames, state_->high_water());
}

std::optional<page::ConstPageSpan> BufferPool::Cached(DbId db, PageId page) {
  Frame* frame = state_->FindFrame(db, page);
  if (frame == nullptr || frame->io || frame->blank) return std::nullopt;
  return state_->BytesOf(*frame);
}

bool BufferPool::NeedsPush(DbId db, PageId page) const {
  return buffer::NeedsPush(state_->StoreOf(db), page);
}

bool BufferPool::Holds(DbId db, PageId page) const {
  return state_->table.Find(PageKey{db, page}) != nullptr;
}

std::vector<PageId> BufferPool::DirtyPages(DbId db, Lsn before) const {
  std::vector<PageId> pages;
  for (const Frame& frame : state_->frames) {
    if (frame.resident && frame.dirty && frame.key.db() == db && frame.recovery_lsn < before) {
      pages.push_back(frame.key.page());
    }
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

std::optional<Lsn> BufferPool::OldestDirty(DbId db) const {
  std::optional<Lsn> oldest;
  for (const Frame& frame : state_->frames) {
    if (!frame.resident || !frame.dirty || frame.key.db() != db) continue;
    if (!oldest || frame.recovery_lsn < *oldest) oldest = frame.recovery_lsn;
  }
  return oldest;
}

uint64_t BufferPool::dirty_count(DbId db) const {
  const auto found = state_->dirty_counts.find(db);
  return found == state_->dirty_counts.end() ? 0 : found->second;
}

uint64_t BufferPool::DirtySince(DbId db, Lsn since) const {
  return static_cast<uint64_t>(
      std::count_if(state_->frames.begin(), state_->frames.end(), [&](const Frame& frame) {
        return frame.resident && frame.dirty && frame.key.db() == db && frame.recovery_lsn >= since;
      }));
}

wal::Log* BufferPool::log(DbId db) const { return state_->StoreOf(db).log(); }
uint32_t BufferPool::free_frames() const { return state_->free_count(); }
uint64_t BufferPool::pins() const { return state_->pins; }

}  // namespace snapscope::buffer
