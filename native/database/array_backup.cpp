#include "database/array_backup.h"

#include <utility>

#include "database/database.h"

namespace snapscope::database {

DatabaseFiles FilesOfHost(Machine& machine, const scenario::Scenario& scenario,
                          const InitialDatabase& initial, const std::string& snapshot) {
  scenario::Scenario named = scenario;
  named.database += "." + snapshot + ".mounted";  // no name of a database has a dot
  return DatabaseFiles(machine, named, initial);
}

namespace {

Task<Result<backup::BackupSet>> MountAndBackUp(Worker& worker, ArrayBackup& backup,
                                               DatabaseFiles& files) {
  const scenario::Scenario& scenario = backup.scenario;
  CO_TRY(files.Mount(backup.set.name, DatabaseFiles(backup.machine, scenario, backup.initial)));
  CO_TRY(co_await files.Open(/*by_another_host=*/true));
  snapshot::SourceStore pages(worker.executor(), files.data(), backup.machine.page_form());
  snapshot::EngineParts host = backup.server;
  host.cpu = &backup.host;
  host.source = &pages;
  backup::ArraySet array{.set = backup.set, .log = files.log()};
  backup.request.expect_pages = ExpectPagesOf(backup.machine, backup.initial);
  co_return co_await backup::BackUpOffHost(worker, &host, std::move(array),
                                           std::move(backup.request),
                                           static_cast<uint32_t>(scenario.data_volumes.size()));
}

}  // namespace

Task<Result<backup::BackupSet>> BackUpArraySnapshot(Worker& worker, ArrayBackup backup) {
  DatabaseFiles files =
      FilesOfHost(backup.machine, backup.scenario, backup.initial, backup.set.name);
  Result<backup::BackupSet> done = co_await MountAndBackUp(worker, backup, files);
  const Status removed = co_await files.Remove();
  if (done.ok()) CO_TRY(removed);
  co_return done;
}

}  // namespace snapscope::database
