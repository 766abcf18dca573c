// Any 8 KB as a page: what its checksum proves, what IsSound() proves beyond it, and what may then
// be asked of it.
#include <algorithm>
#include <array>
#include <cstdint>

#include "base/check.h"
#include "page/layout.h"

namespace snapscope::page {
namespace {

void ReadRows(PageView page) {
  uint64_t sum = 0;
  for (uint16_t slot = 0; slot < page.row_count(); ++slot) {
    sum += page.key_at(slot);
    if (page.type() == PageType::kInterior) {
      sum += page.child_at(slot).value;
    } else {
      sum += DecodeRow(page.index(), page.row_at(slot)).ok() ? 1 : 0;
    }
    sum += page.LowerBound(page.key_at(slot));
  }
  if (page.type() == PageType::kInterior && page.row_count() > 0) sum += page.ChildSlot(sum);
  const ByteSpan all = page.rows_at(0, page.row_count());
  CHECK(all.size() == size_t{page.row_count()} * page.row_width(), "rows of another size");
}

void Read(PageView page) {
  const PageId id = page.id();
  SealPage(page.bytes());
  CHECK(VerifyPage(page.bytes(), id).ok(), "a sealed page does not verify");
  CHECK(!VerifyPage(page.bytes(), PageId{id.value + 1}).ok(), "a page verifies in another's place");
  const bool has_rows = page.type() == PageType::kLeaf || page.type() == PageType::kInterior;
  if (page.IsSound() && has_rows) ReadRows(page);
  const BootRecord boot = ReadBoot(page.bytes());
  CHECK(EncodeBoot(boot).size() == kBootRecordSize, "a boot record of another size");
}

}  // namespace
}  // namespace snapscope::page

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  alignas(4096) std::array<std::byte, page::kPageSize> bytes{};
  const auto* from = reinterpret_cast<const std::byte*>(data);
  std::copy_n(from, std::min(size, bytes.size()), bytes.begin());
  (void)page::VerifyPage(bytes, page::kBootPage);
  page::Read(page::PageView(bytes));
  return 0;
}
