// What commands do to whole tables: UPDATE without a WHERE, SELECT INTO, DROP TABLE.
#include <algorithm>

#include "base/mutation.h"
#include "ops/drop_table.h"
#include "ops/select_into.h"
#include "ops/table_update.h"
#include "server/scenario_options.h"
#include "server/server.h"

namespace snapscope::server {

MUTATION(kCopyNotLogged, "SELECT INTO leaves its pages out of the log in full recovery as well");
MUTATION(kTableKept, "DROP TABLE is told done, and the table stays");

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

uint64_t Server::PagesPushed() const {
  return telemetry().Total(telemetry::CounterId::kPagesPushedPerSecond);
}

}  // namespace snapscope::server
