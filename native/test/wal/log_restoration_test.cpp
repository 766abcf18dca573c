// A log file that a restore puts together, and whose turn it is to back a log up.
#include <string>

#include "test/wal/log_fixture.h"
#include "wal/log_blocks.h"

namespace snapscope::wal::log_restoration_test {
namespace {

/// Why the log in the file is not opened; empty if it is.
Task<void> TryToOpen(Worker& worker, Engine& engine, LogOptions options, std::string* refusal) {
  const auto log = co_await Log::Open(worker, *engine.file, engine.cpu, engine.telemetry, options);
  *refusal = log.ok() ? "" : log.error().message;
}

std::string RefusalOf(Engine& engine, LogOptions options = {}) {
  std::string refusal;
  engine.Run(TryToOpen, options, &refusal);
  return refusal;
}

using Restoration = std::unique_ptr<LogRestoration>;

Task<void> BeginRestoration(Worker& worker, Engine& engine, LogGeometry geometry,
                            Restoration* into) {
  auto begun = co_await LogRestoration::Begin(worker, *engine.file, geometry);
  EXPECT_TRUE(begun.ok());
  *into = std::move(*begun);
}

/// With the blocks that the log itself has.
Task<void> FinishRestoration(Worker& worker, Engine& engine, Restoration* restoration) {
  LogBlockReader blocks(*engine.log, Lsn::Of(1, 0, 0), engine.log->durable_lsn());
  for (;;) {
    const auto block = co_await blocks.Next(worker);
    EXPECT_TRUE(block.ok());
    if (!block.ok() || !block->has_value()) break;
    test::ExpectOk(co_await (*restoration)->Add(worker, **block, (*block)->record_count()));
  }
  test::ExpectOk(
      co_await (*restoration)->Finish(worker, {.begin = Lsn::Of(1, 0, 0), .oldest_active = {}}));
}

Task<void> BuildAnew(Worker& worker, Engine& engine) {
  test::ExpectOk(
      co_await Log::Create(worker, *engine.file, engine.cpu, engine.telemetry, {.first_vlf = 100}));
}

TEST(LogRestoration, NobodyElseOpensItsLogUntilANewOneIsBuilt) {
  sim::Disk disk{1};
  Engine engine{disk};
  ASSERT_TRUE(engine.Create().ok());
  std::vector<Appended> appended;
  engine.Run(AppendAndFlush, std::vector<uint32_t>(200, 500), &appended);
  Restoration restoration;
  engine.Run(BeginRestoration, GeometryOf(*engine.log), &restoration);
  const std::string cut_off = RefusalOf(engine);
  EXPECT_NE(cut_off.find("whose restore was cut off"), std::string::npos) << cut_off;
  engine.Run(FinishRestoration, &restoration);
  EXPECT_EQ(RefusalOf(engine), cut_off) << "the pages are not rolled back yet";
  EXPECT_EQ(RefusalOf(engine, {.restoring = true}), "");
  engine.Run(BuildAnew);
  EXPECT_EQ(RefusalOf(engine), "");
}

Task<void> BackUp(Worker& worker, Engine& engine, const char* name, std::string* order) {
  const runtime::Turns::Turn turn = co_await engine.log->AwaitBackupTurn(worker);
  *order += std::string(name) + " begins ";
  co_await worker.Think(kMillisecond);
  *order += std::string(name) + " ends ";
}

TEST(Log, OneBackupOfTheLogWaitsForTheOther) {
  sim::Disk disk{1};
  Engine engine{disk};
  ASSERT_TRUE(engine.Create().ok());
  std::string order;
  engine.Start(BackUp, "one", &order);
  engine.Run(BackUp, "two", &order);
  EXPECT_EQ(order, "one begins one ends two begins two ends ");
}

}  // namespace
}  // namespace snapscope::wal::log_restoration_test
