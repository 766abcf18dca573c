// The oracle against a model that keeps every commit and replays it for each question. Random
// histories with pins, a rising floor, crashes, and branches that go back and are visited again;
// the seed of a failure is printed.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "oracle/oracle.h"

namespace snapscope::oracle::oracle_property_test {
namespace {

constexpr uint64_t kStride = 3;
constexpr uint64_t kInitialRows = 12;
constexpr uint64_t kKeys = 60;
constexpr uint16_t kIndexes = 2;

/// Index 0 has every third key, index 1 nothing.
class EveryThird final : public InitialState {
 public:
  uint64_t Count(IndexId index) const override { return index.value == 0 ? kInitialRows : 0; }
  uint64_t KeyAt(IndexId, uint64_t position) const override { return (position + 1) * kStride; }
  std::optional<RowState> Initial(IndexId index, uint64_t key) const override {
    const bool there = key > 0 && key % kStride == 0 && key / kStride <= Count(index);
    if (!there) return std::nullopt;
    return RowState{static_cast<int64_t>(key * 7), 0, true};
  }
};

using State = std::map<uint64_t, RowState>;

class NaiveModel {
 public:
  struct Commit {
    Lsn lsn;
    std::vector<RowChange> changes;
  };

  explicit NaiveModel(const InitialState& initial) : initial_(initial) {}

  void Add(Lsn lsn, std::vector<RowChange> changes) {
    commits_.push_back({lsn, std::move(changes)});
  }
  void DiscardFrom(Lsn end) {
    std::erase_if(commits_, [&](const Commit& commit) { return commit.lsn >= end; });
  }
  /// `from` is above every commit.
  void Fork(Lsn end, Lsn from) { branches_[from] = end; }
  State At(IndexId index, Lsn split) const {
    const auto next = branches_.upper_bound(split);
    State state;
    Lsn from;
    if (next == branches_.begin()) {
      for (uint64_t key = 0; key <= kKeys; ++key) {
        if (const auto row = initial_.Initial(index, key)) state[key] = *row;
      }
    } else {
      from = std::prev(next)->first;
      state = At(index, std::prev(next)->second);
    }
    for (const Commit& commit : commits_) {
      if (commit.lsn < from || commit.lsn >= split) continue;
      for (const RowChange& change : commit.changes) {
        if (change.index != index) continue;
        state.erase(change.key);
        if (change.after.present) state[change.key] = change.after;
      }
    }
    return state;
  }

 private:
  const InitialState& initial_;
  std::vector<Commit> commits_;
  std::map<Lsn, Lsn> branches_;  ///< by their begin: the split whose state they begin with
};

class RandomHistory {
 public:
  explicit RandomHistory(uint64_t seed)
      : random_(seed, "oracle history"), oracle_(initial_), naive_(initial_) {}

  void Step() {
    const uint64_t choice = random_.Below(100);
    if (choice < 70) {
      Commit();
    } else if (choice < 80) {
      Pin();
    } else if (choice < 88) {
      Unpin();
    } else if (choice < 92) {
      RaiseFloor();
    } else if (choice < 94) {
      Crash();
    } else if (choice < 96) {
      Fork();
    } else {
      CheckAll();
    }
  }

  void CheckAll() {
    for (const Lsn split : pins_) Check(split);
    if (floor_.value > 0) {
      for (uint64_t lsn = floor_.value; lsn <= end_.value; ++lsn) Check(Lsn{lsn});
    }
    Check(end_);
    Check(Oracle::kNewest);
    if (pins_.empty() && floor_.value == 0) {
      EXPECT_LE(oracle_.versions(), kIndexes * (kKeys + 1));
    }
  }

 private:
  void Commit() {
    std::vector<RowChange> changes;
    const uint64_t count = random_.Below(5);
    for (uint64_t i = 0; i < count; ++i) {
      RowChange change;
      change.index.value = static_cast<uint16_t>(random_.Below(kIndexes));
      change.key = random_.Below(kKeys + 1);
      change.after.present = random_.Percent(65);
      change.after.value = static_cast<int64_t>(random_.Below(1000));
      change.after.version = static_cast<uint32_t>(random_.Below(9));
      changes.push_back(change);
    }
    const Lsn lsn{end_.value + random_.Below(3)};
    oracle_.Commit(TxnId{lsn.value}, lsn, changes);
    naive_.Add(lsn, changes);
    end_ = Lsn{lsn.value + 1};
  }

  void Pin() {
    // Splits ahead of the last commit, so that commits below a pinned split happen too.
    const Lsn split{end_.value + random_.Below(6)};
    oracle_.Pin(split);
    pins_.insert(split);
  }

  void Unpin() {
    if (pins_.empty()) return;
    const auto pin = std::next(pins_.begin(), static_cast<long>(random_.Below(pins_.size())));
    oracle_.Unpin(*pin);
    pins_.erase(pin);
  }

  void RaiseFloor() {
    floor_ = Lsn{std::max(floor_.value, end_.value)};
    oracle_.RetainFrom(floor_);
  }

