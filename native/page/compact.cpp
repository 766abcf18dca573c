#include "page/compact.h"

#include <algorithm>
#include <cstring>

#include "base/block_pool.h"

namespace snapscope::page {

size_t CompactBytes(ConstByteSpan page) {
  const auto type = Load<PageType>(page, header_offset::kType);
  if (type != PageType::kLeaf && type != PageType::kInterior) return kPageSize;
  const size_t rows = Load<uint16_t>(page, header_offset::kRowCount);
  const size_t width = type == PageType::kLeaf ? kRowHeaderSize : kInteriorEntrySize;
  return std::min(kHeaderSize + rows * width, kPageSize);
}

void CopyPage(ConstPageSpan from, PageSpan into, PageForm form) {
  const size_t bytes = form == PageForm::kCompact ? CompactBytes(from) : kPageSize;
  std::memcpy(into.data(), from.data(), bytes);
}

void KeptPageDeleter::operator()(std::byte* kept) const noexcept {
  FreeBlock(kept, CompactBytes(ConstByteSpan(kept, kHeaderSize)));
}

KeptPage KeepPage(ConstPageSpan page) {
  const size_t bytes = CompactBytes(page);
  KeptPage kept(static_cast<std::byte*>(AllocateBlock(bytes)));
  std::memcpy(kept.get(), page.data(), bytes);
  return kept;
}

void RestorePage(const KeptPage& kept, PageSpan into) {
  std::memcpy(into.data(), kept.get(), CompactBytes(ConstByteSpan(kept.get(), kHeaderSize)));
}

void ExpandPage(PageSpan page) {
  const PageView view(page);
  if (view.type() == PageType::kLeaf) {
    const IndexId index = view.index();
    const size_t width = view.row_width();
    const size_t count = view.row_count();
    const size_t end = kHeaderSize + count * width;
    CHECK(width >= kRowHeaderSize && end <= kPageSize, "page %llu has %zu rows of %zu bytes",
          static_cast<unsigned long long>(view.id().value), count, width);
    // From the last row on: none is overwritten before it is read.
    for (size_t row = count; row-- > 0;) {
      const Row decoded = PeekRow(page.subspan(kHeaderSize + row * kRowHeaderSize, kRowHeaderSize));
      EncodeRow(index, decoded, page.subspan(kHeaderSize + row * width, width));
    }
    std::memset(page.data() + end, 0, kPageSize - end);
  } else if (const size_t end = CompactBytes(page); end < kPageSize) {
    std::memset(page.data() + end, 0, kPageSize - end);
  }
  SealPage(page);
}

void CompactPage(PageSpan page) {
  const PageView view(page);
  if (view.type() != PageType::kLeaf) return;
  const size_t width = view.row_width();
  for (size_t row = 0; row < view.row_count(); ++row) {
    std::memmove(page.data() + kHeaderSize + row * kRowHeaderSize,
                 page.data() + kHeaderSize + row * width, kRowHeaderSize);
  }
}

}  // namespace snapscope::page
