// The specification's consistency conditions 1 to 4 (clause 3.3.2), of a state that shows whole
// transactions only.
//
//   1  a warehouse's year to date is the sum of its districts'
//   2  a district's next order number less one is the greatest number among its orders, and among
//      its new orders, if it has any
//   3  the numbers of a district's new orders have no gap
//   4  the orders of a district have as many lines, in all, as they say
//
// In a large database condition 1 is checked everywhere, the others in districts that lie evenly
// over it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "page/layout.h"
#include "tpcc/keys.h"

namespace snapscope::tpcc {

/// Gives the rows of a table with keys from `first` to `last`, in their order.
using RangeReader = std::function<Status(Table table, uint64_t first, uint64_t last,
                                         const std::function<void(const page::Row&)>& visit)>;

struct Consistency {
  static constexpr size_t kConditions = 4;

  uint32_t districts = 0;  ///< in which conditions 2 to 4 were checked
  uint32_t districts_total = 0;
  /// The first place where each condition does not hold, for people; empty: it holds.
  std::array<std::string, kConditions> problems;

  bool holds() const;
  /// The first problem; empty if there is none.
  std::string problem() const;
};

/// Districts that are checked of a database with more.
inline constexpr uint32_t kCheckedDistricts = 100;

Consistency CheckConsistency(const RangeReader& read, uint32_t warehouses,
                             uint32_t most_districts = kCheckedDistricts);

}  // namespace snapscope::tpcc
