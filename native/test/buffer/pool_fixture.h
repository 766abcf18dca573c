// A buffer pool over a page store in memory, on a virtual clock, for tests of the pool and of what
// stands on it.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "buffer/buffer_pool.h"
#include "runtime/cpu.h"
#include "runtime/executor.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "telemetry/telemetry.h"
#include "test/support/outcomes.h"
#include "wal/log.h"

namespace snapscope::buffer {

using PageImage = std::array<std::byte, page::kPageSize>;

/// Computes a page that was never written; false if there is none.
using InitialPages = std::function<bool(PageId, page::PageSpan)>;

/// A database in memory. I/O takes time, may be made to fail, and is remembered.
class MemoryStore final : public PageStore, public BeforeFirstChange {
 public:
  struct Write {
    PageId first;
    size_t pages;
  };

  MemoryStore(runtime::Executor& executor, InitialPages initial)
      : executor_(executor), initial_(std::move(initial)) {
    SetBeforeFirstChange(this);
  }

  Task<Status> ReadPage(PageId page, page::PageSpan into) override {
    ++reads;
    co_await executor_.Sleep(read_time);
    if (failing_reads.contains(page)) co_return Error{ErrorCode::kIo, "injected read error"};
    const auto found = pages.find(page);
    if (found != pages.end()) {
      std::copy(found->second.begin(), found->second.end(), into.begin());
    } else if (!Initial(page, into)) {
      std::fill(into.begin(), into.end(), std::byte{0});
    }
    co_return page::VerifyPage(into, page);
  }

  bool Initial(PageId page, page::PageSpan into) const { return initial_ && initial_(page, into); }

  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> buffers) override {
    if (on_write) on_write(first, buffers);
    writes.push_back({first, buffers.size()});
    // A device takes the bytes at some time during the write.
    co_await executor_.Sleep(write_time / 2);
    if (fail_writes) co_return Error{ErrorCode::kIo, "injected write error"};
    PageId page = first;
    for (const ConstByteSpan& buffer : buffers) {
      std::copy(buffer.begin(), buffer.end(), pages[page].begin());
      page = page.Next();
    }
    co_await executor_.Sleep(write_time - write_time / 2);
    co_return Status();
  }

  wal::Log* log() override { return the_log; }
  Status MayChange() const override {
    return read_only ? Status(Error{ErrorCode::kRefused, "read-only"}) : Status();
  }

  bool NeedsPush(PageId page) const override { return armed && !pushed.contains(page); }

  Task<Status> Push(Worker& worker, PageId page, page::ConstPageSpan pre_image) override {
    (void)worker;
    if (pushes_until_error == 0) {
      pushes_until_error = UINT64_MAX;
      co_return Error{ErrorCode::kIo, "injected push error"};
    }
    --pushes_until_error;
    co_await executor_.Sleep(push_time);
    std::copy(pre_image.begin(), pre_image.end(), pushed[page].begin());
    if (push_always) pushed.erase(page), armed = (--push_always != 0);
    co_return Status();
  }

  TimeNs read_time = 100 * kMicrosecond;
  TimeNs write_time = 200 * kMicrosecond;
  TimeNs push_time = 50 * kMicrosecond;
  uint64_t reads = 0;
  std::vector<Write> writes;
  std::function<void(PageId, const std::vector<ConstByteSpan>&)> on_write;
  std::map<PageId, PageImage> pages;   ///< as on the medium
  std::map<PageId, PageImage> pushed;  ///< pre-images
  bool armed = false;
  bool read_only = false;
  uint32_t push_always = 0;  ///< how many more pushes leave the page lacking
  uint64_t pushes_until_error = UINT64_MAX;
  std::set<PageId> failing_reads;
  bool fail_writes = false;
  wal::Log* the_log = nullptr;

 private:
  runtime::Executor& executor_;
  InitialPages initial_;
};

inline constexpr DbId kSource{5};

class PoolFixture : public ::testing::Test {
 protected:
  PoolFixture() : worker_(cpu_, &telemetry_, "test") {}
  ~PoolFixture() override { executor_.DestroyTasks(); }

  void MakePool(uint32_t frames, InitialPages initial, uint32_t gather_pages = 32) {
    store_ = std::make_unique<MemoryStore>(executor_, std::move(initial));
    pool_ = std::make_unique<BufferPool>(
        cpu_, telemetry_, BufferPoolOptions{.frames = frames, .gather_pages = gather_pages});
    pool_->Attach(kSource, *store_);
  }

  /// Gives the database a log; after MakePool.
  void MakeLog() {
    Run(CreateLog());
    store_->the_log = log_.get();
  }

  /// Every record so far with its LSN, read back from the log file.
  std::vector<std::pair<Lsn, page::LogRecord>> ReadLog() {
    std::vector<std::pair<Lsn, page::LogRecord>> records;
    Run(ReadRecords(&records));
    return records;
  }

  /// Runs `task` with everything else that is ready, to its end and until nothing is left to do.
  void Run(Task<void> task) {
    executor_.Spawn("test", StartThen(std::move(task)));
    executor_.Run();
  }

  sim::VirtualClock clock_;
  runtime::Executor executor_{clock_};
  runtime::CpuModel cpu_{executor_, 4};
  telemetry::Telemetry telemetry_{executor_, {}, [](std::vector<std::byte>) {}};
  Worker worker_;
  sim::Disk disk_{1};
  std::unique_ptr<sim::SimVolume> volume_;
  std::unique_ptr<storage::File> log_file_;
  std::unique_ptr<wal::Log> log_;
  Lsn log_start_;
  std::unique_ptr<MemoryStore> store_;
  std::unique_ptr<BufferPool> pool_;

 private:
  Task<void> StartThen(Task<void> task) {
    if (!started_) co_await worker_.Start();
    started_ = true;
    co_await std::move(task);
  }

  Task<void> CreateLog() {
    volume_ = std::make_unique<sim::SimVolume>(
        "J", executor_, disk_, sim::DeviceOptions{.write_service = 300 * kMicrosecond}, 1);
    auto file = co_await volume_->Create("log", {.size = 64 << 20, .zeroed = true});
    CHECK(file.ok(), "%s", file.error().message.c_str());
    log_file_ = std::move(file).value();
    auto log = co_await wal::Log::Create(worker_, *log_file_, cpu_, telemetry_, {});
    CHECK(log.ok(), "%s", log.error().message.c_str());
    log_ = std::move(log).value();
    log_start_ = log_->end_lsn();
  }

  Task<void> ReadRecords(std::vector<std::pair<Lsn, page::LogRecord>>* records) {
    const Lsn end = log_->end_lsn();
    test::ExpectOk(co_await log_->Flush(worker_, end));
    wal::LogReader reader(*log_, log_start_, end);
    for (;;) {
      const auto next = co_await reader.Next(worker_);
      EXPECT_TRUE(next.ok());
      if (!next.ok() || !next.value()) co_return;
      const auto record = page::Decode(next.value()->bytes);
      EXPECT_TRUE(record.ok());
      if (!record.ok()) co_return;
      records->push_back({next.value()->lsn, record.value()});
    }
  }

  bool started_ = false;
};

}  // namespace snapscope::buffer
