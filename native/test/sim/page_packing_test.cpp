// A store that packs its pages is the one that does not, whatever is written and whatever a power
// cut makes of it.
#include <algorithm>
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

/// Nothing is known of every third page.
void LikePage(uint64_t number, ByteSpan into) {
  if (number % 3 == 2) return;
  for (size_t word = 0; word < into.size(); word += 8) Store(into, word, Mix64(number + word));
}

/// What is written to these sectors is mostly what its pages are like.
void MakeAlike(Rng& rng, uint64_t first, ByteSpan bytes) {
  std::vector<std::byte> like(kStorePageBytes);
  for (size_t at = 0; at < bytes.size(); at += kSectorBytes) {
    const uint64_t sector = first + at / kSectorBytes;
    LikePage(sector / kSectorsPerPage, like);
    const ConstByteSpan of_page =
        ConstByteSpan(like).subspan(sector % kSectorsPerPage * kSectorBytes, kSectorBytes);
    std::ranges::copy(of_page, bytes.begin() + static_cast<ptrdiff_t>(at));
    if (rng.Below(4) == 0) Store(bytes, at + 8 * rng.Below(kSectorBytes / 8), rng.Next());
  }
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
    PageStore alike;
    alike.SetPacking(kPacking);
    alike.SetLikeness(LikePage);
    for (uint64_t sequence = 1; sequence <= 60; ++sequence) {
      const uint64_t first = rng.Below(kFileBytes / kSectorBytes);
      const uint64_t sectors =
          1 + rng.Below(std::min<uint64_t>(40, kFileBytes / kSectorBytes - first));
      std::vector<std::byte> bytes = DrawSectors(rng, sectors);
      if (rng.Below(2) == 0) MakeAlike(rng, first, bytes);
      const auto outcome = static_cast<PendingOutcome>(rng.Below(3));
      for (PageStore* store : {&plain, &packing, &alike}) {
        Rng tear(seed, "tear");
        store->AddPending(sequence, first * kSectorBytes, {bytes});
        store->Settle(sequence, first * kSectorBytes, bytes.size(), outcome, &tear);
      }
      ASSERT_EQ(All(packing), All(plain)) << "seed " << seed << ", write " << sequence;
      ASSERT_EQ(All(alike), All(plain)) << "seed " << seed << ", write " << sequence;
      std::vector<std::byte> sector(kSectorBytes);
      packing.Read(first * kSectorBytes, sector);
      std::vector<std::byte> expected(kSectorBytes);
      plain.Read(first * kSectorBytes, expected);
      ASSERT_EQ(sector, expected) << "seed " << seed << ", write " << sequence;
      alike.Read(first * kSectorBytes, sector);
      ASSERT_EQ(sector, expected) << "seed " << seed << ", write " << sequence;
    }
  }
}

TEST(PagePacking, NothingIsKeptOfAPageThatIsWhatItIsLike) {
  PageStore store;
  store.SetPacking(kPacking);
  store.SetLikeness(LikePage);
  std::vector<std::byte> page(kStorePageBytes);
  LikePage(4, page);
  store.AddPending(1, 4 * kStorePageBytes, {page});
  store.Settle(1, 4 * kStorePageBytes, kStorePageBytes, PendingOutcome::kKept, nullptr);
  EXPECT_EQ(store.stored_pages(), 1U);
  EXPECT_EQ(store.KeptBytesOf(4), 0U);
  std::vector<std::byte> read(kStorePageBytes);
  store.Read(4 * kStorePageBytes, read);
  EXPECT_EQ(read, page);
  // Then a part of it is written over.
  const std::vector<std::byte> zeros(kSectorBytes);
  store.AddPending(2, 4 * kStorePageBytes, {zeros});
  store.Settle(2, 4 * kStorePageBytes, kSectorBytes, PendingOutcome::kKept, nullptr);
  std::fill_n(page.begin(), kSectorBytes, std::byte{});
  store.Read(4 * kStorePageBytes, read);
  EXPECT_EQ(read, page);
  EXPECT_EQ(store.stored_pages(), 1U);
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
