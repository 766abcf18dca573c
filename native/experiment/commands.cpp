#include "experiment/commands.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/check.h"
#include "experiment/experiment.h"
#include "experiment/operation_options.h"
#include "ops/drop_table.h"
#include "ops/index_build.h"
#include "ops/select_into.h"
#include "ops/table_update.h"
#include "scenario/command_json.h"
#include "snapshot/refusal.h"

namespace snapscope::experiment {

namespace {

/// Progress of what is not over, permille.
constexpr uint64_t kAlmost = 999;

/// What keeps the build from beginning, if something does.
std::optional<Error> RefusalOfBuild(const txn::TransactionManager& transactions,
                                    const scenario::Command& command) {
  const bool creation = command.kind == scenario::CommandKind::kCreateIndex;
  const bool there = transactions.HasTree(IndexOfTable(command.index));
  if (there != creation) return std::nullopt;
  return Error{ErrorCode::kRefused, "The table has " + std::string(creation ? "an" : "no") +
                                        " index " + std::to_string(command.index) +
                                        (creation ? " already." : ".")};
}

}  // namespace

/// What carries the commands out: it sees all of an experiment.
struct CommandActions {
  static Task<CommandEnd> CreateSnapshot(Experiment& experiment, scenario::Command command) {
    std::string spid;
    if (experiment.CopyNamed(command.name) != nullptr) {
      const Error taken = snapshot::NameTaken(command.name);
      experiment.telemetry_.AddCommandEvent(command.json, false, taken.message);
      co_return Status(taken);
    }
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    experiment.telemetry_.AddCommandEvent(command.json, true);
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
      experiment.telemetry_.AddCommandEvent(command.json, false, created.error().message);
    }
    co_await worker.End();
    co_return created.ok() ? Status() : created.error();
  }

  static Task<CommandEnd> DropSnapshot(Experiment& experiment, scenario::Command command) {
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    const Status dropped =
        co_await experiment.database_->snapshots().Drop(worker, command.name, spid);
    experiment.telemetry_.AddCommandEvent(command.json, dropped.ok(),
                                          dropped.ok() ? "" : dropped.error().message);
    co_await worker.End();
    co_return dropped;
  }

  static Task<CommandEnd> SetUsers(Experiment& experiment, scenario::Command command) {
    experiment.workload_->SetUsers(command.users);
    experiment.telemetry_.AddCommandEvent(command.json, true);
    co_return Status();
  }

  static Task<CommandEnd> SetReportUsers(Experiment& experiment, scenario::Command command) {
    const Status set = experiment.reporting_->SetUsers(command.name, command.users);
    experiment.telemetry_.AddCommandEvent(command.json, set.ok(),
                                          set.ok() ? "" : set.error().message);
    co_return set;
  }

  static Task<CommandEnd> CheckDatabase(Experiment& experiment, scenario::Command command) {
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    experiment.telemetry_.AddCommandEvent(command.json, true);
    const Status checked = co_await experiment.database_->Check(worker, spid);
    if (!checked.ok()) {
      experiment.telemetry_.AddCommandEvent(command.json, false, checked.error().message);
    }
    co_await worker.End();
    co_return checked;
  }

  static Task<CommandEnd> RestartServer(Experiment& experiment, scenario::Command command) {
    return experiment.RunRestart(std::move(command));
  }

  static Task<CommandEnd> RevertSnapshot(Experiment& experiment, scenario::Command command) {
    return experiment.RunRevert(std::move(command));
  }

  static Task<CommandEnd> BackUp(Experiment& experiment, scenario::Command command) {
    return experiment.RunBackup(std::move(command));
  }

  static Task<CommandEnd> Restore(Experiment& experiment, scenario::Command command) {
    if (!command.restored_as.empty()) return experiment.RunRestoreBeside(std::move(command));
    return experiment.RunRestore(std::move(command));
  }

  static Task<CommandEnd> VerifyBackup(Experiment& experiment, scenario::Command command) {
    return experiment.RunVerifyBackup(std::move(command));
  }

  static Task<CommandEnd> DamagePage(Experiment& experiment, scenario::Command command) {
    return experiment.RunDamagePage(std::move(command));
  }

