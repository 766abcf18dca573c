// A whole database as a crash left it, with damage to any of its files: it does not start, with a
// reason, or it does, and nobody reads damage as good.
#include <cstdint>

#include "base/check.h"
#include "fuzz/crashed_server.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  static const fuzz::CrashedServer server;
  const fuzz::Trial trial = server.RestartDamaged(fuzz::ByteSource(data, size));
  CHECK(trial.wrong.empty(), "%s", trial.wrong.c_str());
  return 0;
}
