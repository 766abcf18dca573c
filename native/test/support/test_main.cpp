// Entry of every test program. A test that never ends, say by waiting for a lock that nobody
// grants, is ended before it takes the machine's memory or hours: by bounds of virtual time and of
// memory. The time bound of all of them is ctest's.
#include <cstdio>
#include <cstdlib>

#ifdef __linux__
#include <sys/resource.h>
#endif

#include <gtest/gtest.h>

#include "base/mutation.h"
#include "sim/virtual_clock.h"

// Sanitizers reserve more address space than any limit of it could allow: they watch their own use.
// What the shadow and the quarantine take comes on top, hence the larger bounds.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SNAPSCOPE_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SNAPSCOPE_SANITIZED
#endif
#endif

#ifdef SNAPSCOPE_SANITIZED
// Names that the sanitizers' runtimes look up.
extern "C" const char* __asan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_options();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __asan_default_options() { return "hard_rss_limit_mb=6144"; }
extern "C" const char* __tsan_default_options() { return "hard_rss_limit_mb=6144"; }
#endif

namespace snapscope::test {
namespace {

/// Longer than any test's run.
constexpr TimeNs kLatestVirtualTime = 30LL * 24 * 3600 * 1'000'000'000;

void LimitMemory() {
#if defined(__linux__) && !defined(SNAPSCOPE_SANITIZED)
  constexpr rlim_t kMostMemory = rlim_t{4} << 30;
  const rlimit limit{kMostMemory, kMostMemory};
  if (setrlimit(RLIMIT_DATA, &limit) != 0) std::perror("setrlimit");
#endif
}

}  // namespace
}  // namespace snapscope::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  // In the build that has known defects: a test is good for one if it fails with it.
  const char* defect = std::getenv("SNAPSCOPE_DEFECT");
  if (defect != nullptr && !snapscope::SwitchOnMutation(defect)) {
    std::fprintf(stderr, "this build has no defect '%s'\n", defect);
    return 0;
  }
  snapscope::test::LimitMemory();
  snapscope::sim::VirtualClock::SetLatest(snapscope::test::kLatestVirtualTime);
  return RUN_ALL_TESTS();
}