  static Task<CommandEnd> UpdateTable(Experiment& experiment, scenario::Command command) {
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    co_await worker.Start();
    telemetry.AddCommandEvent(command.json, true);
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
      telemetry.AddCommandEvent(command.json, false, updated.error().message);
    }
    co_await worker.End();
    co_return updated.ok() ? Status() : updated.error();
  }

  /// rebuildIndex and createIndex.
  static Task<CommandEnd> BuildIndex(Experiment& experiment, scenario::Command command) {
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    database::Database& database = *experiment.database_;
    if (const auto refused = RefusalOfBuild(database.transactions(), command)) {
      telemetry.AddCommandEvent(command.json, false, refused->message);
      co_return Status(*refused);
    }
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    telemetry.AddCommandEvent(command.json, true);
    const bool creation = command.kind == scenario::CommandKind::kCreateIndex;
    const size_t phase = telemetry.BeginPhase("", creation ? "indexCreation" : "indexRebuild");
    const uint64_t pushed = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
    const uint64_t rows = 2 * experiment.initial_->accounts().rows;  // read, and written
    ops::RowProgress progress = [&telemetry, phase, rows](uint64_t done) {
      telemetry.PhaseProgress(phase, static_cast<uint32_t>(std::min(done * 1000 / rows, kAlmost)));
    };
    Result<ops::IndexBuildFigures> built =
        co_await Build(experiment, worker, command, std::move(progress));
    if (built.ok()) {
      const uint64_t now = telemetry.Total(telemetry::CounterId::kPagesPushedPerSecond);
      telemetry::Figures figures = FiguresOf(built.value(), command, now - pushed);
      if (creation) AddSort(figures, built.value().sort);
      telemetry.EndPhase(phase, std::move(figures));
    } else {
      telemetry.EndPhase(phase, {{"index", command.index}});
      telemetry.AddCommandEvent(command.json, false, built.error().message);
    }
    co_await worker.End();
    co_return built.ok() ? Status() : built.error();
  }

  static Task<Result<ops::IndexBuildFigures>> Build(Experiment& experiment, Worker& worker,
                                                    scenario::Command command,
                                                    ops::RowProgress progress) {
    database::Database& database = *experiment.database_;
    const ops::IndexBuildEnvironment environment = database.build_environment();
    const IndexId index = IndexOfTable(command.index);
    if (command.kind == scenario::CommandKind::kRebuildIndex) {
      return database.index_builds().Rebuild(worker, environment,
                                             RebuildOptionsOf(experiment.scenario_, command.online),
                                             index, std::move(progress));
    }
    ops::IndexBuildOptions options = BuildOptionsOf(experiment.scenario_);
    options.online = command.online;
    options.sort_in_tempdb = command.sort_in_tempdb;
    const uint32_t column = index.value - database::kFirstNonclustered;
    return database.index_builds().Create(worker, environment, options,
                                          experiment.initial_->Nonclustered(column),
                                          std::move(progress));
  }

  static Task<CommandEnd> SelectInto(Experiment& experiment, scenario::Command command) {
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    database::Database& database = *experiment.database_;
    std::string spid;
    Worker& worker = experiment.NewAdminWorker(spid);
    co_await worker.Start();
    const Result<database::TableNames::Number> number = experiment.new_tables_->Take(
        command.name, database.transactions(), database.log().end_lsn());
    telemetry.AddCommandEvent(command.json, number.ok(), number.ok() ? "" : number.error().message);
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
      telemetry.AddCommandEvent(command.json, false, copied.error().message);
    }
    co_await worker.End();
    co_return copied.ok() ? Status() : copied.error();
  }

  static Task<CommandEnd> DropTable(Experiment& experiment, scenario::Command command) {
    telemetry::Telemetry& telemetry = experiment.telemetry_;
    database::Database& database = *experiment.database_;
    const Result<database::TableNames::Number> number =
        experiment.new_tables_->Find(command.name, database.transactions());
    telemetry.AddCommandEvent(command.json, number.ok(), number.ok() ? "" : number.error().message);
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
      telemetry.AddCommandEvent(command.json, false, dropped.error().message);
    }
    co_await worker.End();
    co_return dropped.ok() ? Status() : dropped.error();
  }

  static telemetry::Figures FiguresOf(const ops::IndexBuildFigures& built,
                                      const scenario::Command& command, uint64_t pages_pushed) {
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

  static void Pause(Experiment& experiment, const scenario::Command&) { experiment.paused_ = true; }

  static void Resume(Experiment& experiment, const scenario::Command&) { GoOn(experiment); }

  static void StepToNextPhase(Experiment& experiment, const scenario::Command&) {
    experiment.step_requested_ = true;
    GoOn(experiment);
  }

  static void GoOn(Experiment& experiment) {
    if (!std::exchange(experiment.paused_, false)) return;
    experiment.SetState(experiment.StateOfServer());
  }

  static void SetPace(Experiment& experiment, const scenario::Command& command) {
    experiment.pace_ = command.pace;
    experiment.machine_.SetPace(command.pace);
  }

  static void Cancel(Experiment& experiment, const scenario::Command&) {
    experiment.status_ = RunStatus::kCancelled;
  }
};

