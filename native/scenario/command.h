// What can be asked of a run, on its timeline or live: a struct for each kind of command, with what
// it needs. What carries each out is in server/server.h; the compiler refuses a kind that
// nothing carries out.
//
// ForEachField() of a struct is the one list of its members as JSON has them:
// scenario/fields_json.h reads and writes by it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/ids.h"

namespace snapscope::scenario {

struct CreateSnapshot {
  static constexpr const char* kKind = "createSnapshot";
  std::string name{};

  static void ForEachField(auto& self, auto& fields) { fields.Required("name", self.name); }
};

/// How the database's writes are held while an array takes its snapshot.
enum class FreezeKind : uint8_t { kVss, kSuspend, kNone };
constexpr auto NamesOf(FreezeKind) { return std::array{"vss", "suspend", "none"}; }

struct CreateArraySnapshot {
  static constexpr const char* kKind = "createArraySnapshot";
  std::string name{};
  FreezeKind freeze{};
  bool copy_only = false;
  std::vector<std::string> volumes{};  ///< these; none named: all with files of the database

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("name", self.name);
    fields.Optional("freeze", self.freeze);
    fields.Optional("copyOnly", self.copy_only);
    fields.Optional("volumes", self.volumes);
  }
};

struct DeleteArraySnapshot {
  static constexpr const char* kKind = "deleteArraySnapshot";
  std::string name{};

  static void ForEachField(auto& self, auto& fields) { fields.Required("name", self.name); }
};

struct DropSnapshot {
  static constexpr const char* kKind = "dropSnapshot";
  std::string name{};

  static void ForEachField(auto& self, auto& fields) { fields.Required("name", self.name); }
};

struct RevertSnapshot {
  static constexpr const char* kKind = "revertSnapshot";
  std::string name{};
  bool closes_connections = true;  ///< who uses the database is thrown out

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("name", self.name);
    fields.Optional("closeConnections", self.closes_connections);
  }
};

struct SetUsers {
  static constexpr const char* kKind = "setUsers";
  uint32_t users = 0;

  static void ForEachField(auto& self, auto& fields) { fields.Required("users", self.users); }
};

struct SetReportUsers {
  static constexpr const char* kKind = "setReportUsers";
  std::string name{};  ///< of the snapshot, or of the restored database, that they read
  uint32_t users = 0;

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("name", self.name);
    fields.Required("users", self.users);
  }
};

struct UpdateTable {
  static constexpr const char* kKind = "updateTable";
  uint64_t batch_rows = 0;  ///< rows of a transaction; 0: all

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("batchRows", self.batch_rows);
  }
};

/// DATA_COMPRESSION of a rebuild.
enum class DataCompression : uint8_t { kNone, kPage };
constexpr auto NamesOf(DataCompression) { return std::array{"none", "page"}; }

struct RebuildIndex {
  static constexpr const char* kKind = "rebuildIndex";
  uint16_t index = 1;   ///< 1 is the clustered one, 2 and up are not
  bool online = false;  ///< users of the table go on
  DataCompression compression{};

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("index", self.index);
    fields.Optional("online", self.online);
    fields.Optional("compression", self.compression);
  }
};

struct CreateIndex {
  static constexpr const char* kKind = "createIndex";
  uint16_t index = 2;
  bool online = false;
  bool sort_in_tempdb = false;

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("index", self.index);
    fields.Optional("online", self.online);
    fields.Optional("sortInTempdb", self.sort_in_tempdb);
  }
};

struct SelectInto {
  static constexpr const char* kKind = "selectInto";
  std::string name{};  ///< of the new table
  uint64_t rows = 0;   ///< at most

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("name", self.name);
    fields.Required("rows", self.rows);
  }
};

struct DropTable {
  static constexpr const char* kKind = "dropTable";
  std::string name{};

  static void ForEachField(auto& self, auto& fields) { fields.Required("name", self.name); }
};

struct ScanTable {
  static constexpr const char* kKind = "scanTable";
  uint32_t max_dop = 0;    ///< 0: as many as the server takes itself
  std::string snapshot{};  ///< or a restored database; empty: the table itself

  static void ForEachField(auto& self, auto& fields) {
    fields.Optional("maxDop", self.max_dop);
    fields.Optional("snapshot", self.snapshot);
  }
};

