// Any text as a live command: refused with a reason, or a command whose own text reads as the same.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "scenario/scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<scenario::Command> command = scenario::ParseCommand(text);
  if (!command.ok()) {
    CHECK(!command.error().message.empty(), "refused without a reason");
    return 0;
  }
  const Result<scenario::Command> again = scenario::ParseCommand(command->json);
  CHECK(again.ok() && again->kind.index() == command->kind.index() && again->json == command->json,
        "a command's text reads as another command");
  return 0;
}
