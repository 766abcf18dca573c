#include "workload/row_set.h"

#include <algorithm>

#include "base/check.h"

namespace snapscope::workload {

namespace {

constexpr uint64_t kMinGroupRows = 4;
/// In a huge table fewer rows come and go: their places are in memory, four bits a group.
constexpr uint64_t kMaxGroups = uint64_t{1} << 24;
/// Half of the places have a row: so many draws fail only if nearly all of them are taken.
constexpr int kDraws = 64;

}  // namespace

RowSet::RowSet(const KeySpace& keys)
    : rows_(keys.rows),
      stride_(keys.stride),
      group_rows_(std::max(kMinGroupRows, keys.rows / kMaxGroups)),
      groups_(keys.rows / group_rows_),
      changed_(2 * groups_),
      taken_(2 * groups_) {
  // Distinct keys are drawn again until they differ: the set must be much larger than a plan.
  CHECK(rows_ >= 64 && stride_ >= 2, "a key space of %llu rows, stride %llu",
        static_cast<unsigned long long>(rows_), static_cast<unsigned long long>(stride_));
}

uint64_t RowSet::DrawStaying(Rng& rng) const {
  const uint64_t staying = rng.Below(rows_ - groups_);
  const uint64_t before = std::min(staying / (group_rows_ - 1), groups_);
  return (staying + before + 1) * stride_;
}

std::optional<RowSet::Exchange> RowSet::TakeExchange(Rng& rng) {
  const std::optional<uint64_t> deleted = Take(rng, true);
  if (!deleted) return std::nullopt;
  const std::optional<uint64_t> inserted = Take(rng, false);
  if (!inserted) {
    Release(*deleted);
    return std::nullopt;
  }
  return Exchange{*deleted, *inserted};
}

std::optional<uint64_t> RowSet::Take(Rng& rng, bool present) {
  for (int draw = 0; draw < kDraws; ++draw) {
    const uint64_t place = rng.Below(taken_.size());
    if (taken_[place] || IsPresent(place) != present) continue;
    taken_[place] = true;
    return KeyOf(place);
  }
  return std::nullopt;
}

void RowSet::SetPresent(uint64_t key, bool present) {
  const uint64_t place = PlaceOf(key);
  CHECK(taken_[place], "key %llu is nobody's", static_cast<unsigned long long>(key));
  if (IsPresent(place) != present) changed_[place].flip();
}

void RowSet::Release(uint64_t key) { taken_[PlaceOf(key)] = false; }

void RowSet::ReleaseAll() { taken_.assign(taken_.size(), false); }

bool RowSet::IsPresent(uint64_t place) const {
  const bool at_start = place % 2 == 0;
  return at_start != changed_[place];
}

uint64_t RowSet::KeyOf(uint64_t place) const {
  const uint64_t group = place / 2;
  const uint64_t initial = (group + 1) * group_rows_ * stride_;
  return place % 2 == 0 ? initial : initial - 1 - Mix64(group) % (stride_ - 1);
}

uint64_t RowSet::PlaceOf(uint64_t key) const {
  const uint64_t group = (key - 1) / (group_rows_ * stride_);
  return 2 * group + (key % stride_ == 0 ? 0 : 1);
}

}  // namespace snapscope::workload
