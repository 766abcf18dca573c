// What commands do to whole tables: UPDATE without a WHERE, SELECT INTO, DROP TABLE.
#include <algorithm>

#include "base/mutation.h"
#include "ops/drop_table.h"
#include "ops/select_into.h"
#include "ops/table_update.h"
#include "server/scenario_options.h"
#include "server/server.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kCopyNotLogged, "SELECT INTO leaves its pages out of the log in full recovery as well");
MUTATION(kTableKept, "DROP TABLE is told done, and the table stays");
MUTATION(kScanLeftOut, "a scan is told done without looking at anything", NoticedBy::kTests);

Task<Status> Server::Run(Session& session, scenario::UpdateTable command) {
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "tableUpdate");
  const uint64_t pushed = PagesPushed();
  const ops::TableUpdateOptions options{.table = database::kAccounts,
                                        .batch_rows = command.batch_rows};
  const auto updated =
      co_await ops::UpdateTable(*session.worker, database_->transactions(), options);
  telemetry::Figures figures;
  if (updated.ok()) {
    figures = {{"rows", static_cast<int64_t>(updated->rows)},
               {"transactions", static_cast<int64_t>(updated->transactions)},
               {"deadlocks", static_cast<int64_t>(updated->deadlocks)},
               {"pagesPushed", static_cast<int64_t>(PagesPushed() - pushed)}};
  }
  telemetry().EndPhase(phase, std::move(figures));
  CO_TRY(updated);
  co_return Status();
}

Task<Status> Server::Run(Session& session, scenario::SelectInto command) {
  const auto number =
      journal().tables.Take(command.name, database_->transactions(), database_->log().end_lsn());
  CO_TRY(number);
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "selectInto");
  const uint64_t pushed = PagesPushed();
  ops::IndexBuildOptions options = BuildOptionsOf(scenario());
  options.fill_factor_percent = 100;
  if (Mutated(kCopyNotLogged)) options.minimally_logged = true;
  const ops::NewTable table{parts_.initial.NewTable(**number), command.rows, command.name};
  const auto copied = co_await ops::SelectInto(
      *session.worker, database_->index_builds(), options, table,
      ProgressOf(phase, std::min(command.rows, parts_.initial.accounts().rows)));
  telemetry::Figures figures;
  if (copied.ok()) {
    figures = {{"rows", static_cast<int64_t>(copied->rows)},
               {"pages", static_cast<int64_t>(copied->pages)},
               {"pagesUnlogged", static_cast<int64_t>(copied->pages_unlogged)},
               {"pagesPushed", static_cast<int64_t>(PagesPushed() - pushed)}};
  }
  telemetry().EndPhase(phase, std::move(figures));
  CO_TRY(copied);
  co_return Status();
}

Task<Status> Server::Run(Session& session, scenario::DropTable command) {
  const std::string& name = command.name;
  const auto number = journal().tables.Find(name, database_->transactions());
  CO_TRY(number);
  session.TellBegin();
  if (Mutated(kTableKept)) co_return Status();
  const size_t phase = telemetry().BeginPhase("", "dropTable");
  const IndexId table = parts_.initial.NewTable(**number).id;
  const auto dropped =
      co_await ops::DropTable(*session.worker, database_->index_builds(), table, name);
  telemetry::Figures figures;
  if (dropped.ok()) figures = {{"extentsFreed", static_cast<int64_t>(dropped->extents_freed)}};
  telemetry().EndPhase(phase, std::move(figures));
  CO_TRY(dropped);
  co_return Status();
}

Result<std::shared_ptr<snapshot::ReadOnlyDatabase>> Server::ConnectTo(const std::string& name) {
  if (database_->snapshots().Find(name) != nullptr) {
    TRY_ASSIGN(const auto snapshot, database_->snapshots().Connect(name));
    return std::shared_ptr<snapshot::ReadOnlyDatabase>(snapshot);
  }
  TRY_ASSIGN(const auto copy, ReadableCopy(name));
  copy->Connect();
  return std::shared_ptr<snapshot::ReadOnlyDatabase>(copy);
}

