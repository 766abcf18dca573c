#include "server/refusal.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "base/check.h"
#include "base/mutation.h"
#include "telemetry/sql_errors.h"

namespace snapscope::server {

MUTATION(kCommandTakenWhileClosing,
         "a statement is taken while the tail of the log is backed up for a restore",
         NoticedBy::kTests);

namespace {

using enum Answer;

struct Rule {
  std::string_view kind;
  std::array<Answer, std::variant_size_v<ServerLife>> answers;  ///< in the variant's order
};

constexpr std::array kRules = {
    //                     open  closing   reverting       restoring starting
    Rule{scenario::CreateSnapshot::kKind, {kYes, kClosing, kNotOnline, kWaits, kWaits}},
    Rule{scenario::CreateArraySnapshot::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::DeleteArraySnapshot::kKind, {kYes, kEnding, kYes, kWaits, kWaits}},
    Rule{scenario::DropSnapshot::kKind, {kYes, kClosing, kDropOfAnother, kWaits, kWaits}},
    Rule{scenario::SetUsers::kKind, {kYes, kYes, kInRestore, kWaits, kWaits}},
    Rule{scenario::RestartServer::kKind, {kYes, kEnding, kEnding, kWaits, kWaits}},
    Rule{scenario::RevertSnapshot::kKind, {kYes, kEnding, kNotExclusive, kWaits, kWaits}},
    Rule{scenario::UpdateTable::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::SetReportUsers::kKind, {kYes, kYes, kReportOfOther, kWaits, kWaits}},
    Rule{scenario::RebuildIndex::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::CreateIndex::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::SelectInto::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::DropTable::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::ScanTable::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::CheckDatabase::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::Backup::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
    Rule{scenario::Restore::kKind, {kYes, kEnding, kEnding, kWaits, kWaits}},
    Rule{scenario::VerifyBackup::kKind, {kYes, kEnding, kYes, kWaits, kWaits}},
    Rule{scenario::DamagePage::kKind, {kYes, kClosing, kInRestore, kWaits, kWaits}},
};

Error RefusedDrop(const std::string& name, const std::string& source, const std::string& snapshot) {
  if (name == source) return telemetry::kSourceHasSnapshot(snapshot);
  if (name == snapshot) return telemetry::kDatabaseInUse(snapshot);
  return telemetry::kNoSuchSnapshot(name);
}

Error RefusedReport(const std::string& name, const std::string& snapshot) {
  if (name == snapshot) return telemetry::kInRestore(name);
  return telemetry::kNoSuchDatabase(name);
}

/// By the table, and by what it needs of the state.
std::optional<Error> RefusalByState(const scenario::Command& command, const ServerLife& life,
                                    const std::string& source) {
  const Closing* closing = std::get_if<Closing>(&life);
  const Reverting* reverting = std::get_if<Reverting>(&life);
  switch (AnswerTo(command.name(), life)) {
    case kYes:
      return std::nullopt;
    case kWaits:
      CHECK(false, "'%s' is given to a server that is down", command.name());
    case kClosing:
      if (Mutated(kCommandTakenWhileClosing)) return std::nullopt;
      return closing->told;
    case kEnding:
      return Refused(
          "A restart, a revert or a restore is under way; give the command again once it is over.");
    case kInRestore:
      return telemetry::kInRestore(source);
    case kNotOnline:
      return telemetry::kSourceNotOnline();
    case kNotExclusive:
      return telemetry::kNoExclusiveAccess();
    case kDropOfAnother:
      return RefusedDrop(command.As<scenario::DropSnapshot>()->name, source, reverting->snapshot);
    case kReportOfOther:
      return RefusedReport(command.As<scenario::SetReportUsers>()->name, reverting->snapshot);
  }
  return std::nullopt;
}

}  // namespace

Answer AnswerTo(std::string_view kind, const ServerLife& life) {
  const auto rule = std::ranges::find(kRules, kind, &Rule::kind);
  CHECK(rule != kRules.end(), "'%s' is no command for a server", std::string(kind).c_str());
  return rule->answers.at(life.index());
}

std::optional<Error> Refusal(const scenario::Command& command, const ServerLife& life,
                             const scenario::Scenario& scenario) {
  if (auto refused = RefusalByState(command, life, scenario.database)) return refused;
  if (scenario.profile != scenario::Profile::kTpcc || !command.NeedsAccounts()) return std::nullopt;
  return Refused(std::string("'") + command.name() +
                 "' works on the table of accounts, which the TPC-C-style load does not have.");
}

}  // namespace snapscope::server
