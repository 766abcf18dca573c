// A hash table from 64-bit ids to small values: open addressing with linear probing, for look-ups
// by the million. Four neighbouring ids share a place to begin at, so that with values of eight
// bytes they lie in one line of the processor's cache.
//
// Never iterated: what lies where would show. References are valid until the next Insert or Erase.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/large_memory.h"
#include "base/prefetch.h"

namespace snapscope {
inline namespace base {

template <typename Value>
class IdTable {
 public:
  size_t size() const { return size_ + (last_ ? 1 : 0); }

  /// Makes room for `count` ids.
  void Reserve(size_t count) {
    if (IsFull(count)) Resize(std::bit_ceil(count + count / 2 + 1));
  }

  /// Null if the id is not there.
  Value* Find(uint64_t id) {
    if (id == kNoId) return last_ ? &*last_ : nullptr;
    const size_t at = SlotOf(id);
    return at == kNoSlot ? nullptr : &slots_[at].value;
  }
  const Value* Find(uint64_t id) const {
    if (id == kNoId) return last_ ? &*last_ : nullptr;
    const size_t at = SlotOf(id);
    return at == kNoSlot ? nullptr : &slots_[at].value;
  }

  /// Fetches the place of `id` into the processor's cache, for a look-up soon.
  void Prefetch(uint64_t id) const {
    if (slots_.empty()) return;
    const Slot* home = &slots_[Home(id)];
    PrefetchLine(home);
    if constexpr (sizeof(Slot) > 32) PrefetchLine(&home->value);  // often on the next line
  }

  /// The value of `id`, a new one if it was not there.
  Value& operator[](uint64_t id) {
    if (Value* found = Find(id)) return *found;
    if (id == kNoId) return last_.emplace(Value());
    if (IsFull(size_ + 1)) Resize(slots_.empty() ? 16 : 2 * slots_.size());
    ++size_;
    return Place(id, Value());
  }

  /// False if the id was not there.
  bool Erase(uint64_t id) {
    if (id == kNoId) return std::exchange(last_, std::nullopt).has_value();
    size_t hole = SlotOf(id);
    if (hole == kNoSlot) return false;
    --size_;
    // Those behind move up, unless that would put them before their home: so no search ever has to
    // step over a slot that was given up.
    for (size_t at = Next(hole); slots_[at].id != kNoId; at = Next(at)) {
      const size_t mask = slots_.size() - 1;
      const size_t from_home = (at - Home(slots_[at].id)) & mask;
      if (from_home < ((at - hole) & mask)) continue;
      slots_[hole] = std::move(slots_[at]);
      hole = at;
    }
    slots_[hole] = Slot();
    return true;
  }

 private:
  /// Stands for an empty slot. The id of that value has a place of its own.
  static constexpr uint64_t kNoId = UINT64_MAX;

  struct Slot {
    uint64_t id = kNoId;
    Value value{};
  };
  using Slots = std::vector<Slot, LargeAllocator<Slot>>;
  static constexpr uint64_t kNeighbours = 4;
  static constexpr size_t kNoSlot = SIZE_MAX;

  /// Tables of millions are most of some runs' memory, so they are filled to two thirds.
  bool IsFull(size_t count) const { return 3 * count > 2 * slots_.size(); }

  size_t SlotOf(uint64_t id) const {
    if (size_ == 0) return kNoSlot;
    size_t at = Home(id);
    while (slots_[at].id != id) {
      if (slots_[at].id == kNoId) return kNoSlot;
      at = Next(at);
    }
    return at;
  }

  size_t Home(uint64_t id) const {
    const uint64_t spread = id / kNeighbours * 0x9E37'79B9'7F4A'7C15ULL;
    return ((spread >> shift_) * kNeighbours + id % kNeighbours) & (slots_.size() - 1);
  }
  size_t Next(size_t at) const { return at + 1 == slots_.size() ? 0 : at + 1; }

  Value& Place(uint64_t id, Value value) {
    size_t at = Home(id);
    while (slots_[at].id != kNoId) at = Next(at);
    slots_[at] = {id, std::move(value)};
    return slots_[at].value;
  }

  void Resize(size_t slots) {
    Slots old(std::max<size_t>(slots, 16));
    old.swap(slots_);
    shift_ = 64 - static_cast<uint32_t>(std::countr_zero(slots_.size() / kNeighbours));
    for (Slot& slot : old) {
      if (slot.id != kNoId) Place(slot.id, std::move(slot.value));
    }
  }

  Slots slots_;  // a power of two of them, at most two thirds taken
  uint32_t shift_ = 0;
  size_t size_ = 0;
  std::optional<Value> last_;
};

}  // namespace base
}  // namespace snapscope
