// The ERRORLOG in the product's own words: time and source columns, and one function per message.
// Formats are those of SQL Server 2005, which the SQLCAT paper quotes, where generations do not
// differ (checkpoint_messages.h has those that do); which trace flag shows which message stands in
// one table, kMessageFlags.
//
// No time zone and no locale: times are civil times of the log, computed with integers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/engine_version.h"
#include "base/ids.h"

namespace snapscope::telemetry {

/// `YYYY-MM-DD HH:MM:SS.ff`, centiseconds truncated; `unix_ms` counts from 1970 in the log's time.
std::string FormatErrorlogTime(int64_t unix_ms);
/// One record: time, space, source padded to 12, text.
std::string FormatErrorlogLine(int64_t unix_ms, std::string_view source, std::string_view text);

enum class MessageKind : uint8_t {
  kCreatingFile,
  kClosingFile,
  kOpeningFile,
  kStartingUpDatabase,
  kRecoveryStarting,
  kAnalysisStarting,
  kAnalysisProgress,
  kRedoStarting,
  kRecoveryEstimate,
  kRecoveryProgress,
  kRecoveryCompleted,
  kFlushCache,
  kLongFlushCache,
  kCheckpointStep,
  kSnapshotSuspect,
  kSnapshotNotStarted,
  kCannotOpenSuspect,
  kReverting,
  kSparseFileFull,
  kOperatingSystemError,
  kLogFull,
  kFilegroupFull,
  kLogBackedUp,
  kBackupFailed,
  kRolledForward,
  kRolledBack,
  kRecoveryCheckpoint,
  kRecoveryFigures,
  kConsistencyChecked,
  kSnapshotCatalogLost,
  kLogSpace,
  kDatabaseBackedUp,
  kDatabaseRestored,
  kLogRestored,
  kMarkedRestoring,
  kRestoreComplete,
  kBackupProcessed,
  kBackupStep,
  kBackupConfiguration,
  kPageDamaged,
  kIoFrozen,
  kIoResumed,
  kBackupDeviceFailed,
};
inline constexpr size_t kMessageKindCount = 43;

/// Sends what the flags below show to the ERRORLOG; without it no flagged message appears there.
inline constexpr int kTraceToErrorlog = 3605;
inline constexpr int kAlways = 0;

struct MessageFlag {
  MessageKind kind;
  int flag;
};

// clang-format off
inline constexpr std::array<MessageFlag, kMessageKindCount> kMessageFlags = {{
    {MessageKind::kCreatingFile,         1810},
    {MessageKind::kClosingFile,          1810},
    {MessageKind::kOpeningFile,          1810},
    {MessageKind::kStartingUpDatabase,   kAlways},
    {MessageKind::kRecoveryStarting,     3400},
    {MessageKind::kAnalysisStarting,     3400},
    {MessageKind::kAnalysisProgress,     kAlways},
    {MessageKind::kRedoStarting,         3400},
    {MessageKind::kRecoveryEstimate,     3400},
    {MessageKind::kRecoveryProgress,     kAlways},
    {MessageKind::kRecoveryCompleted,    3400},
    {MessageKind::kFlushCache,           3504},
    {MessageKind::kLongFlushCache,       kAlways},
    {MessageKind::kCheckpointStep,       3502},
    {MessageKind::kSnapshotSuspect,      kAlways},
    {MessageKind::kSnapshotNotStarted,   kAlways},
    {MessageKind::kCannotOpenSuspect,    kAlways},
    {MessageKind::kReverting,            kAlways},
    {MessageKind::kSparseFileFull,       kAlways},
    {MessageKind::kOperatingSystemError, kAlways},
    {MessageKind::kLogFull,              kAlways},
    {MessageKind::kFilegroupFull,        kAlways},
    {MessageKind::kLogBackedUp,          kAlways},
    {MessageKind::kBackupFailed,         kAlways},
    {MessageKind::kRolledForward,        kAlways},
    {MessageKind::kRolledBack,           kAlways},
    {MessageKind::kRecoveryCheckpoint,   kAlways},
    {MessageKind::kRecoveryFigures,      kAlways},
    {MessageKind::kConsistencyChecked,   kAlways},
    {MessageKind::kSnapshotCatalogLost,  kAlways},
    {MessageKind::kLogSpace,             kAlways},
    {MessageKind::kDatabaseBackedUp,     kAlways},
    {MessageKind::kDatabaseRestored,     kAlways},
    {MessageKind::kLogRestored,          kAlways},
    {MessageKind::kMarkedRestoring,      kAlways},
    {MessageKind::kRestoreComplete,      kAlways},
    {MessageKind::kBackupProcessed,      kAlways},
    {MessageKind::kBackupStep,           3004},
    {MessageKind::kBackupConfiguration,  3213},
    {MessageKind::kPageDamaged,          kAlways},
    {MessageKind::kIoFrozen,             kAlways},
    {MessageKind::kIoResumed,            kAlways},
    {MessageKind::kBackupDeviceFailed,   kAlways},
}};
// clang-format on

constexpr int TraceFlagOf(MessageKind kind) {
  return kMessageFlags[static_cast<size_t>(kind)].flag;
}

/// A message to log. An error has a record of its own before its text: `Error: N, Severity: ...`.
struct Message {
  MessageKind kind;
  std::string text;
  std::string error;  ///< empty: not an error
};

/// A database as recovery messages name it.
struct DatabaseRef {
  std::string name;
  uint32_t id = 0;
};

struct RecoveryProgressFigures {
  uint32_t percent = 0;
  int64_t remaining_s = 0;
  int phase = 2;  ///< 2 redo, 3 undo
};

struct ConsistencyCheckMessage {
  std::string database;
  std::string login;
  uint64_t errors = 0;
  int64_t elapsed_s = 0;
  Lsn split;  ///< of the hidden snapshot; none: it was checked without one
  Lsn first;  ///< the oldest that its recovery needed
};

Message CreatingFile(std::string_view path);
Message ClosingFile(uint32_t file_id, std::string_view path);
Message OpeningFile(uint32_t file_id, std::string_view path);
Message StartingUpDatabase(std::string_view name);
Message RecoveryStarting(const DatabaseRef& database);
Message AnalysisStarting(const DatabaseRef& database);
Message AnalysisProgress(const DatabaseRef& database, uint32_t percent, int64_t remaining_s);
Message RedoStarting(const DatabaseRef& database);
Message RecoveryEstimate(const DatabaseRef& database, uint64_t redo_bytes, uint64_t undo_records);
Message RecoveryProgress(const DatabaseRef& database, const RecoveryProgressFigures& figures);
Message RecoveryCompleted(const DatabaseRef& database);

/// 3420: a push or pull failed; the snapshot is lost, the source goes on.
Message SnapshotSuspect(std::string_view snapshot);
/// 1823
Message SnapshotNotStarted();
/// 926, as it ends a session that reads a snapshot which has become suspect.
Message CannotOpenSuspect(std::string_view snapshot);
/// The beginning of a revert.
Message Reverting(const DatabaseRef& database, std::string_view snapshot, Lsn split);
/// 5128
Message SparseFileFull(std::string_view path);
/// 17053; `text` is the system's own ("There is not enough space on the disk.").
Message OperatingSystemError(std::string_view file, int code, std::string_view text);
/// 9002. `reuse_wait` is log_reuse_wait_desc, which the text tells since 2012; `state` its number.
Message LogFull(EngineVersion version, std::string_view database, std::string_view reuse_wait,
                int state);
struct LogSpaceFigures {
  uint64_t capacity = 0;  ///< bytes, as all here
  uint64_t used = 0;
  uint64_t for_rollbacks = 0;  ///< reserved for those of what is active
  std::string_view held_by;    ///< log_reuse_wait_desc
  Lsn held_from;
};
/// What became of the space of a full log, in a sentence.
std::string LogSpaceText(const LogSpaceFigures& figures);
/// Beside 9002: the product does not tell how much of its log is what. Worded by us.
Message LogSpace(std::string_view database, const LogSpaceFigures& figures);
/// A table, or an index of it, as messages name it.
struct ObjectRef {
  std::string table;  ///< with its schema: dbo.accounts
  std::string index;  ///< empty: the table
};
/// 1105
Message FilegroupFull(const ObjectRef& object, std::string_view database);
/// 1105 of tempdb; `sort` counts the sorts of the server.
Message TempdbFull(uint64_t sort);
/// A page that is not what was written in its place.
struct DamagedPage {
  PageId page;
  PageId found;      ///< what it says it is
  int database = 0;  ///< its id
  std::string file;  ///< its path
};
/// 824, of a read. With a checksum that does not fit the product tells of that first.
Message PageDamaged(const DamagedPage& damaged);
/// 8957: the end of DBCC CHECKDB. LSNs in small letters, two spaces before their sentence.
Message ConsistencyChecked(const ConsistencyCheckMessage& check);

}  // namespace snapscope::telemetry
