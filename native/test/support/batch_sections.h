// What a telemetry batch has behind its columns.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "test/support/run_support.h"

namespace snapscope::test {

/// The section of push records; nothing where it has none.
inline ConstByteSpan PushesOf(const std::vector<std::byte>& batch) {
  const ConstByteSpan bytes(batch);
  return bytes.last(Load<uint32_t>(bytes, 20));
}

inline Json EventsOf(const std::vector<std::byte>& batch) {
  const auto length = Load<uint32_t>(ConstByteSpan(batch), 16);
  const char* end = reinterpret_cast<const char*>(PushesOf(batch).data());
  return Json::parse(end - length, end);
}

}  // namespace snapscope::test
