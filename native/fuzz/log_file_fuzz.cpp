// Any file as a log: opened as after a crash, analysed as recovery does. The end is an error, or a
// log whose every record could be decoded.
#include <cstdint>

#include "fuzz/log_image.h"
#include "recovery/recovery.h"
#include "sim/virtual_clock.h"
#include "wal/log.h"

namespace snapscope::fuzz {
namespace {

runtime::Task<void> OpenAndAnalyse(runtime::Worker& worker, ImageFile& file, runtime::CpuModel& cpu,
                                   telemetry::Telemetry& telemetry) {
  co_await worker.Start();
  auto opened = co_await wal::Log::Open(worker, file, cpu, telemetry, {});
  if (opened.ok()) {
    wal::Log& log = **opened;
    recovery::RecoveryScope scope;
    scope.log = &log;
    scope.checkpoint_begin = log.checkpoint_mark().begin;
    scope.oldest_active = log.checkpoint_mark().oldest_active;
    scope.end = log.end_lsn();
    const auto analysed = co_await recovery::Analyse(worker, scope, nullptr);
    CHECK(analysed.ok() || !analysed.error().message.empty(), "an error without a word");
  }
  co_await worker.End();
}

}  // namespace
}  // namespace snapscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  sim::VirtualClock clock;
  runtime::Executor executor(clock);
  runtime::CpuModel cpu(executor, 1);
  telemetry::Telemetry telemetry(executor, {}, [](std::vector<std::byte>) {});
  fuzz::ImageFile file(executor, "log", {.size = fuzz::kLogFileBytes});
  fuzz::ByteSource text(data, size);
  fuzz::BuildLog(text, file);
  runtime::Worker worker(cpu, &telemetry, "spid7s");
  executor.Spawn("open", fuzz::OpenAndAnalyse(worker, file, cpu, telemetry));
  executor.Run();
  executor.DestroyTasks();
  return 0;
}