  void Crash() {
    const Lsn from = std::max(floor_, branch_);
    if (floor_.value == 0 || from > end_) return;
    const Lsn recovered{from.value + random_.Below(end_.value - from.value + 1)};
    oracle_.DiscardFrom(recovered);
    naive_.DiscardFrom(recovered);
    end_ = recovered;
  }

  /// To any state that there was since the floor, of whichever branch.
  void Fork() {
    if (floor_.value == 0 || floor_ > end_) return;
    const Lsn end{floor_.value + random_.Below(end_.value - floor_.value + 1)};
    // Snapshots of what is not in that state are gone.
    for (auto pin = pins_.upper_bound(end); pin != pins_.end(); pin = pins_.erase(pin)) {
      oracle_.Unpin(*pin);
    }
    branch_ = end_ = Lsn{end_.value + 1 + random_.Below(9)};
    oracle_.Fork(end, branch_);
    naive_.Fork(end, branch_);
  }

  void Check(Lsn split) {
    ASSERT_TRUE(oracle_.CanAnswer(split)) << ToString(split);
    for (uint16_t number = 0; number < kIndexes; ++number) {
      const IndexId index{number};
      const State expected = naive_.At(index, split);
      State found;
      for (Oracle::Cursor cursor(oracle_, index, split); cursor.Next();) {
        ASSERT_TRUE(found.empty() || found.rbegin()->first < cursor.key());
        found[cursor.key()] = cursor.row();
      }
      ASSERT_EQ(found, expected) << "index " << number << " at " << ToString(split);
      ASSERT_EQ(oracle_.RowsAt(index, split), expected.size());
      const uint64_t key = random_.Below(kKeys + 1);
      const auto row = expected.find(key);
      ASSERT_EQ(oracle_.At(index, key, split),
                row == expected.end() ? std::nullopt : std::optional(row->second));
      CheckTail(index, split, expected);
    }
  }

  void CheckTail(IndexId index, Lsn split, const State& expected) {
    const uint64_t from = random_.Below(kKeys + 2);
    Oracle::Cursor cursor(oracle_, index, split, from);
    for (auto row = expected.lower_bound(from); row != expected.end(); ++row) {
      ASSERT_TRUE(cursor.Next());
      ASSERT_EQ(cursor.key(), row->first);
    }
    ASSERT_FALSE(cursor.Next());
  }

  EveryThird initial_;
  Rng random_;
  Oracle oracle_;
  NaiveModel naive_;
  std::multiset<Lsn> pins_;
  Lsn floor_;
  Lsn branch_;  ///< where the newest one begins
  Lsn end_{1};
};

TEST(OraclePropertyTest, AgreesWithReplayingEveryCommit) {
  const char* chosen = std::getenv("SNAPSCOPE_SEED");
  const uint64_t first = chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 1;
  const uint64_t count = chosen != nullptr ? 1 : 150;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE("SNAPSCOPE_SEED=" + std::to_string(seed));
    RandomHistory history(seed);
    for (int step = 0; step < 200 && !::testing::Test::HasFailure(); ++step) history.Step();
    history.CheckAll();
    if (::testing::Test::HasFailure()) return;
  }
}

/// What a run of some minutes commits, in a fraction of a second; memory follows the rows changed.
TEST(OraclePropertyTest, TakesAMillionCommits) {
  constexpr uint64_t kHotRows = 200'000;
  const EveryThird initial;
  Oracle oracle(initial);
  Rng random(1, "commits");
  std::vector<RowChange> changes(3);
  for (uint64_t lsn = 1; lsn <= 1'000'000; ++lsn) {
    for (RowChange& change : changes) {
      change.key = random.Below(kHotRows);
      change.after = {static_cast<int64_t>(lsn), 1, true};
    }
    oracle.Commit(TxnId{lsn}, Lsn{lsn}, changes);
    if (lsn == 500'000) oracle.Pin(Lsn{lsn + 1});
  }
  EXPECT_EQ(oracle.commits(), 1'000'000u);
  EXPECT_LE(oracle.versions(), 2 * kHotRows);
  const auto newest = [&oracle](Lsn split) {
    int64_t value = 0;
    for (Oracle::Cursor cursor(oracle, IndexId{}, split); cursor.Next();) {
      value = std::max(value, cursor.row().value);
    }
    return value;
  };
  EXPECT_EQ(newest(Oracle::kNewest), 1'000'000);
  EXPECT_EQ(newest(Lsn{500'001}), 500'000);
}

/// A crash test has the floor follow every commit: that may not cost a pass over the rows.
TEST(OraclePropertyTest, FloorFollowsAMillionCommits) {
  constexpr uint64_t kRows = 200'000;
  const EveryThird initial;
  Oracle oracle(initial);
  Rng random(2, "commits");
  for (uint64_t lsn = 1; lsn <= 1'000'000; ++lsn) {
    oracle.RetainFrom(Lsn{lsn});
    const RowChange change{IndexId{}, random.Below(kRows), {static_cast<int64_t>(lsn), 1, true}};
    oracle.Commit(TxnId{lsn}, Lsn{lsn}, std::span(&change, 1));
  }
  EXPECT_LE(oracle.versions(), 3 * kRows);
}

}  // namespace
}  // namespace snapscope::oracle::oracle_property_test
