// Any bytes as a copy of the catalogue of snapshots: as they are, and behind a checksum that was
// made for them. What is decoded says the same once it is written again.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/check.h"
#include "snapshot/catalog_format.h"

namespace snapscope::snapshot {
namespace {

void Decode(ConstByteSpan bytes) {
  const Result<CatalogCopy> copy = DecodeCatalog(bytes);
  if (!copy.ok()) return;
  const Result<std::vector<std::byte>> again = EncodeCatalog(*copy);
  if (!again.ok()) return;  // it had more than a copy has room for
  const Result<CatalogCopy> twice = DecodeCatalog(*again);
  CHECK(twice.ok() && twice->sequence == copy->sequence && twice->entries == copy->entries,
        "what was decoded cannot be written and read again");
}

}  // namespace
}  // namespace snapscope::snapshot

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  const auto* from = reinterpret_cast<const std::byte*>(data);
  std::vector<std::byte> bytes(from, from + size);
  snapshot::Decode(bytes);
  snapshot::SealCatalog(bytes);
  snapshot::Decode(bytes);
  return 0;
}