Task<Result<ops::TableScanFigures>> Server::Scan(Worker& worker, ops::ScannedTable scanned,
                                                 uint32_t max_dop, size_t phase) {
  if (Mutated(kScanLeftOut)) co_return ops::TableScanFigures();
  const uint64_t pages = parts_.initial.accounts().leaf_pages;
  const auto tell = [this, phase, pages](uint64_t read) {
    telemetry().PhaseProgress(phase, static_cast<uint32_t>(std::min(read * 1000 / pages, kAlmost)));
  };
  co_return co_await ops::ScanTable(worker, *cpu_, &telemetry(), scanned,
                                    ScanOptionsOf(scenario(), parts_.initial, max_dop), tell);
}

void Server::NoteRows(std::span<const txn::CommittedChange> changes) {
  for (const txn::CommittedChange& change : changes) {
    if (change.index != database::kAccounts) continue;
    const bool was_there =
        journal().oracle.At(change.index, change.after.key, oracle::Oracle::kNewest).has_value();
    if (was_there && change.after.ghost) ++rows_gone_;
    if (!was_there && !change.after.ghost) ++rows_come_;
  }
}

Task<Status> Server::ScanOwnTable(Worker& worker, uint32_t max_dop, size_t phase,
                                  ScanAccount& account) {
  const uint64_t come = rows_come_;
  const uint64_t gone = rows_gone_;
  ++scans_under_way_;
  const auto scan = co_await Scan(worker,
                                  {.pool = &database_->pool(),
                                   .db = database::kSourceDb,
                                   .transactions = &database_->transactions()},
                                  max_dop, phase);
  --scans_under_way_;
  CO_TRY(scan);
  account.figures = *scan;
  const uint64_t rows = journal().oracle.RowsAt(database::kAccounts, oracle::Oracle::kNewest);
  account.least_rows = rows - (rows_come_ - come);
  account.most_rows = rows + (rows_gone_ - gone);
  co_return Status();
}

Task<Status> Server::ScanUnchanging(Worker& worker,
                                    std::shared_ptr<snapshot::ReadOnlyDatabase> database,
                                    uint32_t max_dop, size_t phase, ScanAccount& account) {
  const auto scan =
      co_await Scan(worker, {.pool = &database_->pool(), .db = database->db()}, max_dop, phase);
  // Pages that it had buffers of told nothing of the snapshot's end.
  const bool is_lost = database->suspect();
  database->Disconnect();
  if (is_lost) co_return telemetry::kReadOfSuspect(database->name());
  CO_TRY(scan);
  account.figures = *scan;
  if (journal().oracle.CanAnswer(database->split())) {
    account.least_rows = journal().oracle.RowsAt(database::kAccounts, database->split());
    account.most_rows = account.least_rows;
  }
  co_return Status();
}

Task<Status> Server::Run(Session& session, scenario::ScanTable command) {
  std::shared_ptr<snapshot::ReadOnlyDatabase> unchanging;
  if (!command.snapshot.empty()) {
    CO_TRY_ASSIGN(unchanging, ConnectTo(command.snapshot));
  }
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "tableScan");
  ScanAccount account;
  account.snapshot = command.snapshot;
  account.partitions = scenario().partitions;
  account.begun = Now();
  Task<Status> scanning =
      unchanging == nullptr
          ? ScanOwnTable(*session.worker, command.max_dop, phase, account)
          : ScanUnchanging(*session.worker, unchanging, command.max_dop, phase, account);
  const Status scanned = co_await std::move(scanning);
  telemetry::Figures figures;
  if (scanned.ok()) {
    account.ended = Now();
    history_.scans.push_back(account);
    figures = {{"rows", static_cast<int64_t>(account.figures.rows)},
               {"pages", static_cast<int64_t>(account.figures.pages)},
               {"pagesReadAhead", static_cast<int64_t>(account.figures.pages_read_ahead)},
               {"workers", static_cast<int64_t>(account.figures.workers)},
               {"cpuMs", static_cast<int64_t>(account.figures.cpu / kMillisecond)}};
  }
  telemetry().EndPhase(phase, std::move(figures));
  co_return scanned;
}

uint64_t Server::PagesPushed() const {
  return telemetry().Total(telemetry::CounterId::kPagesPushedPerSecond);
}

}  // namespace snapscope::server
