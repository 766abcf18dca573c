// Restarts: what was acknowledged is there, what is read is a prefix of what was appended.
#include <algorithm>

#include "base/aligned_buffer.h"
#include "test/wal/log_fixture.h"

namespace snapscope::wal::log_crash_test {
namespace {

const Lsn kFirst = Lsn::Of(1, 0, 0);

sim::DeviceOptions RandomDevice() {
  sim::DeviceOptions device;
  device.parallelism = 16;
  device.spread = sim::Spread::kExponential;
  return device;
}

uint32_t newest_vlf = 0;  // that any life reached

/// Everything a run did before the power failed.
struct History {
  std::vector<Appended> appended;
  size_t acknowledged = 0;       ///< records known to be durable
  CheckpointMark mark;           ///< acknowledged
  std::vector<Lsn> begun_marks;  ///< perhaps durable
};

/// Marks a checkpoint at the newest record and truncates the log there.
Task<Status> Checkpoint(Worker& worker, Log& log, History& history) {
  const size_t count = history.appended.size();
  const CheckpointMark mark{history.appended.back().lsn, Lsn{}};
  history.begun_marks.push_back(mark.begin);
  CO_TRY(co_await log.WriteCheckpointMark(worker, mark));
  history.acknowledged = std::max(history.acknowledged, count);
  history.mark = mark;
  log.SetTruncation(mark.begin);
  co_return Status();
}

Task<Status> Burst(Worker& worker, Log& log, History& history, Rng& rng) {
  const uint64_t records = 1 + rng.Below(20);
  const int64_t largest = rng.Percent(20) ? 20'000 : 600;
  for (uint64_t i = 0; i < records; ++i) {
    const auto bytes = static_cast<uint32_t>(rng.Between(1, largest));
    Status status =
        co_await AppendOne(worker, log, history.appended.size(), bytes, history.appended);
    if (!status.ok() && status.error().code == ErrorCode::kLogFull) {
      status = co_await Checkpoint(worker, log, history);
    }
    if (!status.ok()) co_return status;
  }
  if (rng.Percent(80)) {
    const size_t count = history.appended.size();
    const Lsn end = log.end_lsn();
    CO_TRY(co_await log.Flush(worker, end));
    history.acknowledged = std::max(history.acknowledged, count);
  }
  if (rng.Percent(15)) co_return co_await Checkpoint(worker, log, history);
  co_return Status();
}

/// Appends in bursts, flushes most of them, takes checkpoints now and then, until an error.
Task<void> Work(Worker& worker, Engine& engine, History* history, uint64_t seed, uint32_t bursts) {
  Rng rng(seed, "work");
  for (uint32_t burst = 0; burst < bursts; ++burst) {
    const Status status = co_await Burst(worker, *engine.log, *history, rng);
    if (!status.ok()) break;
  }
}

/// Opens the log after a restart and compares it with the history, which it cuts to what survived.
void CheckRestart(Engine& engine, History& history) {
  const Status opened = engine.Open();
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  const CheckpointMark mark = engine.log->checkpoint_mark();
  if (mark.begin != history.mark.begin) {
    ASSERT_TRUE(std::ranges::count(history.begun_marks, mark.begin) > 0) << ToString(mark.begin);
    ASSERT_GE(mark.begin, history.mark.begin);
  }
  const Lsn end = engine.log->end_lsn();
  ASSERT_EQ(end, engine.log->durable_lsn());
  newest_vlf = std::max(newest_vlf, end.vlf());
  std::vector<Appended> survivors;
  for (const Appended& record : history.appended) {
    if (record.lsn < end) survivors.push_back(record);
  }
  ASSERT_GE(survivors.size(), history.acknowledged) << "an acknowledged record is gone";
  const Lsn from = mark.begin.IsNone() ? kFirst : mark.begin;
  std::vector<Appended> readable;
  for (const Appended& record : survivors) {
    if (record.lsn >= from) readable.push_back(record);
  }
  engine.Run(ExpectRecords, from, end, readable);
  EXPECT_EQ(engine.log->RecordsBetween(from, end), readable.size());
  history.appended = survivors;
  history.acknowledged = survivors.size();
  history.mark = mark;
  history.begun_marks.clear();
}

constexpr LogOptions kSmall{.vlf_count = 4};

/// One life until the cut, restart and check, then a second life and a second restart.
/// Returns false once the cut lies beyond the end of the work.
bool CrashAndRestart(uint64_t seed, uint64_t io, uint32_t bursts) {
  SCOPED_TRACE("seed " + std::to_string(seed) + ", power cut at I/O " + std::to_string(io));
  sim::Disk disk(seed, {{{.kind = storage::FaultKind::kPowerCut, .at_io = io}}});
  History history;
  bool created = false;
  {
    Engine engine(disk, seed, RandomDevice());
    created = engine.Create(kSmallLog, kSmall).ok();
    if (created) engine.Run(Work, &history, seed, bursts);
  }
  if (disk.powered()) return false;
  disk.Restart();
  if (!created) return true;
  {
    Engine engine(disk, seed + 1, RandomDevice());
    CheckRestart(engine, history);
    if (testing::Test::HasFatalFailure()) return false;
    engine.Run(Work, &history, seed + 1, 5);
    // The engine dies without a power cut: what was not flushed is gone all the same.
  }
  Engine engine(disk, seed + 2, RandomDevice());
  CheckRestart(engine, history);
  return !testing::Test::HasFatalFailure();
}

TEST(LogCrash, PowerCutAtEveryIo) {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    uint64_t io = 1;
    while (CrashAndRestart(seed, io, 40)) ++io;
    if (HasFailure()) return;
    EXPECT_GT(io, 60U) << "the work is too small to be worth cutting";
  }
}

TEST(LogCrash, PowerCutsAfterTheLogHasWrapped) {
  int cuts = 0;
  for (uint64_t seed = 10; seed < 40; ++seed) {
    Rng rng(seed, "cut");
    if (CrashAndRestart(seed, static_cast<uint64_t>(rng.Between(300, 900)), 400)) ++cuts;
    if (HasFailure()) return;
  }
  EXPECT_GT(cuts, 20);
  EXPECT_GT(newest_vlf, 2 * kSmall.vlf_count);
}

/// Copies the file's bytes, lets `damage` change them, writes them back.
Task<void> Damage(Engine* engine, std::function<void(std::vector<std::byte>&)> damage) {
  const uint64_t size = engine->file->size();
  AlignedBuffer read(size);
  EXPECT_TRUE(engine->file->ReadNow(0, read.span()).ok());
  std::vector<std::byte> bytes(read.data(), read.data() + size);
  damage(bytes);
  AlignedBuffer aligned(size);
  std::ranges::copy(bytes, aligned.data());
  std::vector<ConstByteSpan> buffers{aligned.span()};
  test::ExpectOk(co_await engine->file->WriteDurable(0, std::move(buffers)));
}

/// Bytes of the newest block of a log with `blocks` one-flush blocks, and where it lies.
void MakeBlocks(sim::Disk& disk, std::vector<uint32_t> sizes, std::vector<Appended>& appended) {
  Engine engine(disk);
  ASSERT_TRUE(engine.Create(kSmallLog, kSmall).ok());
  for (const uint32_t bytes : sizes) engine.Run(AppendAndFlush, {bytes}, &appended);
}

TEST(LogCrash, ATornTailIsCutOffWhereverItIsTorn) {
  const uint32_t last_bytes = 3000;  // six sectors
  const Lsn last = Lsn::Of(1, 4, 0);
  const uint64_t offset = kHeaderBytes + 4 * kUnitBytes;
  // Within each field of the block's header, of a record's frame, in a record, at sector borders.
  for (const uint32_t at :
       {0U,  7U,   8U,   12U,  16U,  23U,   24U,   32U,   36U,   38U,   40U,  42U,
        44U, 100U, 511U, 512U, 513U, 1024U, 2559U, 2560U, 3043U, 3044U, 3071U}) {
    sim::Disk disk(1);
    std::vector<Appended> appended;
    MakeBlocks(disk, {100, 900, 100, last_bytes}, appended);
    ASSERT_EQ(appended.back().lsn, last);
    Engine engine(disk);
    ASSERT_TRUE(engine.Open().ok());
    ASSERT_EQ(engine.log->RecordsBetween(kFirst, engine.log->end_lsn()), 4U);
    engine.Run(Damage(&engine, [&](std::vector<std::byte>& bytes) {
      // From `at` on the write did not arrive: older bytes, here another pattern, remain.
      for (uint64_t i = at; i < 6 * kUnitBytes; ++i) bytes[offset + i] = std::byte{0xA5};
    }));
    Engine after(disk);
    ASSERT_TRUE(after.Open().ok());
    EXPECT_EQ(after.log->end_lsn(), last) << "torn at byte " << at;
    appended.pop_back();
    after.Run(ExpectRecords, kFirst, last, appended);
    after.Run(AppendAndFlush, {50, 60}, &appended);
    Engine again(disk);
    ASSERT_TRUE(again.Open().ok());
    again.Run(ExpectRecords, kFirst, again.log->end_lsn(), appended);
  }
}

// Blocks A B C; B is lost, so B and C are cut. Then B is written again, word for word: C, which
// bears the checksum of a B with these very records, must still not come back.
TEST(LogCrash, ABlockRepeatedWordForWordDoesNotReviveItsSuccessor) {
  sim::Disk disk(1);
  std::vector<Appended> appended;
  MakeBlocks(disk, {100, 110, 120}, appended);
  {
    Engine engine(disk);
    ASSERT_TRUE(engine.Open().ok());
    engine.Run(Damage(&engine, [](std::vector<std::byte>& bytes) {
      std::fill_n(bytes.begin() + kHeaderBytes + kUnitBytes, kUnitBytes, std::byte{0});
    }));
  }
  appended.resize(1);
  {
    Engine engine(disk);
    ASSERT_TRUE(engine.Open().ok());
    ASSERT_EQ(engine.log->end_lsn(), Lsn::Of(1, 1, 0)) << "the scan ends at the first gap";
    engine.Run(AppendAndFlush, {110}, &appended);
    ASSERT_EQ(appended.back().lsn, Lsn::Of(1, 1, 0));
  }
  Engine engine(disk);
  ASSERT_TRUE(engine.Open().ok());
  EXPECT_EQ(engine.log->end_lsn(), Lsn::Of(1, 2, 0));
  engine.Run(ExpectRecords, kFirst, engine.log->end_lsn(), appended);
}

TEST(LogCrash, DamageBeforeTheCheckpointIsNoTornTail) {
  sim::Disk disk(1);
  std::vector<Appended> appended;
  MakeBlocks(disk, {100, 100, 100}, appended);
  Engine engine(disk);
  ASSERT_TRUE(engine.Open().ok());
  engine.Run(WriteMark, {appended[2].lsn, appended[0].lsn});
  engine.Run(Damage(&engine, [](std::vector<std::byte>& bytes) {
    bytes[kHeaderBytes + kUnitBytes + 60] ^= std::byte{1};
  }));
  Engine after(disk);
  test::ExpectFails(ErrorCode::kCorruptLog, after.Open());
}

TEST(LogCrash, OneHeaderSlotIsEnough) {
  for (const uint64_t slot : {0U, 1U, 2U}) {
    sim::Disk disk(1);
    std::vector<Appended> appended;
    MakeBlocks(disk, {100, 100}, appended);
    Engine engine(disk);
    ASSERT_TRUE(engine.Open().ok());
    engine.Run(Damage(&engine, [slot](std::vector<std::byte>& bytes) {
      if (slot == 0 || slot == 2) bytes[20] ^= std::byte{1};
      if (slot == 1 || slot == 2) bytes[kHeaderSlotStride + 20] ^= std::byte{1};
    }));
    Engine after(disk);
    EXPECT_EQ(after.Open().ok(), slot != 2);
    if (slot == 2) {
      test::ExpectFails(ErrorCode::kCorruptLog, after.outcome);
    }
  }
}

Task<void> CreateAnew(Worker& worker, Engine& engine) {
  auto log = co_await Log::Create(worker, *engine.file, engine.cpu, engine.telemetry, kSmall);
  EXPECT_TRUE(log.ok());
  if (log.ok()) engine.log = std::move(*log);
}

TEST(LogCrash, ALogCreatedOverAnotherSeesNothingOfIt) {
  sim::Disk disk(1);
  std::vector<Appended> appended;
  MakeBlocks(disk, {100, 110, 120}, appended);
  {
    Engine engine(disk);
    ASSERT_TRUE(engine.Open().ok());
    engine.log.reset();
    engine.Run(CreateAnew);
    appended.clear();
    engine.Run(AppendAndFlush, {100}, &appended);
  }
  Engine engine(disk);
  ASSERT_TRUE(engine.Open().ok());
  EXPECT_EQ(engine.log->end_lsn(), Lsn::Of(1, 1, 0));
  engine.Run(ExpectRecords, kFirst, engine.log->end_lsn(), appended);
}

// Any damage to a log with a checkpoint: opening ends, with an error or a prefix; never more.
TEST(LogCrash, RandomDamageGivesAnErrorOrAPrefix) {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    sim::Disk disk(seed);
    History history;
    {
      Engine engine(disk, seed);
      ASSERT_TRUE(engine.Create(kSmallLog, kSmall).ok());
      engine.Run(Work, &history, seed, 30);
      engine.Run(Damage(&engine, [seed](std::vector<std::byte>& bytes) {
        Rng rng(seed, "damage");
        for (int i = 0; i < 200; ++i) {
          bytes[rng.Below(bytes.size())] ^= static_cast<std::byte>(1 + rng.Below(255));
        }
      }));
    }
    Engine engine(disk, seed);
    if (!engine.Open().ok()) continue;
    const Lsn mark = engine.log->checkpoint_mark().begin;
    const Lsn from = mark.IsNone() ? kFirst : mark;
    std::vector<Appended> readable;
    for (const Appended& record : history.appended) {
      if (record.lsn >= from && record.lsn < engine.log->end_lsn()) readable.push_back(record);
    }
    engine.Run(ExpectRecords, from, engine.log->end_lsn(), readable);
  }
}

