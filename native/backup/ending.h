// What the ERRORLOG is told at the end of a backup, and of the restore of one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backup/format.h"
#include "snapshot/engine_parts.h"

namespace snapscope::backup {

enum class Ended : uint8_t { kBackup, kRestore };

/// Tells of the end. 3014, which the ERRORLOG has since 2012, follows where `duration` is given.
void TellOfEnd(const snapshot::EngineParts& engine, const BackupSet& set, Ended what,
               std::vector<std::string> devices, std::optional<TimeNs> duration);

}  // namespace snapscope::backup
