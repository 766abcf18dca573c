#include "scenario/command_json.h"

#include <cstdio>

#include "scenario/fields_json.h"

namespace snapscope::scenario {

void FieldReader::Read(const char* name, const Json& json, bool& value) {
  if (!json.is_boolean()) {
    throw std::invalid_argument(std::string(name) + ": " + json.dump() +
                                " is not allowed; allowed: true, false");
  }
  value = json;
}

/// A page is written file:page here, in the ERRORLOG with parentheses around it.
void FieldReader::Read(const char* name, const Json& json, PageId& page) {
  const std::string text = json;
  unsigned file = 0;
  unsigned number = 0;
  int read = 0;
  const int fields = std::sscanf(text.c_str(), "%5u:%10u%n", &file, &number, &read);
  if (fields != 2 || static_cast<size_t>(read) != text.size() ||
      file >= uint32_t{1} << PageId::kFileBits) {
    throw std::invalid_argument(std::string(name) + ": '" + text +
                                "' is not a page; allowed: null, or its file and number, 1:345");
  }
  page = PageId::Of(file, number);
}

/// An LSN is written as the ERRORLOG has it, VVVVVVVV:BBBBBBBB:SSSS, in hexadecimal digits.
void FieldReader::Read(const char* name, const Json& json, Lsn& lsn) {
  const std::string text = json;
  unsigned vlf = 0;
  unsigned block = 0;
  unsigned slot = 0;
  int read = 0;
  const int fields = std::sscanf(text.c_str(), "%8x:%8x:%4x%n", &vlf, &block, &slot, &read);
  lsn = Lsn::Of(vlf, block, slot);
  const bool is_lsn = fields == 3 && static_cast<size_t>(read) == text.size() && lsn.vlf() == vlf &&
                      lsn.block() == block && lsn.slot() == slot;
  if (!is_lsn || lsn.IsNone()) {
    throw std::invalid_argument(std::string(name) + ": '" + text +
                                "' is not an LSN; allowed: one as the ERRORLOG has it, "
                                "00000001:000048FD:0001");
  }
}

namespace {

void CheckRules(const Backup& backup) {
  if (backup.copy_only && backup.type == BackupType::kDifferential) {
    throw std::invalid_argument("copyOnly: true is not allowed of a differential; allowed: false");
  }
}

void CheckRules(const Restore& restore) {
  const int stops = restore.stop_at.has_value() + restore.stop_at_mark.has_value() +
                    restore.stop_before_mark.has_value();
  if (stops > 1) {
    throw std::invalid_argument(
        "stopAtSeconds, stopAtMark, stopBeforeMark: more than one is given; allowed: one, or none");
  }
  if (!restore.restored_as.empty()) return;
  if (!restore.volume.empty()) {
    throw std::invalid_argument(
        "volume: is for another database only: the one that users work on is restored where it "
        "is; allowed: null, or a name in as");
  }
  if (!restore.recovers) {
    throw std::invalid_argument(
        "recovery: false is for another database only: the one that users work on is restored in "
        "one go; allowed: true, or a name in as");
  }
}

}  // namespace

Command CommandFromJson(const nlohmann::json& json) {
  Command command;
  FieldReader(json).OneOf("kind", command.kind);
  if (const auto* backup = command.As<Backup>()) CheckRules(*backup);
  if (const auto* restore = command.As<Restore>()) CheckRules(*restore);
  command.json = json.dump();
  return command;
}

}  // namespace snapscope::scenario
