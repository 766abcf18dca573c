#include "sim/page_store.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace snapscope::sim {

namespace {

constexpr uint16_t kAllSectors = 0xFFFF;
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

void PageStore::Generate(uint64_t page, PageBytes& into) const {
  if (base_) {
    base_(page, ByteSpan(into));
  } else {
    into.fill(std::byte{0});
  }
}

void PageStore::ReadDurable(uint64_t page, ByteSpan into, uint64_t offset_in_page) const {
  const auto stored = durable_.find(page);
  if (stored != durable_.end()) {
    std::memcpy(into.data(), stored->second->data() + offset_in_page, into.size());
  } else if (!base_) {
    std::memset(into.data(), 0, into.size());
  } else if (into.size() == kStorePageBytes) {
    base_(page, into);
  } else {
    PageBytes whole;
    base_(page, ByteSpan(whole));
    std::memcpy(into.data(), whole.data() + offset_in_page, into.size());
  }
}

void PageStore::Read(uint64_t offset, ByteSpan into) const {
  while (!into.empty()) {
    const uint64_t page = offset / kStorePageBytes;
    const uint64_t in_page = offset % kStorePageBytes;
    const ByteSpan part = into.first(std::min<uint64_t>(into.size(), kStorePageBytes - in_page));
    ReadDurable(page, part, in_page);
    const auto pending = pending_.find(page);
    if (pending != pending_.end()) {
      const uint16_t wanted = SectorsOf(page, offset, part.size());
      for (const PendingPage& write : pending->second) {
        ForEachSector(write.sectors & wanted, [&](uint64_t at) {
          std::memcpy(part.data() + (at - in_page), write.bytes->data() + at, kSectorBytes);
        });
      }
    }
    offset += part.size();
    into = into.subspan(part.size());
  }
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
      if (page != open_page) {
        open = &pending_[page].emplace_back(
            PendingPage{sequence, 0, std::make_unique_for_overwrite<PageBytes>()});
        open_page = page;
      }
      open->sectors |= SectorsOf(page, offset, length);
      std::memcpy(open->bytes->data() + in_page, buffer.data(), length);
      offset += length;
      buffer = buffer.subspan(length);
    }
  }
}

void PageStore::SettlePage(uint64_t sequence, uint64_t page, SectorMask kept) {
  const auto found = pending_.find(page);
  CHECK(found != pending_.end(), "page %llu has no pending write",
        static_cast<unsigned long long>(page));
  std::vector<PendingPage>& writes = found->second;
  const auto write = std::find_if(writes.begin(), writes.end(), [&](const PendingPage& pending) {
    return pending.sequence == sequence;
  });
  CHECK(write != writes.end(), "a pending write settles twice");
  kept &= write->sectors;
  for (auto earlier = writes.begin(); earlier != write; ++earlier) {
    earlier->sectors = static_cast<SectorMask>(earlier->sectors & ~kept);
  }
  if (kept == kAllSectors) {
    durable_[page] = std::move(write->bytes);
  } else if (kept != 0) {
    std::unique_ptr<PageBytes>& durable = durable_[page];
    if (durable == nullptr) {
      durable = std::make_unique_for_overwrite<PageBytes>();
      Generate(page, *durable);
    }
    ForEachSector(kept, [&](uint64_t at) {
      std::memcpy(durable->data() + at, write->bytes->data() + at, kSectorBytes);
    });
  }
  writes.erase(write);
  if (writes.empty()) pending_.erase(found);
}

void PageStore::Settle(uint64_t sequence, uint64_t offset, uint64_t length, PendingOutcome outcome,
                       Rng* rng) {
  const uint64_t sectors = length / kSectorBytes;
  // A torn write has at least one sector of each kind: these two are not left to the coin.
  uint64_t first = UINT64_MAX;
  uint64_t first_kept = 0;
  if (outcome == PendingOutcome::kTorn) {
    CHECK(rng != nullptr, "tearing takes chance");
    first = rng->Below(std::max<uint64_t>(sectors - 1, 1));
    first_kept = rng->Below(2);
  }
  const uint64_t first_sector = offset / kSectorBytes;
  const auto keep = [&](uint64_t sector) {
    const uint64_t index = sector - first_sector;
    if (index == first) return first_kept == 1;
    if (index == first + 1) return first_kept == 0;
    return rng->Below(2) == 1;
  };
  const uint64_t last_page = (offset + length - 1) / kStorePageBytes;
  for (uint64_t page = offset / kStorePageBytes; page <= last_page; ++page) {
    SectorMask kept = SectorsOf(page, offset, length);
    if (outcome == PendingOutcome::kLost) kept = 0;
    if (outcome == PendingOutcome::kTorn) {
      for (uint64_t sector = 0; sector < kSectorsPerPage; ++sector) {
        if ((kept >> sector & 1) == 0) continue;
        if (!keep(page * kSectorsPerPage + sector)) {
          kept = static_cast<SectorMask>(kept & ~(1U << sector));
        }
      }
    }
    SettlePage(sequence, page, kept);
  }
}

}  // namespace snapscope::sim
