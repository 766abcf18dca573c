#include "wal/log.h"

#include <algorithm>
#include <utility>

#include "test/wal/log_fixture.h"

namespace snapscope::wal::log_test {
namespace {

sim::DeviceOptions RandomDevice() {
  sim::DeviceOptions device;
  device.parallelism = 16;
  device.spread = sim::Spread::kExponential;
  return device;
}

struct LogTest : testing::Test {
  sim::Disk disk{1};
  Engine engine{disk, 1, RandomDevice()};
  std::vector<Appended> appended;

  Log& log() { return *engine.log; }
  uint64_t Total(telemetry::CounterId id) { return engine.telemetry.Total(id); }
};

const Lsn kFirst = Lsn::Of(1, 0, 0);

TEST_F(LogTest, RecordsComeBackAsAppended) {
  ASSERT_TRUE(engine.Create().ok());
  EXPECT_EQ(log().end_lsn(), kFirst);
  Rng rng(7, "sizes");
  engine.Run(AppendAndFlush, RandomSizes(rng, 3000, 2000), &appended);
  EXPECT_EQ(log().durable_lsn(), log().end_lsn());
  EXPECT_TRUE(std::ranges::is_sorted(appended, {}, &Appended::lsn));
  engine.Run(ExpectRecords, kFirst, log().end_lsn(), appended);
}

TEST_F(LogTest, AReaderStaysWithinItsBounds) {
  ASSERT_TRUE(engine.Create().ok());
  Rng rng(8, "sizes");
  engine.Run(AppendAndFlush, RandomSizes(rng, 1500, 3000), &appended);
  for (int round = 0; round < 60; ++round) {
    const size_t first = rng.Below(appended.size());
    const size_t last = first + rng.Below(appended.size() - first);
    engine.Run(ExpectRecords, appended[first].lsn, appended[last].lsn,
               {appended.begin() + static_cast<ptrdiff_t>(first),
                appended.begin() + static_cast<ptrdiff_t>(last)});
  }
}

TEST_F(LogTest, TheLargestRecordsAndTheSmallest) {
  ASSERT_TRUE(engine.Create().ok());
  std::vector<uint32_t> sizes(50, kMaxRecordBytes);
  sizes.insert(sizes.end(), 10'000, 1);  // more than a block has slots for
  engine.Run(AppendAndFlush, sizes, &appended);
  engine.Run(ExpectRecords, kFirst, log().end_lsn(), appended);
  const auto slots = std::ranges::max(appended, {}, [](const Appended& a) { return a.lsn.slot(); });
  EXPECT_EQ(slots.lsn.slot(), kMaxRecordsPerBlock - 1);
}

Task<void> CommitOnce(Worker& worker, Engine& engine, uint64_t number, std::vector<Appended>* into,
                      uint32_t* acknowledged) {
  test::ExpectOk(co_await AppendOne(worker, *engine.log, number, 100, *into));
  const Lsn end = engine.log->end_lsn();
  test::ExpectOk(co_await engine.log->Flush(worker, end));
  EXPECT_GE(engine.log->durable_lsn(), end);
  ++*acknowledged;
}

Task<void> CommitLater(Worker& worker, Engine& engine, uint64_t number, std::vector<Appended>* into,
                       uint32_t* acknowledged) {
  co_await worker.Think(static_cast<TimeNs>(number) * 10 * kMicrosecond);
  co_await CommitOnce(worker, engine, number, into, acknowledged);
}

TEST_F(LogTest, SessionsShareFlushes) {
  ASSERT_TRUE(engine.Create().ok());
  const uint64_t writes_before = engine.file->statistics().writes;
  uint32_t acknowledged = 0;
  for (uint64_t i = 0; i < 64; ++i) engine.Start(CommitLater, i, &appended, &acknowledged);
  engine.executor.Run();
  EXPECT_EQ(acknowledged, 64U);
  const uint64_t writes = engine.file->statistics().writes - writes_before;
  EXPECT_GE(writes, 1U);
  EXPECT_LT(writes, 16U);
  EXPECT_EQ(Total(telemetry::CounterId::kLogFlushesPerSecond), writes);
  EXPECT_EQ(Total(telemetry::CounterId::kLogBytesFlushedPerSecond),
            log().BytesBetween(kFirst, log().end_lsn()));
}

TEST_F(LogTest, ACommitIsBilledToWritelogAndWaitsForTheDevice) {
  ASSERT_TRUE(engine.Create().ok());
  uint32_t acknowledged = 0;
  engine.Run(CommitOnce, 0, &appended, &acknowledged);
  ASSERT_EQ(acknowledged, 1U);
  EXPECT_EQ(log().durable_lsn(), log().end_lsn());
  // Nothing waits for this one: it stays in the open block.
  struct Append {
    static Task<void> Only(Worker& worker, Engine& engine, std::vector<Appended>* into) {
      EXPECT_TRUE((co_await AppendOne(worker, *engine.log, 1, 50, *into)).ok());
    }
  };
  engine.Run(Append::Only, &appended);
  EXPECT_LT(log().durable_lsn(), log().end_lsn());
}

// A waiter that comes while the last block is being written waits for exactly the end of that
// block: nothing is open behind it, and nothing that comes later will wake whom its end did not.
TEST(LogFlush, WhoWaitsForTheEndOfTheBlockUnderWayIsWokenByIt) {
  sim::Disk disk{1};
  Engine engine{disk};
  std::vector<Appended> appended;
  ASSERT_TRUE(engine.Create().ok());
  struct Waiter {
    static Task<void> FlushAt(Worker& worker, Engine& engine, TimeNs when, Lsn* waited_for,
                              bool* woken) {
      co_await worker.Think(when);
      *waited_for = engine.log->end_lsn();
      EXPECT_GT(*waited_for, engine.log->durable_lsn()) << "the block is under way";
      EXPECT_TRUE((co_await engine.log->Flush(worker, *waited_for)).ok());
      *woken = true;
    }
  };
  Lsn waited_for;
  bool woken = false;
  engine.Start(Waiter::FlushAt, kMillisecond / 20, &waited_for, &woken);
  engine.Run(AppendAndFlush, {50}, &appended);
  EXPECT_EQ(waited_for, engine.log->durable_lsn());
  EXPECT_TRUE(woken) << "nothing else happens in this log";
}

Task<void> WatchDurable(Worker& worker, Engine& engine, std::vector<Appended>* appended,
                        bool* done) {
  Lsn last = engine.log->durable_lsn();
  while (!*done) {
    co_await worker.Think(kMillisecond / 4);
    const Lsn now = engine.log->durable_lsn();
    EXPECT_GE(now, last);
    if (now == last) continue;
    last = now;
    // The file itself, pending writes not counted, holds every record below the durable end.
    std::vector<Appended> expected;
    for (const Appended& record : *appended) {
      if (record.lsn < now) expected.push_back(record);
    }
    co_await ExpectRecords(worker, engine, Lsn::Of(1, 0, 0), now, expected);
  }
}

Task<void> AppendThenSignal(Worker& worker, Engine& engine, std::vector<uint32_t> sizes,
                            std::vector<Appended>* into, bool* done) {
  co_await AppendAndFlush(worker, engine, std::move(sizes), into);
  *done = true;
}

TEST_F(LogTest, TheDurableEndIsAPrefixWithRandomDeviceTimes) {
  ASSERT_TRUE(engine.Create().ok());
  Rng rng(9, "sizes");
  bool done = false;
  engine.Start(WatchDurable, &appended, &done);
  engine.Run(AppendThenSignal, RandomSizes(rng, 800, 8000), &appended, &done);
  EXPECT_EQ(log().durable_lsn(), log().end_lsn());
}

Task<void> ReadAllByLsn(Worker& worker, Engine& engine, std::vector<Appended> records) {
  for (auto record = records.rbegin(); record != records.rend(); ++record) {
    auto read = co_await ReadRecord(worker, *engine.log, record->lsn);
    test::ExpectOk(read);
    if (!read.ok()) co_return;
    EXPECT_EQ(read->lsn, record->lsn);
    EXPECT_EQ(read->bytes, MakeRecord(record->number, record->bytes));
  }
  for (const Lsn bad : {Lsn{}, Lsn{records.back().lsn.value + 1}, Lsn::Of(9, 9, 9),
                        Lsn::Of(1, 1, 0), Lsn::Of(1, 0, 4095)}) {
    auto read = co_await ReadRecord(worker, *engine.log, bad);
    EXPECT_FALSE(read.ok()) << ToString(bad);
  }
}

TEST_F(LogTest, ReadRecordReadsFromFileAndMemory) {
  ASSERT_TRUE(engine.Create().ok());
  engine.Run(AppendAndFlush, {3000, 40, 50, 600}, &appended);
  Rng rng(10, "sizes");
  engine.Run(AppendAndFlush, RandomSizes(rng, 2000, 700), &appended);
  const uint64_t reads = engine.file->statistics().reads;
  engine.Run(ReadAllByLsn, appended);
  EXPECT_LT(engine.file->statistics().reads - reads, 40U) << "blocks are cached";
}

TEST_F(LogTest, BytesAndRecordsBetween) {
  ASSERT_TRUE(engine.Create().ok());
  Rng rng(11, "sizes");
  const uint64_t written_before = engine.file->statistics().bytes_written;
  engine.Run(AppendAndFlush, RandomSizes(rng, 2000, 900), &appended);
  const Lsn end = log().end_lsn();
  EXPECT_EQ(log().BytesBetween(kFirst, end),
            engine.file->statistics().bytes_written - written_before);
  EXPECT_EQ(log().RecordsBetween(kFirst, end), appended.size());
  EXPECT_EQ(log().BytesBetween(end, kFirst), 0U);
  for (int round = 0; round < 200; ++round) {
    const size_t a = rng.Below(appended.size());
    const size_t b = a + rng.Below(appended.size() - a);
    const Lsn from = appended[a].lsn;
    const Lsn to = appended[b].lsn;
    EXPECT_EQ(log().RecordsBetween(from, to), b - a);
    EXPECT_EQ(log().BytesBetween(kFirst, from) + log().BytesBetween(from, to) +
                  log().BytesBetween(to, end),
              log().BytesBetween(kFirst, end));
  }
}

/// Appends until the log is full or `limit` records; if `checkpoints`, marks one at the newest
/// record and truncates there whenever the log asks for it.
struct Filler {
  Engine* engine;
  std::vector<Appended>* appended;
  bool checkpoints = false;
  uint64_t limit = 4000;
  LogUse use = LogUse::kWork;
  Status status{};
  bool wanted = false;
  uint32_t pressure_calls = 0;

  void Wire() {
    engine->log->SetPressureCallback([this] {
      ++pressure_calls;
      wanted = true;
    });
  }
  void Run() {
    Wire();
    engine->Run(Fill, this);
  }
  static Task<void> Fill(Worker& worker, Engine& engine, Filler* self) {
    Log& log = *engine.log;
    for (uint64_t i = 0; i < self->limit; ++i) {
      if (self->checkpoints && std::exchange(self->wanted, false)) {
        co_await WriteMark(worker, engine, {self->appended->back().lsn, Lsn{}});
      }
      auto reservation = co_await log.Reserve(worker, 1000, self->use);
      if (!reservation.ok()) {
        self->status = reservation.error();
        break;
      }
      const uint64_t number = self->appended->size();
      const std::vector<std::byte> record = MakeRecord(number, 1000);
      const Lsn lsn = log.Append(std::move(*reservation), record);
      self->appended->push_back({lsn, number, 1000});
    }
    const Lsn end = log.end_lsn();
    test::ExpectOk(co_await log.Flush(worker, end));
  }
};

TEST_F(LogTest, WithoutTruncationItFillsUpAndSaysSo) {
  ASSERT_TRUE(engine.Create(kSmallLog, {.vlf_count = 4}).ok());
  Filler filler{&engine, &appended};
  filler.Run();
  test::ExpectFails(ErrorCode::kLogFull, filler.status);
  EXPECT_EQ(filler.pressure_calls, 1U) << "once until something is truncated";
  EXPECT_GT(log().used_bytes() * 100, log().capacity_bytes() * 50);
  EXPECT_LE(log().used_bytes(), log().capacity_bytes() * 9 / 10) << "kept for relief";

  Filler relief{&engine, &appended, false, 4000, LogUse::kRelief};
  const size_t before = appended.size();
  relief.Run();
  test::ExpectFails(ErrorCode::kLogFull, relief.status);
  EXPECT_GT(appended.size(), before + 20);
  engine.Run(ExpectRecords, kFirst, log().end_lsn(), appended);
}

/// Large enough that seventy percent are in use before the last VLF that is free is begun.
constexpr uint64_t kReusedLog = kHeaderBytes + 16 * 128 * 1024;

TEST_F(LogTest, CheckpointsKeepItRunningAndVlfsAreReused) {
  ASSERT_TRUE(engine.Create(kReusedLog).ok());
  Filler filler{&engine, &appended, true, 12'000};
  filler.Run();
  EXPECT_TRUE(filler.status.ok());
  EXPECT_EQ(appended.size(), 12'000U);
  EXPECT_GT(filler.pressure_calls, 5U);
  EXPECT_GT(log().end_lsn().vlf(), 20U) << "the log has wrapped";
  const Lsn from = log().checkpoint_mark().begin;
  std::vector<Appended> kept;
  for (const Appended& record : appended) {
    if (record.lsn >= from) kept.push_back(record);
  }
  engine.Run(ExpectRecords, from, log().end_lsn(), kept);
  EXPECT_EQ(log().RecordsBetween(from, log().end_lsn()), kept.size());
}

TEST_F(LogTest, AReaderSaysThatTheLogNoLongerHoldsWhereItIsToBegin) {
  ASSERT_TRUE(engine.Create(kReusedLog).ok());
  Filler filler{&engine, &appended, true, 12'000};
  filler.Run();
  ASSERT_TRUE(filler.status.ok());
  struct Read {
    static Task<void> Run(Worker& worker, Engine& engine, Lsn from) {
      LogReader reader(*engine.log, from, engine.log->durable_lsn());
      test::ExpectFails(ErrorCode::kCorruptLog, co_await reader.Next(worker),
                        "the log was truncated, and begins at ");
    }
  };
  for (const size_t record : {size_t{0}, appended.size() / 2}) {
    engine.Run(Read::Run, appended[record].lsn);
  }
}

TEST_F(LogTest, AHoldKeepsTheLogUntilItIsReleased) {
  ASSERT_TRUE(engine.Create(kSmallLog, {.vlf_count = 4}).ok());
  engine.Run(AppendAndFlush, std::vector<uint32_t>(20, 500), &appended);
  const Lsn held = appended[10].lsn;
  LogHold hold = log().Hold(held, LogHolder::kBackup);
  Filler filler{&engine, &appended, true};
  filler.Run();
  // A truncation that frees nothing does not help.
  test::ExpectFails(ErrorCode::kLogFull, filler.status);
  engine.Run(ExpectRecords, held, log().durable_lsn(), {appended.begin() + 10, appended.end()});

  const uint64_t used = log().used_bytes();
  hold = LogHold();
  EXPECT_LT(log().used_bytes(), used);
  Filler again{&engine, &appended, true, 100};
  again.Run();
  EXPECT_TRUE(again.status.ok());
}

TEST_F(LogTest, ReservationsKeepWhatTheyPromise) {
  ASSERT_TRUE(engine.Create(kSmallLog, {.vlf_count = 4}).ok());
  struct Hoard {
    static Task<void> Run(Worker& worker, Engine& engine, std::vector<Appended>* into) {
      std::vector<Reservation> hoard;
      Rng rng(3, "hoard");
      std::vector<uint32_t> sizes;
      while (true) {
        const auto bytes = static_cast<uint32_t>(rng.Between(1, kMaxRecordBytes));
        auto reservation = co_await engine.log->Reserve(worker, bytes, LogUse::kRelief);
        if (!reservation.ok()) break;
        hoard.push_back(std::move(*reservation));
        sizes.push_back(bytes);
      }
      EXPECT_GT(hoard.size(), 5U);
      // None of these may fail or run into the start of the log, flushed each or not.
      for (size_t i = 0; i < hoard.size(); ++i) {
        const std::vector<std::byte> record = MakeRecord(i, sizes[i]);
        into->push_back({engine.log->Append(std::move(hoard[i]), record), i, sizes[i]});
        const Lsn end = engine.log->end_lsn();
        if (i % 2 == 1) continue;
        EXPECT_TRUE((co_await engine.log->Flush(worker, end)).ok());
      }
      const Lsn end = engine.log->end_lsn();
      EXPECT_TRUE((co_await engine.log->Flush(worker, end)).ok());
    }
  };
  engine.Run(Hoard::Run, &appended);
  EXPECT_LE(log().used_bytes(), log().capacity_bytes());
  engine.Run(ExpectRecords, kFirst, log().end_lsn(), appended);
}

TEST(LogBuffer, AFullBufferMakesReservationsWait) {
  sim::Disk disk(1);
  Engine engine(disk);
  std::vector<Appended> appended;
  ASSERT_TRUE(engine.Create(kHeaderBytes + 64 * 1024 * 1024).ok());
  struct Burst {
    static Task<void> Run(Worker& worker, Engine& engine, std::vector<Appended>* into,
                          TimeNs* logbuffer) {
      for (uint64_t i = 0; i < 1000; ++i) {
        EXPECT_TRUE((co_await AppendOne(worker, *engine.log, i, 30'000, *into)).ok());
      }
      const WaitType type = WaitType::kLogbuffer;
      *logbuffer = worker.AccountAt(worker.Now()).waits[static_cast<size_t>(type)].total;
      const Lsn end = engine.log->end_lsn();
      EXPECT_TRUE((co_await engine.log->Flush(worker, end)).ok());
    }
  };
  TimeNs logbuffer = 0;
  engine.Run(Burst::Run, &appended, &logbuffer);
  EXPECT_GT(logbuffer, 0);
  engine.Run(ExpectRecords, kFirst, engine.log->end_lsn(), appended);
}

TEST(LogFailure, AFailedWriteIsFinal) {
  sim::Disk disk(1, {{{.kind = storage::FaultKind::kError, .at_io = 12, .path = kLogPath}}});
  Engine engine(disk);
  ASSERT_TRUE(engine.Create().ok());
  std::vector<Appended> appended;
  Status status;
  for (int i = 0; i < 20 && status.ok(); ++i) {
    engine.Run(TryToAppend, {100}, &appended, &status);
  }
  test::ExpectFails(ErrorCode::kIo, status);
  const Lsn durable = engine.log->durable_lsn();
  EXPECT_LT(durable, engine.log->end_lsn());
  const size_t count = appended.size();
  engine.Run(TryToAppend, {100}, &appended, &status);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(appended.size(), count) << "nothing is reserved any more";
  EXPECT_EQ(engine.log->durable_lsn(), durable);
}

TEST(LogLifetime, TasksMayBeDestroyedAtAnyMoment) {
  for (TimeNs stop = 0; stop < 40 * kMillisecond; stop += kMillisecond) {
    sim::Disk disk(1);
    Engine engine(disk);
    ASSERT_TRUE(engine.Create(kSmallLog, {.vlf_count = 4}).ok());
    std::vector<Appended> appended;
    Filler filler{&engine, &appended, true};
    filler.Wire();
    struct StopAt {
      static Task<void> Run(Engine* engine, TimeNs when) {
        co_await engine->executor.Sleep(when);
        engine->executor.Stop();
      }
    };
    engine.Start(StopAt::Run(&engine, stop));
    for (int i = 0; i < 5; ++i) engine.Start(Filler::Fill, &filler);
    engine.executor.Run();
    if (stop % (2 * kMillisecond) == 0) engine.executor.DestroyTasks();
  }
}

}  // namespace
}  // namespace snapscope::wal::log_test
