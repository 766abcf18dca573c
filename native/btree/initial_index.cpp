// The arithmetic layout of freshly built trees.
#include <algorithm>
#include <array>
#include <ranges>

#include "base/rng.h"
#include "btree/btree.h"
#include "btree/nonclustered.h"

namespace snapscope::btree {

namespace {

// One level of a planned tree: its pages are neighbours, and so are the children of each of them.
struct Level {
  uint16_t height = 0;
  uint32_t first = 0;  // ordinal of its left-most page
  uint32_t count = 0;
  uint64_t leaves_per_page = 1;  // leaves below one page
};

Level LeavesOf(const InitialIndex& index) {
  return {.first = index.first_page, .count = index.leaf_pages};
}

Level LevelAbove(const Level& below) {
  return {.height = static_cast<uint16_t>(below.height + 1),
          .first = below.first + below.count,
          .count = (below.count + kInitialFanout - 1) / kInitialFanout,
          .leaves_per_page = below.leaves_per_page * kInitialFanout};
}

/// The level of the page at `ordinal`, and the one below it (itself, if it is a leaf).
struct LevelPair {
  Level own;
  Level below;
};

LevelPair LevelsAt(const InitialIndex& index, uint32_t ordinal) {
  CHECK(ordinal >= index.first_page && ordinal - index.first_page < index.pages,
        "page %u is not of index %u", ordinal, index.info.id.value);
  LevelPair levels{LeavesOf(index), LeavesOf(index)};
  while (ordinal >= levels.own.first + levels.own.count) {
    levels.below = levels.own;
    levels.own = LevelAbove(levels.own);
  }
  return levels;
}

uint64_t KeyOfRow(const InitialIndex& index, uint64_t row) {
  if (index.contents) return index.contents->key_at(row);
  if (!index.column) return (row + 1) * index.key_stride;
  return InitialEntryKey(*index.column, index.rows, index.key_stride, row);
}

page::Row InitialRow(const InitialIndex& index, uint64_t row) {
  const uint64_t key = KeyOfRow(index, row);
  if (index.column) return EntryOf(key);
  const int64_t value = index.contents ? index.contents->value_at(row) : InitialValue(key);
  return {.key = key, .value = value, .version = 1, .content = index.info.content};
}

void FillLeaf(const InitialIndex& index, uint32_t leaf, page::PageView page) {
  const uint64_t first = uint64_t{leaf} * index.rows_per_leaf;
  const uint64_t end = std::min(index.rows, first + index.rows_per_leaf);
  page.AppendEach(static_cast<uint16_t>(end - first),
                  [&](uint16_t nth) { return InitialRow(index, first + nth); });
}

/// The least key that may lie below the page at `position` of a level.
uint64_t FirstKeyBelow(const InitialIndex& index, const Level& level, uint32_t position) {
  if (position == 0) return 0;
  return KeyOfRow(index, position * level.leaves_per_page * index.rows_per_leaf);
}

void FillInterior(const InitialIndex& index, const Level& below, uint32_t position,
                  page::PageView page) {
  const uint32_t first = position * kInitialFanout;
  const uint32_t end = std::min(below.count, first + kInitialFanout);
  std::array<std::byte, kInitialFanout * page::kInteriorEntrySize> entries;
  InitialRun children(index.layout, below.first + first);
  size_t bytes = 0;
  for (uint32_t child = first; child < end; ++child, bytes += page::kInteriorEntrySize) {
    page::EncodeEntry(FirstKeyBelow(index, below, child), children.Next(),
                      ByteSpan(entries).subspan(bytes, page::kInteriorEntrySize));
  }
  page.AppendRows(ConstByteSpan(entries).first(bytes));
}

}  // namespace

int64_t InitialValue(uint64_t key) { return static_cast<int64_t>(Mix64(key) % 1'000'000); }

InitialIndex PlanIndex(IndexId id, uint16_t row_width, uint64_t rows, uint64_t key_stride,
                       uint32_t fill_factor_percent, InitialLayout layout, uint32_t first_page) {
  CHECK(row_width >= page::kRowHeaderSize && page::RowsThatFit(row_width) >= 2,
        "rows of %u bytes cannot be indexed", row_width);
  CHECK(key_stride > 0 && fill_factor_percent > 0 && fill_factor_percent <= 100,
        "key stride %llu, fill factor %u", static_cast<unsigned long long>(key_stride),
        fill_factor_percent);
  InitialIndex index;
  index.rows = rows;
  index.key_stride = key_stride;
  index.rows_per_leaf =
      static_cast<uint16_t>(std::max(1U, page::RowsThatFit(row_width) * fill_factor_percent / 100));
  index.leaf_width = row_width;
  index.layout = layout;
  index.first_page = first_page;
  const uint64_t leaves = (rows + index.rows_per_leaf - 1) / index.rows_per_leaf;
  CHECK(leaves < UINT32_MAX / 2, "an index of %llu leaves",
        static_cast<unsigned long long>(leaves));
  index.leaf_pages = std::max(1U, static_cast<uint32_t>(leaves));
  Level top = LeavesOf(index);
  while (top.count > 1) top = LevelAbove(top);
  index.pages = top.first + 1 - first_page;
  index.info = {.id = id, .root = layout.PageAt(top.first), .row_width = row_width};
  return index;
}

InitialIndex PlanTable(IndexId id, uint16_t row_width, uint64_t rows, const InitialRows& contents,
                       uint32_t fill_factor_percent, InitialLayout layout, uint32_t first_page) {
  InitialIndex index = PlanIndex(id, row_width, rows, 1, fill_factor_percent, layout, first_page);
  index.contents = contents;
  return index;
}

TreePlace InitialPlaceOf(const InitialIndex& index, uint32_t ordinal) {
  const Level level = LevelsAt(index, ordinal).own;
  const uint32_t position = ordinal - level.first;
  TreePlace place{.index = index.info.id, .level = level.height, .keys = {}};
  place.keys.first = FirstKeyBelow(index, level, position);
  if (position + 1 < level.count) place.keys.last = FirstKeyBelow(index, level, position + 1) - 1;
  return place;
}

std::optional<page::Branch> InitialBranchAt(const InitialIndex& index, uint32_t ordinal,
                                            uint64_t key) {
  const auto [level, below] = LevelsAt(index, ordinal);
  if (level.height == 0) return std::nullopt;
  const uint32_t first = (ordinal - level.first) * kInitialFanout;
  const uint32_t end = std::min(below.count, first + kInitialFanout);
  const auto children = std::views::iota(first + 1, end);
  const auto after = std::ranges::partition_point(
      children, [&](uint32_t child) { return FirstKeyBelow(index, below, child) <= key; });
  const auto child = first + static_cast<uint32_t>(after - children.begin());
  return page::Branch{index.info.id, level.height, index.layout.PageAt(below.first + child)};
}

void BuildInitialPage(const InitialIndex& index, uint32_t ordinal, page::PageSpan into,
                      page::PageForm form) {
  const auto [level, below] = LevelsAt(index, ordinal);
  const uint32_t position = ordinal - level.first;
  const PageId id = index.layout.PageAt(ordinal);
  const bool is_leaf = level.height == 0;
  page::PageView page(into, form);
  page.Format(id, is_leaf ? page::PageType::kLeaf : page::PageType::kInterior, index.info.id,
              level.height, is_leaf ? index.leaf_width : page::kInteriorEntrySize);
  if (position + 1 < level.count) page.set_right_sibling(index.layout.PageAt(ordinal + 1));
  if (is_leaf) {
    FillLeaf(index, position, page);
  } else {
    FillInterior(index, below, position, page);
  }
  page::SealPage(into, form);
}

}  // namespace snapscope::btree
