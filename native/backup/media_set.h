// The files of a backup, and how many buffers it has.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/engine_version.h"
#include "storage/file.h"

namespace snapscope::backup {

/// Buffers that may be on their way to one device.
constexpr uint32_t DeviceDepth(EngineVersion version) {
  return version == EngineVersion::k2005 ? 3 : 4;
}

/// BUFFERCOUNT: what a backup to so many files has of its own accord with so many volumes to read
/// (a device's depth and one more for each of them, two a volume).
constexpr uint32_t UsualBuffers(EngineVersion version, uint32_t devices, uint32_t volumes) {
  return devices * DeviceDepth(version) + devices + 2 * volumes;
}

/// Where the files of one backup are: TO DISK = '...', DISK = '...'.
using MediaSet = std::vector<storage::FilePlace>;

inline std::vector<std::string> PathsOf(const MediaSet& files) {
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const storage::FilePlace& place : files) paths.push_back(place.path);
  return paths;
}

/// TO DISK = 'NUL': a backup is made and dropped. There is no file, and nothing can be restored.
inline storage::FilePlace NulDevice() { return {nullptr, "NUL"}; }
inline bool IsNul(const MediaSet& files) { return files.front().volume == nullptr; }

}  // namespace snapscope::backup
