#include "tpcc/consistency.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/mutation.h"
#include "tpcc/columns.h"

namespace snapscope::tpcc {

MUTATION(kFirstDistrictsChosen,
         "of many districts the first are checked for consistency, not some of all warehouses",
         NoticedBy::kTests);

namespace {

/// 1234567 as 12,345.67 would be in a report: without the commas.
std::string Money(uint64_t cents) {
  char text[32];
  std::snprintf(text, sizeof text, "%" PRIu64 ".%02" PRIu64, cents / 100, cents % 100);
  return text;
}

std::string DistrictName(uint64_t key) {
  return "district " + std::to_string((key - 1) % kDistricts + 1) + " of warehouse " +
         std::to_string(WarehouseOf(key));
}

class Checker {
 public:
  Checker(const RangeReader& read, Consistency& result) : read_(read), result_(result) {}

  void CheckWarehouses(uint32_t warehouses) {
    std::vector<uint64_t> of_districts(warehouses + 1);
    Read(1, Table::kDistrict, 1, DistrictKey(warehouses, kDistricts), [&](const page::Row& row) {
      of_districts[WarehouseOf(row.key)] += Unpack<District>(row.value).ytd;
    });
    uint64_t seen = 0;
    Read(1, Table::kWarehouse, 1, warehouses, [&](const page::Row& row) {
      ++seen;
      const uint64_t ytd = Unpack<Warehouse>(row.value).ytd;
      if (ytd == of_districts[row.key]) return;
      Note(1, "The year to date of warehouse " + std::to_string(row.key) + " is " + Money(ytd) +
                  ", that of its districts sums to " + Money(of_districts[row.key]) + ".");
    });
    if (seen == warehouses) return;
    Note(1, std::to_string(seen) + " of " + std::to_string(warehouses) + " warehouses are there.");
  }

  void CheckDistrict(uint64_t district) {
    uint64_t next = 0;
    Read(2, Table::kDistrict, district, district,
         [&](const page::Row& row) { next = Unpack<District>(row.value).next_order; });
    uint64_t last_order = 0;
    uint64_t lines_said = 0;
    Read(2, Table::kOrders, OrderKey(district, 0), OrderKey(district, kMaxOrders),
         [&](const page::Row& row) {
           last_order = OrderOf(row.key);
           lines_said += Unpack<Order>(row.value).lines;
         });
    NewOrders(district, next);
    if (next != last_order + 1) {
      Note(2, "The next order of " + DistrictName(district) + " is " + std::to_string(next) +
                  ", the last one there is is " + std::to_string(last_order) + ".");
    }
    uint64_t lines = 0;
    Read(4, Table::kOrderLine, LineKey(OrderKey(district, 0), 0),
         LineKey(OrderKey(district, kMaxOrders), kMaxLines), [&](const page::Row&) { ++lines; });
    if (lines == lines_said) return;
    Note(4, "The orders of " + DistrictName(district) + " say that they have " +
                std::to_string(lines_said) + " lines; there are " + std::to_string(lines) + ".");
  }

 private:
  void NewOrders(uint64_t district, uint64_t next) {
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t count = 0;
    Read(3, Table::kNewOrder, OrderKey(district, 0), OrderKey(district, kMaxOrders),
         [&](const page::Row& row) {
           last = OrderOf(row.key);
           if (count++ == 0) first = last;
         });
    if (count == 0) return;
    if (next != last + 1) {
      Note(2, "The next order of " + DistrictName(district) + " is " + std::to_string(next) +
                  ", its last new order is " + std::to_string(last) + ".");
    }
    if (last - first + 1 == count) return;
    Note(3, "The new orders of " + DistrictName(district) + " go from " + std::to_string(first) +
                " to " + std::to_string(last) + ", and there are " + std::to_string(count) + ".");
  }

  void Read(size_t condition, Table table, uint64_t first, uint64_t last,
            const std::function<void(const page::Row&)>& visit) {
    const Status status = read_(table, first, last, visit);
    if (!status.ok()) Note(condition, status.error().message);
  }

  void Note(size_t condition, std::string problem) {
    std::string& first = result_.problems[condition - 1];
    if (first.empty()) first = std::move(problem);
  }

  const RangeReader& read_;
  Consistency& result_;
};

}  // namespace

bool Consistency::holds() const {
  return std::ranges::all_of(problems, [](const std::string& problem) { return problem.empty(); });
}

std::string Consistency::problem() const {
  for (size_t condition = 0; condition < kConditions; ++condition) {
    if (problems[condition].empty()) continue;
    return "Consistency condition " + std::to_string(condition + 1) + " does not hold. " +
           problems[condition];
  }
  return {};
}

Consistency CheckConsistency(const RangeReader& read, uint32_t warehouses,
                             uint32_t most_districts) {
  Consistency result;
  result.districts_total = warehouses * kDistricts;
  result.districts = std::min(most_districts, result.districts_total);
  Checker checker(read, result);
  checker.CheckWarehouses(warehouses);
  for (uint64_t nth = 0; nth < result.districts; ++nth) {
    const uint64_t spread = nth * result.districts_total / result.districts;
    checker.CheckDistrict((Mutated(kFirstDistrictsChosen) ? nth : spread) + 1);
  }
  return result;
}

}  // namespace snapscope::tpcc
