#include "telemetry/restart_messages.h"

#include <string>

namespace snapscope::telemetry {

namespace {

constexpr const char* kInformational =
    " This is an informational message only. No user action is required.";

std::string Named(const DatabaseRef& database) {
  return "database '" + database.name + "' (" + std::to_string(database.id) + ")";
}

Message Rolled(MessageKind kind, const char* where, const DatabaseRef& database,
               uint64_t transactions) {
  return {kind,
          std::to_string(transactions) + " transactions rolled " + where + " in " +
              Named(database) + "." + kInformational,
          {}};
}

}  // namespace

Message TransactionsRolledForward(const DatabaseRef& database, uint64_t transactions) {
  return Rolled(MessageKind::kRolledForward, "forward", database, transactions);
}

Message TransactionsRolledBack(const DatabaseRef& database, uint64_t transactions) {
  return Rolled(MessageKind::kRolledBack, "back", database, transactions);
}

Message RecoveryWritesCheckpoint(const DatabaseRef& database) {
  return {MessageKind::kRecoveryCheckpoint,
          "Recovery is writing a checkpoint in " + Named(database) + "." + kInformational,
          {}};
}

Message SnapshotCatalogLost(std::string_view path) {
  return {MessageKind::kSnapshotCatalogLost,
          "The catalogue of snapshots '" + std::string(path) +
              "' is lost: neither of its two copies can be read. A new one was begun; the sparse "
              "files of earlier snapshots stay where they are, and can be deleted.",
          {}};
}

Message RecoveryFigures(const DatabaseRef& database, const RecoveryTimes& times) {
  return {MessageKind::kRecoveryFigures,
          "Recovery completed for database " + database.name + " (database ID " +
              std::to_string(database.id) + ") in " + std::to_string(times.whole_ms / 1'000) +
              " second(s) (analysis " + std::to_string(times.analysis_ms) + " ms, redo " +
              std::to_string(times.redo_ms) + " ms, undo " + std::to_string(times.undo_ms) +
              " ms.)" + kInformational,
          {}};
}

}  // namespace snapscope::telemetry
