// Parts of the summary: each is written in a file of its own, from plain data.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "experiment/run_record.h"

namespace snapscope::experiment {

using Json = nlohmann::ordered_json;

inline double Ms(TimeNs time) { return static_cast<double>(time) / kMillisecond; }

/// The value's JSON by `write`; null where there is none.
template <typename T, typename Write = std::identity>
Json OrNull(const std::optional<T>& value, Write write = {}) {
  return value ? Json(write(*value)) : Json(nullptr);
}
inline Json MsOrNull(std::optional<TimeNs> time) { return OrNull(time, Ms); }
/// The time in milliseconds; null where it did not come.
inline Json MsIfReached(TimeNs time) { return time == kNever ? Json(nullptr) : Json(Ms(time)); }
inline Json TextOrNull(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

// snapshot_summary.cpp
Json SnapshotsJson(const RunRecord& run);
Json ConsistencyJson(const std::optional<tpcc::Consistency>& consistency);

// storage_summary.cpp
Json FilesJson(const server::ServerHistory& server);
Json VolumesJson(const RunRecord& run);
Json CheckpointsJson(const server::ServerHistory& server);
Json BackupsJson(const RunRecord& run);
Json ArraySnapshotsJson(const RunRecord& run);
Json RestoresJson(const RunRecord& run);

}  // namespace snapscope::experiment
