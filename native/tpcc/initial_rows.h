// What the tables of the TPC-C-style load hold at first, computed from a row's position: as the
// specification's clause 4.3.3 populates them, where it counts for keys, sizes and the consistency
// conditions, but without its random draws, so that an initial database need not be stored.
//
// Approximations. Orders have 5 to 15 lines in a pattern whose mean is 10, every last name has
// three customers in a district, and the customer of an order follows from its number by a
// permutation.
#pragma once

#include <cstdint>

#include "btree/btree.h"
#include "tpcc/keys.h"

namespace snapscope::tpcc {

/// Their keys and values by position.
btree::InitialRows ContentsOf(Table table);

/// Lines of one of a district's first orders.
uint64_t LinesOfFirstOrder(uint64_t order);

}  // namespace snapscope::tpcc