struct CheckDatabase {
  static constexpr const char* kKind = "checkDatabase";
  std::string database{};  ///< a restored one; empty: the run's own

  static void ForEachField(auto& self, auto& fields) { fields.Optional("database", self.database); }
};

enum class BackupType : uint8_t { kFull, kDifferential, kLog };
/// What each is called in JSON, in the order of the values.
constexpr auto NamesOf(BackupType) { return std::array{"full", "differential", "log"}; }

struct Backup {
  static constexpr const char* kKind = "backup";
  std::string name{};
  BackupType type{};
  bool copy_only = false;
  uint32_t files = 1;
  std::optional<uint32_t> buffers{};      ///< BUFFERCOUNT; none for what it takes itself
  uint32_t transfer_bytes = 1024 * 1024;  ///< MAXTRANSFERSIZE
  uint32_t block_bytes = 512;             ///< BLOCKSIZE
  bool compress = false;                  ///< COMPRESSION
  bool init = false;                      ///< a file that is there is overwritten: INIT
  bool format = false;                    ///< and whatever its blocks are: FORMAT
  bool to_nul = false;                    ///< TO DISK = 'NUL', and to no file
  std::vector<std::string> filegroups{};  ///< names of volumes of data files; none: all
  std::string array_snapshot{};  ///< that another host reads in place of the database; empty: none
  bool checksum = true;          ///< else WITH NO_CHECKSUM
  bool continue_after_error = false;
  bool no_truncate = false;  ///< of the log: copy-only, and it goes on after an error

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("name", self.name);
    fields.Required("type", self.type);
    fields.Optional("copyOnly", self.copy_only);
    fields.Optional("files", self.files);
    fields.Optional("bufferCount", self.buffers);
    fields.ScaledIfGiven("maxTransferSizeKiB", self.transfer_bytes, kKiB);
    fields.Optional("blockSizeBytes", self.block_bytes);
    fields.Optional("compression", self.compress);
    fields.Optional("init", self.init);
    fields.Optional("format", self.format);
    fields.Optional("toNul", self.to_nul);
    fields.Optional("filegroups", self.filegroups);
    fields.Optional("arraySnapshot", self.array_snapshot);
    fields.Optional("checksum", self.checksum);
    fields.Optional("continueAfterError", self.continue_after_error);
    fields.Optional("noTruncate", self.no_truncate);
  }
};

struct Restore {
  static constexpr const char* kKind = "restore";
  /// The point to stop at is one of these; none is the end of the log.
  std::optional<TimeNs> stop_at{};
  std::optional<Lsn> stop_at_mark{};
  std::optional<Lsn> stop_before_mark{};
  bool back_up_tail = false;           ///< first, the log that no backup has yet
  bool replace = false;                ///< although that log is lost
  std::string restored_as{};           ///< another database's name; empty: the run's own
  std::string volume{};                ///< of that database's files; empty: where the run's own are
  bool recovers = true;                ///< WITH RECOVERY
  std::vector<std::string> backups{};  ///< these; none named: those that lead there
  bool closes_connections = true;      ///< who uses the database is thrown out
  std::string array_snapshot{};        ///< in place of a full backup; empty: none
  bool continue_after_error = false;   ///< also from backups that have damaged pages

  /// What the log has from there on is left out.
  std::optional<Lsn> stop_before() const {
    return stop_at_mark ? Lsn{stop_at_mark->value + 1} : stop_before_mark;
  }

  static void ForEachField(auto& self, auto& fields) {
    fields.Seconds("stopAtSeconds", self.stop_at);
    fields.Optional("stopAtMark", self.stop_at_mark);
    fields.Optional("stopBeforeMark", self.stop_before_mark);
    fields.Optional("backUpTail", self.back_up_tail);
    fields.Optional("replace", self.replace);
    fields.Optional("as", self.restored_as);
    fields.Optional("volume", self.volume);
    fields.Optional("recovery", self.recovers);
    fields.Optional("backups", self.backups);
    fields.Optional("closeConnections", self.closes_connections);
    fields.Optional("arraySnapshot", self.array_snapshot);
    fields.Optional("continueAfterError", self.continue_after_error);
  }
};

struct VerifyBackup {
  static constexpr const char* kKind = "verifyBackup";
  std::string name{};
  bool checksum = false;  ///< WITH CHECKSUM

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("name", self.name);
    fields.Optional("checksum", self.checksum);
  }
};

