#include "scenario/command_json.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/check.h"
#include "scenario/seconds_json.h"

namespace snapscope::scenario {

namespace {

using Json = nlohmann::json;

void ReadName(const Json& json, Command& command) { command.name = json.at("name"); }

void ReadUsers(const Json& json, Command& command) { command.users = json.at("users"); }

void ReadReportUsers(const Json& json, Command& command) {
  ReadName(json, command);
  ReadUsers(json, command);
}

void ReadPace(const Json& json, Command& command) { command.pace = json.at("pace"); }

void ReadBatchRows(const Json& json, Command& command) {
  command.batch_rows = json.at("batchRows");
}

bool ReadChoice(const Json& json, const char* name) {
  const Json value = json.value(name, Json(false));
  if (!value.is_boolean()) {
    throw std::invalid_argument(std::string(name) + ": " + value.dump() +
                                " is not allowed; allowed: true, false");
  }
  return value;
}

void ReadIndexBuild(const Json& json, Command& command) {
  command.index = json.at("index");
  command.online = ReadChoice(json, "online");
}

void ReadNewIndex(const Json& json, Command& command) {
  ReadIndexBuild(json, command);
  command.sort_in_tempdb = ReadChoice(json, "sortInTempdb");
}

void ReadNewTable(const Json& json, Command& command) {
  ReadName(json, command);
  command.rows = json.at("rows");
}

/// As pages are printed, without parentheses: file:page.
void ReadPage(const Json& json, Command& command) {
  const Json page = json.value("page", Json());
  if (page.is_null()) return;
  const std::string text = page;
  unsigned file = 0;
  unsigned number = 0;
  int read = 0;
  const int fields = std::sscanf(text.c_str(), "%5u:%10u%n", &file, &number, &read);
  if (fields != 2 || static_cast<size_t>(read) != text.size() ||
      file >= uint32_t{1} << PageId::kFileBits) {
    throw std::invalid_argument("page: '" + text +
                                "' is not a page; allowed: null, or its file and number, 1:345");
  }
  command.page = PageId::Of(file, number);
}

void ReadMode(const Json& json, Command& command) {
  const std::string mode = json.at("mode");
  if (mode != "clean" && mode != "crash") {
    throw std::invalid_argument("mode: '" + mode + "' is not allowed; allowed: clean, crash");
  }
  command.clean = mode == "clean";
}

void ReadBackup(const Json& json, Command& command) {
  ReadName(json, command);
  static constexpr std::array kTypes = {"full", "differential", "log"};
  const std::string type = json.at("type");
  const auto found = std::ranges::find(kTypes, type);
  if (found == kTypes.end()) {
    throw std::invalid_argument("type: '" + type +
                                "' is not allowed; allowed: full, differential, log");
  }
  command.backup_type = static_cast<BackupType>(found - kTypes.begin());
  command.copy_only = ReadChoice(json, "copyOnly");
  command.files = json.value("files", 1U);
  const Json buffers = json.value("bufferCount", Json());
  if (!buffers.is_null()) command.buffers = buffers.get<uint32_t>();
  if (command.copy_only && command.backup_type == BackupType::kDifferential) {
    throw std::invalid_argument("copyOnly: true is not allowed of a differential; allowed: false");
  }
}

std::string TextOrNone(const Json& json, const char* name) {
  const Json text = json.value(name, Json());
  return text.is_null() ? std::string() : text.get<std::string>();
}

/// As LSNs are printed: VVVVVVVV:BBBBBBBB:SSSS, hexadecimal.
std::optional<Lsn> ReadMark(const Json& json, const char* name) {
  const Json mark = json.value(name, Json());
  if (mark.is_null()) return std::nullopt;
  const std::string text = mark;
  unsigned vlf = 0;
  unsigned block = 0;
  unsigned slot = 0;
  int read = 0;
  const int fields = std::sscanf(text.c_str(), "%8x:%8x:%4x%n", &vlf, &block, &slot, &read);
  const Lsn lsn = Lsn::Of(vlf, block, slot);
  const bool is_lsn = fields == 3 && static_cast<size_t>(read) == text.size() && lsn.vlf() == vlf &&
                      lsn.block() == block && lsn.slot() == slot;
  if (!is_lsn || lsn.IsNone()) {
    throw std::invalid_argument(std::string(name) + ": '" + text +
                                "' is not an LSN; allowed: one as the ERRORLOG has it, "
                                "00000001:000048FD:0001");
  }
  return lsn;
}

void ReadRevert(const Json& json, Command& command) {
  ReadName(json, command);
  command.closes_connections = json.value("closeConnections", true);
}

void ReadRestore(const Json& json, Command& command) {
  const Json stop = json.value("stopAtSeconds", Json());
  // Rounded: 1.001 s is stored as a little less, and a commit at that very time belongs to the
  // restore.
  if (!stop.is_null()) command.stop_at = FromSeconds(stop);
  const std::optional<Lsn> at = ReadMark(json, "stopAtMark");
  const std::optional<Lsn> before = ReadMark(json, "stopBeforeMark");
  if (at.has_value() + before.has_value() + command.stop_at.has_value() > 1) {
    throw std::invalid_argument(
        "stopAtSeconds, stopAtMark, stopBeforeMark: more than one is given; allowed: one, or none");
  }
  command.stop_before = at ? Lsn{at->value + 1} : before;
  command.back_up_tail = ReadChoice(json, "backUpTail");
  command.replace = ReadChoice(json, "replace");
  command.restored_as = TextOrNone(json, "as");
  command.volume = TextOrNone(json, "volume");
  command.recovers = json.value("recovery", true);
  command.closes_connections = json.value("closeConnections", true);
  const Json backups = json.value("backups", Json());
  if (!backups.is_null()) command.backups = backups.get<std::vector<std::string>>();
  if (!command.restored_as.empty()) return;
  if (!command.volume.empty()) {
    throw std::invalid_argument(
        "volume: is for another database only: the one that users work on is restored where it "
        "is; allowed: null, or a name in as");
  }
  if (!command.recovers) {
    throw std::invalid_argument(
        "recovery: false is for another database only: the one that users work on is restored in "
        "one go; allowed: true, or a name in as");
  }
}

using enum CommandKind;

/// What there is to know of a kind before a run; experiment/commands.cpp has what carries it out.
struct CommandShape {
  CommandKind kind;
  const char* name;  ///< `kind` in JSON
  bool changes_run;
  /// Reads what this kind needs beside its name; null if that is nothing. Throws what
  /// nlohmann::json throws, or std::invalid_argument.
  void (*read)(const Json& json, Command& command);
};

constexpr std::array kShapes = {
    CommandShape{kCreateSnapshot, "createSnapshot", true, ReadName},
    CommandShape{kDropSnapshot, "dropSnapshot", true, ReadName},
    CommandShape{kSetUsers, "setUsers", true, ReadUsers},
    CommandShape{kRestartServer, "restartServer", true, ReadMode},
    CommandShape{kRevertSnapshot, "revertSnapshot", true, ReadRevert},
    CommandShape{kUpdateTable, "updateTable", true, ReadBatchRows},
    CommandShape{kSetReportUsers, "setReportUsers", true, ReadReportUsers},
    CommandShape{kRebuildIndex, "rebuildIndex", true, ReadIndexBuild},
    CommandShape{kCreateIndex, "createIndex", true, ReadNewIndex},
    CommandShape{kSelectInto, "selectInto", true, ReadNewTable},
    CommandShape{kDropTable, "dropTable", true, ReadName},
    CommandShape{kCheckDatabase, "checkDatabase", true, nullptr},
    CommandShape{kBackup, "backup", true, ReadBackup},
    CommandShape{kRestore, "restore", true, ReadRestore},
    CommandShape{kVerifyBackup, "verifyBackup", true, ReadName},
    CommandShape{kDamagePage, "damagePage", true, ReadPage},
    CommandShape{kPause, "pause", false, nullptr},
    CommandShape{kResume, "resume", false, nullptr},
    CommandShape{kStepToNextPhase, "stepToNextPhase", false, nullptr},
    CommandShape{kSetPace, "setPace", false, ReadPace},
    CommandShape{kCancel, "cancel", false, nullptr},
};

const CommandShape& ShapeOf(CommandKind kind) {
  const auto shape = std::ranges::find(kShapes, kind, &CommandShape::kind);
  CHECK(shape != kShapes.end(), "no shape of command %u", static_cast<unsigned>(kind));
  return *shape;
}

}  // namespace

const char* NameOf(CommandKind kind) { return ShapeOf(kind).name; }

bool Command::ChangesRun() const { return ShapeOf(kind).changes_run; }

bool Command::NeedsAccounts() const {
  switch (kind) {
    case CommandKind::kUpdateTable:
    case CommandKind::kRebuildIndex:
    case CommandKind::kCreateIndex:
    case CommandKind::kSelectInto:
    case CommandKind::kDropTable:
    case CommandKind::kDamagePage:
      return true;
    default:
      return false;
  }
}

Command CommandFromJson(const Json& json) {
  const std::string kind = json.at("kind");
  const auto shape = std::ranges::find_if(
      kShapes, [&kind](const CommandShape& candidate) { return candidate.name == kind; });
  if (shape == kShapes.end())
    throw std::invalid_argument("kind: there is no command '" + kind + "'");
  Command command;
  command.kind = shape->kind;
  command.json = json.dump();
  if (shape->read != nullptr) shape->read(json, command);
  return command;
}

}  // namespace snapscope::scenario
