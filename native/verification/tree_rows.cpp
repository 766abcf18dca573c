#include "verification/tree_rows.h"

#include <memory>
#include <optional>

#include "page/page_buffer.h"

namespace snapscope::verification {

namespace {

struct RowWalk {
  const PageReader& read;
  const page::PageForm form;
  const btree::IndexInfo& index;
  const uint64_t first;
  const uint64_t last;
  const std::function<void(const page::Row&)>& visit;

  Status Visit(PageId id, std::optional<uint16_t> level) {
    const auto buffer = std::make_unique_for_overwrite<page::PageBuffer>();
    TRY(read(id, buffer->span()));
    const page::PageView page(buffer->span(), form);
    if (page.index() != index.id || !page.IsSound() || (level && page.level() != *level)) {
      return Error{ErrorCode::kCorruptPage, "page " + ToString(id) +
                                                " does not belong where index " +
                                                std::to_string(index.id.value) + " points to it"};
    }
    if (page.type() == page::PageType::kLeaf) {
      VisitLeaf(page);
      return {};
    }
    for (uint16_t slot = page.ChildSlot(first); slot < page.row_count(); ++slot) {
      if (page.key_at(slot) > last) break;
      TRY(Visit(page.child_at(slot), static_cast<uint16_t>(page.level() - 1)));
    }
    return {};
  }

  void VisitLeaf(page::PageView page) const {
    for (uint16_t slot = page.LowerBound(first); slot < page.row_count(); ++slot) {
      const page::Row row = page::PeekRow(page.row_at(slot));
      if (row.key > last) return;
      if (!row.ghost) visit(row);
    }
  }
};

}  // namespace

Status ReadRows(const PageReader& read, page::PageForm form, const btree::IndexInfo& index,
                uint64_t first, uint64_t last, const std::function<void(const page::Row&)>& visit) {
  return RowWalk{read, form, index, first, last, visit}.Visit(index.root, std::nullopt);
}

}  // namespace snapscope::verification
