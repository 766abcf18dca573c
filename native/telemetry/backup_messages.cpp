#include "telemetry/backup_messages.h"

#include <algorithm>

namespace snapscope::telemetry {

namespace {

constexpr uint64_t kPagesPerMiB = 128;

std::string DecimalOf(Lsn lsn) {
  return std::to_string(lsn.vlf()) + ":" + std::to_string(lsn.block()) + ":" +
         std::to_string(lsn.slot());
}

/// ", creation date(time): 2006/10/23(21:48:07)"
std::string CreationOf(const BackupMessage& backup) {
  std::string time = FormatErrorlogTime(backup.created_unix_ms);  // 2006-10-23 21:48:07.22
  time[4] = time[7] = '/';
  return ", creation date(time): " + time.substr(0, 10) + "(" + time.substr(11, 8) + ")";
}

std::string RangeOf(const BackupMessage& backup) {
  return ", first LSN: " + DecimalOf(backup.first) + ", last LSN: " + DecimalOf(backup.last);
}

std::string DeviceOf(const BackupMessage& backup) {
  std::string devices;
  for (const std::string& device : backup.devices) {
    devices += (devices.empty() ? "'" : ", '") + device + "'";
  }
  return ", number of dump devices: " + std::to_string(backup.devices.size()) +
         ", device information: (FILE=1, TYPE=DISK: {" + devices + "}). ";
}

std::string PadThousandth(uint64_t thousandths) {
  const std::string digits = std::to_string(thousandths % 1000);
  return std::to_string(thousandths / 1000) + "." + std::string(3 - digits.size(), '0') + digits;
}

constexpr char kNoActionRequired[] =
    "This is an informational message only. No user action is required.";

}  // namespace

Message DatabaseBackedUp(const BackupMessage& backup) {
  return {MessageKind::kDatabaseBackedUp,
          "Database backed up. Database: " + backup.database + CreationOf(backup) +
              ", pages dumped: " + std::to_string(backup.pages) + RangeOf(backup) +
              DeviceOf(backup) + kNoActionRequired,
          {}};
}

Message DifferentialBackedUp(const BackupMessage& backup) {
  return {MessageKind::kDatabaseBackedUp,
          "Database differential changes were backed up. Database: " + backup.database +
              CreationOf(backup) + ", pages dumped: " + std::to_string(backup.pages) +
              RangeOf(backup) + ", full backup LSN: " + DecimalOf(backup.base) + DeviceOf(backup) +
              "This is an informational message. No user action is required.",
          {}};
}

Message LogBackedUp(const BackupMessage& backup) {
  return {MessageKind::kLogBackedUp,
          "Log was backed up. Database: " + backup.database + CreationOf(backup) + RangeOf(backup) +
              DeviceOf(backup) + kNoActionRequired,
          {}};
}

Message DatabaseRestored(const BackupMessage& backup) {
  return {MessageKind::kDatabaseRestored,
          "Database was restored: Database: " + backup.database + CreationOf(backup) +
              RangeOf(backup) + DeviceOf(backup) +
              "Informational message. No user action required.",
          {}};
}

Message LogRestored(const BackupMessage& backup) {
  return {MessageKind::kLogRestored,
          "Log was restored. Database: " + backup.database + CreationOf(backup) + RangeOf(backup) +
              DeviceOf(backup) + kNoActionRequired,
          {}};
}

Message BackupProcessed(std::string_view operation, uint64_t pages, TimeNs duration) {
  const auto milliseconds = static_cast<uint64_t>(std::max<TimeNs>(duration / kMillisecond, 0));
  // Thousandths of a megabyte a second; of no time, 0.
  const uint64_t rate = milliseconds == 0 ? 0 : pages * 1'000'000 / kPagesPerMiB / milliseconds;
  return {MessageKind::kBackupProcessed,
          std::string(operation) + " successfully processed " + std::to_string(pages) +
              " pages in " + PadThousandth(milliseconds) + " seconds (" + PadThousandth(rate) +
              " MB/sec).",
          {}};
}

Message BackupFailed(std::string_view command) {
  return {MessageKind::kBackupFailed,
          "BACKUP failed to complete the command " + std::string(command) +
              ". Check the backup application log for detailed messages.",
          "Error: 3041, Severity: 16, State: 1."};
}

}  // namespace snapscope::telemetry
