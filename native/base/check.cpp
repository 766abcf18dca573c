#include "base/check.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace snapscope {
inline namespace base {

CrashContext& ThreadCrashContext() {
  thread_local CrashContext context;
  return context;
}

void CheckFailed(const char* file, int line, const char* condition, const char* format, ...) {
  const CrashContext& context = ThreadCrashContext();
  std::fprintf(stderr, "%s:%d: CHECK failed: %s (seed %llu, engine time %lld ns): ", file, line,
               condition, static_cast<unsigned long long>(context.seed),
               static_cast<long long>(context.engine_time_ns));
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace base
}  // namespace snapscope
