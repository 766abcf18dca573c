// Every page of a database before its first change, computed from its id: file headers, allocation
// maps, the boot page, IAM pages, and the pages of its indexes. What no index has taken is free.
//
// IAM pages lie in mixed extents, which in the first file follow the extent of the header: one
// place for each index, data file and interval, taken if the index has an extent there. The chain
// of an index begins with the last interval of the last file, as if it had grown in that order.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "btree/btree.h"
#include "page/allocation_map.h"
#include "page/layout.h"

namespace snapscope::btree {

/// What a database begins with. File sizes are multiples of an extent.
struct InitialSize {
  uint32_t files = 1;
  uint32_t file_pages = 0;
  uint16_t indexes = 0;
};

class InitialPages {
 public:
  /// The indexes are then planned with layout() and added, in the order of their pages.
  explicit InitialPages(InitialSize size);

  const InitialLayout& layout() const { return layout_; }
  /// Ordinals that there are.
  uint32_t capacity() const { return layout_.Capacity(size_.file_pages); }
  /// The first ordinal after the indexes added so far: each begins with an extent of its own.
  uint32_t next_page() const;
  void Add(InitialIndex index) { indexes_.push_back(index); }

  const InitialSize& size() const { return size_; }
  const std::vector<InitialIndex>& indexes() const { return indexes_; }

  page::BootRecord Boot() const;
  /// Where in a tree the page lies; nothing if it is of none. It is one of the files' pages.
  std::optional<TreePlace> PlaceOf(PageId page) const;
  /// Where a search for `key` goes on below the page; nothing if it is not an interior page.
  std::optional<page::Branch> BranchAt(PageId page, uint64_t key) const;
  /// Leaves of all indexes, and each of them.
  uint64_t leaf_pages() const;
  PageId LeafAt(uint64_t number) const;
  /// False for the pages that are free, for splits and new trees.
  bool IsUsed(PageId page) const;
  /// Writes the page, sealed.
  void Build(PageId page, page::PageSpan into, page::PageForm form = page::PageForm::kFull) const;

 private:
  struct IamPlace {
    uint16_t index = 0;  ///< position in indexes_
    page::ExtentId interval;
  };

  uint32_t intervals() const;
  const InitialIndex* IndexAt(uint32_t ordinal) const;
  /// Which IAM page has the place that `page` is, if one does.
  std::optional<IamPlace> IamAt(PageId page) const;
  PageId IamPage(IamPlace place) const;
  bool HasExtents(IamPlace place) const;
  bool IsMixed(page::ExtentId extent) const;
  bool HasFreePage(page::ExtentId extent) const;
  bool IsFree(page::ExtentId extent) const;
  /// The PFS byte of a page in an extent that has no place in layout().
  uint8_t PfsByteApart(PageId page) const;
  void BuildPfs(PageId page, page::PageView view) const;
  /// Newest first.
  std::vector<IamPlace> ChainOf(uint16_t index) const;
  void BuildMap(PageId page, page::PageType type, page::PageView view) const;
  void BuildIam(PageId page, IamPlace place, page::PageView view) const;

  const InitialSize size_;
  InitialLayout layout_;
  std::vector<InitialIndex> indexes_;
};

}  // namespace snapscope::btree
