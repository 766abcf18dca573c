#include "telemetry/sql_errors.h"

#include <string>

#include "base/check.h"

namespace snapscope::telemetry {

Error SqlError::With(std::initializer_list<std::string_view> values) const {
  Error error{code, "Msg " + std::to_string(number) + ", Level " + std::to_string(level) +
                        ", State " + std::to_string(state) + ": "};
  error.number = number;
  std::string_view rest = text;
  for (const std::string_view value : values) {
    const size_t place = rest.find("%s");
    CHECK(place != std::string_view::npos, "%d has no place for a value", number);
    error.message.append(rest.substr(0, place)).append(value);
    rest.remove_prefix(place + 2);
  }
  CHECK(rest.find("%s") == std::string_view::npos, "%d lacks a value", number);
  error.message.append(rest);
  return error;
}

}  // namespace snapscope::telemetry
