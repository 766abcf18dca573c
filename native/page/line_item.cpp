#include "page/line_item.h"

#include <cstring>
#include <string_view>

#include "base/bytes.h"
#include "base/rng.h"

namespace snapscope::page {

namespace {

constexpr size_t kInstructions = 25;
constexpr size_t kMode = 10;
constexpr std::array<std::string_view, 4> kShipInstructions = {"DELIVER IN PERSON", "COLLECT COD",
                                                               "NONE", "TAKE BACK RETURN"};
constexpr std::array<std::string_view, 7> kShipModes = {"REG AIR", "AIR",  "RAIL", "SHIP",
                                                        "TRUCK",   "MAIL", "FOB"};

/// The specification's ranges, with the keys of a database of scale factor 70, about 400 million
/// line items.
constexpr uint32_t kParts = 14'000'000;
constexpr uint32_t kSuppliers = 700'000;
/// Days from 1992-01-01 on, as days since 0001-01-01: DATE of the product.
constexpr uint32_t kFirstOrder = 727'197;
constexpr uint32_t kOrderDays = 2406;

/// Draws small numbers from one.
class Draws {
 public:
  explicit Draws(uint64_t random) : state_(random) {}
  /// From `least` to `most`.
  uint32_t Between(uint32_t least, uint32_t most) {
    state_ = Mix64(state_);
    return least + static_cast<uint32_t>((state_ >> 32) * (uint64_t{most} - least + 1) >> 32);
  }

 private:
  uint64_t state_;
};

class Writer {
 public:
  explicit Writer(LineItemBytes& bytes) : bytes_(bytes) {}
  void Number(uint32_t number, size_t width) {
    std::memcpy(bytes_.data() + at_, &number, width);
    at_ += width;
  }
  void Characters(std::string_view characters, size_t width) {
    std::memcpy(bytes_.data() + at_, characters.data(), characters.size());
    at_ += width;
  }

 private:
  LineItemBytes& bytes_;
  size_t at_ = 0;
};

}  // namespace

LineItemBytes MakeLineItem(uint64_t random) {
  static_assert(std::endian::native == std::endian::little);
  LineItemBytes bytes;
  bytes.fill(std::byte{' '});
  Draws draws(random);
  Writer into(bytes);
  into.Number(draws.Between(1, kParts), 4);
  into.Number(draws.Between(1, kSuppliers), 4);
  into.Number(draws.Between(1, 7), 4);
  into.Number(draws.Between(1, 50), 4);
  into.Number(draws.Between(0, 10), 4);
  into.Number(draws.Between(0, 8), 4);
  const uint32_t ordered = kFirstOrder + draws.Between(0, kOrderDays - 1);
  const uint32_t shipped = ordered + draws.Between(1, 121);
  const uint32_t received = shipped + draws.Between(1, 30);
  // What has come by 1995-06-17 may have been returned, what is shipped later is open.
  constexpr uint32_t kCurrent = kFirstOrder + 1263;
  const std::string_view returned = draws.Between(0, 1) == 0 ? "R" : "A";
  into.Characters(received <= kCurrent ? returned : "N", 1);
  into.Characters(shipped > kCurrent ? "O" : "F", 1);
  into.Number(shipped, 3);
  into.Number(ordered + draws.Between(30, 90), 3);
  into.Number(received, 3);
  into.Characters(kShipInstructions[draws.Between(0, kShipInstructions.size() - 1)], kInstructions);
  into.Characters(kShipModes[draws.Between(0, kShipModes.size() - 1)], kMode);
  return bytes;
}

std::vector<Column> LineItemColumns(uint16_t offset, uint16_t comment_width) {
  std::vector<Column> columns;
  const auto add = [&columns, &offset](const char* name, ColumnKind kind, uint16_t width) {
    columns.push_back({.name = name, .kind = kind, .offset = offset, .width = width});
    offset = static_cast<uint16_t>(offset + width);
  };
  using enum ColumnKind;
  add("l_partkey", kInteger, 4);
  add("l_suppkey", kInteger, 4);
  add("l_linenumber", kInteger, 4);
  add("l_quantity", kInteger, 4);
  add("l_discount", kInteger, 4);
  add("l_tax", kInteger, 4);
  add("l_returnflag", kCharacters, 1);
  add("l_linestatus", kCharacters, 1);
  add("l_shipdate", kInteger, 3);
  add("l_commitdate", kInteger, 3);
  add("l_receiptdate", kInteger, 3);
  add("l_shipinstruct", kCharacters, kInstructions);
  add("l_shipmode", kCharacters, kMode);
  if (comment_width > 0) add("l_comment", kCharacters, comment_width);
  return columns;
}

}  // namespace snapscope::page
