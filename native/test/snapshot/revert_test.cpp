// The pages of sparse files go back to the source, those of a shortened last region too.
#include "snapshot/revert.h"

#include <gtest/gtest.h>

#include "test/snapshot/snapshot_fixture.h"

namespace snapscope::revert_test {
namespace {

using test::Buffer;
using test::kPages;
using test::Page;

class RevertTest : public test::SnapshotTest {
 protected:
  uint64_t Stored(PageId page) {
    Buffer bytes(page::kPageSize);
    const page::PageSpan span(bytes.span().data(), page::kPageSize);
    test::ExpectOk(source_->ReadStored(page, span));
    return page::PageView(span).right_sibling().value;
  }

  snapshot::RevertFigures CopyAllBack() {
    const auto copied =
        test::RunSession<Result<snapshot::RevertFigures>>(executor(), [&](runtime::Worker& worker) {
          return snapshot::CopyBack(worker, *snapshot_, test::Pointers(source_files_));
        });
    test::ExpectOk(copied);
    return copied.ok() ? copied.value() : snapshot::RevertFigures();
  }
};

TEST_F(RevertTest, TheFirstAndTheLastPageOfEachFileGoBackAndNoOther) {
  for (const uint32_t file : {1U, 3U, 4U}) {
    Copy(PageId::Of(file, 1), 7);
    Copy(PageId::Of(file, kPages - 1), 8);
  }
  const snapshot::RevertFigures figures = CopyAllBack();
  EXPECT_EQ(figures.pages, 6U);
  EXPECT_EQ(figures.writes, 6U);
  for (const uint32_t file : {1U, 3U, 4U}) {
    for (uint32_t number = 1; number < kPages; ++number) {
      const uint64_t former = file * 1000 + number;
      const uint64_t expected = number == 1 ? 7 : number == kPages - 1 ? 8 : former;
      EXPECT_EQ(Stored(PageId::Of(file, number)), expected) << file << ":" << number;
    }
  }
}

TEST_F(RevertTest, NeighboursOfARegionGoBackInOneWrite) {
  for (const uint32_t number : {8U, 9U, 11U, 15U, 16U}) Copy(number, 7);
  const snapshot::RevertFigures figures = CopyAllBack();
  EXPECT_EQ(figures.pages, 5U);
  EXPECT_EQ(figures.writes, 4U) << "8 and 9, 11, 15, and 16 which is of another region";
  for (const uint32_t number : {8U, 9U, 11U, 15U, 16U}) EXPECT_EQ(Stored(Page(number)), 7U);
  for (const uint32_t number : {7U, 10U, 12U, 14U, 17U}) {
    EXPECT_EQ(Stored(Page(number)), 1000U + number);
  }
}

}  // namespace
}  // namespace snapscope::revert_test
