#include "ops/sort_space.h"

#include "base/check.h"
#include "btree/page_allocator.h"

namespace snapscope::ops {

void FormatSortPage(PageId id, std::span<const uint64_t> keys, page::PageSpan into) {
  CHECK(keys.size() <= kSortPageKeys, "%zu keys on a page of a run", keys.size());
  page::PageView view(into);
  view.Format(id, page::PageType::kLeaf, btree::kBuildSpace, 0, btree::kEntryBytes);
  std::vector<std::byte> rows(keys.size() * btree::kEntryBytes);
  for (size_t i = 0; i < keys.size(); ++i) {
    page::EncodeRow(btree::kBuildSpace, btree::EntryOf(keys[i]),
                    ByteSpan(rows).subspan(i * btree::kEntryBytes, btree::kEntryBytes));
  }
  view.AppendRows(rows);
}

Result<std::vector<uint64_t>> SortedKeysIn(const SortExtent& extent, page::PageForm form,
                                           ByteSpan bytes) {
  std::vector<uint64_t> keys;
  keys.reserve(extent.keys);
  for (uint32_t i = 0; i < extent.pages(); ++i) {
    const PageId id{extent.first.value + i};
    const page::PageSpan page(bytes.data() + i * page::kPageSize, page::kPageSize);
    TRY(page::VerifyPage(page, id, form));
    const page::PageView view(page, form);
    const uint32_t expected = std::min(extent.keys - i * kSortPageKeys, kSortPageKeys);
    if (!view.IsSound() || view.index() != btree::kBuildSpace || view.row_count() != expected) {
      return Error{ErrorCode::kCorruptPage, "page " + ToString(id) + " of " + extent.file->path() +
                                                " does not hold what the sort has written to it"};
    }
    for (uint16_t slot = 0; slot < view.row_count(); ++slot) keys.push_back(view.key_at(slot));
  }
  return keys;
}

}  // namespace snapscope::ops
