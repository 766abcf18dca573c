#include "ops/database_check.h"

#include <memory>
#include <utility>

#include "telemetry/sql_errors.h"

namespace snapscope::ops {

namespace {

constexpr char kLogin[] = "sa";

/// The last part of a path of any system.
std::string FileNameOf(const std::string& path) {
  const size_t folder = path.find_last_of("/\\");
  return folder == std::string::npos ? path : path.substr(folder + 1);
}

CheckScope ScopeOf(const snapshot::EngineParts& engine, DbId db, page::DatabaseSize size,
                   size_t phase) {
  CheckScope scope;
  scope.pool = engine.pool;
  scope.db = db;
  scope.size = size;
  scope.known = engine.known;
  scope.progress = [telemetry = engine.telemetry, phase](uint32_t permille) {
    telemetry->PhaseProgress(phase, permille);
  };
  return scope;
}

telemetry::Figures FiguresOf(const CheckFigures& figures, snapshot::Snapshot& hidden) {
  const Result<uint64_t> size = hidden.files().SizeOnDisk();
  return {{"pages", static_cast<int64_t>(figures.pages)},
          {"rows", static_cast<int64_t>(figures.rows)},
          {"entries", static_cast<int64_t>(figures.entries)},
          {"errors", static_cast<int64_t>(figures.errors)},
          {"pagesPushed", static_cast<int64_t>(hidden.figures().pages_pushed)},
          {"sizeOnDiskBytes", size.ok() ? static_cast<int64_t>(*size) : 0}};
}

/// Reads and tells. The snapshot is in use meanwhile.
Task<Status> CheckThrough(Worker& worker, DatabaseCheck& check, snapshot::Snapshot& hidden,
                          size_t phase, TimeNs start) {
  const page::DatabaseSize size{.files = static_cast<uint32_t>(hidden.files().size()),
                                .file_pages = hidden.files().front().page_count()};
  CheckScope scope = ScopeOf(check.engine, hidden.db(), size, phase);
  const CheckFigures figures = co_await CheckConsistency(worker, std::move(scope));
  co_await worker.PayCpu();
  // Pages that had buffers told nothing of the snapshot's end.
  const bool lost = hidden.life().suspect();
  check.engine.telemetry->EndPhase(phase, FiguresOf(figures, hidden));
  if (figures.ended_by && !lost) co_return *figures.ended_by;
  check.engine.telemetry->Log(
      check.spid, telemetry::ConsistencyChecked({.database = check.engine.database,
                                                 .login = kLogin,
                                                 .errors = figures.errors,
                                                 .elapsed_s = (worker.Now() - start) / kSecond,
                                                 .split = hidden.split(),
                                                 .first = hidden.figures().first_lsn}));
  if (!lost && figures.no_index) co_return *figures.no_index;
  if (!lost) co_return Status();
  check.engine.telemetry->Log(check.spid, telemetry::CannotOpenSuspect(check.engine.database));
  co_return telemetry::kReadOfSuspect(check.engine.database);
}

}  // namespace

std::string HiddenFileStem(const std::string& data_path, EngineVersion version) {
  return data_path + (version < EngineVersion::k2016 ? ":MSSQL_DBCC" : "_MSSQL_DBCC");
}

Task<Status> CheckDatabase(Worker& worker, DatabaseCheck check) {
  const TimeNs start = worker.Now();
  const size_t phase = check.engine.telemetry->BeginPhase("", "consistencyCheck");
  snapshot::CreateRequest request;
  for (const storage::FilePlace& data : check.data_files) {
    request.files.push_back({data.volume, HiddenFileStem(data.path, check.engine.version)});
  }
  request.name = FileNameOf(request.files.front().path);
  request.source = check.spid;
  request.hidden = true;
  Result<std::shared_ptr<snapshot::Snapshot>> created =
      co_await check.snapshots.Create(worker, std::move(request));
  if (!created.ok()) {
    check.engine.telemetry->EndPhase(phase);
    if (created.error().code == ErrorCode::kPowerCut) co_return created.error();
    Error error = telemetry::kNoSnapshotToCheck();
    error.message += ' ' + telemetry::kCheckAborted().message;
    co_return error;
  }
  const std::shared_ptr<snapshot::Snapshot> hidden = std::move(created).value();
  hidden->Connect();
  const Status checked = co_await CheckThrough(worker, check, *hidden, phase, start);
  hidden->Disconnect();
  if (!checked.ok() && checked.error().code == ErrorCode::kPowerCut) co_return checked;
  CO_TRY(co_await check.snapshots.Drop(worker, hidden->name(), check.spid));
  co_return checked;
}

Task<Status> CheckUnchanging(Worker& worker, const snapshot::EngineParts* engine,
                             page::DatabaseSize size, std::string spid) {
  const TimeNs start = worker.Now();
  const size_t phase = engine->telemetry->BeginDatabasePhase(engine->database, "consistencyCheck");
  CheckScope scope = ScopeOf(*engine, engine->db, size, phase);
  const CheckFigures figures = co_await CheckConsistency(worker, std::move(scope));
  co_await worker.PayCpu();
  engine->telemetry->EndPhase(phase, {{"pages", static_cast<int64_t>(figures.pages)},
                                      {"rows", static_cast<int64_t>(figures.rows)},
                                      {"entries", static_cast<int64_t>(figures.entries)},
                                      {"errors", static_cast<int64_t>(figures.errors)}});
  if (figures.ended_by) co_return *figures.ended_by;
  engine->telemetry->Log(
      spid, telemetry::ConsistencyChecked({.database = engine->database,
                                           .login = kLogin,
                                           .errors = figures.errors,
                                           .elapsed_s = (worker.Now() - start) / kSecond,
                                           .split = {},
                                           .first = {}}));
  if (figures.no_index) co_return *figures.no_index;
  co_return Status();
}

}  // namespace snapscope::ops
