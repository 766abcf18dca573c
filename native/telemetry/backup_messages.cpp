#include "telemetry/backup_messages.h"

#include <algorithm>
#include <utility>

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
         ", device information: (FILE=1, TYPE=" + (backup.is_virtual ? "VIRTUAL_DEVICE" : "DISK") +
         ": {" + devices + "}). ";
}

std::string PadThousandth(uint64_t thousandths) {
  const std::string digits = std::to_string(thousandths % 1000);
  return std::to_string(thousandths / 1000) + "." + std::string(3 - digits.size(), '0') + digits;
}

std::string NamedStep(const char* operation, EngineVersion version, const std::string& database,
                      const std::string& step) {
  const std::string of = version >= EngineVersion::k2012 ? "(" + database + ")" : "";
  return operation + of + ": " + step;
}

/// Values stand below each other.
std::string SettingOf(std::string name, const std::string& value) {
  constexpr size_t kValuesBegin = 28;
  name += ':';
  name.resize(std::max(name.size() + 1, kValuesBegin), ' ');
  return name + value;
}

std::string KiBOf(uint64_t bytes) { return std::to_string(bytes / 1024) + " KB"; }

std::string MiBOf(uint64_t bytes) { return std::to_string(bytes / (1024 * 1024)) + " MB"; }

constexpr uint64_t kLeastTransfer = 64 * 1024;

std::vector<std::string> SettingsOf2005(const BackupConfigurationFigures& figures) {
  return {SettingOf("Buffer count", std::to_string(figures.buffers)),
          SettingOf("Max transfer size", KiBOf(figures.transfer_bytes)),
          SettingOf("Min MaxTransfer size", KiBOf(kLeastTransfer)),
          SettingOf("Total buffer space", MiBOf(figures.buffers * figures.transfer_bytes)),
          SettingOf("Buffers per read/write stream", std::to_string(figures.buffers_of_device)),
          SettingOf("Tabular data device count", std::to_string(figures.volumes)),
          SettingOf("FileTree data device count", "0"),
          SettingOf("Filesystem i/o alignment", "512")};
}

std::vector<std::string> SettingsSince2008(const BackupConfigurationFigures& figures) {
  return {SettingOf("BufferCount", std::to_string(figures.buffers)),
          SettingOf("Sets Of Buffers", std::to_string(figures.sets)),
          SettingOf("MaxTransferSize", KiBOf(figures.transfer_bytes)),
          SettingOf("Min MaxTransferSize", KiBOf(kLeastTransfer)),
          SettingOf("Total buffer space",
                    MiBOf(uint64_t{figures.sets} * figures.buffers * figures.transfer_bytes)),
          SettingOf("Tabular data device count", std::to_string(figures.volumes)),
          SettingOf("Fulltext data device count", "0"),
          SettingOf("Filestream device count", "0"),
          SettingOf("TXF device count", "0"),
          SettingOf("Filesystem i/o alignment", "512"),
          SettingOf("Media Buffer count", std::to_string(figures.buffers)),
          SettingOf("Media Buffer size", KiBOf(figures.transfer_bytes))};
}

constexpr char kNoActionRequired[] =
    "This is an informational message only. No user action is required.";
/// What 18268, 18270 and 18271 have instead.
constexpr char kNoActionRequiredShort[] =
    "This is an informational message. No user action is required.";

/// How the message of an end begins and ends, by what a backup has.
struct EndTexts {
  MessageKind kind;
  const char* begin;
  const char* end;
};

constexpr EndTexts kBackedUp[] = {
    {MessageKind::kDatabaseBackedUp, "Database backed up. Database: ", kNoActionRequired},
    {MessageKind::kDatabaseBackedUp,
     "Database differential changes were backed up. Database: ", kNoActionRequiredShort},
    {MessageKind::kLogBackedUp, "Log was backed up. Database: ", kNoActionRequired}};

