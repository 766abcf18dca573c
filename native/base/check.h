// CHECK: an assertion that stays on in production. It prints the condition, the message and the
// crash context (seed and engine time of the run on this thread), then aborts.
#pragma once

#include <cstdint>

namespace snapscope {
inline namespace base {

/// What a failed CHECK on this thread reports so that the failure can be repeated.
struct CrashContext {
  uint64_t seed = 0;
  int64_t engine_time_ns = 0;
};

/// The context of the calling thread; the executor keeps the time current.
CrashContext& ThreadCrashContext();

[[noreturn]] void CheckFailed(const char* file, int line, const char* condition, const char* format,
                              ...) __attribute__((format(printf, 4, 5)));

}  // namespace base
}  // namespace snapscope

#define CHECK(condition, ...)                                                   \
  do {                                                                          \
    if (!(condition)) [[unlikely]] {                                            \
      ::snapscope::CheckFailed(__FILE__, __LINE__, #condition, "" __VA_ARGS__); \
    }                                                                           \
  } while (false)
