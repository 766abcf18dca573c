// Any text as a scenario: refused with a reason, or one whose database can be laid out or is
// refused for what it asks.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "database/initial_database.h"
#include "scenario/scenario.h"

namespace database = snapscope::database;
namespace scenario = snapscope::scenario;
using snapscope::Result;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<scenario::Scenario> parsed = scenario::ParseScenario(text);
  if (!parsed.ok()) {
    CHECK(!parsed.error().message.empty(), "refused without a reason");
    return 0;
  }
  CHECK(parsed->json == text, "a scenario is not the text that it was read from");
  const auto initial = database::InitialDatabase::Plan(*parsed);
  if (!initial.ok()) {
    CHECK(!initial.error().message.empty(), "refused without a reason");
    return 0;
  }
  CHECK(initial->reported().rows > 0, "a table without a row");
  return 0;
}
