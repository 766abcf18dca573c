#include "crash_simulator/standby_server.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "database/file_names.h"
#include "server/scenario_options.h"

namespace snapscope::crash_simulator {

using runtime::BoundaryAction;

namespace {

// Whatever is slow, a restore is over by then; else something waits for what never comes.
constexpr TimeNs kLongestTask = 300 * kSecond;

}  // namespace

StandbyServer::StandbyServer(World& world)
    : world_(world),
      machine_(world.standby.disk, world.form()),
      backups_(world.disk, world.form()),
      executor_(machine_.clock()),
      cpu_(executor_, server::CpuOf(world.scenario)),
      telemetry_(executor_, server::TelemetryOptionsOf(world.scenario),
                 [](std::vector<std::byte>) {}),
      worker_(cpu_, &telemetry_, "spid51"),
      ended_(Error{ErrorCode::kPowerCut, "the power was cut"}) {
  ThreadCrashContext().seed = world.plan.seed;
  const bool prepared = machine_.Prepare(executor_, world.scenario).ok() &&
                        backups_.Prepare(executor_, world.scenario).ok();
  CHECK(prepared, "the machine has no volumes");
  world_.standby.disk.OnPowerCut([this] { executor_.Stop(); });
}

StandbyServer::~StandbyServer() {
  world_.standby.disk.OnPowerCut(nullptr);
  executor_.DestroyTasks();
}

Status StandbyServer::Run(Task<Status> task) {
  ended_ = Error{ErrorCode::kPowerCut, "the power was cut"};
  executor_.Spawn("standby", Conduct(std::move(task)));
  executor_.Run(this);
  StreamHash& trace = world_.trace;
  trace.Add(static_cast<int64_t>(executor_.events()));
  trace.Add(executor_.Now());
  trace.Add(static_cast<int64_t>(world_.standby.disk.ios()));
  return ended_;
}

Task<void> StandbyServer::Conduct(Task<Status> task) {
  co_await worker_.Start();
  const Status done = co_await std::move(task);
  co_await worker_.End();
  if (world_.standby.disk.powered()) ended_ = done;
  executor_.Stop();
}

BoundaryAction StandbyServer::AtBoundary(TimeNs next) {
  if (next != kNever && next <= kLongestTask) return BoundaryAction::kProceed;
  world_.Fail("a restore stands still at " + std::to_string(executor_.Now() / kMillisecond) +
              " ms");
  return BoundaryAction::kStop;
}

backup::MediaSet StandbyServer::FilesAt(const std::vector<std::string>& paths) {
  return crash_simulator::FilesAt(backups_, paths);
}

database::DatabaseOptions StandbyServer::Options() {
  return {.scenario = &world_.scenario,
          .initial = &world_.initial,
          .machine = &machine_,
          .cpu = &cpu_,
          .telemetry = &telemetry_};
}

Task<Status> StandbyServer::CreateFiles() {
  const auto blank = [](uint64_t, page::PageSpan into) { std::ranges::fill(into, std::byte{}); };
  storage::FileOptions data;
  data.size = uint64_t{world_.initial.size().file_pages} * page::kPageSize;
  for (const storage::FilePlace& place : database::DataFilePlaces(machine_, world_.scenario)) {
    machine_.ComputesInitialPages(place.path, blank, [](uint64_t) { return false; });
    const auto file = co_await place.volume->Create(place.path, data);
    CO_TRY(file);
  }
  storage::FileOptions log;
  log.size = world_.scenario.log_bytes;
  log.zeroed = true;
  const storage::FilePlace place = database::LogFilePlace(machine_, world_.scenario);
  const auto file = co_await place.volume->Create(place.path, log);
  CO_TRY(file);
  world_.standby.has_files = true;
  co_return Status();
}

Task<Status> StandbyServer::Restore(const database::RestoreUnderWay* restore) {
  database::DatabaseOptions options = Options();
  options.restore = restore;
  auto restored = co_await database::Database::Restart(worker_, options, &figures_);
  CO_TRY(restored);
  database_ = std::move(restored).value();
  co_return Status();
}

Task<Status> StandbyServer::Open() { return Restore(nullptr); }

}  // namespace snapscope::crash_simulator