constexpr EndTexts kRestored[] = {
    {MessageKind::kDatabaseRestored,
     "Database was restored: Database: ", "Informational message. No user action required."},
    {MessageKind::kDatabaseRestored,
     "Database changes were restored. Database: ", kNoActionRequiredShort},
    {MessageKind::kLogRestored, "Log was restored. Database: ", kNoActionRequiredShort}};

}  // namespace

Message BackedUp(const BackupMessage& backup) {
  const EndTexts& texts = kBackedUp[static_cast<size_t>(backup.content)];
  std::string text = texts.begin + backup.database + CreationOf(backup);
  if (backup.content != BackupContent::kLog) {
    text += ", pages dumped: " + std::to_string(backup.pages);
  }
  text += RangeOf(backup);
  if (backup.content == BackupContent::kDifferential) {
    text += ", full backup LSN: " + DecimalOf(backup.base);
  }
  return {texts.kind, text + DeviceOf(backup) + texts.end, {}};
}

Message Restored(const BackupMessage& backup) {
  const EndTexts& texts = kRestored[static_cast<size_t>(backup.content)];
  return {texts.kind,
          texts.begin + backup.database + CreationOf(backup) + RangeOf(backup) + DeviceOf(backup) +
              texts.end,
          {}};
}

Message MarkedRestoring(const std::string& database) {
  return {MessageKind::kMarkedRestoring,
          "The database '" + database +
              "' is marked RESTORING and is in a state that does not allow recovery to be run.",
          {}};
}

Message RestoreComplete(const std::string& database) {
  return {MessageKind::kRestoreComplete,
          "Restore is complete on database '" + database + "'.  The database is now available.",
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

Message BackupStep(EngineVersion version, const std::string& database, const std::string& step) {
  return {MessageKind::kBackupStep, NamedStep("Backup", version, database, step), {}};
}

Message RestoreStep(EngineVersion version, const std::string& database, const std::string& step) {
  return {MessageKind::kBackupStep, NamedStep("Restore", version, database, step), {}};
}

std::vector<Message> BackupConfiguration(EngineVersion version,
                                         const BackupConfigurationFigures& figures) {
  std::vector<std::string> texts{
      "Backup/Restore buffer configuration parameters",
      "Memory limit: " + std::to_string(figures.memory_bytes / (1024 * 1024)) + "MB"};
  const std::vector<std::string> settings =
      version == EngineVersion::k2005 ? SettingsOf2005(figures) : SettingsSince2008(figures);
  texts.insert(texts.end(), settings.begin(), settings.end());
  std::vector<Message> messages;
  messages.reserve(texts.size());
  for (std::string& text : texts) {
    messages.push_back({MessageKind::kBackupConfiguration, std::move(text), {}});
  }
  return messages;
}

Message IoFrozen(EngineVersion version, const std::string& database) {
  const char* advice =
      version >= EngineVersion::k2008
          ? " However, if I/O is not resumed promptly, you could cancel the backup."
          : "";
  return {MessageKind::kIoFrozen,
          "I/O is frozen on database " + database + ". No user action is required." + advice,
          {}};
}

Message IoResumed(const std::string& database) {
  return {MessageKind::kIoResumed,
          "I/O was resumed on database " + database + ". No user action is required.",
          {}};
}

Message VirtualDeviceFailed(const std::string& device) {
  return {MessageKind::kBackupDeviceFailed,
          "BackupVirtualDeviceFile::SendFileInfoBegin:  failure on backup device '" + device +
              "'. Operating system error 995(The I/O operation has been aborted because of either "
              "a thread exit or an application request.).",
          "Error: 18210, Severity: 16, State: 1."};
}

Message BackupFailed(std::string_view command) {
  return {MessageKind::kBackupFailed,
          "BACKUP failed to complete the command " + std::string(command) +
              ". Check the backup application log for detailed messages.",
          "Error: 3041, Severity: 16, State: 1."};
}

}  // namespace snapscope::telemetry
