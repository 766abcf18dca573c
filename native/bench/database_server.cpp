#include "bench/database_server.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "bench/scenarios.h"

namespace snapscope::bench {

namespace {

constexpr uint64_t kMiB = 1024 * 1024;

Result<scenario::Scenario> UndisturbedScenario(Json scenario, DatabaseSize size, uint64_t seed) {
  scenario["seed"] = seed;
  scenario["server"]["schedulers"] = 8;
  scenario["database"].update(
      {{"sizeMiB", size.data_bytes / kMiB}, {"logSizeMiB", size.log_bytes / kMiB}});
  Result<scenario::Scenario> parsed = scenario::ParseScenario(scenario.dump());
  TRY(parsed);
  parsed->buffer_pool_bytes = size.data_bytes + size.data_bytes / 2;
  parsed->recovery_interval = 24 * 3600 * kSecond;
  return parsed;
}

}  // namespace

Result<scenario::Scenario> VirtualScenario(DatabaseSize size, uint64_t seed) {
  return UndisturbedScenario(OnPaperVolumes(), size, seed);
}

Result<scenario::Scenario> RealScenario(DatabaseSize size, uint64_t seed,
                                        const std::string& folder) {
  for (const char* kind : {"data", "log", "snapshot"}) TRY(MakeFolder(folder + "/" + kind));
  return UndisturbedScenario(OnFilesIn(folder), size, seed);
}

Status MakeFolder(const std::string& path) {
  std::error_code failed;
  std::filesystem::create_directory(path, failed);
  if (failed) return Error{ErrorCode::kIo, path + ": " + failed.message()};
  return Status();
}

DatabaseServer::DatabaseServer(database::Machine& machine, scenario::Scenario scenario)
    : machine_(machine),
      scenario_(std::move(scenario)),
      executor_(machine.clock()),
      cpu_(executor_, scenario_.schedulers),
      telemetry_(executor_, {}, [](std::vector<std::byte>) {}),
      worker_(cpu_, &telemetry_, "bench") {}

DatabaseServer::~DatabaseServer() {
  for (const scenario::VolumeDescription& volume : scenario_.volumes) {
    if (prepared_) machine_.volume(volume.name).Drain();
  }
  executor_.DestroyTasks();
  if (scenario_.real && database_ != nullptr) database_->RemoveFiles();
}

Status DatabaseServer::Create() {
  TRY_ASSIGN(database::InitialDatabase plan, database::InitialDatabase::Plan(scenario_));
  initial_ = std::make_unique<database::InitialDatabase>(std::move(plan));
  TRY(machine_.Prepare(executor_, scenario_));
  prepared_ = true;
  TRY(Run(CreateDatabase()));
  database_->Start([this](Error error) {
    if (!error_) error_ = std::move(error);
    executor_.Stop();
  });
  return Status();
}

Status DatabaseServer::Open() {
  TRY(Create());
  return Run(ReadLeaves());
}

Status DatabaseServer::CreateSnapshot(std::string name) {
  return Run(RunCreation(std::move(name)));
}

Task<Status> DatabaseServer::RunCreation(std::string name) {
  Worker worker(cpu_, &telemetry_, "spid51");
  co_await worker.Start();
  snapshot::CreateRequest request{
      .name = name, .files = database_->SnapshotFiles(name), .source = "spid51"};
  CO_TRY(co_await database_->snapshots().Create(worker, std::move(request)));
  co_await worker.End();
  co_return Status();
}

Status DatabaseServer::Run(Task<Status> task) {
  executor_.Spawn("bench", Supervise(std::move(task)));
  executor_.Run();
  if (error_) return *error_;
  return Status();
}

Task<void> DatabaseServer::Supervise(Task<Status> task) {
  const Status status = co_await std::move(task);
  if (!status.ok() && !error_) error_ = status.error();
  executor_.Stop();
}

Task<Status> DatabaseServer::CreateDatabase() {
  co_await worker_.Start();
  database::DatabaseOptions options;
  options.scenario = &scenario_;
  options.initial = initial_.get();
  options.machine = &machine_;
  options.cpu = &cpu_;
  options.telemetry = &telemetry_;
  CO_TRY_ASSIGN(database_, co_await database::Database::Create(worker_, options));
  co_return Status();
}

Task<Status> DatabaseServer::ReadLeaves() {
  CO_TRY_ASSIGN(auto begun, co_await transactions().Begin(worker_));
  for (uint64_t leaf = 0; leaf < leaves(); ++leaf) {
    CO_TRY(co_await transactions().Read(worker_, begun, database::kAccounts, KeyOn(leaf, 0)));
  }
  CO_TRY(co_await transactions().Commit(worker_, begun));
  co_await worker_.End();
  co_return Status();
}

uint64_t DatabaseServer::leaves() const { return initial_->accounts().rows / rows_per_leaf(); }

uint64_t DatabaseServer::KeyOn(uint64_t leaf, uint64_t row) const {
  return (leaf * rows_per_leaf() + row + 1) * database::kAccountKeyStride;
}

Task<Status> UpdateRow(Worker& worker, txn::TransactionManager& transactions, uint64_t key,
                       int64_t value) {
  CO_TRY_ASSIGN(auto begun, co_await transactions.Begin(worker));
  CO_TRY(co_await transactions.Update(worker, begun, database::kAccounts, key, value));
  co_return co_await transactions.Commit(worker, begun);
}

}  // namespace snapscope::bench