namespace {

using Actions = CommandActions;
using enum scenario::CommandKind;

constexpr std::array kActions = {
    CommandAction{kCreateSnapshot, Actions::CreateSnapshot, nullptr},
    CommandAction{kDropSnapshot, Actions::DropSnapshot, nullptr},
    CommandAction{kSetUsers, Actions::SetUsers, nullptr},
    CommandAction{kRestartServer, Actions::RestartServer, nullptr},
    CommandAction{kRevertSnapshot, Actions::RevertSnapshot, nullptr},
    CommandAction{kUpdateTable, Actions::UpdateTable, nullptr},
    CommandAction{kSetReportUsers, Actions::SetReportUsers, nullptr},
    CommandAction{kRebuildIndex, Actions::BuildIndex, nullptr},
    CommandAction{kCreateIndex, Actions::BuildIndex, nullptr},
    CommandAction{kSelectInto, Actions::SelectInto, nullptr},
    CommandAction{kDropTable, Actions::DropTable, nullptr},
    CommandAction{kCheckDatabase, Actions::CheckDatabase, nullptr},
    CommandAction{kBackup, Actions::BackUp, nullptr},
    CommandAction{kRestore, Actions::Restore, nullptr},
    CommandAction{kVerifyBackup, Actions::VerifyBackup, nullptr},
    CommandAction{kDamagePage, Actions::DamagePage, nullptr},
    CommandAction{kPause, nullptr, Actions::Pause},
    CommandAction{kResume, nullptr, Actions::Resume},
    CommandAction{kStepToNextPhase, nullptr, Actions::StepToNextPhase},
    CommandAction{kSetPace, nullptr, Actions::SetPace},
    CommandAction{kCancel, nullptr, Actions::Cancel},
};

}  // namespace

const CommandAction& ActionOf(const scenario::Command& command) {
  const auto action = std::ranges::find(kActions, command.kind, &CommandAction::kind);
  CHECK(action != kActions.end() && (action->run != nullptr) == command.ChangesRun(),
        "nothing carries out '%s'", scenario::NameOf(command.kind));
  return *action;
}

Error RefusalDuringRevert(const scenario::Command& command, const std::string& source,
                          const std::string& snapshot) {
  switch (command.kind) {
    case kCreateSnapshot:
      return snapshot::SourceNotOnline();
    case kDropSnapshot:
      if (command.name == source) return snapshot::SourceHasSnapshot(snapshot);
      if (command.name == snapshot) return snapshot::InUse(snapshot);
      return snapshot::NoSuchSnapshot(command.name);
    case kRevertSnapshot:
      return snapshot::NoExclusiveAccess();
    case kSetReportUsers:
      if (command.name == snapshot) return snapshot::InRestore(snapshot);
      return snapshot::NoSuchDatabase(command.name);
    case kRestartServer:
      return Error{ErrorCode::kRefused,
                   "The database is being reverted; restart the server once that is over."};
    default:
      return snapshot::InRestore(source);
  }
}

}  // namespace snapscope::experiment
