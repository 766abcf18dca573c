// CREATE INDEX and ALTER INDEX REBUILD.
#include <algorithm>
#include <string>
#include <type_traits>

#include "base/mutation.h"
#include "server/scenario_options.h"
#include "server/server.h"

namespace snapscope::server {

MUTATION(kRebuildNotLogged, "a rebuild leaves its pages out of the log in full recovery as well");
MUTATION(kNextColumnIndexed, "CREATE INDEX makes the index of the column behind the one asked for");

namespace {

/// What keeps the build from beginning, if something does.
template <typename Build>
Status CheckBuild(const txn::TransactionManager& transactions, const Build& command) {
  constexpr bool kCreation = std::is_same_v<Build, scenario::CreateIndex>;
  const bool there = transactions.HasTree(IndexOfTable(command.index));
  if (there != kCreation) return Status();
  return Error{ErrorCode::kRefused, "The table has " + std::string(kCreation ? "an" : "no") +
                                        " index " + std::to_string(command.index) +
                                        (kCreation ? " already." : ".")};
}

template <typename Build>
telemetry::Figures FiguresOf(const Result<ops::IndexBuildFigures>& built, const Build& command,
                             uint64_t pages_pushed) {
  telemetry::Figures figures = {{"index", command.index}};
  if (!built.ok()) return figures;
  const auto add = [&figures](const char* name, uint64_t figure) {
    figures.emplace_back(name, static_cast<int64_t>(figure));
  };
  add("rows", built->rows);
  add("pages", built->pages);
  add("pagesUnlogged", built->pages_unlogged);
  add("extentsFreed", built->extents_freed);
  add("pagesPushed", pages_pushed);
  if (command.online) add("changesBroughtIn", built->changes_brought_in);
  if constexpr (std::is_same_v<Build, scenario::CreateIndex>) {
    add("sortRuns", built->sort.runs);
    add("sortBytes", built->sort.extents * ops::kSortExtentBytes);
  }
  return figures;
}

}  // namespace

Task<Status> Server::Run(Session& session, scenario::RebuildIndex command) {
  CO_TRY(CheckBuild(database_->transactions(), command));
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "indexRebuild");
  const uint64_t pushed = PagesPushed();
  ops::IndexBuildOptions options = RebuildOptionsOf(scenario(), command.online);
  options.compressed = command.compression == scenario::DataCompression::kPage;
  if (Mutated(kRebuildNotLogged)) options.minimally_logged = true;
  const auto rebuilt = co_await database_->index_builds().Rebuild(
      *session.worker, options, IndexOfTable(command.index),
      ProgressOf(phase, parts_.initial.accounts().rows));
  telemetry().EndPhase(phase, FiguresOf(rebuilt, command, PagesPushed() - pushed));
  CO_TRY(rebuilt);
  co_return Status();
}

Task<Status> Server::Run(Session& session, scenario::CreateIndex command) {
  CO_TRY(CheckBuild(database_->transactions(), command));
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "indexCreation");
  const uint64_t pushed = PagesPushed();
  ops::IndexBuildOptions options = BuildOptionsOf(scenario());
  options.online = command.online;
  options.sort_in_tempdb = command.sort_in_tempdb;
  uint32_t column = IndexOfTable(command.index).value - database::kFirstNonclustered;
  if (Mutated(kNextColumnIndexed)) ++column;
  const auto created = co_await database_->index_builds().Create(
      *session.worker, options, parts_.initial.Nonclustered(column),
      ProgressOf(phase, parts_.initial.accounts().rows));
  telemetry().EndPhase(phase, FiguresOf(created, command, PagesPushed() - pushed));
  CO_TRY(created);
  co_return Status();
}

/// A build tells of each of its rows twice: when it is read and when it is written.
ops::RowProgress Server::ProgressOf(size_t phase, uint64_t rows) const {
  return [this, phase, all = 2 * rows](uint64_t done) {
    telemetry().PhaseProgress(phase, static_cast<uint32_t>(std::min(done * 1000 / all, kAlmost)));
    parts_.listener.OnBuildProgress(done, all);
  };
}

}  // namespace snapscope::server
