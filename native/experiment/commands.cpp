#include "experiment/commands.h"

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/check.h"
#include "experiment/experiment.h"
#include "experiment/operation_options.h"
#include "ops/drop_table.h"
#include "ops/index_build.h"
#include "ops/select_into.h"
#include "ops/table_update.h"
#include "scenario/command.h"
#include "telemetry/sql_errors.h"

namespace snapscope::experiment {

namespace {

/// Progress of what is not over, permille.
constexpr uint64_t kAlmost = 999;

/// What keeps the build from beginning, if something does.
template <typename Build>
std::optional<Error> RefusalOfBuild(const txn::TransactionManager& transactions,
                                    const Build& command) {
  constexpr bool kCreation = std::is_same_v<Build, scenario::CreateIndex>;
  const bool there = transactions.HasTree(IndexOfTable(command.index));
  if (there != kCreation) return std::nullopt;
  return Error{ErrorCode::kRefused, "The table has " + std::string(kCreation ? "an" : "no") +
                                        " index " + std::to_string(command.index) +
                                        (kCreation ? " already." : ".")};
}

}  // namespace

/// What carries the commands out: it sees all of an experiment.
struct CommandActions {
  static Task<CommandEnd> Run(Experiment& experiment, scenario::CreateSnapshot command,
                              std::string json) {
    std::string spid;
    if (experiment.CopyNamed(command.name) != nullptr) {
      const Error taken = telemetry::kDatabaseExists(command.name);
      experiment.telemetry_.AddCommandEvent(json, false, taken.message);
      co_return Status(taken);
    }
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    experiment.telemetry_.AddCommandEvent(json, true);
    ++experiment.creating_;
    experiment.SetState("creating");
    snapshot::CreateRequest request{.name = command.name,
                                    .files = experiment.database_->SnapshotFiles(command.name),
                                    .source = spid};
    Result<std::shared_ptr<snapshot::Snapshot>> created =
        co_await experiment.database_->snapshots().Create(worker, std::move(request));
    --experiment.creating_;
    experiment.SetState(experiment.StateOfServer());
    // A creation that fails is the snapshot's misfortune; the run goes on.
    if (!created.ok()) {
      experiment.telemetry_.AddCommandEvent(json, false, created.error().message);
    }
    co_await worker.End();
    co_return created.ok() ? Status() : created.error();
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::DropSnapshot command,
                              std::string json) {
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    const Status dropped =
        co_await experiment.database_->snapshots().Drop(worker, command.name, spid);
    experiment.telemetry_.AddCommandEvent(json, dropped.ok(),
                                          dropped.ok() ? "" : dropped.error().message);
    co_await worker.End();
    co_return dropped;
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::SetUsers command,
                              std::string json) {
    experiment.workload_->SetUsers(command.users);
    experiment.telemetry_.AddCommandEvent(json, true);
    co_return Status();
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::SetReportUsers command,
                              std::string json) {
    const Status set = experiment.reporting_->SetUsers(command.name, command.users);
    experiment.telemetry_.AddCommandEvent(json, set.ok(), set.ok() ? "" : set.error().message);
    co_return set;
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::CheckDatabase, std::string json) {
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    experiment.telemetry_.AddCommandEvent(json, true);
    const Status checked = co_await experiment.database_->Check(worker, spid);
    if (!checked.ok()) {
      experiment.telemetry_.AddCommandEvent(json, false, checked.error().message);
    }
    co_await worker.End();
    co_return checked;
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::RestartServer command,
                              std::string json) {
    return experiment.RunRestart(command, std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::RevertSnapshot command,
                              std::string json) {
    return experiment.RunRevert(std::move(command), std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::Backup command, std::string json) {
    return experiment.RunBackup(std::move(command), std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::Restore command, std::string json) {
    if (!command.restored_as.empty()) {
      return experiment.RunRestoreBeside(std::move(command), std::move(json));
    }
    return experiment.RunRestore(std::move(command), std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::VerifyBackup command,
                              std::string json) {
    return experiment.RunVerifyBackup(std::move(command), std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::DamagePage command,
                              std::string json) {
    return experiment.RunDamagePage(command, std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::UpdateTable command,
                              std::string json) {
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    co_await worker.Start();
    telemetry.AddCommandEvent(json, true);
    const size_t phase = telemetry.BeginPhase("", "tableUpdate");
    const uint64_t pushed = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
    ops::TableUpdateOptions options{.table = database::kAccounts, .batch_rows = command.batch_rows};
    const Result<ops::TableUpdateFigures> updated =
        co_await ops::UpdateTable(worker, experiment.database_->transactions(), options);
    if (updated.ok()) {
      const uint64_t now = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
      telemetry.EndPhase(phase,
                         {{"rows", static_cast<int64_t>(updated.value().rows)},
                          {"transactions", static_cast<int64_t>(updated.value().transactions)},
                          {"deadlocks", static_cast<int64_t>(updated.value().deadlocks)},
                          {"pagesPushed", static_cast<int64_t>(now - pushed)}});
    } else {
      telemetry.EndPhase(phase);
      telemetry.AddCommandEvent(json, false, updated.error().message);
    }
    co_await worker.End();
    co_return updated.ok() ? Status() : updated.error();
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::RebuildIndex command,
                              std::string json) {
    return BuildIndex(experiment, command, std::move(json));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::CreateIndex command,
                              std::string json) {
    return BuildIndex(experiment, command, std::move(json));
  }

  template <typename Build>
  static Task<CommandEnd> BuildIndex(Experiment& experiment, Build command, std::string json) {
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    database::Database& database = *experiment.database_;
    if (const auto refused = RefusalOfBuild(database.transactions(), command)) {
      telemetry.AddCommandEvent(json, false, refused->message);
      co_return Status(*refused);
    }
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    telemetry.AddCommandEvent(json, true);
    constexpr bool kCreation = std::is_same_v<Build, scenario::CreateIndex>;
    const size_t phase = telemetry.BeginPhase("", kCreation ? "indexCreation" : "indexRebuild");
    const uint64_t pushed = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
    const uint64_t rows = 2 * experiment.initial_->accounts().rows;  // read, and written
    ops::RowProgress progress = [&telemetry, phase, rows](uint64_t done) {
      telemetry.PhaseProgress(phase, static_cast<uint32_t>(std::min(done * 1000 / rows, kAlmost)));
    };
    Result<ops::IndexBuildFigures> built =
        co_await Begin(experiment, worker, command, std::move(progress));
    if (built.ok()) {
      const uint64_t now = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
      telemetry::Figures figures = FiguresOf(built.value(), command, now - pushed);
      if (kCreation) AddSort(figures, built.value().sort);
      telemetry.EndPhase(phase, std::move(figures));
    } else {
      telemetry.EndPhase(phase, {{"index", command.index}});
      telemetry.AddCommandEvent(json, false, built.error().message);
    }
    co_await worker.End();
    co_return built.ok() ? Status() : built.error();
  }

  static Task<Result<ops::IndexBuildFigures>> Begin(Experiment& experiment, Worker& worker,
                                                    scenario::RebuildIndex command,
                                                    ops::RowProgress progress) {
    database::Database& database = *experiment.database_;
    return database.index_builds().Rebuild(worker, database.build_environment(),
                                           RebuildOptionsOf(experiment.scenario_, command.online),
                                           IndexOfTable(command.index), std::move(progress));
  }

  static Task<Result<ops::IndexBuildFigures>> Begin(Experiment& experiment, Worker& worker,
                                                    scenario::CreateIndex command,
                                                    ops::RowProgress progress) {
    database::Database& database = *experiment.database_;
    ops::IndexBuildOptions options = BuildOptionsOf(experiment.scenario_);
    options.online = command.online;
    options.sort_in_tempdb = command.sort_in_tempdb;
    const uint32_t column = IndexOfTable(command.index).value - database::kFirstNonclustered;
    return database.index_builds().Create(worker, database.build_environment(), options,
                                          experiment.initial_->Nonclustered(column),
                                          std::move(progress));
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::SelectInto command,
                              std::string json) {
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    database::Database& database = *experiment.database_;
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    const Result<database::TableNames::Number> number = experiment.new_tables_->Take(
        command.name, database.transactions(), database.log().end_lsn());
    telemetry.AddCommandEvent(json, number.ok(), number.ok() ? "" : number.error().message);
    if (!number.ok()) {
      co_await worker.End();
      co_return Status(number.error());
    }
    const size_t phase = telemetry.BeginPhase("", "selectInto");
    const uint64_t pushed = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
    const uint64_t rows = 2 * std::min(command.rows, experiment.initial_->accounts().rows);
    ops::RowProgress progress = [&telemetry, phase, rows](uint64_t done) {
      telemetry.PhaseProgress(phase, static_cast<uint32_t>(std::min(done * 1000 / rows, kAlmost)));
    };
    ops::IndexBuildOptions options = BuildOptionsOf(experiment.scenario_);
    options.fill_factor_percent = 100;
    const ops::IndexBuildEnvironment environment = database.build_environment();
    const ops::NewTable table{experiment.initial_->NewTable(*number.value()), command.rows,
                              command.name};
    const Result<ops::IndexBuildFigures> copied = co_await ops::SelectInto(
        worker, database.index_builds(), environment, options, table, std::move(progress));
    if (copied.ok()) {
      const uint64_t now = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
      const ops::IndexBuildFigures& figures = copied.value();
      telemetry.EndPhase(phase, {{"rows", static_cast<int64_t>(figures.rows)},
                                 {"pages", static_cast<int64_t>(figures.pages)},
                                 {"pagesUnlogged", static_cast<int64_t>(figures.pages_unlogged)},
                                 {"pagesPushed", static_cast<int64_t>(now - pushed)}});
    } else {
      telemetry.EndPhase(phase);
      telemetry.AddCommandEvent(json, false, copied.error().message);
    }
    co_await worker.End();
    co_return copied.ok() ? Status() : copied.error();
  }

  static Task<CommandEnd> Run(Experiment& experiment, scenario::DropTable command,
                              std::string json) {
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    database::Database& database = *experiment.database_;
    const Result<database::TableNames::Number> number =
        experiment.new_tables_->Find(command.name, database.transactions());
    telemetry.AddCommandEvent(json, number.ok(), number.ok() ? "" : number.error().message);
    if (!number.ok()) co_return Status(number.error());
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    const size_t phase = telemetry.BeginPhase("", "dropTable");
    const IndexId table = experiment.initial_->NewTable(**number).id;
    const Result<ops::DropTableFigures> dropped = co_await ops::DropTable(
        worker, database.build_environment(), database::kSourceDb, table, command.name);
    if (dropped.ok()) {
      telemetry.EndPhase(phase, {{"extentsFreed", static_cast<int64_t>(dropped->extents_freed)}});
    } else {
      telemetry.EndPhase(phase);
      telemetry.AddCommandEvent(json, false, dropped.error().message);
    }
    co_await worker.End();
    co_return dropped.ok() ? Status() : dropped.error();
  }

  template <typename Build>
  static telemetry::Figures FiguresOf(const ops::IndexBuildFigures& built, const Build& command,
                                      uint64_t pages_pushed) {
    telemetry::Figures figures = {{"index", command.index},
                                  {"rows", static_cast<int64_t>(built.rows)},
                                  {"pages", static_cast<int64_t>(built.pages)},
                                  {"pagesUnlogged", static_cast<int64_t>(built.pages_unlogged)},
                                  {"extentsFreed", static_cast<int64_t>(built.extents_freed)},
                                  {"pagesPushed", static_cast<int64_t>(pages_pushed)}};
    if (command.online) {
      figures.emplace_back("changesBroughtIn", static_cast<int64_t>(built.changes_brought_in));
    }
    return figures;
  }

  static void AddSort(telemetry::Figures& figures, const ops::SortFigures& sort) {
    figures.emplace_back("sortRuns", static_cast<int64_t>(sort.runs));
    figures.emplace_back("sortBytes", static_cast<int64_t>(sort.extents * ops::kSortExtentBytes));
  }

  static void Steer(Experiment& experiment, const scenario::Pause&) { experiment.paused_ = true; }

  static void Steer(Experiment& experiment, const scenario::Resume&) { GoOn(experiment); }

  static void Steer(Experiment& experiment, const scenario::StepToNextPhase&) {
    experiment.step_requested_ = true;
    GoOn(experiment);
  }

  static void GoOn(Experiment& experiment) {
    if (!std::exchange(experiment.paused_, false)) return;
    experiment.SetState(experiment.StateOfServer());
  }

  static void Steer(Experiment& experiment, const scenario::SetPace& command) {
    experiment.pace_ = command.pace;
    experiment.machine_.SetPace(command.pace);
  }

  static void Steer(Experiment& experiment, const scenario::Cancel&) {
    experiment.status_ = RunStatus::kCancelled;
  }
};

// A kind without an overload does not compile.
Task<CommandEnd> CarryOut(Experiment& experiment, scenario::Command command) {
  const auto run = [&]<typename Kind>(const Kind& kind) -> Task<CommandEnd> {
    if constexpr (scenario::kSteers<Kind>) {
      CHECK(false, "'%s' changes nothing of a run", Kind::kKind);
    } else {
      return CommandActions::Run(experiment, kind, command.json);
    }
  };
  return std::visit(run, command.kind);
}

void Steer(Experiment& experiment, const scenario::Command& command) {
  const auto steer = [&]<typename Kind>(const Kind& kind) {
    if constexpr (scenario::kSteers<Kind>) {
      CommandActions::Steer(experiment, kind);
    } else {
      CHECK(false, "'%s' does not steer a run", Kind::kKind);
    }
  };
  std::visit(steer, command.kind);
}

Error RefusalDuringRevert(const scenario::Command& command, const std::string& source,
                          const std::string& snapshot) {
  if (command.As<scenario::CreateSnapshot>() != nullptr) return telemetry::kSourceNotOnline();
  if (const auto* drop = command.As<scenario::DropSnapshot>()) {
    if (drop->name == source) return telemetry::kSourceHasSnapshot(snapshot);
    if (drop->name == snapshot) return telemetry::kDatabaseInUse(snapshot);
    return telemetry::kNoSuchSnapshot(drop->name);
  }
  if (command.As<scenario::RevertSnapshot>() != nullptr) return telemetry::kNoExclusiveAccess();
  if (const auto* reports = command.As<scenario::SetReportUsers>()) {
    if (reports->name == snapshot) return telemetry::kInRestore(snapshot);
    return telemetry::kNoSuchDatabase(reports->name);
  }
  if (command.As<scenario::RestartServer>() != nullptr) {
    return Error{ErrorCode::kRefused,
                 "The database is being reverted; restart the server once that is over."};
  }
  return telemetry::kInRestore(source);
}

}  // namespace snapscope::experiment
