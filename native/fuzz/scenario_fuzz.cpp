// Any text as a scenario: refused with a reason, or one whose database can be laid out or is
// refused for what it asks.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "database/initial_database.h"
#include "scenario/scenario.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<scenario::Scenario> scenario = scenario::ParseScenario(text);
  if (!scenario.ok()) {
    CHECK(!scenario.error().message.empty(), "refused without a reason");
    return 0;
  }
  CHECK(scenario->json == text, "a scenario is not the text that it was read from");
  const auto initial = database::InitialDatabase::Plan(*scenario);
  if (!initial.ok()) {
    CHECK(!initial.error().message.empty(), "refused without a reason");
    return 0;
  }
  CHECK(initial->reported().rows > 0, "a table without a row");
  return 0;
}
