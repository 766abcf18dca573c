// Where arrays put data, and what writes cost them.
#include "sim/devices/array.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

namespace snapscope::sim::array_test {
namespace {

constexpr uint64_t kUnit = 64 * 1024;
constexpr uint64_t kPage = 8192;

/// A member that tells how busy and how far it is.
class StillMember final : public Member {
 public:
  uint32_t units() const override { return 1; }
  StillMember(size_t pending, uint64_t distance) : pending_(pending), distance_(distance) {}
  void Submit(TimeNs, const MemberIo&, uint32_t, Calendar&) override {}
  void Ended(TimeNs, Calendar&) override {}
  size_t pending() const override { return pending_; }
  uint64_t DistanceTo(uint64_t) const override { return distance_; }

 private:
  size_t pending_;
  uint64_t distance_;
};

std::vector<std::unique_ptr<Member>> Idle(uint32_t count) {
  std::vector<std::unique_ptr<Member>> members;
  for (uint32_t i = 0; i < count; ++i) members.push_back(std::make_unique<StillMember>(0, 0));
  return members;
}

ArrayPlan PlanOf(const ArrayOptions& options, bool is_write, uint64_t address, uint64_t bytes) {
  ArrayPlan plan;
  ArrayLayout(options).Plan(is_write, address, bytes, Idle(options.members), plan);
  return plan;
}

size_t Writes(const std::vector<MemberIo>& ios) {
  return static_cast<size_t>(std::ranges::count(ios, true, &MemberIo::is_write));
}

TEST(ArrayLayout, StripesOverMembers) {
  const ArrayOptions raid0{.level = RaidLevel::kRaid0, .members = 4};
  const ArrayPlan plan = PlanOf(raid0, false, kUnit - kPage, 2 * kPage);
  ASSERT_EQ(plan.first.size(), 2U);
  EXPECT_EQ(plan.first[0].member, 0U);
  EXPECT_EQ(plan.first[0].address, kUnit - kPage);
  EXPECT_EQ(plan.first[1].member, 1U);
  EXPECT_EQ(plan.first[1].address, 0U);
  EXPECT_EQ(PlanOf(raid0, true, 5 * kUnit, kPage).first[0].address, kUnit) << "the second row";
  EXPECT_EQ(storage::DataUnits(raid0), 4U);
}

TEST(ArrayLayout, MirrorsGetEveryWriteAndTheNearerOneTheRead) {
  const ArrayOptions raid10{.level = RaidLevel::kRaid10, .members = 4};
  const ArrayPlan write = PlanOf(raid10, true, kUnit, kPage);
  ASSERT_EQ(write.first.size(), 2U);
  EXPECT_EQ(write.first[0].member, 2U);
  EXPECT_EQ(write.first[1].member, 3U);
  EXPECT_TRUE(write.second.empty());
  EXPECT_EQ(storage::DataUnits(raid10), 2U);
  const auto chosen = [&](size_t first_pending, uint64_t first_distance, size_t second_pending,
                          uint64_t second_distance) {
    std::vector<std::unique_ptr<Member>> members;
    members.push_back(std::make_unique<StillMember>(first_pending, first_distance));
    members.push_back(std::make_unique<StillMember>(second_pending, second_distance));
    ArrayPlan plan;
    ArrayLayout({.level = RaidLevel::kRaid1, .members = 2}).Plan(false, 0, kPage, members, plan);
    return plan.first.at(0).member;
  };
  EXPECT_EQ(chosen(0, 5, 0, 5), 0U);
  EXPECT_EQ(chosen(0, 5, 0, 4), 1U);
  EXPECT_EQ(chosen(2, 5, 1, 9), 1U) << "fewer I/Os count more than distance";
}

TEST(ArrayLayout, SmallWriteOfParityReadsAndWritesDataAndParity) {
  const ArrayPlan raid5 =
      PlanOf({.level = RaidLevel::kRaid5, .members = 6}, true, 3 * kPage, kPage);
  EXPECT_EQ(raid5.first.size(), 2U);
  EXPECT_EQ(Writes(raid5.first), 0U);
  EXPECT_EQ(raid5.second.size(), 2U);
  EXPECT_EQ(Writes(raid5.second), 2U);
  for (const MemberIo& io : raid5.second) {
    EXPECT_EQ(io.address, 3 * kPage) << "the same bytes of the units of data and parity";
    EXPECT_EQ(io.bytes, kPage);
  }
  const ArrayPlan raid6 = PlanOf({.level = RaidLevel::kRaid6, .members = 6}, true, 0, kPage);
  EXPECT_EQ(raid6.first.size() + raid6.second.size(), 6U);
}

TEST(ArrayLayout, WholeRowIsWrittenWithoutReading) {
  const ArrayOptions raid5{.level = RaidLevel::kRaid5, .members = 6};
  const ArrayPlan row = PlanOf(raid5, true, 5 * kUnit, 5 * kUnit);
  EXPECT_EQ(Writes(row.first), 6U);
  EXPECT_TRUE(row.second.empty());
  EXPECT_EQ(ArrayLayout(raid5).row_bytes(), 5 * kUnit);
}

TEST(ArrayLayout, MostOfARowReadsTheRestInsteadOfWhatItOverwrites) {
  const ArrayPlan plan = PlanOf({.level = RaidLevel::kRaid5, .members = 6}, true, 0, 4 * kUnit);
  EXPECT_EQ(plan.first.size(), 1U) << "the fifth unit";
  EXPECT_EQ(plan.second.size(), 5U);
}

// Every byte of the array has a place of its own, and parity lies on no data.
void ExpectDisjoint(const ArrayOptions& options) {
  const ArrayLayout layout(options);
  std::set<std::pair<uint32_t, uint64_t>> taken;
  std::map<uint32_t, int> parity_of;
  const uint64_t rows = uint64_t{options.members} * options.groups;
  for (uint64_t row = 0; row < rows; ++row) {
    const ArrayPlan plan = PlanOf(options, true, row * layout.row_bytes(), layout.row_bytes());
    for (const MemberIo& io : plan.first) {
      EXPECT_TRUE(taken.emplace(io.member, io.address).second) << io.member << " " << io.address;
    }
    const ArrayPlan read = PlanOf(options, false, row * layout.row_bytes(), layout.row_bytes());
    EXPECT_EQ(read.first.size(), layout.data_units());
    std::set<uint32_t> data;
    for (const MemberIo& io : read.first) data.insert(io.member);
    for (const MemberIo& io : plan.first) {
      if (!data.contains(io.member)) ++parity_of[io.member];
    }
  }
  if (options.level != RaidLevel::kRaid5 && options.level != RaidLevel::kRaid6) return;
  for (const auto& [member, count] : parity_of) {
    EXPECT_EQ(parity_of.size(), options.members);
    EXPECT_EQ(count, parity_of.begin()->second) << "parity wanders over all members alike";
  }
}

TEST(ArrayLayout, EveryByteHasAPlaceOfItsOwn) {
  ExpectDisjoint({.level = RaidLevel::kRaid0, .members = 5});
  ExpectDisjoint({.level = RaidLevel::kRaid1, .members = 3});
  ExpectDisjoint({.level = RaidLevel::kRaid10, .members = 8});
  ExpectDisjoint({.level = RaidLevel::kRaid5, .members = 6});
  ExpectDisjoint({.level = RaidLevel::kRaid6, .members = 6});
  ExpectDisjoint({.level = RaidLevel::kRaid5, .members = 12, .groups = 3});
}

}  // namespace
}  // namespace snapscope::sim::array_test
