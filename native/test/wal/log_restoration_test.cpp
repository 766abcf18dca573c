// A log file that a restore puts together, and whose turn it is to back a log up.
#include <string>

#include "test/wal/log_fixture.h"
#include "wal/log_blocks.h"

namespace snapscope::wal::log_restoration_test {
namespace {

/// Why the log in the file is not opened; empty if it is.
Task<void> TryToOpen(Engine* engine, LogOptions options, std::string* refusal) {
  Worker worker(engine->cpu, nullptr, "opener");
  co_await worker.Start();
  const auto log =
      co_await Log::Open(worker, *engine->file, engine->cpu, engine->telemetry, options);
  *refusal = log.ok() ? "" : log.error().message;
  co_await worker.End();
}

std::string RefusalOf(Engine& engine, LogOptions options = {}) {
  std::string refusal;
  engine.Run(TryToOpen(&engine, options, &refusal));
  return refusal;
}

using Restoration = std::unique_ptr<LogRestoration>;

Task<void> BeginRestoration(Engine* engine, LogGeometry geometry, Restoration* into) {
  Worker worker(engine->cpu, nullptr, "restorer");
  co_await worker.Start();
  auto begun = co_await LogRestoration::Begin(worker, *engine->file, geometry);
  EXPECT_TRUE(begun.ok());
  *into = std::move(*begun);
  co_await worker.End();
}

/// With the blocks that the log itself has.
Task<void> FinishRestoration(Engine* engine, Restoration* restoration) {
  Worker worker(engine->cpu, nullptr, "restorer");
  co_await worker.Start();
  LogBlockReader blocks(*engine->log, Lsn::Of(1, 0, 0), engine->log->durable_lsn());
  for (;;) {
    const auto block = co_await blocks.Next(worker);
    EXPECT_TRUE(block.ok());
    if (!block.ok() || !block->has_value()) break;
    const Status added = co_await (*restoration)->Add(worker, **block, (*block)->record_count());
    EXPECT_TRUE(added.ok());
  }
  const Status finished =
      co_await (*restoration)->Finish(worker, {.begin = Lsn::Of(1, 0, 0), .oldest_active = {}});
  EXPECT_TRUE(finished.ok()) << (finished.ok() ? "" : finished.error().message);
  co_await worker.End();
}

Task<void> BuildAnew(Engine* engine) {
  Worker worker(engine->cpu, nullptr, "builder");
  co_await worker.Start();
  const auto log = co_await Log::Create(worker, *engine->file, engine->cpu, engine->telemetry,
                                        {.first_vlf = 100});
  EXPECT_TRUE(log.ok());
  co_await worker.End();
}

TEST(LogRestoration, NobodyElseOpensItsLogUntilANewOneIsBuilt) {
  sim::Disk disk{1};
  Engine engine{disk};
  ASSERT_TRUE(engine.Create().ok());
  std::vector<Appended> appended;
  engine.Run(AppendAndFlush(&engine, std::vector<uint32_t>(200, 500), &appended));
  Restoration restoration;
  engine.Run(BeginRestoration(&engine, GeometryOf(*engine.log), &restoration));
  const std::string cut_off = RefusalOf(engine);
  EXPECT_NE(cut_off.find("whose restore was cut off"), std::string::npos) << cut_off;
  engine.Run(FinishRestoration(&engine, &restoration));
  EXPECT_EQ(RefusalOf(engine), cut_off) << "the pages are not rolled back yet";
  EXPECT_EQ(RefusalOf(engine, {.restoring = true}), "");
  engine.Run(BuildAnew(&engine));
  EXPECT_EQ(RefusalOf(engine), "");
}

Task<void> BackUp(Engine* engine, const char* name, std::string* order) {
  Worker worker(engine->cpu, nullptr, name);
  co_await worker.Start();
  {
    const runtime::Turns::Turn turn = co_await engine->log->AwaitBackupTurn(worker);
    *order += std::string(name) + " begins ";
    co_await worker.Think(kMillisecond);
    *order += std::string(name) + " ends ";
  }
  co_await worker.End();
}

TEST(Log, OneBackupOfTheLogWaitsForTheOther) {
  sim::Disk disk{1};
  Engine engine{disk};
  ASSERT_TRUE(engine.Create().ok());
  std::string order;
  engine.Start(BackUp(&engine, "one", &order));
  engine.Run(BackUp(&engine, "two", &order));
  EXPECT_EQ(order, "one begins one ends two begins two ends ");
}

}  // namespace
}  // namespace snapscope::wal::log_restoration_test
