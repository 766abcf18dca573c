// Where an array puts data, and what an I/O of it asks of its members.
//
// Addresses are cut into stripe units; a row is a unit of each member (of a group, if there are
// several: RAID 50 is RAID 5 with groups, striped over them). What a write costs:
//   RAID 0   its units
//   RAID 1   its units on every member; RAID 10: on both members of a pair
//   RAID 5   of a part of a row: the old data and the old parity are read, then both are written,
//            four I/Os for one; or, if fewer, the rest of the row is read instead. A whole row is
//            written with its parity, nothing is read.
//   RAID 6   the same with two parities, six I/Os for one
// A read goes to the mirror with fewer I/Os, then to the one whose head is nearer.
//
// Left out: rebuilding, hot spares, and the lock of a row while its parity is changed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/devices/member.h"
#include "storage/device_description.h"

namespace snapscope::sim {

using storage::ArrayOptions;
using storage::LeastMembers;
using storage::RaidLevel;

/// What one I/O asks of members: all of `first`, then, once all is done, all of `second`.
struct ArrayPlan {
  std::vector<MemberIo> first;
  std::vector<MemberIo> second;
};

class ArrayLayout {
 public:
  explicit ArrayLayout(const ArrayOptions& options);

  uint32_t data_units() const { return data_units_; }
  uint64_t row_bytes() const { return data_units_ * options_.stripe_unit_bytes; }

  /// Appends to the (empty) plan. `members` are asked which mirror is nearer.
  void Plan(bool is_write, uint64_t address, uint64_t bytes,
            const std::vector<std::unique_ptr<Member>>& members, ArrayPlan& plan) const;

 private:
  /// A part of one row: bytes [from, to) of the row's data.
  struct RowPart {
    uint64_t row;
    uint64_t from;
    uint64_t to;
  };
  struct Unit {
    uint32_t member;
    uint64_t address;  // of its first byte
  };

  Unit DataUnit(uint64_t row, uint64_t index) const;
  Unit ParityUnit(uint64_t row, uint32_t index) const;
  void PlanRead(RowPart part, const std::vector<std::unique_ptr<Member>>& members,
                ArrayPlan& plan) const;
  void PlanCopies(RowPart part, ArrayPlan& plan) const;
  void PlanParity(RowPart part, ArrayPlan& plan) const;
  uint32_t CopyCount() const;

  const ArrayOptions options_;
  uint32_t parities_ = 0;
  uint32_t data_units_ = 0;
};

}  // namespace snapscope::sim
