// A shared pointer of one thread.
#include "base/local_ptr.h"

#include <utility>

#include <gtest/gtest.h>

namespace snapscope {
namespace {

struct Counted {
  explicit Counted(int& alive) : count(&alive) { ++alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --*count; }
  int* count;
};

TEST(LocalPtr, TheObjectLivesAsLongAsItsLastHolder) {
  int alive = 0;
  auto first = LocalPtr<Counted>::Make(alive);
  auto second = first;
  EXPECT_EQ(first, second);
  first = nullptr;
  EXPECT_EQ(alive, 1);
  auto moved = std::move(second);
  moved = LocalPtr<Counted>(moved);  // to itself
  EXPECT_EQ(moved->count, &alive);
  moved = nullptr;
  EXPECT_EQ(alive, 0);
}

TEST(LocalPtr, OfNothingIsFalse) {
  LocalPtr<int> none;
  EXPECT_FALSE(none);
  EXPECT_EQ(none.get(), nullptr);
  none = LocalPtr<int>::Make(5);
  EXPECT_EQ(*none, 5);
}

}  // namespace
}  // namespace snapscope
