#include "server/server_history.h"

#include <algorithm>
#include <utility>

#include "database/file_names.h"

namespace snapscope::server {

namespace {

SnapshotAccount AccountOf(const ServerHistory& history, snapshot::Snapshot& snapshot) {
  SnapshotAccount account;
  account.name = snapshot.name();
  account.state = snapshot.state();
  account.split = snapshot.split();
  account.as_of = snapshot.as_of();
  account.figures = snapshot.figures();
  // What is lost before it is complete was never created: its creation has failed.
  if (account.figures.completed != 0) account.loss = snapshot.life().loss();
  account.region_bytes = snapshot.files().region_bytes();
  for (const snapshot::SparseFile& file : snapshot.files()) {
    std::string name =
        database::SparseFileLogicalName(snapshot.name(), page::DataFilePosition(file.id()));
    const snapshot::SparseFileFigures figures = file.figures();
    account.files.push_back({.name = std::move(name),
                             .volume = file.place().volume->name(),
                             .path = file.path(),
                             .io = history.Total(file.path(), figures.io),
                             .size = figures.size,
                             .size_on_disk = figures.size_on_disk});
  }
  return account;
}

/// `file`: null if it is not there any more.
FileAccount AccountOf(const ServerHistory& history, std::string name,
                      const storage::FilePlace& place, storage::File* file) {
  FileAccount account{.name = std::move(name),
                      .volume = place.volume->name(),
                      .path = place.path,
                      .io = history.Total(place.path, {})};
  if (file != nullptr) {
    const Result<uint64_t> size_on_disk = file->SizeOnDisk();
    account.size = file->size();
    account.size_on_disk = size_on_disk.ok() ? *size_on_disk : 0;
  }
  return account;
}

}  // namespace

storage::FileStatistics ServerHistory::Total(const std::string& path,
                                             storage::FileStatistics now) const {
  const auto earlier = io.find(path);
  if (earlier != io.end()) now += earlier->second;
  return now;
}

void ServerHistory::KeepIo(const SnapshotAccount& account) {
  for (const FileAccount& file : account.files) {
    if (account.state == snapshot::State::kDropped) {
      io.erase(file.path);
    } else {
      io[file.path] = file.io;
    }
  }
}

void AddUsers(ServerHistory& history, const workload::Workload& workload,
              const workload::Reporting& reporting, TimeNs now) {
  history.sessions += workload.TotalsAt(now);
  history.transactions += workload.counts();
  history.report_sessions += reporting.TotalsAt(now);
  history.reports += reporting.counts();
}

void AddProcessor(ServerHistory& history, runtime::CpuModel& cpu) {
  history.cpu_busy += cpu.busy();
  for (size_t kind = 0; kind < runtime::kCpuWorkCount; ++kind) {
    ProcessorWork& work = history.processor_work[kind];
    work.count += cpu.charged(static_cast<runtime::CpuWork>(kind));
    work.cost = cpu.cost(static_cast<runtime::CpuWork>(kind));
  }
}

std::vector<SnapshotAccount> AddDatabase(ServerHistory& history, database::Database& database) {
  history.pre_image_peak_bytes = std::max(
      history.pre_image_peak_bytes, database.snapshots().copy_on_write().pre_images().peak_bytes());
  const auto& checkpoints = database.checkpointer().history();
  history.checkpoints.insert(history.checkpoints.end(), checkpoints.begin(), checkpoints.end());
  for (storage::File* file : database.source_files()) {
    history.io[file->path()] += file->statistics();
  }
  if (const storage::File* tempdb = database.tempdb_file()) {
    history.io[tempdb->path()] += tempdb->statistics();
  }
  std::vector<SnapshotAccount> accounts;
  for (const auto& snapshot : database.snapshots().snapshots()) {
    (snapshot->hidden() ? history.hidden_io : history.snapshot_io) += snapshot->files().io();
    if (snapshot->hidden()) continue;  // its check's phase tells of it
    accounts.push_back(AccountOf(history, *snapshot));
    history.KeepIo(accounts.back());
  }
  return accounts;
}

std::vector<FileAccount> FilesAtEnd(const ServerHistory& history, database::Machine& machine,
                                    const scenario::Scenario& scenario,
                                    database::Database* database) {
  std::vector<FileAccount> accounts;
  if (database != nullptr) {
    const std::vector<storage::FilePlace> places = database::DataFilePlaces(machine, scenario);
    const std::vector<storage::File*> files = database->data_files();
    for (uint32_t position = 0; position < files.size(); ++position) {
      accounts.push_back(AccountOf(history,
                                   database::DataFileLogicalName(scenario.database, position),
                                   places[position], files[position]));
    }
    accounts.push_back(AccountOf(history, scenario.database + "_log",
                                 database::LogFilePlace(machine, scenario), &database->log_file()));
  }
  const storage::FilePlace tempdb = database::TempdbFilePlace(machine, scenario);
  storage::File* file = database == nullptr ? nullptr : database->tempdb_file();
  if (file != nullptr || history.io.contains(tempdb.path)) {
    accounts.push_back(AccountOf(history, "tempdb", tempdb, file));
  }
  return accounts;
}

}  // namespace snapscope::server
