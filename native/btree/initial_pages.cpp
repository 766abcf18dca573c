#include "btree/initial_pages.h"

#include <algorithm>

namespace snapscope::btree {

using page::ExtentId;
using page::kPagesPerExtent;
using page::PageType;

namespace {

/// Extents before this one hold the header and the first maps.
constexpr uint32_t kFirstMixed = 1;
constexpr uint32_t kBootPlace = page::kBootPage.number() - kFirstMixed * kPagesPerExtent;

uint32_t RoundUp(uint32_t value, uint32_t unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

InitialPages::InitialPages(InitialSize size) : size_(size) {
  CHECK(size.file_pages % kPagesPerExtent == 0, "files of %u pages", size.file_pages);
  const uint32_t places = 1 + uint32_t{size.indexes} * size.files * intervals();
  layout_.files = size.files;
  layout_.first_extent =
      ExtentWithoutMaps(kFirstMixed, RoundUp(places, kPagesPerExtent) / kPagesPerExtent);
}

uint32_t InitialPages::intervals() const {
  return RoundUp(size_.file_pages, page::kMapPages) / page::kMapPages;
}

uint32_t InitialPages::next_page() const {
  if (indexes_.empty()) return 0;
  return RoundUp(indexes_.back().first_page + indexes_.back().pages, kPagesPerExtent);
}

const InitialIndex* InitialPages::IndexAt(uint32_t ordinal) const {
  for (const InitialIndex& index : indexes_) {
    if (ordinal - index.first_page < RoundUp(index.pages, kPagesPerExtent)) return &index;
  }
  return nullptr;
}

// Places are counted over the pages of the mixed extents, the boot page left out.
std::optional<InitialPages::IamPlace> InitialPages::IamAt(PageId page) const {
  const ExtentId extent = page::ExtentOf(page);
  if (!IsMixed(extent) || page == page::kBootPage) return std::nullopt;
  const uint32_t nth = extent.number - kFirstMixed -
                       (page::ExtentsWithMaps(extent.number) - page::ExtentsWithMaps(kFirstMixed));
  uint32_t place = nth * kPagesPerExtent + page.number() % kPagesPerExtent;
  if (place > kBootPlace) --place;
  const uint32_t of_index = size_.files * intervals();
  const auto index = static_cast<uint16_t>(place / of_index);
  const uint32_t rest = place % of_index;
  const IamPlace found{index, ExtentId{page::DataFileId(rest / intervals()),
                                       rest % intervals() * page::kMapExtents}};
  if (index >= indexes_.size() || !HasExtents(found)) return std::nullopt;
  return found;
}

PageId InitialPages::IamPage(IamPlace place) const {
  uint32_t number =
      (place.index * size_.files + page::DataFilePosition(place.interval.file)) * intervals() +
      place.interval.number / page::kMapExtents;
  if (number >= kBootPlace) ++number;
  const ExtentId extent{page::kBootPage.file(),
                        ExtentWithoutMaps(kFirstMixed, number / kPagesPerExtent)};
  return extent.page(number % kPagesPerExtent);
}

bool InitialPages::HasExtents(IamPlace place) const {
  const InitialIndex& index = indexes_[place.index];
  const uint32_t position = page::DataFilePosition(place.interval.file);
  const uint32_t first = index.first_page / kPagesPerExtent;
  const uint32_t last = (index.first_page + index.pages - 1) / kPagesPerExtent;
  // The index's first and last extent in that file.
  const uint32_t low = first + (position + size_.files - first % size_.files) % size_.files;
  if (low > last) return false;
  const uint32_t high = last - (last % size_.files + size_.files - position) % size_.files;
  const auto interval_of = [this](uint32_t nth) {
    return ExtentWithoutMaps(layout_.first_extent, nth / size_.files) / page::kMapExtents;
  };
  const uint32_t interval = place.interval.number / page::kMapExtents;
  return interval_of(low) <= interval && interval <= interval_of(high);
}

bool InitialPages::IsMixed(ExtentId extent) const {
  return extent.file == page::kBootPage.file() && extent.number >= kFirstMixed &&
         extent.number < layout_.first_extent && !page::HoldsMaps(extent.number);
}

bool InitialPages::HasFreePage(ExtentId extent) const {
  for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
    if (extent.page(i) != page::kBootPage && !IamAt(extent.page(i))) return true;
  }
  return false;
}

bool InitialPages::IsFree(ExtentId extent) const {
  if (page::HoldsMaps(extent.number) || IsMixed(extent)) return false;
  const std::optional<uint32_t> ordinal = layout_.OrdinalOf(extent.page(0));
  return !ordinal || IndexAt(*ordinal) == nullptr;
}

uint8_t InitialPages::PfsByteApart(PageId page) const {
  if (page::FixedPageType(page) != PageType::kFree) {
    return page::kPfsAllocated | page::kPfsFull;
  }
  return IamAt(page) ? page::kPfsAllocated | page::kPfsIam | page::kPfsMixed : uint8_t{0};
}

std::vector<InitialPages::IamPlace> InitialPages::ChainOf(uint16_t index) const {
  std::vector<IamPlace> chain;
  for (uint32_t file = size_.files; file-- > 0;) {
    for (uint32_t interval = intervals(); interval-- > 0;) {
      const IamPlace place{index, {page::DataFileId(file), interval * page::kMapExtents}};
      if (HasExtents(place)) chain.push_back(place);
    }
  }
  return chain;
}

// By extents: nearly all of them belong to one index, which one look at the extent tells.
void InitialPages::BuildPfs(PageId page, page::PageView view) const {
  const uint32_t first = page.number() / page::kPfsPages * page::kPfsPages;
  const uint32_t end = std::min(size_.file_pages - first, page::kPfsPages);
  for (uint32_t start = 0; start < end; start += kPagesPerExtent) {
    const PageId first_of_extent = PageId::Of(page.file(), first + start);
    const std::optional<uint32_t> ordinal = layout_.OrdinalOf(first_of_extent);
    const InitialIndex* index = ordinal ? IndexAt(*ordinal) : nullptr;
    if (ordinal && index == nullptr) continue;  // a free one
    for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
      uint8_t byte = 0;
      if (ordinal) {
        const bool used = *ordinal + i - index->first_page < index->pages;
        byte = used ? page::kPfsAllocated : uint8_t{0};
      } else {
        byte = PfsByteApart(PageId{first_of_extent.value + i});
      }
      page::SetMapEntry(view, static_cast<uint16_t>(start + i), byte);
    }
  }
}

void InitialPages::BuildMap(PageId page, PageType type, page::PageView view) const {
  const ExtentId interval = page::IntervalOf(page::ExtentOf(page));
  page::FormatMap(view, page, type, IndexId{}, interval);
  if (type == PageType::kPfs) return BuildPfs(page, view);
  const uint32_t extents = size_.file_pages / kPagesPerExtent;
  for (uint32_t i = 0; i < page::kMapExtents && interval.number + i < extents; ++i) {
    const ExtentId extent{interval.file, interval.number + i};
    const bool set = type == PageType::kGam
                         ? IsFree(extent)
                         : type == PageType::kSgam && IsMixed(extent) && HasFreePage(extent);
    if (set) page::SetMapEntry(view, static_cast<uint16_t>(i), 1);
  }
}

std::optional<TreePlace> InitialPages::PlaceOf(PageId page) const {
  const std::optional<uint32_t> ordinal = layout_.OrdinalOf(page);
  const InitialIndex* index = ordinal ? IndexAt(*ordinal) : nullptr;
  if (index == nullptr || *ordinal - index->first_page >= index->pages) return std::nullopt;
  return InitialPlaceOf(*index, *ordinal);
}

std::optional<page::Branch> InitialPages::BranchAt(PageId page, uint64_t key) const {
  const std::optional<uint32_t> ordinal = layout_.OrdinalOf(page);
  const InitialIndex* index = ordinal ? IndexAt(*ordinal) : nullptr;
  if (index == nullptr || *ordinal - index->first_page >= index->pages) return std::nullopt;
  return InitialBranchAt(*index, *ordinal, key);
}

uint64_t InitialPages::leaf_pages() const {
  uint64_t leaves = 0;
  for (const InitialIndex& index : indexes_) leaves += index.leaf_pages;
  return leaves;
}

PageId InitialPages::LeafAt(uint64_t number) const {
  for (const InitialIndex& index : indexes_) {
    if (number < index.leaf_pages) {
      return layout_.PageAt(index.first_page + static_cast<uint32_t>(number));
    }
    number -= index.leaf_pages;
  }
  CHECK(false, "the initial indexes have fewer leaves");
}

void InitialPages::BuildIam(PageId page, IamPlace place, page::PageView view) const {
  const InitialIndex& index = indexes_[place.index];
  page::FormatMap(view, page, PageType::kIam, index.info.id, place.interval);
  for (uint32_t i = 0; i < page::kMapExtents; ++i) {
    const ExtentId extent{place.interval.file, place.interval.number + i};
    const std::optional<uint32_t> ordinal = layout_.OrdinalOf(extent.page(0));
    if (ordinal && IndexAt(*ordinal) == &index) {
      page::SetMapEntry(view, static_cast<uint16_t>(i), 1);
    }
  }
  const std::vector<IamPlace> chain = ChainOf(place.index);
  const auto next =
      std::ranges::find(chain, page, [this](const IamPlace& entry) { return IamPage(entry); }) + 1;
  if (next != chain.end()) view.set_right_sibling(IamPage(*next));
}

page::BootRecord InitialPages::Boot() const {
  page::BootRecord boot;
  boot.file_pages = size_.file_pages;
  boot.data_files = static_cast<uint16_t>(size_.files);
  boot.index_count = static_cast<uint16_t>(indexes_.size());
  for (uint16_t i = 0; i < boot.index_count; ++i) {
    const InitialIndex& index = indexes_[i];
    const size_t place = index.info.id.value - 1U;
    boot.roots.at(place) = index.info.root.value;
    boot.first_iams.at(place) = IamPage(ChainOf(i).front()).value;
  }
  return boot;
}

bool InitialPages::IsUsed(PageId page) const {
  if (const std::optional<uint32_t> ordinal = layout_.OrdinalOf(page)) {
    const InitialIndex* index = IndexAt(*ordinal);
    return index != nullptr && *ordinal - index->first_page < index->pages;
  }
  return page::FixedPageType(page) != PageType::kFree || IamAt(page);
}

void InitialPages::Build(PageId page, page::PageSpan into, page::PageForm form) const {
  page::PageView view(into, form);
  // Nearly every page is one of an index; those are neither maps nor in mixed extents.
  if (const std::optional<uint32_t> ordinal = layout_.OrdinalOf(page)) {
    const InitialIndex* index = IndexAt(*ordinal);
    if (index != nullptr && *ordinal - index->first_page < index->pages) {
      return BuildInitialPage(*index, *ordinal, into, form);
    }
    view.Format(page, PageType::kFree, IndexId{}, 0, 0);
    return page::SealPage(into, form);
  }
  const PageType type = page::FixedPageType(page);
  if (page::MapEntries(type) > 0) {
    BuildMap(page, type, view);
  } else if (const std::optional<IamPlace> iam = IamAt(page)) {
    BuildIam(page, *iam, view);
  } else {
    view.Format(page, type, IndexId{}, 0, 0);
    if (type == PageType::kBoot) page::WriteBoot(into, Boot());
  }
  page::SealPage(into, form);
}

}  // namespace snapscope::btree