struct DamagePage {
  static constexpr const char* kKind = "damagePage";
  std::optional<PageId> page{};  ///< none for one that is drawn

  static void ForEachField(auto& self, auto& fields) { fields.Optional("page", self.page); }
};

enum class RestartMode : uint8_t {
  kClean,  ///< it is shut down
  kCrash,  ///< it dies
};
constexpr auto NamesOf(RestartMode) { return std::array{"clean", "crash"}; }

struct RestartServer {
  static constexpr const char* kKind = "restartServer";
  RestartMode mode{};

  static void ForEachField(auto& self, auto& fields) { fields.Required("mode", self.mode); }
};

struct Prolong {
  static constexpr const char* kKind = "prolong";
  TimeNs by = 0;  ///< the run ends so much later

  static void ForEachField(auto& self, auto& fields) { fields.Seconds("seconds", self.by); }
};

enum class BreakEvent : uint8_t {
  kArmed,       ///< a snapshot is armed
  kWait,        ///< a wait of a type ends
  kSizeOnDisk,  ///< the sparse files of a snapshot have a size
};
constexpr auto NamesOf(BreakEvent) { return std::array{"armed", "wait", "sizeOnDisk"}; }

struct BreakOn {
  static constexpr const char* kKind = "breakOn";
  BreakEvent event{};
  std::string wait_type{};
  uint64_t size_bytes = 0;
  bool set = true;  ///< else it is taken away

  static void ForEachField(auto& self, auto& fields) {
    fields.Required("event", self.event);
    fields.Optional("waitType", self.wait_type);
    fields.ScaledIfGiven("sizeMiB", self.size_bytes, kMiB);
    fields.Optional("set", self.set);
  }
};

struct Pause {
  static constexpr const char* kKind = "pause";
};

struct Resume {
  static constexpr const char* kKind = "resume";
};

struct StepToNextPhase {
  static constexpr const char* kKind = "stepToNextPhase";
};

struct SetPace {
  static constexpr const char* kKind = "setPace";
  double pace = 0;

  static void ForEachField(auto& self, auto& fields) { fields.Required("pace", self.pace); }
};

struct Cancel {
  static constexpr const char* kKind = "cancel";
};

using CommandKind =
    std::variant<CreateSnapshot, CreateArraySnapshot, DeleteArraySnapshot, DropSnapshot,
                 RevertSnapshot, SetUsers, SetReportUsers, UpdateTable, RebuildIndex, CreateIndex,
                 SelectInto, DropTable, ScanTable, CheckDatabase, Backup, Restore, VerifyBackup,
                 DamagePage, RestartServer, Prolong, BreakOn, Pause, Resume, StepToNextPhase,
                 SetPace, Cancel>;

template <typename Kind, typename... Kinds>
inline constexpr bool kIsOneOf = (std::is_same_v<Kind, Kinds> || ...);

/// Kinds that are for the run, not for its server: how fast it goes, where it pauses, when it ends.
template <typename Kind>
inline constexpr bool kSteers =
    kIsOneOf<Kind, Prolong, BreakOn, Pause, Resume, StepToNextPhase, SetPace, Cancel>;

/// Kinds that work on the table of accounts, which the TPC-C-style load does not have.
template <typename Kind>
inline constexpr bool kNeedsAccounts = kIsOneOf<Kind, UpdateTable, RebuildIndex, CreateIndex,
                                                SelectInto, DropTable, ScanTable, DamagePage>;

struct Command {
  CommandKind kind{};
  std::string json{};  ///< the command as it was given, for recording

  /// Null if it is of another kind.
  template <typename Kind>
  const Kind* As() const {
    return std::get_if<Kind>(&kind);
  }
  /// Its kind in JSON.
  const char* name() const {
    return std::visit([]<typename Kind>(const Kind&) { return Kind::kKind; }, kind);
  }
  bool Steers() const {
    return std::visit([]<typename Kind>(const Kind&) { return kSteers<Kind>; }, kind);
  }
  bool NeedsAccounts() const {
    return std::visit([]<typename Kind>(const Kind&) { return kNeedsAccounts<Kind>; }, kind);
  }
};

}  // namespace snapscope::scenario
