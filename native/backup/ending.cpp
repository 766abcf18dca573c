#include "backup/ending.h"

#include <utility>

#include "telemetry/backup_messages.h"

namespace snapscope::backup {

namespace {

telemetry::BackupContent ContentOf(BackupKind kind) {
  if (kind == BackupKind::kFull) return telemetry::BackupContent::kDatabase;
  return kind == BackupKind::kLog ? telemetry::BackupContent::kLog
                                  : telemetry::BackupContent::kDifferential;
}

}  // namespace

void TellOfEnd(const snapshot::EngineParts& engine, const BackupSet& set, Ended what,
               std::vector<std::string> devices, std::optional<TimeNs> duration) {
  const telemetry::BackupMessage message{.content = ContentOf(set.kind),
                                         .database = engine.database,
                                         .created_unix_ms = engine.created_unix_ms,
                                         .pages = set.pages,
                                         .first = set.first,
                                         .last = set.last,
                                         .base = set.base,
                                         .devices = std::move(devices)};
  const bool is_backup = what == Ended::kBackup;
  engine.telemetry->Log("Backup",
                        is_backup ? telemetry::BackedUp(message) : telemetry::Restored(message));
  if (!duration || engine.version < EngineVersion::k2012) return;
  const std::string command = std::string(is_backup ? "BACKUP " : "RESTORE ") +
                              (set.kind == BackupKind::kLog ? "LOG" : "DATABASE");
  engine.telemetry->Log("Backup",
                        telemetry::BackupProcessed(command, set.processed_pages(), *duration));
}

}  // namespace snapscope::backup
