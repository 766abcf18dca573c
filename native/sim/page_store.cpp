#include "sim/page_store.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/check.h"
#include "base/mutation.h"

namespace snapscope::sim {

MUTATION(kPageNotRedirected,
         "what a page was before its first change after an array snapshot is lost to that");

namespace {

constexpr uint16_t kAllSectors = 0xFFFF;
constexpr uint16_t kLastSector = 0x8000;
static_assert(kSectorsPerPage == 16, "a sector mask has 16 bits");

// Sectors of `page` within [offset, offset + length).
uint16_t SectorsOf(uint64_t page, uint64_t offset, uint64_t length) {
  const uint64_t start = page * kStorePageBytes;
  const uint64_t from = std::max(offset, start) - start;
  const uint64_t to = std::min(offset + length, start + kStorePageBytes) - start;
  const uint32_t below_to = (1U << (to / kSectorBytes)) - 1;
  const uint32_t below_from = (1U << (from / kSectorBytes)) - 1;
  return static_cast<uint16_t>(below_to & ~below_from);
}

template <typename Action>  // action(sector, byte offset in the page)
void ForEachSector(uint16_t mask, Action action) {
  for (uint64_t sector = 0; sector < kSectorsPerPage; ++sector) {
    if (mask >> sector & 1) action(sector * kSectorBytes);
  }
}

}  // namespace

void PageStore::Pack(KeptBytes& whole) const {
  if (packing_.pack == nullptr) return;
  alignas(uint64_t) std::array<std::byte, kStorePageBytes> packed;
  const size_t length = packing_.pack(ConstByteSpan(whole.bytes(), kStorePageBytes), packed);
  if (length == 0) return;
  whole = KeptBytes(static_cast<uint32_t>(length));
  std::memcpy(whole.bytes(), packed.data(), length);
}

void PageStore::Unpack(const KeptBytes& packed, ByteSpan page) const {
  packing_.unpack(ConstByteSpan(packed.bytes(), packed.length()), page);
}

void PageStore::CheckWhole(uint64_t offset_in_page, uint64_t length) const {
  CHECK(page_length_ == nullptr || (offset_in_page == 0 && length == kStorePageBytes),
        "%llu bytes at %llu of a page that is kept in part",
        static_cast<unsigned long long>(length), static_cast<unsigned long long>(offset_in_page));
}

void PageStore::Generate(uint64_t page, ByteSpan into) const {
  if (base_) {
    base_(page, into);
  } else {
    std::memset(into.data(), 0, into.size());
  }
}

size_t PageStore::GenerateLike(uint64_t page, ByteSpan into) const {
  if (page_length_ == nullptr) std::memset(into.data(), 0, into.size());
  if (likeness_) {
    likeness_(page, into);
  } else {
    Generate(page, into);
  }
  return page_length_ == nullptr ? kStorePageBytes : page_length_(into);
}

void PageStore::Keep(KeptPages& pages, uint64_t page, const KeptBytes& bytes) const {
  const ConstByteSpan kept(bytes.bytes(), bytes.length());
  if (likeness_ && std::ranges::all_of(kept, [](std::byte byte) { return byte == std::byte{}; })) {
    return pages.Forget(page);
  }
  alignas(uint64_t) std::array<std::byte, kStorePageBytes> like;
  const size_t length = GenerateLike(page, like);
  pages.Put(page, PageDifference(ConstByteSpan(like.data(), length), kept));
}

// What is like no page, as the log in a backup, is packed.
void PageStore::KeepWhole(KeptPages& pages, uint64_t page, KeptBytes bytes) const {
  if (likeness_ && packing_.pack != nullptr) {
    alignas(uint64_t) std::array<std::byte, kStorePageBytes> like;
    GenerateLike(page, like);
    if (std::ranges::any_of(like, [](std::byte byte) { return byte != std::byte{}; })) {
      return Keep(pages, page, bytes);
    }
  }
  Pack(bytes);
  pages.Put(page, std::move(bytes));
}

KeptBytes& PageStore::WholePage(uint64_t page) {
  KeptBytes* stored = durable_.FindWhole(page);
  if (stored != nullptr && stored->length() == kStorePageBytes && !LacksFormer(page)) {
    return *stored;
  }
  KeptBytes whole(kStorePageBytes);
  ReadDurable(page, ByteSpan(whole.bytes(), kStorePageBytes), 0);
  KeepFormer(page);
  return durable_.Put(page, std::move(whole));
}

void PageStore::ReadKept(KeptPage kept, uint64_t page, ByteSpan into,
                         uint64_t offset_in_page) const {
  if (page_length_ != nullptr) {
    if (kept.difference != nullptr) {
      kept.difference->Apply(into, GenerateLike(page, into));
    } else {
      Generate(page, into);
    }
    return;
  }
  if (kept.difference != nullptr) {
    alignas(uint64_t) std::array<std::byte, kStorePageBytes> whole;
    kept.difference->Apply(whole, GenerateLike(page, whole));
    std::memcpy(into.data(), whole.data() + offset_in_page, into.size());
  } else if (kept.whole != nullptr && kept.whole->length() < kStorePageBytes) {
    std::array<std::byte, kStorePageBytes> whole;
    Unpack(*kept.whole, whole);
    std::memcpy(into.data(), whole.data() + offset_in_page, into.size());
  } else if (kept.whole != nullptr) {
    std::memcpy(into.data(), kept.whole->bytes() + offset_in_page, into.size());
  } else if (!base_ || into.size() == kStorePageBytes) {
    Generate(page, into);
  } else {
    std::array<std::byte, kStorePageBytes> whole;
    base_(page, ByteSpan(whole));
    std::memcpy(into.data(), whole.data() + offset_in_page, into.size());
  }
}

void PageStore::Expect(uint64_t offset, uint64_t length) const {
  if (page_length_ == nullptr) return;
  const uint64_t end = (offset + length + kStorePageBytes - 1) / kStorePageBytes;
  for (uint64_t page = offset / kStorePageBytes; page < end; ++page) durable_.Prefetch(page);
}

bool PageStore::WereNeverWritten(uint64_t offset, uint64_t length) const {
  const uint64_t end = (offset + length + kStorePageBytes - 1) / kStorePageBytes;
  for (uint64_t page = offset / kStorePageBytes; page < end; ++page) {
    if (!KeptOf(page).IsComputed() || pending_.Find(page) != nullptr) return false;
    if (base_ && (!is_initial_ || is_initial_(page))) return false;
  }
  return true;
}

void PageStore::Read(uint64_t offset, ByteSpan into) const {
  while (!into.empty()) {
    const uint64_t page = offset / kStorePageBytes;
    const uint64_t in_page = offset % kStorePageBytes;
    const ByteSpan part = into.first(std::min<uint64_t>(into.size(), kStorePageBytes - in_page));
    CheckWhole(in_page, part.size());
    ReadDurable(page, part, in_page);
    const std::unique_ptr<PendingPage>* pending = pending_.Find(page);
    const PendingPage* write = pending == nullptr ? nullptr : pending->get();
    const uint16_t wanted = SectorsOf(page, offset, part.size());
    for (; write != nullptr; write = write->later.get()) {
      if (page_length_ != nullptr) {
        if (write->sectors != 0) {
          std::memcpy(part.data(), write->kept.bytes(), write->kept.length());
        }
        continue;
      }
      ForEachSector(write->sectors & wanted, [&](uint64_t at) {
        std::memcpy(part.data() + (at - in_page), write->kept.bytes() + at, kSectorBytes);
      });
    }
    offset += part.size();
    into = into.subspan(part.size());
  }
}

// Appends an entry for the page to those that are pending.
PageStore::PendingPage& PageStore::AddPage(uint64_t sequence, uint64_t page, ConstByteSpan bytes) {
  const size_t length = page_length_ == nullptr ? kStorePageBytes : page_length_(bytes);
  std::unique_ptr<PendingPage>* last = &pending_[page];
  while (*last != nullptr) last = &(*last)->later;
  *last = std::make_unique<PendingPage>(
      PendingPage{sequence, 0, KeptBytes(static_cast<uint32_t>(length)), nullptr});
  return **last;
}

void PageStore::AddPending(uint64_t sequence, uint64_t offset,
                           const std::vector<ConstByteSpan>& buffers) {
  PendingPage* open = nullptr;  // the entry of the page being filled
  uint64_t open_page = UINT64_MAX;
  for (ConstByteSpan buffer : buffers) {
    while (!buffer.empty()) {
      const uint64_t page = offset / kStorePageBytes;
      const uint64_t in_page = offset % kStorePageBytes;
      const uint64_t length = std::min<uint64_t>(buffer.size(), kStorePageBytes - in_page);
      CheckWhole(in_page, length);
      if (page != open_page) {
        open = &AddPage(sequence, page, buffer.first(length));
        open_page = page;
      }
      open->sectors |= SectorsOf(page, offset, length);
      std::memcpy(open->kept.bytes() + in_page, buffer.data(),
                  std::min<size_t>(length, open->kept.length() - in_page));
      offset += length;
      buffer = buffer.subspan(length);
    }
  }
}

void PageStore::SettlePage(uint64_t sequence, uint64_t page, SectorMask kept) {
  std::unique_ptr<PendingPage>* first = pending_.Find(page);
  CHECK(first != nullptr, "page %llu has no pending write", static_cast<unsigned long long>(page));
  std::unique_ptr<PendingPage>* link = first;
  while (*link != nullptr && (*link)->sequence != sequence) link = &(*link)->later;
  CHECK(*link != nullptr, "a pending write settles twice");
  kept &= (*link)->sectors;
  for (PendingPage* earlier = first->get(); earlier != link->get();
       earlier = earlier->later.get()) {
    earlier->sectors = static_cast<SectorMask>(earlier->sectors & ~kept);
  }
  std::unique_ptr<PendingPage> write = std::move(*link);
  *link = std::move(write->later);
  if (*first == nullptr) pending_.Erase(page);
  if (kept == 0) return;
  if (kept == kAllSectors) {
    KeepFormer(page);
    if (page_length_ != nullptr) {
      Keep(durable_, page, write->kept);
    } else {
      KeepWhole(durable_, page, std::move(write->kept));
    }
  } else {
    CHECK(page_length_ == nullptr, "half a write of a page that is kept in part");
    KeptBytes& durable = WholePage(page);
    ForEachSector(kept, [&](uint64_t at) {
      std::memcpy(durable.bytes() + at, write->kept.bytes() + at, kSectorBytes);
    });
    if ((kept & kLastSector) != 0) Pack(durable);
  }
  if (mounted_ != nullptr) mounted_->written.Insert(page);
}

template <typename Action>
void PageStore::ForEachOutcome(uint64_t offset, uint64_t length, PendingOutcome outcome, Rng* rng,
                               Action action) const {
  // What is torn is torn between two of these.
  const uint64_t piece_bytes = page_length_ == nullptr ? kSectorBytes : kStorePageBytes;
  const uint64_t pieces = length / piece_bytes;
  // A torn write has at least one piece of each kind: these two are not left to the coin.
  uint64_t first = UINT64_MAX;
  uint64_t first_kept = 0;
  if (outcome == PendingOutcome::kTorn) {
    CHECK(rng != nullptr, "tearing takes chance");
    first = rng->Below(std::max<uint64_t>(pieces - 1, 1));
    first_kept = rng->Below(2);
  }
  const uint64_t first_piece = offset / piece_bytes;
  const auto keep = [&](uint64_t piece) {
    const uint64_t index = piece - first_piece;
    if (index == first) return first_kept == 1;
    if (index == first + 1) return first_kept == 0;
    return rng->Below(2) == 1;
  };
  const uint64_t last_page = (offset + length - 1) / kStorePageBytes;
  for (uint64_t page = offset / kStorePageBytes; page <= last_page; ++page) {
    SectorMask kept = SectorsOf(page, offset, length);
    if (outcome == PendingOutcome::kLost) kept = 0;
    if (outcome == PendingOutcome::kTorn && page_length_ != nullptr) {
      if (!keep(page)) kept = 0;
    } else if (outcome == PendingOutcome::kTorn) {
      for (uint64_t sector = 0; sector < kSectorsPerPage; ++sector) {
        if ((kept >> sector & 1) == 0) continue;
        if (!keep(page * kSectorsPerPage + sector)) {
          kept = static_cast<SectorMask>(kept & ~(1U << sector));
        }
      }
    }
    action(page, kept);
  }
}

void PageStore::Settle(uint64_t sequence, uint64_t offset, uint64_t length, PendingOutcome outcome,
                       Rng* rng) {
  ForEachOutcome(offset, length, outcome, rng,
                 [&](uint64_t page, SectorMask kept) { SettlePage(sequence, page, kept); });
}

FormerPages* PageStore::AddFormer() {
  CHECK(mounted_ == nullptr, "a snapshot of a file that is one's");
  return former_.emplace_back(std::make_unique<FormerPages>()).get();
}

void PageStore::DropFormer(const FormerPages* former) {
  const auto found = std::ranges::find(former_, former, &std::unique_ptr<FormerPages>::get);
  if (found != former_.begin()) (*found)->MoveTo(**std::prev(found));
  former_.erase(found);
}

KeptPage PageStore::FormerOf(uint64_t page, const FormerPages* former) const {
  auto table = std::ranges::find(former_, former, &std::unique_ptr<FormerPages>::get);
  for (; table != former_.end(); ++table) {
    if ((*table)->Has(page)) return (*table)->pages.Find(page);
  }
  return durable_.Find(page);
}

void PageStore::KeepFormer(uint64_t page) {
  if (!LacksFormer(page) || Mutated(kPageNotRedirected)) return;
  former_.back()->numbers.Insert(page);
  durable_.MoveTo(former_.back()->pages, page);
}

void PageStore::SettleIn(FormerPages& former, uint64_t sequence, uint64_t offset, uint64_t length,
                         PendingOutcome outcome, Rng* rng) {
  ForEachOutcome(offset, length, outcome, rng, [&](uint64_t page, SectorMask kept) {
    const PendingPage* write = pending_.Find(page)->get();
    while (write->sequence != sequence) write = write->later.get();
    kept &= write->sectors;
    if (kept == 0) return;
    KeptBytes bytes = write->kept.Copy();
    if (kept != kAllSectors) {
      ReadKept(FormerOf(page, &former), page, ByteSpan(bytes.bytes(), kStorePageBytes), 0);
      ForEachSector(kept, [&](uint64_t at) {
        std::memcpy(bytes.bytes() + at, write->kept.bytes() + at, kSectorBytes);
      });
    }
    // The snapshots before would find here what they have not.
    if (former_.size() > 1 && !former_[former_.size() - 2]->Has(page)) {
      FormerPages& earlier = *former_[former_.size() - 2];
      earlier.pages.PutCopy(page, FormerOf(page, &former));
      earlier.numbers.Insert(page);
    }
    former.numbers.Insert(page);
    if (page_length_ != nullptr) {
      Keep(former.pages, page, bytes);
    } else {
      KeepWhole(former.pages, page, std::move(bytes));
    }
  });
}

OrderedIds PageStore::ChangedSince(const FormerPages* former) const {
  OrderedIds changed;
  auto table = std::ranges::find(former_, former, &std::unique_ptr<FormerPages>::get);
  for (; table != former_.end(); ++table) {
    const OrderedIds& numbers = (*table)->numbers;
    for (auto page = numbers.Next(0); page; page = numbers.Next(*page + 1)) changed.Insert(*page);
  }
  return changed;
}

void PageStore::RestoreTo(const FormerPages* former) {
  const OrderedIds changed = ChangedSince(former);
  for (auto page = changed.Next(0); page; page = changed.Next(*page + 1)) {
    KeepFormer(*page);
    durable_.PutCopy(*page, FormerOf(*page, former));
  }
}

void PageStore::Mount(const PageStore& file, const FormerPages* former) {
  base_ = file.base_;
  is_initial_ = file.is_initial_;
  likeness_ = file.likeness_;
  page_length_ = file.page_length_;
  packing_ = file.packing_;
  mounted_ = std::make_unique<Mounted>(file, former);
}

}  // namespace snapscope::sim