Task<void> ContinueChain(Worker& worker, Engine& engine, Lsn upto) {
  test::ExpectOk(co_await engine.log->WriteBackedUp(worker, upto));
}

TEST(LogBackupChain, KeepsTheLogAcrossARestart) {
  sim::Disk disk(1);
  std::vector<Appended> appended;
  Lsn backed_up;
  {
    Engine engine(disk);
    ASSERT_TRUE(engine.Create().ok());
    engine.Run(AppendAndFlush, std::vector<uint32_t>(20, 500), &appended);
    backed_up = appended[5].lsn;
    EXPECT_TRUE(engine.log->backed_up().IsNone());
    engine.Run(ContinueChain, backed_up);
    engine.Run(WriteMark, {appended[15].lsn, Lsn{}});
    EXPECT_EQ(engine.log->truncation_lsn(), backed_up) << "a checkpoint frees nothing beyond it";
  }
  Engine after(disk);
  ASSERT_TRUE(after.Open().ok());
  EXPECT_EQ(after.log->backed_up(), backed_up);
  EXPECT_EQ(after.log->truncation_lsn(), backed_up);
  after.Run(ExpectRecords, backed_up, after.log->durable_lsn(),
            {appended.begin() + 5, appended.end()});
  after.Run(ContinueChain, after.log->durable_lsn());
  EXPECT_EQ(after.log->truncation_lsn(), appended[15].lsn) << "now it is the checkpoint";
}

// The next block had no room in the VLF in which the log backup ended.
TEST(LogBackupChain, ThatEndsInTheTailOfAVlfLeadsToTheNextOne) {
  sim::Disk disk(1);
  std::vector<Appended> appended;
  Lsn backed_up;
  {
    Engine engine(disk);
    ASSERT_TRUE(engine.Create(kSmallLog, {.vlf_count = 4}).ok());
    engine.Run(AppendAndFlush, {28'000, 28'000, 28'000, 28'000}, &appended);
    backed_up = engine.log->durable_lsn();
    engine.Run(ContinueChain, backed_up);
    engine.Run(AppendAndFlush, {28'000, 500}, &appended);
    ASSERT_GT(appended[4].lsn.vlf(), backed_up.vlf());
    engine.Run(WriteMark, {appended[4].lsn, Lsn{}});
  }
  Engine after(disk);
  ASSERT_TRUE(after.Open().ok()) << after.outcome.error().message;
  EXPECT_EQ(after.log->backed_up(), backed_up);
  after.Run(ExpectRecords, backed_up, after.log->durable_lsn(),
            {appended.begin() + 4, appended.end()});
}

}  // namespace
}  // namespace snapscope::wal::log_crash_test
