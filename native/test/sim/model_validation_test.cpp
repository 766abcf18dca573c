// docs/model-validation.md is written by SNAPSCOPE_UPDATE_GOLDEN=1 and these tests.
#include "test/sim/model_validation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "scenario/number_ranges_generated.h"

namespace snapscope::test::model_validation_test {
namespace {

constexpr const char* kDocument = "docs/model-validation.md";

std::string Number(double value) {
  char text[32];
  const int decimals = value >= 1000 ? 0 : value >= 100 ? 1 : 3;
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

std::string Signed(double percent) {
  char text[32];
  // No "-0.0".
  std::snprintf(text, sizeof text, "%+.1f %%", std::abs(percent) < 0.05 ? 0 : percent);
  return text;
}

bool Agrees(const Validation& validation, double measured) {
  return std::abs(validation.DifferencePercent(measured)) <= validation.tolerance_percent;
}

struct Measured {
  Validation validation;
  double value;
};

// Each once, for all tests.
const std::vector<Measured>& AllMeasured() {
  static const std::vector<Measured> all = [] {
    std::vector<Measured> measured;
    const ModelParameters usual = UsualParameters();
    for (Validation& validation : Validations()) {
      const double value = validation.measure(usual);
      measured.push_back({std::move(validation), value});
    }
    return measured;
  }();
  return all;
}

TEST(ModelValidation, ModelsAgreeWithClosedForms) {
  for (const auto& [validation, measured] : AllMeasured()) {
    EXPECT_TRUE(Agrees(validation, measured))
        << validation.name << ": " << measured << " instead of " << validation.expected;
  }
}

// A parameter that is 20 % off makes its validation fail, in either direction.
TEST(ModelValidation, EveryParameterIsGuarded) {
  const std::vector<Validation> all = Validations();
  for (const GuardedParameter& parameter : GuardedParameters()) {
    const auto guard = std::ranges::find(all, parameter.guard, &Validation::name);
    ASSERT_NE(guard, all.end()) << parameter.guard;
    for (const double factor : {0.8, 1.2}) {
      ModelParameters changed = UsualParameters();
      parameter.scale(changed, factor);
      const double measured = guard->measure(changed);
      EXPECT_FALSE(Agrees(*guard, measured))
          << parameter.name << " times " << factor << " goes unnoticed: " << measured;
    }
  }
}

// A parameter that a scenario can set and that no validation guards is one that nobody checks.
TEST(ModelValidation, EveryFieldOfADeviceIsAGuardedParameter) {
  std::set<std::string> fields;
  for (const scenario::NumberRange& range : scenario::kNumberRanges) {
    const std::string path(range.path);
    const bool is_of_a_device = path.starts_with("storage.volumes.*.device.");
    if (is_of_a_device || path == "storage.sparseRegionWrites") fields.insert(path.substr(8));
  }
  std::set<std::string> guarded;
  for (const GuardedParameter& parameter : GuardedParameters()) {
    if (!parameter.field.empty()) guarded.insert(parameter.field);
  }
  EXPECT_EQ(guarded, fields);
}

std::string Document() {
  std::ostringstream text;
  text
      << "# The device models against closed forms\n\n"
         "Written by a test from a run of the models; the same test compares it on every run:\n"
         "`SNAPSCOPE_UPDATE_GOLDEN=1 npm test -- cpp -R ModelValidation`. How the models work is\n"
         "said in [storage](internals/storage.md) and in the heads of `native/sim/devices/*.h`.\n\n"
         "What the whole engine gives is held against the papers' figures; those of their checks\n"
         "that fail are explained by mechanism: "
         "[the engine against the papers' figures](figure-validation.md).\n\n"
         "Each line is a device of its own under a closed loop of I/Os (a depth) or Poisson\n"
         "arrivals (queues and Little's law). The expectation is a formula of the parameters "
         "below,\n"
         "never of the model. A difference beyond the tolerance fails the test.\n\n"
         "| | expected | | model | | difference | tolerance |\n"
         "| --- | --- | --: | --: | --- | --: | --: |\n";
  for (const auto& [validation, measured] : AllMeasured()) {
    text << "| " << validation.name << " | " << validation.form << " | "
         << Number(validation.expected) << " | " << Number(measured) << " | " << validation.unit
         << " | " << Signed(validation.DifferencePercent(measured)) << " | "
         << validation.tolerance_percent << " % |\n";
  }
  text
      << "\n## Parameters\n\n"
         "A 15k disk of 146 GB: track-to-track, average and full-stroke seek of 0.2, 3.5 and\n"
         "7.4 ms, 0.5 ms more for a write, 100 MB/s. An SSD of 16 channels: 16 KiB pages, 80 us\n"
         "reads, 800 us programs, 2,400 us after 1,000 MiB, a buffer of 64 MiB in 10 us, 80 %\n"
         "left by compression. Arrays of 8 with stripe units of 64 KiB. \"Even members\" serve "
         "one\n"
         "8 KB read or write in 80 us. A controller cache of 64 MiB in 20 us, destaged from 50 %. "
         "A\n"
         "link of 2 ports of 118 MB/s, 100 us, depth 4; limits of 3,000 I/O/s and 125 MB/s. A "
         "queue\n"
         "device with 4 servers of 1 ms (reads), 2 ms (writes), 0.1 and 0.15 ms (the same in "
         "sequence),\n"
         "flushes of 5 ms, 25 MB/s. A volume of 64 MiB on it, without draws and link; 3 writes of "
         "the\n"
         "file system for each region of a sparse file, whose allocation takes 0.1 ms, and 10 us "
         "for a\n"
         "write call. A device of one server that completes I/Os together has a setup of 40 ms.\n\n"
         "## What notices a wrong parameter\n\n"
         "Each parameter, 20 % too small and 20 % too large (a count of few: one less, one more),\n"
         "makes this line of the table fail, which a test proves. Another test proves that no "
         "number of\n"
         "a device which a scenario can set is left out. Each RAID level and each spread of "
         "service\n"
         "times has lines of its own.\n\n"
         "| parameter | line |\n| --- | --- |\n";
  for (const GuardedParameter& parameter : GuardedParameters()) {
    text << "| " << parameter.name << " | " << parameter.guard << " |\n";
  }
  return text.str();
}

TEST(ModelValidation, DocumentIsUpToDate) {
  const std::string current = Document();
  if (std::getenv("SNAPSCOPE_UPDATE_GOLDEN") != nullptr) std::ofstream(kDocument) << current;
  std::ifstream file(kDocument);
  const std::string written((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(written, current) << "run it again with SNAPSCOPE_UPDATE_GOLDEN=1, and review";
}

}  // namespace
}  // namespace snapscope::test::model_validation_test
