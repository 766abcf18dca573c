// Whose extents are, as a run tells it, against what the allocation maps of its files say.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test/support/batch_sections.h"
#include "test/support/scenarios.h"
#include "test/support/timeline_entries.h"

namespace snapscope::extent_owners_test {
namespace {

using test::At;
using test::Json;

/// Owners by place: file and extent.
using Owners = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;

/// What a run has told.
struct Told {
  Owners owners;
  std::map<uint32_t, Json> names;
  uint32_t events = 0;
  /// Of each time that a database was opened anew: extents that were known to be another's.
  std::vector<size_t> corrections;

  explicit Told(const Json& scenario) {
    experiment::CommandQueue commands;
    const Json summary = test::RunToSummary(
        scenario, commands, [this](const std::vector<std::byte>& batch) { Take(batch); });
    EXPECT_EQ(summary.at("run").at("status"), "completed") << summary.at("run").dump();
  }

  /// The numbers of the owners of that name, and of that kind.
  uint32_t NumberOf(const std::string& name, const std::string& kind) const {
    for (const auto& [number, owner] : names) {
      if (owner.at("name") == name && owner.at("kind") == kind) return number;
    }
    return 0;
  }
  size_t ExtentsOf(uint32_t number) const {
    return static_cast<size_t>(std::ranges::count_if(
        owners, [number](const auto& owned) { return owned.second == number; }));
  }

 private:
  void Take(const std::vector<std::byte>& batch) {
    for (const Json& event : test::EventsOf(batch)) {
      if (event.at("kind") == "extentOwners") TakeEvent(event);
    }
  }

  void TakeEvent(const Json& event) {
    ++events;
    EXPECT_EQ(event.at("ends"), false);
    for (const Json& owner : event.at("owners")) names[owner.at("number")] = owner;
    Owners next;
    if (!event.at("anew").get<bool>()) next = owners;
    const Json& spans = event.at("spans");
    for (size_t at = 0; at < spans.size(); at += 4) {
      for (uint32_t extent = 0; extent < spans[at + 2].get<uint32_t>(); ++extent) {
        const auto place =
            std::pair(spans[at].get<uint32_t>(), spans[at + 1].get<uint32_t>() + extent);
        if (spans[at + 3] == 0) {
          next.erase(place);
        } else {
          next[place] = spans[at + 3];
        }
      }
    }
    if (event.at("anew").get<bool>()) corrections.push_back(Differences(owners, next));
    owners = std::move(next);
  }

  static size_t Differences(const Owners& one, const Owners& other) {
    const auto missing_in = [](const Owners& from, const Owners& in) {
      return static_cast<size_t>(std::ranges::count_if(from, [&in](const auto& owned) {
        const auto found = in.find(owned.first);
        return found == in.end() || found->second != owned.second;
      }));
    };
    return std::max(missing_in(one, other), missing_in(other, one));
  }
};

Json Scenario(const std::vector<Json>& timeline) {
  return test::ScenarioWith({{"sizeMiB", 32}, {"filledPercent", 30}, {"dataFiles", 2}}, 4,
                            timeline);
}

TEST(ExtentOwners, AreKnownFromTheStart) {
  const Told told(Scenario({}));
  EXPECT_GT(told.ExtentsOf(told.NumberOf("dbo.accounts", "table")), 20U);
  EXPECT_GT(told.ExtentsOf(told.NumberOf("dbo.witness", "table")), 0U);
  EXPECT_GT(told.ExtentsOf(told.NumberOf("", "allocation")), 1U);
  EXPECT_EQ(told.owners.at({0, 0}), told.NumberOf("", "allocation"));
  EXPECT_TRUE(told.owners.contains({1, 2}));
}

TEST(ExtentOwners, FollowBuildsAndDropsAndAreThoseOfTheMapsAtTheNextStart) {
  const Told told(Scenario({At(1, test::CreateIndex(2)), At(3, test::Into("copy")),
                            At(6, test::ShutDown()), At(7, test::Rebuild(1)),
                            At(8, test::DropTable("copy")), At(11, test::ShutDown())}));
  ASSERT_EQ(told.corrections.size(), 3U);
  EXPECT_EQ(told.corrections[1], 0U) << "after the index and the table were made";
  EXPECT_EQ(told.corrections[2], 0U) << "after the rebuild and the drop";
  EXPECT_GT(told.ExtentsOf(told.NumberOf("IX_accounts_1", "index")), 0U);
  const uint32_t copy = told.NumberOf("dbo.copy", "table");
  ASSERT_GT(copy, 0U);
  EXPECT_EQ(told.ExtentsOf(copy), 0U) << "the table was dropped";
}

TEST(ExtentOwners, ComeBackWithWhatARevertBringsBack) {
  const Told told(Scenario({At(1, test::Into("copy")), At(4, test::Create("snap_1")),
                            At(6, test::DropTable("copy")), At(8, test::Revert("snap_1"))}));
  ASSERT_EQ(told.corrections.size(), 2U);
  EXPECT_GT(told.corrections[1], 0U);
  EXPECT_GT(told.ExtentsOf(told.NumberOf("dbo.copy", "table")), 0U);
}

}  // namespace
}  // namespace snapscope::extent_owners_test
