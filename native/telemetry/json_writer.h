// Writes one JSON value into a string. Only what telemetry events need: objects, strings, integers,
// null, and numbers that are exact decimals of integers, so that no floating point is involved.
// Output is valid UTF-8 whatever the input: bytes that are not become U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ids.h"

namespace snapscope::telemetry {

class JsonWriter {
 public:
  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& Key(std::string_view name);

  JsonWriter& String(std::string_view text);
  JsonWriter& Integer(int64_t value);
  JsonWriter& Null();
  /// `value` / 10^`digits`, without trailing zeros: Decimal(1'500, 3) is 1.5.
  JsonWriter& Decimal(int64_t value, int digits);
  /// Shortest text that reads back as the same double; null if it is not finite.
  JsonWriter& Double(double value);
  /// A time or duration in milliseconds, exact to the nanosecond.
  JsonWriter& Milliseconds(TimeNs time) { return Decimal(time, 6); }
  /// A value that is JSON already.
  JsonWriter& Raw(std::string_view json);

  /// The text; leaves the writer empty.
  std::string Take();

 private:
  void Separate();

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace snapscope::telemetry
