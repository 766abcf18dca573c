// What the values of rows mean in the TPC-C-style load: a row's value is 64 bits, cut into columns
// by its table. These are the columns that statements compute with; all others (names, streets,
// dates, text) are never read by anybody and are part of the filler, which makes rows as wide as
// they are declared. See docs/decisions/0034.
//
// A value that a column cannot hold is refused, never cut off: Pack() gives nothing.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

namespace snapscope::tpcc {

/// Amounts of money are in cents.
struct Warehouse {
  uint64_t ytd = 0;
  uint64_t payments = 0;  ///< numbers the rows of `history`, which has no key of its own
  static constexpr std::array<unsigned, 2> kBits{42, 22};
  auto columns() { return std::tie(ytd, payments); }
};

struct District {
  uint64_t next_order = 0;
  uint64_t ytd = 0;
  static constexpr std::array<unsigned, 2> kBits{24, 40};
  auto columns() { return std::tie(next_order, ytd); }
};

struct Customer {
  uint64_t biased_balance = 0;  ///< a balance may be below zero: kBias more than it
  uint64_t payments = 0;
  uint64_t deliveries = 0;
  static constexpr uint64_t kBias = uint64_t{1} << 31;
  static constexpr std::array<unsigned, 3> kBits{32, 16, 16};
  auto columns() { return std::tie(biased_balance, payments, deliveries); }

  int64_t balance() const { return static_cast<int64_t>(biased_balance - kBias); }
};

struct History {
  uint64_t amount = 0;
  uint64_t customer = 0;  ///< of its district
  uint64_t district = 0;  ///< of the warehouse that was paid to
  static constexpr std::array<unsigned, 3> kBits{20, 12, 4};
  auto columns() { return std::tie(amount, customer, district); }
};

struct Order {
  uint64_t customer = 0;  ///< of its district
  uint64_t carrier = 0;   ///< 0: not delivered
  uint64_t lines = 0;
  uint64_t all_local = 0;
  static constexpr std::array<unsigned, 4> kBits{12, 4, 4, 1};
  auto columns() { return std::tie(customer, carrier, lines, all_local); }
};

struct OrderLine {
  uint64_t item = 0;
  uint64_t supply_warehouse = 0;
  uint64_t quantity = 0;
  uint64_t amount = 0;
  uint64_t delivered = 0;
  static constexpr std::array<unsigned, 5> kBits{17, 20, 4, 20, 1};
  auto columns() { return std::tie(item, supply_warehouse, quantity, amount, delivered); }
};

struct Item {
  uint64_t price = 0;
  static constexpr std::array<unsigned, 1> kBits{14};
  auto columns() { return std::tie(price); }
};

struct Stock {
  uint64_t quantity = 0;
  uint64_t ytd = 0;  ///< units
  uint64_t orders = 0;
  uint64_t remote = 0;
  static constexpr std::array<unsigned, 4> kBits{8, 24, 16, 16};
  auto columns() { return std::tie(quantity, ytd, orders, remote); }
};

/// The value of a row with these columns; nothing if one of them is too large for its place.
template <typename Columns>
std::optional<int64_t> Pack(Columns row) {
  uint64_t word = 0;
  unsigned at = 0;
  size_t column = 0;
  bool fits = true;
  const auto put = [&](uint64_t value) {
    const unsigned bits = Columns::kBits[column++];
    fits = fits && value >> bits == 0;
    word |= value << at;
    at += bits;
  };
  std::apply([&put](const auto&... value) { (put(value), ...); }, row.columns());
  if (!fits) return std::nullopt;
  return std::bit_cast<int64_t>(word);
}

template <typename Columns>
Columns Unpack(int64_t value) {
  Columns row;
  auto word = std::bit_cast<uint64_t>(value);
  size_t column = 0;
  const auto take = [&word, &column](uint64_t& into) {
    const unsigned bits = Columns::kBits[column++];
    into = word & ((uint64_t{1} << bits) - 1);
    word >>= bits;
  };
  std::apply([&take](auto&... into) { (take(into), ...); }, row.columns());
  return row;
}

}  // namespace snapscope::tpcc
