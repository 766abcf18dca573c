// Restarts from files that decayed: bytes of any of them are others than were written. The fuzzer
// `database` goes on from here, behind the checksums as well.
#include <gtest/gtest.h>

#include "base/rng.h"
#include "fuzz/crashed_server.h"

namespace snapscope::damage_test {
namespace {

enum class DamagedFile : uint8_t { kData, kLog, kSparse };

struct Text {
  std::vector<uint8_t> bytes;

  void Add(uint8_t kind, uint64_t place, uint64_t offset, const std::vector<uint8_t>& content) {
    bytes.push_back(kind);
    for (const uint64_t number : {place, offset}) {
      bytes.push_back(static_cast<uint8_t>(number));
      bytes.push_back(static_cast<uint8_t>(number >> 8));
    }
    bytes.push_back(static_cast<uint8_t>(content.size()));
    bytes.insert(bytes.end(), content.begin(), content.end());
  }
};

Text RandomDamage(Rng& rng, uint8_t kind) {
  Text text;
  const uint64_t damages = 1 + rng.Below(3);
  for (uint64_t damage = 0; damage < damages; ++damage) {
    std::vector<uint8_t> content(1 + rng.Below(rng.Percent(50) ? 4 : 200));
    for (uint8_t& byte : content) byte = rng.Percent(20) ? 0 : static_cast<uint8_t>(rng.Below(256));
    const uint64_t page = rng.Below(65'536);
    const uint64_t offset = rng.Below(65'536);
    text.Add(kind, page, offset, content);
  }
  return text;
}

const fuzz::CrashedServer& Server() {
  static const fuzz::CrashedServer server;
  return server;
}

fuzz::Trial TrialOf(const Text& text) {
  return Server().RestartDamaged(fuzz::ByteSource(text.bytes.data(), text.bytes.size()));
}

class DamageTest : public testing::TestWithParam<DamagedFile> {};

TEST_P(DamageTest, IsToldOrHealedAndNeverReadAsGood) {
  const auto kind = static_cast<uint8_t>(GetParam());
  Rng rng(kind, "damage");
  uint64_t told = 0;
  uint64_t harmless = 0;
  for (int round = 0; round < 150; ++round) {
    const fuzz::Trial trial = TrialOf(RandomDamage(rng, kind));
    ASSERT_EQ(trial.wrong, "") << "round " << round;
    ++(trial.refused || trial.damage_told ? told : harmless);
  }
  EXPECT_GT(told, 0U);
  EXPECT_GT(harmless, 0U);
}

TEST_P(DamageTest, BehindAChecksumEndsInARefusalOrAStart) {
  const auto kind = static_cast<uint8_t>(static_cast<uint8_t>(GetParam()) | fuzz::kSealedDamage);
  Rng rng(kind, "damage");
  for (int round = 0; round < 150; ++round) {
    EXPECT_EQ(TrialOf(RandomDamage(rng, kind)).wrong, "") << "round " << round;
  }
}

std::string NameOf(const testing::TestParamInfo<DamagedFile>& instance) {
  constexpr std::array kNames = {"Data", "Log", "Sparse"};
  return kNames[static_cast<size_t>(instance.param)];
}

INSTANTIATE_TEST_SUITE_P(Files, DamageTest,
                         testing::Values(DamagedFile::kData, DamagedFile::kLog,
                                         DamagedFile::kSparse),
                         NameOf);

TEST(NoDamageTest, LeavesWhatWasCommitted) {
  const fuzz::Trial trial = TrialOf({});
  EXPECT_FALSE(trial.refused);
  EXPECT_FALSE(trial.damage_told);
  EXPECT_EQ(trial.wrong, "");
}

}  // namespace
}  // namespace snapscope::damage_test
