// What packing comes to where no codec runs: it follows from what the pages have.
#include "backup/compression.h"

#include <vector>

#include <gtest/gtest.h>

#include "page/layout.h"

namespace snapscope::backup::compression_test {
namespace {

std::vector<std::byte> LeafOf(page::RowContent content) {
  std::vector<std::byte> bytes(page::kPageSize);
  page::PageView view(page::PageSpan(bytes.data(), page::kPageSize));
  view.Format(PageId::Of(1, 8), page::PageType::kLeaf, IndexId{1}, 0, 256);
  view.AppendEach(20, [content](uint16_t row) {
    return page::Row{.key = row + 1U, .version = 1, .content = content};
  });
  return bytes;
}

TEST(ModelledPacking, FollowsTheContentOfThePage) {
  const auto of = [](page::RowContent content) {
    return ModelPacking(ChunkKind::kPages, LeafOf(content));
  };
  const ModelledPacking constant = of(page::RowContent::kConstant);
  const ModelledPacking text = of(page::RowContent::kText);
  const ModelledPacking random = of(page::RowContent::kRandom);
  EXPECT_LT(10 * constant.packed_bytes, text.packed_bytes);
  EXPECT_LT(2 * text.packed_bytes, random.packed_bytes);
  EXPECT_LT(random.packed_bytes, page::kPageSize);
  EXPECT_LT(constant.pack, text.pack);
  EXPECT_LT(text.unpack, text.pack);
}

TEST(ModelledPacking, AddsThePagesOfAChunkUp) {
  std::vector<std::byte> both = LeafOf(page::RowContent::kText);
  const std::vector<std::byte> zeros(page::kPageSize);
  const ModelledPacking text = ModelPacking(ChunkKind::kPages, both);
  const ModelledPacking nothing = ModelPacking(ChunkKind::kPages, zeros);
  both.insert(both.end(), zeros.begin(), zeros.end());
  const ModelledPacking sum = ModelPacking(ChunkKind::kPages, both);
  EXPECT_EQ(sum.packed_bytes, text.packed_bytes + nothing.packed_bytes);
  EXPECT_EQ(sum.pack, text.pack + nothing.pack);
  EXPECT_EQ(ModelPacking(ChunkKind::kPages, zeros).packed_bytes,
            ModelPacking(ChunkKind::kPages, LeafOf(page::RowContent::kConstant)).packed_bytes);
}

}  // namespace
}  // namespace snapscope::backup::compression_test
