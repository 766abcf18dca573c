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

Task<Result<backup::BackupSet>> BackUpArraySnapshot(Worker& worker, ArrayBackup backup) {
  const scenario::Scenario& scenario = backup.scenario;
  const std::string& name = backup.set.name;
  DatabaseFiles files = FilesOfHost(backup.machine, scenario, backup.initial, name);
  const DatabaseFiles source(backup.machine, scenario, backup.initial);
  Status opened = files.Mount(name, source);
  if (opened.ok()) opened = co_await files.Open(/*by_another_host=*/true);
  Result<backup::BackupSet> done = Error{ErrorCode::kRefused, "not begun"};
  if (opened.ok()) {
    snapshot::SourceStore pages(worker.executor(), files.data(), backup.machine.page_form());
    snapshot::EngineParts host = backup.server;
    host.cpu = &backup.host;
    host.source = &pages;
    backup::ArraySet array{.set = backup.set, .log = files.log()};
    backup.request.expect_pages = ExpectPagesOf(backup.machine, backup.initial);
    done =
        co_await backup::BackUpOffHost(worker, &host, std::move(array), std::move(backup.request),
                                       static_cast<uint32_t>(scenario.data_volumes.size()));
  } else {
    done = opened.error();
  }
  const Status removed = co_await files.Remove();
  if (done.ok()) CO_TRY(removed);
  co_return done;
}

}  // namespace snapscope::database
