#include "sim/devices/array.h"

#include <algorithm>

#include "base/check.h"

namespace snapscope::sim {

namespace {

// A disk alone gets what follows as one I/O, whatever the stripe unit.
void Append(std::vector<MemberIo>& ios, const MemberIo& io) {
  if (!ios.empty() && ios.back().member == io.member &&
      ios.back().address + ios.back().bytes == io.address) {
    ios.back().bytes += io.bytes;
    return;
  }
  ios.push_back(io);
}

uint32_t ParitiesOf(RaidLevel level) {
  if (level == RaidLevel::kRaid5) return 1;
  return level == RaidLevel::kRaid6 ? 2 : 0;
}

}  // namespace

ArrayLayout::ArrayLayout(const ArrayOptions& options)
    : options_(options), parities_(ParitiesOf(options.level)) {
  CHECK(options.groups > 0 && options.members % options.groups == 0, "groups of equal size");
  CHECK(options.members / options.groups >= LeastMembers(options.level), "too few members");
  CHECK(options.level != RaidLevel::kRaid10 || options.members % 2 == 0,
        "RAID 10 is made of pairs");
  data_units_ = storage::DataUnits(options);
}

uint32_t ArrayLayout::CopyCount() const {
  if (options_.level == RaidLevel::kRaid1) return options_.members / options_.groups;
  return options_.level == RaidLevel::kRaid10 ? 2 : 1;
}

// Parity wanders from row to row, from the last member down; data follows it (left-symmetric).
ArrayLayout::Unit ArrayLayout::ParityUnit(uint64_t row, uint32_t index) const {
  const uint32_t group = options_.members / options_.groups;
  const uint64_t row_of_group = row / options_.groups;
  const uint64_t place = (group - 1 - row_of_group % group + index) % group;
  return {static_cast<uint32_t>(row % options_.groups * group + place),
          row_of_group * options_.stripe_unit_bytes};
}

// The first member that holds it; copies are on the next ones.
ArrayLayout::Unit ArrayLayout::DataUnit(uint64_t row, uint64_t index) const {
  if (parities_ > 0) {
    return ParityUnit(row, static_cast<uint32_t>(parities_ + index));
  }
  const uint32_t group = options_.members / options_.groups;
  return {static_cast<uint32_t>(row % options_.groups * group + index * CopyCount()),
          row / options_.groups * options_.stripe_unit_bytes};
}

void ArrayLayout::PlanRead(RowPart part, const std::vector<std::unique_ptr<Member>>& members,
                           ArrayPlan& plan) const {
  const uint64_t unit_bytes = options_.stripe_unit_bytes;
  for (uint64_t at = part.from; at < part.to;) {
    const uint64_t end = std::min(part.to, (at / unit_bytes + 1) * unit_bytes);
    const Unit unit = DataUnit(part.row, at / unit_bytes);
    const uint64_t address = unit.address + at % unit_bytes;
    uint32_t chosen = unit.member;
    for (uint32_t copy = unit.member + 1; copy < unit.member + CopyCount(); ++copy) {
      const size_t pending = members[copy]->pending();
      const size_t least = members[chosen]->pending();
      if (pending < least || (pending == least && members[copy]->DistanceTo(address) <
                                                      members[chosen]->DistanceTo(address))) {
        chosen = copy;
      }
    }
    Append(plan.first, {chosen, false, address, end - at});
    at = end;
  }
}

void ArrayLayout::PlanCopies(RowPart part, ArrayPlan& plan) const {
  const uint64_t unit_bytes = options_.stripe_unit_bytes;
  for (uint64_t at = part.from; at < part.to;) {
    const uint64_t end = std::min(part.to, (at / unit_bytes + 1) * unit_bytes);
    const Unit unit = DataUnit(part.row, at / unit_bytes);
    for (uint32_t copy = 0; copy < CopyCount(); ++copy) {
      Append(plan.first, {unit.member + copy, true, unit.address + at % unit_bytes, end - at});
    }
    at = end;
  }
}

void ArrayLayout::PlanParity(RowPart part, ArrayPlan& plan) const {
  const uint64_t unit_bytes = options_.stripe_unit_bytes;
  const uint64_t first = part.from / unit_bytes;
  const uint64_t last = (part.to - 1) / unit_bytes;
  const bool is_one_unit = first == last;
  // Parity of the bytes that change in any unit.
  const uint64_t parity_from = is_one_unit ? part.from % unit_bytes : 0;
  const uint64_t parity_to = is_one_unit ? parity_from + (part.to - part.from) : unit_bytes;
  const bool is_whole_row = part.to - part.from == row_bytes();
  const bool is_whole_units = part.from % unit_bytes == 0 && part.to % unit_bytes == 0;
  const uint64_t touched = last - first + 1;
  // The other units' data give the parity as well as what is overwritten.
  const bool reads_others =
      !is_whole_row && is_whole_units && data_units_ - touched < touched + parities_;
  std::vector<MemberIo>& writes = is_whole_row ? plan.first : plan.second;
  for (uint64_t index = 0; index < data_units_; ++index) {
    const Unit unit = DataUnit(part.row, index);
    const bool is_touched = index >= first && index <= last;
    const uint64_t from = std::max(part.from, index * unit_bytes);
    const uint64_t to = std::min(part.to, (index + 1) * unit_bytes);
    if (!is_touched && reads_others) {
      plan.first.push_back({unit.member, false, unit.address, unit_bytes});
    }
    if (!is_touched) continue;
    const uint64_t address = unit.address + from % unit_bytes;
    if (!is_whole_row && !reads_others) {
      plan.first.push_back({unit.member, false, address, to - from});
    }
    writes.push_back({unit.member, true, address, to - from});
  }
  for (uint32_t index = 0; index < parities_; ++index) {
    const Unit unit = ParityUnit(part.row, index);
    const MemberIo parity{unit.member, true, unit.address + parity_from, parity_to - parity_from};
    if (!is_whole_row && !reads_others) {
      plan.first.push_back({parity.member, false, parity.address, parity.bytes});
    }
    writes.push_back(parity);
  }
}

void ArrayLayout::Plan(bool is_write, uint64_t address, uint64_t bytes,
                       const std::vector<std::unique_ptr<Member>>& members, ArrayPlan& plan) const {
  const uint64_t end = address + bytes;
  while (address < end) {
    const uint64_t row = address / row_bytes();
    const uint64_t stop = std::min(end, (row + 1) * row_bytes());
    const RowPart part{row, address - row * row_bytes(), stop - row * row_bytes()};
    if (!is_write) {
      PlanRead(part, members, plan);
    } else if (parities_ > 0) {
      PlanParity(part, plan);
    } else {
      PlanCopies(part, plan);
    }
    address = stop;
  }
}

}  // namespace snapscope::sim
