// The compact form of pages, in which a simulated machine keeps them where nothing can damage one.
//
// In it a leaf has its rows without their filler, 24 bytes each from offset 96 on; the header still
// names their full width, so capacities, splits and log records are those of the full form. Bytes
// after the last row of a leaf or the last entry of an interior page mean nothing. All else is as
// in the full form. No page has a checksum: the field means nothing. Each form follows from the
// other.
#pragma once

#include <cstddef>
#include <memory>

#include "page/layout.h"

namespace snapscope::page {

/// Bytes of a compact page that mean something; the header alone tells.
size_t CompactBytes(ConstByteSpan page);

/// Copies what means something of a page in `form`.
void CopyPage(ConstPageSpan from, PageSpan into, PageForm form);

/// Gives back the bytes that KeepPage() took: how many they are, their header tells.
struct KeptPageDeleter {
  void operator()(std::byte* kept) const noexcept;
};
/// The meaningful bytes of a compact page.
using KeptPage = std::unique_ptr<std::byte[], KeptPageDeleter>;

KeptPage KeepPage(ConstPageSpan page);
/// The page again.
void RestorePage(const KeptPage& kept, PageSpan into);

/// Turns a compact page into the full one, sealed.
void ExpandPage(PageSpan page);
/// Turns a full page into the compact one.
void CompactPage(PageSpan page);

}  // namespace snapscope::page
