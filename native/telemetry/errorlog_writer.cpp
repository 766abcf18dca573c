#include "telemetry/errorlog_writer.h"

#include "base/check.h"
#include "runtime/cpu.h"

namespace snapscope::telemetry {

namespace {

constexpr bool TableIsInOrder() {
  for (size_t i = 0; i < kMessageKindCount; ++i) {
    if (static_cast<size_t>(kMessageFlags[i].kind) != i) return false;
  }
  return true;
}
static_assert(TableIsInOrder(), "TraceFlagOf looks a message up by its position");

constexpr size_t kSourceWidth = 12;
static_assert(runtime::kMaxWorkerName < kSourceWidth, "a worker's name is followed by a blank");
constexpr int64_t kMsPerDay = 86'400'000;

struct CivilDate {
  int64_t year;
  int64_t month;
  int64_t day;
};

/// Proleptic Gregorian date of a day number since 1970-01-01. Years are taken from March on, so
/// that the leap day is the last of its year; 146,097 days are one 400-year cycle.
CivilDate DateOfDay(int64_t day_number) {
  const int64_t since_cycle_start = day_number + 719'468;  // 0000-03-01
  const int64_t cycle =
      (since_cycle_start >= 0 ? since_cycle_start : since_cycle_start - 146'096) / 146'097;
  const int64_t day_of_cycle = since_cycle_start - cycle * 146'097;
  const int64_t year_of_cycle =
      (day_of_cycle - day_of_cycle / 1'460 + day_of_cycle / 36'524 - day_of_cycle / 146'096) / 365;
  const int64_t day_of_year =
      day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
  const int64_t month_from_march = (5 * day_of_year + 2) / 153;
  const int64_t day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
  const int64_t month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
  const int64_t year = year_of_cycle + cycle * 400 + (month <= 2 ? 1 : 0);
  return {year, month, day};
}

void AppendPadded(std::string& out, int64_t value, size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

template <typename... Parts>
std::string Join(const Parts&... parts) {
  std::string text;
  (text.append(parts), ...);
  return text;
}

std::string Quoted(std::string_view name) { return Join("'", name, "'"); }

std::string RecoveryPrefix(const DatabaseRef& database) {
  return Join("RECOVERY (", database.name, ", ", std::to_string(database.id), "): ");
}

std::string NumberedFile(std::string_view verb, uint32_t file_id, std::string_view path) {
  return Join(verb, " file (", std::to_string(file_id), "):", path, ".");
}

std::string Progress(std::string_view what, const DatabaseRef& database, uint32_t percent,
                     int64_t remaining_s, std::string_view phase) {
  return Join(what, " of database ", Quoted(database.name), " (", std::to_string(database.id),
              ") is ", std::to_string(percent), "% complete (approximately ",
              std::to_string(remaining_s), " seconds remain).", phase,
              " This is an informational message only. No user action is required.");
}

std::string ErrorRecord(int number, int severity, int state) {
  return Join("Error: ", std::to_string(number), ", Severity: ", std::to_string(severity),
              ", State: ", std::to_string(state), ".");
}

/// The message of a consistency check prints LSNs in small letters.
std::string LowerCase(Lsn lsn) {
  std::string text = ToString(lsn);
  for (char& digit : text) {
    if (digit >= 'A' && digit <= 'F') digit = static_cast<char>(digit - 'A' + 'a');
  }
  return text;
}

}  // namespace

std::string FormatErrorlogTime(int64_t unix_ms) {
  int64_t day_number = unix_ms / kMsPerDay;
  int64_t ms_of_day = unix_ms % kMsPerDay;
  if (ms_of_day < 0) {
    ms_of_day += kMsPerDay;
    --day_number;
  }
  const CivilDate date = DateOfDay(day_number);
  std::string text;
  AppendPadded(text, date.year, 4);
  text += '-';
  AppendPadded(text, date.month, 2);
  text += '-';
  AppendPadded(text, date.day, 2);
  text += ' ';
  AppendPadded(text, ms_of_day / 3'600'000, 2);
  text += ':';
  AppendPadded(text, ms_of_day / 60'000 % 60, 2);
  text += ':';
  AppendPadded(text, ms_of_day / 1'000 % 60, 2);
  text += '.';
  AppendPadded(text, ms_of_day % 1'000 / 10, 2);
  return text;
}

std::string FormatErrorlogLine(int64_t unix_ms, std::string_view source, std::string_view text) {
  // A longer source would run into the text, and the record could not be read back.
  CHECK(source.size() < kSourceWidth, "source of %zu characters", source.size());
  std::string line = FormatErrorlogTime(unix_ms);
  line += ' ';
  line += source;
  line.append(kSourceWidth - source.size(), ' ');
  line += text;
  return line;
}

Message CreatingFile(std::string_view path) {
  return {MessageKind::kCreatingFile, Join("Creating file ", path, "."), {}};
}

Message ClosingFile(uint32_t file_id, std::string_view path) {
  return {MessageKind::kClosingFile, NumberedFile("Closing", file_id, path), {}};
}

Message OpeningFile(uint32_t file_id, std::string_view path) {
  return {MessageKind::kOpeningFile, NumberedFile("Opening", file_id, path), {}};
}

Message StartingUpDatabase(std::string_view name) {
  return {MessageKind::kStartingUpDatabase, Join("Starting up database ", Quoted(name), "."), {}};
}

Message RecoveryStarting(const DatabaseRef& database) {
  return {MessageKind::kRecoveryStarting, RecoveryPrefix(database) + "Starting", {}};
}

Message AnalysisStarting(const DatabaseRef& database) {
  return {MessageKind::kAnalysisStarting, RecoveryPrefix(database) + "Analysis starting", {}};
}

Message AnalysisProgress(const DatabaseRef& database, uint32_t percent, int64_t remaining_s) {
  return {
      MessageKind::kAnalysisProgress, Progress("Analysis", database, percent, remaining_s, ""), {}};
}

Message RedoStarting(const DatabaseRef& database) {
  return {MessageKind::kRedoStarting, RecoveryPrefix(database) + "Redo starting", {}};
}

Message RecoveryEstimate(const DatabaseRef& database, uint64_t redo_bytes, uint64_t undo_records) {
  // Two spaces before "Rampup": the product's.
  return {MessageKind::kRecoveryEstimate,
          Join(RecoveryPrefix(database), "Estimate REDO ", std::to_string(redo_bytes),
               " bytes, UNDO ", std::to_string(undo_records), " records.  Rampup is OFF."),
          {}};
}

Message RecoveryProgress(const DatabaseRef& database, const RecoveryProgressFigures& figures) {
  const std::string phase = Join(" Phase ", std::to_string(figures.phase), " of 3.");
  return {MessageKind::kRecoveryProgress,
          Progress("Recovery", database, figures.percent, figures.remaining_s, phase),
          {}};
}

Message RecoveryCompleted(const DatabaseRef& database) {
  return {MessageKind::kRecoveryCompleted,
          Join("SQL recovery (analysis, redo and undo) completed for database (", database.name,
               ", ", std::to_string(database.id), ")"),
          {}};
}

Message SnapshotSuspect(std::string_view snapshot) {
  return {MessageKind::kSnapshotSuspect,
          Join("Database snapshot ", Quoted(snapshot),
               " has failed an IO operation and is marked suspect. It must be dropped and "
               "recreated."),
          ErrorRecord(3420, 21, 1)};
}

Message SnapshotNotStarted() {
  return {MessageKind::kSnapshotNotStarted,
          "A database snapshot cannot be created because it failed to start.",
          ErrorRecord(1823, 16, 2)};
}

Message CannotOpenSuspect(std::string_view snapshot) {
  return {MessageKind::kCannotOpenSuspect,
          Join("Database ", Quoted(snapshot),
               " cannot be opened. It has been marked SUSPECT by recovery. See the SQL Server "
               "errorlog for more information."),
          ErrorRecord(926, 21, 6)};
}

Message Reverting(const DatabaseRef& database, std::string_view snapshot, Lsn split) {
  std::string decimal = std::to_string(split.vlf());
  AppendPadded(decimal, split.block(), 10);
  AppendPadded(decimal, split.slot(), 5);
  return {MessageKind::kReverting,
          Join("Reverting database ", Quoted(database.name),
               " to the point in time of database snapshot ", Quoted(snapshot),
               " with split point LSN ", decimal, " (0x", ToString(split),
               "). This is an informational message only. No user action is required."),
          {}};
}

Message SparseFileFull(std::string_view path) {
  return {MessageKind::kSparseFileFull,
          Join("Write to sparse file ", Quoted(path), " failed due to lack of disk space."),
          ErrorRecord(5128, 17, 2)};
}

Message OperatingSystemError(std::string_view file, int code, std::string_view text) {
  return {
      MessageKind::kOperatingSystemError,
      Join(file, ": Operating system error ", std::to_string(code), "(", text, ") encountered."),
      ErrorRecord(17053, 16, 1)};
}

Message LogFull(EngineVersion version, std::string_view database, std::string_view reuse_wait,
                int state) {
  const std::string full = Join("The transaction log for database ", Quoted(database), " is full");
  const std::string text =
      version >= EngineVersion::k2012
          ? Join(full, " due to ", Quoted(reuse_wait), ".")
          : Join(full, ". To find out why space in the log cannot be reused, see the ",
                 "log_reuse_wait_desc column in sys.databases");
  return {MessageKind::kLogFull, text, ErrorRecord(9002, 17, state)};
}

namespace {

/// With one decimal: a log may have few MiB.
std::string MiB(uint64_t bytes) {
  const uint64_t tenths = (bytes * 10) >> 20;
  return Join(std::to_string(tenths / 10), ".", std::to_string(tenths % 10));
}

}  // namespace

std::string LogSpaceText(const LogSpaceFigures& figures) {
  return Join(MiB(figures.used), " of ", MiB(figures.capacity), " MiB are in use, held by ",
              figures.held_by, " from LSN ", ToString(figures.held_from), " on, and ",
              MiB(figures.for_rollbacks), " MiB are reserved for rollbacks.");
}

Message LogSpace(std::string_view database, const LogSpaceFigures& figures) {
  return {MessageKind::kLogSpace,
          Join("Space of the transaction log for database ", Quoted(database), ": ",
               LogSpaceText(figures)),
          ""};
}

namespace {

Message NoSpaceFor(std::string_view object, std::string_view database) {
  return {MessageKind::kFilegroupFull,
          Join("Could not allocate space for object ", object, " in database ", Quoted(database),
               " because the 'PRIMARY' filegroup is full. Create disk space by deleting unneeded "
               "files, dropping objects in the filegroup, adding additional files to the "
               "filegroup, or setting autogrowth on for existing files in the filegroup."),
          ErrorRecord(1105, 17, 2)};
}

}  // namespace

Message FilegroupFull(const ObjectRef& object, std::string_view database) {
  std::string name = Quoted(object.table);
  if (!object.index.empty()) name += "." + Quoted(object.index);
  return NoSpaceFor(name, database);
}

Message PageDamaged(const DamagedPage& damaged) {
  constexpr unsigned long long kPageBytes = 8192;
  const auto plain = [](PageId page) {
    return std::to_string(page.file()) + ":" + std::to_string(page.number());
  };
  char offset[24];
  std::snprintf(offset, sizeof offset, "0x%014llx", damaged.page.number() * kPageBytes);
  return {MessageKind::kPageDamaged,
          Join("SQL Server detected a logical consistency-based I/O error: incorrect pageid "
               "(expected ",
               plain(damaged.page), "; actual ", plain(damaged.found),
               "). It occurred during a read of page ", ToString(damaged.page), " in database ID ",
               std::to_string(damaged.database), " at offset ", offset, " in file ",
               Quoted(damaged.file),
               ".  Additional messages in the SQL Server error log or system event log may provide "
               "more detail. This is a severe error condition that threatens database integrity "
               "and must be corrected immediately. Complete a full database consistency check "
               "(DBCC CHECKDB). This error can be caused by many factors; for more information, "
               "see SQL Server Books Online."),
          ErrorRecord(824, 24, 2)};
}

// The product names a run by the id of its allocation unit, which in tempdb begins at 2^47.
Message TempdbFull(uint64_t sort) {
  constexpr uint64_t kFirstUnit = uint64_t{1} << 47;
  constexpr uint64_t kUnitStep = 65'536;
  const std::string unit = std::to_string(kFirstUnit + sort * kUnitStep);
  return NoSpaceFor(Quoted("dbo.SORT temporary run storage:  " + unit), "tempdb");
}

Message ConsistencyChecked(const ConsistencyCheckMessage& check) {
  constexpr int64_t kMinute = 60;
  constexpr int64_t kHour = 3'600;
  const std::string through =
      check.split.IsNone()
          ? ""
          : Join("  Internal database snapshot has split point LSN = ", LowerCase(check.split),
                 " and first LSN = ", LowerCase(check.first), ".");
  return {MessageKind::kConsistencyChecked,
          Join("DBCC CHECKDB (", check.database, ") executed by ", check.login, " found ",
               std::to_string(check.errors), " errors and repaired 0 errors. Elapsed time: ",
               std::to_string(check.elapsed_s / kHour), " hours ",
               std::to_string(check.elapsed_s % kHour / kMinute), " minutes ",
               std::to_string(check.elapsed_s % kMinute), " seconds.", through,
               "  This is an informational message only. No user action is required."),
          {}};
}

}  // namespace snapscope::telemetry
