// The hash table of ids, against a map.
#include "base/id_table.h"

#include <map>
#include <memory>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace snapscope::id_table_test {
namespace {

TEST(IdTable, BehavesAsAMapUnderRandomInsertsAndErasures) {
  Rng rng(1, "id_table_test");
  for (int round = 0; round < 50; ++round) {
    IdTable<uint64_t> table;
    std::map<uint64_t, uint64_t> expected;
    // Neighbours and far ones; few enough that most are met again.
    const uint64_t ids = 1 + rng.Below(400);
    for (int step = 0; step < 4000; ++step) {
      const uint64_t drawn = rng.Below(ids);
      const uint64_t id = rng.Percent(50) ? drawn : drawn << 40;
      if (rng.Percent(45)) {
        EXPECT_EQ(table.Erase(id), expected.erase(id) == 1);
      } else {
        table[id] = expected[id] = rng.Next();
      }
    }
    ASSERT_EQ(table.size(), expected.size());
    for (uint64_t id = 0; id < ids; ++id) {
      for (const uint64_t key : {id, id << 40}) {
        const uint64_t* found = table.Find(key);
        const auto wanted = expected.find(key);
        ASSERT_EQ(found != nullptr, wanted != expected.end()) << key;
        if (found != nullptr) {
          ASSERT_EQ(*found, wanted->second);
        }
      }
    }
  }
}

TEST(IdTable, TakesEveryId) {
  IdTable<int> table;
  table[UINT64_MAX] = 1;
  table[0] = 2;
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(*table.Find(UINT64_MAX), 1);
  EXPECT_EQ(*table.Find(0), 2);
  EXPECT_TRUE(table.Erase(UINT64_MAX));
  EXPECT_FALSE(table.Erase(UINT64_MAX));
  EXPECT_EQ(table.Find(UINT64_MAX), nullptr);
  EXPECT_EQ(table.size(), 1U);
}

TEST(IdTable, OwnsItsValues) {
  const auto watched = std::make_shared<int>(7);
  IdTable<std::shared_ptr<int>> table;
  table.Reserve(100);
  for (uint64_t id = 0; id < 1000; ++id) table[id] = watched;
  EXPECT_EQ(watched.use_count(), 1001);
  for (uint64_t id = 0; id < 999; ++id) ASSERT_TRUE(table.Erase(id));
  EXPECT_EQ(watched.use_count(), 2);
  EXPECT_EQ(*table.Find(999), watched);
}

}  // namespace
}  // namespace snapscope::id_table_test
