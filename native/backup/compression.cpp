#include "backup/compression.h"

#include <algorithm>

#include "backup/compression_costs_generated.h"

namespace snapscope::backup {

using page::RowContent;

namespace {

constexpr bool AreInOrderOfContents() {
  return std::ranges::equal(kCompressionCosts, NamesOf(RowContent{}), {}, &CompressionCost::content,
                            [](const char* name) { return std::string_view(name); });
}
static_assert(AreInOrderOfContents(), "compression-costs.json lists other contents than rows have");

RowContent ContentOf(ConstByteSpan page) {
  const auto type = Load<page::PageType>(page, page::header_offset::kType);
  const bool is_empty = Load<uint16_t>(page, page::header_offset::kRowCount) == 0;
  if (type == page::PageType::kInterior) return RowContent::kNumbers;
  if (type != page::PageType::kLeaf || is_empty) return RowContent::kConstant;
  return page::PeekRow(page.subspan(page::kHeaderSize, page::kRowHeaderSize)).content;
}

}  // namespace

ModelledPacking ModelPacking(ChunkKind kind, ConstByteSpan payload) {
  ModelledPacking model;
  const auto add = [&model](RowContent content, uint64_t bytes) {
    const CompressionCost& cost = kCompressionCosts.at(static_cast<size_t>(content));
    model.packed_bytes += bytes * cost.packed_permille / 1000;
    model.pack += static_cast<TimeNs>(bytes / kKiB) * cost.pack_kib;
    model.unpack += static_cast<TimeNs>(bytes / kKiB) * cost.unpack_kib;
  };
  if (kind == ChunkKind::kLog) {
    add(RowContent::kNumbers, payload.size());
  } else {
    for (size_t at = 0; at < payload.size(); at += page::kPageSize) {
      add(ContentOf(payload.subspan(at, page::kPageSize)), page::kPageSize);
    }
  }
  model.packed_bytes = std::clamp<uint64_t>(model.packed_bytes, 1, payload.size());
  return model;
}

}  // namespace snapscope::backup
