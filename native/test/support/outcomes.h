// What tests expect of results and of texts. Coroutines may use it, and each failure names the
// caller's line.
#pragma once

#include <source_location>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/result.h"

namespace snapscope::test {

/// The result is a success.
template <typename T>
void ExpectOk(const Result<T>& result,
              std::source_location where = std::source_location::current()) {
  if (result.ok()) return;
  ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line())) << result.error().message;
}

/// The text has that part.
inline void ExpectHas(const std::string& text, std::string_view part,
                      std::source_location where = std::source_location::current()) {
  if (text.find(part) != std::string::npos) return;
  ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
      << "expected '" << part << "' in '" << text << "'";
}

/// The result is an error of that code, whose message has that part.
template <typename T>
void ExpectFails(ErrorCode code, const Result<T>& result, std::string_view part = {},
                 std::source_location where = std::source_location::current()) {
  if (result.ok() || result.error().code != code) {
    ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
        << "expected " << ToString(code) << ", got "
        << (result.ok() ? "success" : result.error().message);
    return;
  }
  ExpectHas(result.error().message, part, where);
}

}  // namespace snapscope::test
