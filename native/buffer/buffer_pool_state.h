// Inside of the buffer pool, shared by its parts: fetching (buffer_pool.cpp), reading ahead
// (read_ahead.cpp), writing (page_writer.cpp) and the lazy writer (lazy_writer.cpp).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "base/mutation.h"
#include "buffer/buffer_pool.h"
#include "buffer/frame.h"
#include "buffer/frame_memory.h"
#include "runtime/task_group.h"

namespace snapscope::buffer {

MUTATION(kBlankPushed, "a page that is to be formatted is pushed without having been read");

/// True while something has to be done before the page changes.
inline bool NeedsPush(const PageStore& store, PageId page) {
  const BeforeFirstChange* before = store.before_first_change();
  return before != nullptr && before->NeedsPush(page);
}

/// True while the page must not be written, since a pre-image of it is in memory alone.
inline bool HoldsPreImage(const PageStore& store, PageId page) {
  const BeforeFirstChange* before = store.before_first_change();
  return before != nullptr && before->HoldsPreImage(page);
}

inline constexpr uint32_t kLazyWritesInFlight = 16;

struct PoolState {
  PoolState(runtime::CpuModel& cpu_model, telemetry::Telemetry& telemetry_sink,
            BufferPoolOptions pool_options);

  runtime::CpuModel& cpu;
  telemetry::Telemetry& telemetry;
  const BufferPoolOptions options;
  Frames frames;
  FrameMemory memory;
  std::vector<Frame*> free;  ///< of those that are made, the newest last
  PageTable table;
  std::map<DbId, PageStore*> stores;
  std::map<DbId, uint64_t> dirty_counts;
  /// Why pages cannot be written, by database, from a failed write to the next that succeeds.
  std::map<DbId, Error> failed_writes;
  size_t clock_hand = 0;
  uint64_t pins = 0;
  std::vector<std::byte> scratch;  // encoding of the record being appended

  runtime::Event frames_freed;
  uint32_t waiting_for_frames = 0;  // served first come, first served
  runtime::Event lazy_writer_wanted;
  std::unique_ptr<Worker> lazy_worker;
  runtime::TaskGroup lazy_writes;

  /// Where writes of a database wait that are held; null where none are.
  storage::WriteGate* HeldWrites() {
    for (const auto& [db, store] : stores) {
      storage::WriteGate* writes = store->writes();
      if (writes != nullptr && !writes->is_open()) return writes;
    }
    return nullptr;
  }
  PageStore& StoreOf(DbId db) {
    const auto found = stores.find(db);
    CHECK(found != stores.end(), "database %u is not attached", db.value);
    return *found->second;
  }
  Frame* FindFrame(DbId db, PageId page) { return table.Find(PageKey{db, page}); }

  uint32_t free_count() const { return static_cast<uint32_t>(free.size()) + frames.unmade(); }
  uint32_t low_water() const { return std::max<uint32_t>(8, options.frames / 64); }
  uint32_t high_water() const { return low_water() * 2; }

  void Pin(Frame& frame) {
    ++frame.pins;
    ++pins;
    frame.referenced = true;
  }
  void Unpin(Frame& frame);
  /// The frame's page: until it is unpinned, or for the same step. The only way to its bytes.
  page::PageSpan BytesOf(Frame& frame) {
    if (frame.bytes == nullptr) Recall(frame);
    return page::PageSpan(frame.bytes, page::kPageSize);
  }
  page::PageView ViewOf(Frame& frame) { return page::PageView(BytesOf(frame), frame.form); }
  void Recall(Frame& frame);
  void Free(Frame& frame);
  void MarkDirty(Frame& frame, Lsn lsn);
  void MarkClean(Frame& frame);
  /// The free frame's page is that one, unlatched.
  void Assign(Frame& frame, PageKey key);
  /// The free frame's page is that one, pinned and latched EX, with bytes that are not the page's
  /// yet.
  void Install(Frame& frame, PageKey key);
  /// Takes the frame's page out of the table; the frame is free once nobody pins it.
  void Evict(Frame& frame);
  /// A free frame, or one taken from a clean page nearby on the clock; null if there is none, or if
  /// others wait for one.
  Frame* TakeFrame();
  /// The newest free frame; null if there is none. Whoever waits for another is told of it.
  Frame* TakeFree();
  /// Advances the clock to the next unpinned page without a second chance left; null after so many
  /// steps. Dirty pages are passed over when `clean_only`, or when they cannot be written.
  Frame* NextVictim(bool clean_only, size_t steps);
  /// Steps of the clock after which every page has had its second chance.
  size_t two_rounds() const { return size_t{frames.size()} * 2; }
  /// Waits for the lazy writer to free one; an error if it cannot.
  Task<Result<Frame*>> AllocateFrame(Worker& worker, DbId db);
  /// Waits in the order of arrival while no frame is free; null if none was freed after all.
  Task<Frame*> AwaitFrame(Worker& worker);
  void NoteFailedWrite(DbId db, const Error& error);
  /// What keeps frames from being freed for `db`: its own failed write, or one of the source, on
  /// which its snapshots depend; a snapshot's is its own affair. Null if there is none.
  const Error* FailureFor(DbId db) const;
  /// Pins and latches the frame. False, and it is neither, if the page has gone from it meanwhile,
  /// since its read failed.
  Task<bool> LatchResident(Worker& worker, Frame& frame, PageKey key, LatchMode mode);
  struct Found {
    Frame* frame = nullptr;
    bool is_new = false;  ///< installed now: without the page's bytes, and latched EX
  };
  /// The page's frame, pinned and latched, or a new one for it.
  Task<Result<Found>> LatchOrInstall(Worker& worker, PageKey key, LatchMode mode);

  /// Fills frames that were installed for neighbouring pages, and lets them go.
  Task<void> ReadInto(std::vector<Frame*> reading, std::function<void()> on_end);

  Task<void> RunLazyWriter(BufferPool& pool);
  /// For each session that waits for a frame one more may be in flight.
  void SetLazyWriteLimit() { lazy_writes.SetLimit(kLazyWritesInFlight + waiting_for_frames); }
  Task<Status> WriteVictim(BufferPool& pool, Gather gather);
};

}  // namespace snapscope::buffer
