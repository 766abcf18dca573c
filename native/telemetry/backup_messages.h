// What backups and restores write to the ERRORLOG. LSNs stand there as the product prints them in
// these messages: decimal, separated by colons.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/engine_version.h"
#include "base/ids.h"
#include "telemetry/errorlog_writer.h"

namespace snapscope::telemetry {

enum class BackupContent : uint8_t { kDatabase, kDifferential, kLog };

struct BackupMessage {
  BackupContent content = BackupContent::kDatabase;
  std::string database;
  int64_t created_unix_ms = 0;  ///< of the database, in the time of the log
  uint64_t pages = 0;           ///< of a database backup
  Lsn first{};
  Lsn last{};
  Lsn base{};                        ///< of a differential: that of its full backup
  std::vector<std::string> devices;  ///< the backup files
  bool is_virtual = false;           ///< its one device is another program's
};

/// 18264, of a differential 18270, of the log 18265.
Message BackedUp(const BackupMessage& backup);
/// 18267, of a differential 18271, of the log 18268.
Message Restored(const BackupMessage& backup);
/// What follows StartingUpDatabase where a restore does not recover it yet.
Message MarkedRestoring(const std::string& database);
/// 4356
Message RestoreComplete(const std::string& database);
/// 3014, which the ERRORLOG has since 2012. `operation`: "BACKUP DATABASE", "RESTORE LOG".
Message BackupProcessed(std::string_view operation, uint64_t pages, TimeNs duration);
/// Trace flag 3004: a step of a backup. Since 2012 it names the database.
Message BackupStep(EngineVersion version, const std::string& database, const std::string& step);
/// Trace flag 3004, of a restore.
Message RestoreStep(EngineVersion version, const std::string& database, const std::string& step);

struct BackupConfigurationFigures {
  uint64_t memory_bytes = 0;  ///< what the server has
  uint32_t buffers = 0;
  uint64_t transfer_bytes = 0;
  uint32_t sets = 1;               ///< of buffers
  uint32_t volumes = 0;            ///< of the data files
  uint32_t buffers_of_device = 0;  ///< that may be on their way to each; told in 2005
};
/// Trace flag 3213: a record for each figure.
std::vector<Message> BackupConfiguration(EngineVersion version,
                                         const BackupConfigurationFigures& figures);
/// 3197, which advises to cancel since 2008.
Message IoFrozen(EngineVersion version, const std::string& database);
/// 3198
Message IoResumed(const std::string& database);
/// 18210, of a backup to a virtual device that the program has given up.
Message VirtualDeviceFailed(const std::string& device);
/// 3041: `command` without its options, as "BACKUP LOG sales". Who gave it learns why.
Message BackupFailed(std::string_view command);

}  // namespace snapscope::telemetry
