#include "crash_simulator/backup_notes.h"

#include <algorithm>

namespace snapscope::crash_simulator {

using backup::BackupKind;
using backup::BackupSet;

void BackupNotes::NoteComplete(const BackupSet& set) {
  const bool ends_log = set.kind == BackupKind::kLog && !set.copy_only;
  if (ends_log) log_until = std::max(log_until, set.last);
  if (notes[set.name].begins_chain) log_until = set.last;
}

backup::MediaSet FilesAt(database::Machine& machine, const std::vector<std::string>& paths) {
  backup::MediaSet files;
  for (const std::string& path : paths) {
    const bool is_nul = path == backup::NulDevice().path;
    files.push_back(
        is_nul ? backup::NulDevice()
               : storage::FilePlace{&machine.volume(path.substr(0, path.find(':'))), path});
  }
  return files;
}

std::optional<Lsn> ReachOf(const std::vector<BackupSet>& sets) {
  const BackupSet* full = nullptr;
  for (const BackupSet& set : sets) {
    const bool is_later = full == nullptr || set.last > full->last;
    if (set.kind == BackupKind::kFull && !set.is_partial && is_later) full = &set;
  }
  if (full == nullptr) return std::nullopt;
  Lsn reach = full->last;
  std::vector<BackupSet> logs;
  for (const BackupSet& set : sets) {
    if (set.GoesWith(*full)) reach = std::max(reach, set.last);
    if (set.kind == BackupKind::kLog) logs.push_back(set);
  }
  std::ranges::sort(logs, {}, &BackupSet::first);
  for (const BackupSet& log : logs) {
    if (log.first <= reach) reach = std::max(reach, log.last);
  }
  return reach;
}

bool HasGap(const std::vector<BackupSet>& sets) {
  const std::optional<Lsn> reach = ReachOf(sets);
  return reach && std::ranges::any_of(sets, [&reach](const BackupSet& set) {
           return set.kind == BackupKind::kLog && set.last > *reach;
         });
}

}  // namespace snapscope::crash_simulator
