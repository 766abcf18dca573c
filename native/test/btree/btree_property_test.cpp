// Random row operations by concurrent sessions against std::map, in a pool that is too small, with
// slow I/O in between; then every invariant of the tree.
#include "base/rng.h"
#include "test/btree/tree_fixture.h"

namespace snapscope::btree::btree_property_test {
namespace {

constexpr uint64_t kSessions = 12;
constexpr uint64_t kOperations = 300;
constexpr uint64_t kInitialRows = 200;

class BTreePropertyTest : public TreeFixture, public ::testing::WithParamInterface<uint64_t> {
 protected:
  // Sessions share leaves but not keys, as row locks would have it: a session owns the keys that
  // leave its number when divided by kSessions.
  uint64_t RandomKey(Rng* rng, uint64_t session) {
    const uint64_t range = (kInitialRows + 1) * kStride / kSessions;
    const uint64_t key = rng->Percent(30) ? rng->Below(40) + range / 2 : rng->Below(range);
    return key * kSessions + session;
  }

  Task<void> Session(uint64_t session, uint64_t seed) {
    Worker worker(cpu_, &telemetry_, "session");
    co_await worker.Start();
    Rng rng(seed, "session " + std::to_string(session));
    uint64_t ascending = (kInitialRows + 10) * kStride * kSessions + session;
    for (uint64_t i = 0; i < kOperations && !HasFailure(); ++i) {
      const uint64_t kind = rng.Below(100);
      if (kind < 10) {
        ascending += kSessions;
        co_await Insert(worker, ascending, rng.Below(1000));
      } else {
        const uint64_t key = RandomKey(&rng, session);
        co_await Operate(worker, kind, key, rng.Below(1000));
      }
      co_await worker.PayCpu();
      if (rng.Percent(20)) co_await worker.Think(static_cast<TimeNs>(rng.Below(kMillisecond)));
    }
    co_await worker.End();
    ++finished_;
  }

  Task<void> Operate(Worker& worker, uint64_t kind, uint64_t key, uint64_t value) {
    const auto known = model_.find(key);
    const bool exists = known != model_.end() && !known->second.ghost;
    if (kind < 60) {
      co_await Insert(worker, key, value);
    } else if (kind < 80 && exists) {
      Row row = known->second;
      row.ghost = true;
      co_await Change(worker, row);
    } else if (kind < 90 && exists) {
      Row row = known->second;
      row.value = static_cast<int64_t>(value);
      ++row.version;
      co_await Change(worker, row);
    } else {
      auto got = co_await Get(worker, key);
      EXPECT_TRUE(got.ok());
      if (!got.ok()) co_return;
      const bool live = got.value().has_value() && !got.value()->ghost;
      EXPECT_EQ(live, exists) << key;
      EXPECT_TRUE(!live || !exists || *got.value() == model_[key]) << key;
    }
  }

  Task<void> Insert(Worker& worker, uint64_t key, uint64_t value) {
    const Row row{.key = key, .value = static_cast<int64_t>(value), .version = 1};
    const Status status = co_await Put(worker, row);
    test::ExpectOk(status);
    model_[key] = row;
  }

  Task<void> Change(Worker& worker, Row row) {
    test::ExpectOk(co_await Overwrite(worker, row));
    model_[row.key] = row;
  }

  std::map<uint64_t, Row> model_;
  uint64_t finished_ = 0;
};

TEST_P(BTreePropertyTest, ConcurrentOperationsMatchAMap) {
  MakeTree(96, 1000, kInitialRows, 100000, 90);
  store_->armed = GetParam() % 2 == 0;
  // Ghosts of one key in seven belong to transactions that never end.
  ended_ = [](uint64_t key) { return key % 7 != 3; };
  for (uint64_t i = 1; i <= kInitialRows; ++i) {
    model_[i * kStride] = {.key = i * kStride, .value = InitialValue(i * kStride), .version = 1};
  }
  pool_->Start();
  for (uint64_t session = 0; session < kSessions; ++session) {
    executor_.Spawn("session", Session(session, GetParam()));
  }
  executor_.Run();
  EXPECT_EQ(finished_, kSessions) << "sessions wait for each other";
  EXPECT_GT(store_->writes.size(), 0u) << "the pool was never short";

  const TreeContents contents = WalkTree();
  EXPECT_GT(system_.begun(), 50u);
  std::map<uint64_t, Row> found;
  for (const Row& row : contents.rows) found[row.key] = row;
  for (const auto& [key, row] : model_) {
    const bool may_be_purged = row.ghost && key % 7 != 3;
    EXPECT_TRUE(may_be_purged || found.contains(key)) << key << " is lost";
    EXPECT_TRUE(!found.contains(key) || found[key] == row) << key;
  }
  for (const auto& [key, row] : found) EXPECT_TRUE(model_.contains(key)) << key;
}

INSTANTIATE_TEST_SUITE_P(Seeds, BTreePropertyTest, ::testing::Range<uint64_t>(1, 13));

}  // namespace
}  // namespace snapscope::btree::btree_property_test
