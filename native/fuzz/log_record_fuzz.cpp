// Any bytes as a log record, applied to any page: refused, or decoded, encoded again to the same
// bytes, redone and taken back without leaving a page that is not sound.
//
// Input: a page's first kPageBytes bytes, then the record.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "base/check.h"
#include "page/log_record.h"

namespace snapscope::page {
namespace {

constexpr size_t kPageBytes = 1024;

struct alignas(4096) Page {
  std::array<std::byte, kPageSize> bytes{};
};

bool HasInverse(const LogRecord& record) {
  return record.IsSystem() && record.ChangesPage() && record.type != RecordType::kPurgeRows &&
         record.type != RecordType::kInsertRow && record.type != RecordType::kUpdateRow;
}

void Apply(const LogRecord& record, Page& page) {
  const Page before = page;
  const PageView view(page.bytes);
  if (!Redo(record, view).ok()) {
    CHECK(page.bytes == before.bytes, "a record that was refused has changed the page");
    return;
  }
  CHECK(view.IsSound(), "a record left a page that is not sound");
  if (!HasInverse(record)) return;
  const LogRecord inverse = PhysicalInverse(record);
  std::vector<std::byte> bytes;
  Encode(inverse, bytes);
  CHECK(Decode(bytes).ok(), "the inverse of a record cannot be decoded");
  (void)Redo(inverse, view);
}

void Read(ConstByteSpan bytes, Page& page) {
  const Result<LogRecord> record = Decode(bytes);
  if (!record.ok()) return;
  std::vector<std::byte> again;
  Encode(*record, again);
  CHECK(std::equal(again.begin(), again.end(), bytes.begin(), bytes.end()),
        "a record is encoded otherwise than it was");
  if (record->ChangesPage()) Apply(*record, page);
}

}  // namespace
}  // namespace snapscope::page

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  const ConstByteSpan input(reinterpret_cast<const std::byte*>(data), size);
  page::Page page;
  const size_t of_page = std::min(size, page::kPageBytes);
  if (of_page > 0) std::memcpy(page.bytes.data(), input.data(), of_page);
  page::Read(input.subspan(of_page), page);
  return 0;
}
