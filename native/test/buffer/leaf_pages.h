// A database whose every page is a leaf with one row, and what tests do with its pages.
#pragma once

#include <utility>
#include <vector>

#include "page/log_record.h"
#include "test/buffer/pool_fixture.h"
#include "test/support/outcomes.h"

namespace snapscope::buffer {

using page::PageView;
using page::RecordType;
using page::Row;
using runtime::WaitType;

inline constexpr IndexId kIndex{1};
inline constexpr uint16_t kWidth = 100;
inline constexpr uint64_t kKey = 7;

inline PageId Page(uint32_t number) { return PageId::Of(1, number); }

// Every page is a leaf with one row, whose value is the page number.
inline bool LeafWithOneRow(PageId id, page::PageSpan into) {
  PageView view(into);
  view.Format(id, page::PageType::kLeaf, kIndex, 0, kWidth);
  std::vector<std::byte> row(kWidth);
  page::EncodeRow(kIndex, Row{.key = kKey, .value = id.number(), .version = 1}, row);
  view.AppendRows(row);
  page::SealPage(into);
  return true;
}

inline int64_t ValueOn(const PageGuard& guard) {
  return page::PeekRow(guard.view().row_at(0)).value;
}

inline page::LogRecord UpdateTo(const PageGuard& guard, int64_t value) {
  page::LogRecord record;
  record.type = RecordType::kUpdateRow;
  record.index = kIndex;
  record.txn = TxnId{9};
  record.page = guard.id();
  const ByteSpan before = guard.view().row_at(0);
  record.before.assign(before.begin(), before.end());
  record.after.resize(kWidth);
  page::EncodeRow(kIndex, Row{.key = kKey, .value = value, .version = 2}, record.after);
  return record;
}

class LeafPagesFixture : public PoolFixture {
 protected:
  void Make(uint32_t frames, uint32_t gather_pages = 32) {
    MakePool(frames, LeafWithOneRow, gather_pages);
  }

  Task<PageGuard> MustFetch(Worker& worker, uint32_t number, LatchMode mode) {
    auto fetched = co_await pool_->Fetch(worker, kSource, Page(number), mode);
    test::ExpectOk(fetched);
    co_return fetched.ok() ? std::move(fetched).value() : PageGuard();
  }

  Task<void> ReadMany(uint32_t first, uint32_t last) {
    for (uint32_t number = first; number <= last; ++number) {
      const PageGuard guard = co_await MustFetch(worker_, number, LatchMode::kShared);
      EXPECT_EQ(guard.id(), Page(number));
    }
  }

  /// Sets the value of each page to `value` + its number, under the LSN given.
  Task<void> ChangeMany(uint32_t first, uint32_t last, int64_t value, Lsn lsn) {
    for (uint32_t number = first; number <= last; ++number) {
      PageGuard guard = co_await MustFetch(worker_, number, LatchMode::kExclusive);
      test::ExpectOk(co_await pool_->Change(worker_, guard, UpdateTo(guard, value + number), lsn));
    }
  }

  Task<void> ExpectValues(uint32_t first, uint32_t last, int64_t value) {
    for (uint32_t number = first; number <= last; ++number) {
      const PageGuard guard = co_await MustFetch(worker_, number, LatchMode::kShared);
      EXPECT_EQ(ValueOn(guard), value + number);
    }
  }

  /// Fetches and holds a page with a worker of its own.
  Task<void> Hold(uint32_t number, LatchMode mode, TimeNs start, TimeNs duration) {
    co_await executor_.SleepUntil(start);
    Worker worker(cpu_, &telemetry_, "holder");
    co_await worker.Start();
    PageGuard guard = co_await MustFetch(worker, number, mode);
    if (duration > 0) co_await worker.Think(duration);
    guard.Release();
    held_at_.push_back(executor_.Now());
    co_await worker.End();
  }

  Task<void> PrefetchAt(uint32_t number, TimeNs when) {
    co_await executor_.SleepUntil(when);
    pool_->Prefetch(worker_, kSource, Page(number));
  }

  Task<void> WriteOne(uint32_t number, WriteReason reason, size_t* pages, Status* status) {
    auto gather = co_await pool_->BeginGather(worker_, kSource, Page(number), reason);
    EXPECT_TRUE(gather.ok());
    if (!gather.ok()) co_return;
    *pages = gather.value().pages.size();
    *status = co_await pool_->WriteGather(std::move(gather).value());
  }
  size_t Write(uint32_t number) {
    size_t pages = 0;
    Status status;
    Run(WriteOne(number, WriteReason::kCheckpoint, &pages, &status));
    EXPECT_TRUE(status.ok());
    return pages;
  }

  const runtime::WaitTotals& Waits(WaitType type) const {
    return telemetry_.waits()[static_cast<size_t>(type)];
  }

  Task<void> PinWhileOthersAreRead(uint32_t pinned, uint32_t first, uint32_t last) {
    const PageGuard guard = co_await MustFetch(worker_, pinned, LatchMode::kShared);
    const uint64_t reads = store_->reads;
    co_await ReadMany(first, last);
    EXPECT_EQ(store_->reads, reads + last - first + 1);
    EXPECT_EQ(ValueOn(guard), pinned);
    EXPECT_EQ(guard.id(), Page(pinned));
  }

  std::vector<TimeNs> held_at_;
};

}  // namespace snapscope::buffer
