// A store that packs its pages is the one that does not, whatever is written and whatever a power
// cut makes of it.
#include <vector>

#include <gtest/gtest.h>

#include "page/filler_runs.h"
#include "page/layout.h"
#include "sim/page_store.h"

namespace snapscope::sim::page_packing_test {
namespace {

constexpr PagePacking kPacking{.pack = page::PackFillers, .unpack = page::UnpackFillers};
constexpr uint64_t kFileBytes = 8 * kStorePageBytes;

/// Half of it rows with filler, the rest zeros or noise.
std::vector<std::byte> DrawSectors(Rng& rng, uint64_t sectors) {
  std::vector<std::byte> bytes(sectors * kSectorBytes);
  for (size_t at = 0; at < bytes.size(); at += kSectorBytes) {
    const ByteSpan sector = ByteSpan(bytes).subspan(at, kSectorBytes);
    const uint64_t kind = rng.Below(4);
    if (kind < 2) {
      page::EncodeRow(IndexId{1}, page::Row{.key = rng.Below(1'000)}, sector);
    } else if (kind == 2) {
      for (size_t word = 0; word < kSectorBytes; word += 8) Store(sector, word, rng.Next());
    }
  }
  return bytes;
}

std::vector<std::byte> All(const PageStore& store) {
  std::vector<std::byte> bytes(kFileBytes);
  store.Read(0, bytes);
  return bytes;
}

TEST(PagePacking, DoesNotShow) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed, "writes");
    PageStore plain;
    PageStore packing;
    packing.SetPacking(kPacking);
    for (uint64_t sequence = 1; sequence <= 60; ++sequence) {
      const uint64_t first = rng.Below(kFileBytes / kSectorBytes);
      const uint64_t sectors =
          1 + rng.Below(std::min<uint64_t>(40, kFileBytes / kSectorBytes - first));
      const std::vector<std::byte> bytes = DrawSectors(rng, sectors);
      const auto outcome = static_cast<PendingOutcome>(rng.Below(3));
      for (PageStore* store : {&plain, &packing}) {
        Rng tear(seed, "tear");
        store->AddPending(sequence, first * kSectorBytes, {bytes});
        store->Settle(sequence, first * kSectorBytes, bytes.size(), outcome, &tear);
      }
      ASSERT_EQ(All(packing), All(plain)) << "seed " << seed << ", write " << sequence;
      std::vector<std::byte> sector(kSectorBytes);
      packing.Read(first * kSectorBytes, sector);
      std::vector<std::byte> expected(kSectorBytes);
      plain.Read(first * kSectorBytes, expected);
      ASSERT_EQ(sector, expected) << "seed " << seed << ", write " << sequence;
    }
  }
}

TEST(PagePacking, APageIsPackedOnceItIsWrittenToItsEnd) {
  PageStore store;
  store.SetPacking(kPacking);
  std::vector<std::byte> sector(kSectorBytes);
  page::EncodeRow(IndexId{1}, page::Row{.key = 5}, sector);
  for (uint64_t i = 0; i < kSectorsPerPage; ++i) {
    store.AddPending(i, i * kSectorBytes, {sector});
    store.Settle(i, i * kSectorBytes, kSectorBytes, PendingOutcome::kKept, nullptr);
    const bool is_last = i + 1 == kSectorsPerPage;
    EXPECT_EQ(store.KeptBytesOf(0) < kStorePageBytes, is_last) << i;
  }
  EXPECT_LT(8 * store.KeptBytesOf(0), kStorePageBytes);
}

}  // namespace
}  // namespace snapscope::sim::page_packing_test
