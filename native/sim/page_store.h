// The bytes of one simulated file: what is durable, and what is written but not durable yet.
//
// Pages (8 KB of 512-byte sectors) are kept in a hash table; a page that was never written is
// computed by the base generator, or is zeros, and costs no memory. Pending writes lie over the
// durable bytes in the order of their sequence numbers, and reads see them. When a write settles,
// its sectors replace the durable ones and hide those of earlier pending writes for good.
//
// Where the owner says how many bytes of a page mean something, only these are kept and given back;
// of a page that is read, those behind them mean nothing. Such a store takes whole pages, and each
// of them settles whole, whatever becomes of its neighbours. A durable page is kept as what
// distinguishes it from the one that it is like: the computed page of its number, or that of
// another file (page_difference.h).
//
// A store of whole pages may be told what its pages are like, too, as a backup's are like those of
// the database: it keeps what distinguishes them, once all of a page has become durable at once.
//
// Any other store may be told how whole pages are packed. It does so with a page whose last sector
// has become durable, since files that are written in small pieces, as a log is, are mostly written
// from front to back; a page that is written again in part is unpacked first.
//
// Snapshots that an array takes (former_pages.h) have tables here, the oldest first. The store of a
// file that is mounted from one has only what was written to it; its other pages are the
// snapshot's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/block_pool.h"
#include "base/bytes.h"
#include "base/id_table.h"
#include "base/rng.h"
#include "sim/former_pages.h"

namespace snapscope::sim {

inline constexpr uint64_t kStorePageBytes = 8192;
inline constexpr uint64_t kSectorBytes = 512;
inline constexpr uint64_t kSectorsPerPage = kStorePageBytes / kSectorBytes;

/// Fills a page that was never written.
using PageGenerator = std::function<void(uint64_t page_number, ByteSpan into)>;

/// Tells pages of a file apart.
using PagePredicate = std::function<bool(uint64_t page_number)>;

/// How many bytes at the beginning of a page mean something: whole words of eight bytes.
using PageLength = size_t (*)(ConstByteSpan page);

/// How a page is kept in fewer bytes, all of which come back.
struct PagePacking {
  /// Returns how many bytes of `into`, a page long, are used; 0 if they would not be fewer.
  size_t (*pack)(ConstByteSpan page, ByteSpan into) = nullptr;
  void (*unpack)(ConstByteSpan packed, ByteSpan page) = nullptr;
};

/// What a power cut makes of a write that was not durable.
enum class PendingOutcome : uint8_t { kLost, kKept, kTorn };

class PageStore {
 public:
  /// `is_initial`: which pages the file begins with, as far as its device is concerned; all, if it
  /// is empty.
  void SetBase(PageGenerator base, PagePredicate is_initial = {}) {
    base_ = std::move(base);
    is_initial_ = std::move(is_initial);
  }
  /// Pages that are written resemble these; without them, the base, which with them is of zeros.
  /// Before the first write.
  void SetLikeness(PageGenerator likeness) { likeness_ = std::move(likeness); }
  /// Before the first write.
  void SetPageLength(PageLength length) { page_length_ = length; }
  bool KeepsPagesInPart() const { return page_length_ != nullptr; }
  /// For pages that are kept whole. Before the first write.
  void SetPacking(PagePacking packing) { packing_ = packing; }

  /// What a reader sees: durable bytes below pending ones.
  void Read(uint64_t offset, ByteSpan into) const;

  /// Fetches what says how the pages are kept into the processor's cache, for Read() or Settle()
  /// when the device is done: of millions it is seldom there.
  void Expect(uint64_t offset, uint64_t length) const;

  /// True if Read() would ask the base generator for the page, and for nothing else.
  bool IsAsComputed(uint64_t page) const {
    return base_ && KeptOf(page).IsComputed() && pending_.Find(page) == nullptr;
  }

  /// True if the device has nothing of these pages: no write came, nor does the file begin with
  /// them.
  bool WereNeverWritten(uint64_t offset, uint64_t length) const;

  /// Copies the buffers. Sequence numbers rise; offset and lengths are multiples of 512.
  void AddPending(uint64_t sequence, uint64_t offset, const std::vector<ConstByteSpan>& buffers);

  /// Ends a pending write. kTorn keeps or loses each sector by a coin, never all or none of
  /// several; of a store that keeps pages in part, each page. `rng` is used for nothing else.
  void Settle(uint64_t sequence, uint64_t offset, uint64_t length, PendingOutcome outcome,
              Rng* rng);

  // Snapshots. The tables of a store are valid until they are dropped.

  /// The pages are kept as they are now, whatever becomes of them.
  FormerPages* AddFormer();
  void DropFormer(const FormerPages* former);
  /// What a pending write has put into the snapshot that has just been taken, as Settle() would.
  void SettleIn(FormerPages& former, uint64_t sequence, uint64_t offset, uint64_t length,
                PendingOutcome outcome, Rng* rng);
  /// Pages that the file has changed since.
  OrderedIds ChangedSince(const FormerPages* former) const;
  /// The file is as it was. No write of it is pending.
  void RestoreTo(const FormerPages* former);
  /// The pages are those that `file` had then, until they are written. `file` outlives this store,
  /// which is new.
  void Mount(const PageStore& file, const FormerPages* former);

  /// Pages held in memory because they were written.
  size_t stored_pages() const { return durable_.size(); }
  /// Bytes in which the page is kept: 0 if it never became durable. For stores of whole pages.
  size_t KeptBytesOf(uint64_t page) const {
    const KeptBytes* kept = durable_.Find(page).whole;
    return kept == nullptr ? 0 : kept->length();
  }

 private:
  using SectorMask = uint16_t;
  struct PendingPage {
    uint64_t sequence;
    SectorMask sectors;
    KeptBytes kept;
    std::unique_ptr<PendingPage> later;  ///< the next write of the page

    static void* operator new(size_t bytes) { return AllocateBlock(bytes); }
    static void operator delete(void* page, size_t bytes) noexcept { FreeBlock(page, bytes); }
  };

  /// The snapshot whose pages these are, but for those that were written.
  struct Mounted {
    const PageStore& file;
    const FormerPages* former;
    OrderedIds written{};
  };

  void Pack(KeptBytes& whole) const;
  void Unpack(const KeptBytes& packed, ByteSpan page) const;
  void CheckWhole(uint64_t offset_in_page, uint64_t length) const;
  void ReadDurable(uint64_t page, ByteSpan into, uint64_t offset_in_page) const {
    ReadKept(KeptOf(page), page, into, offset_in_page);
  }
  void ReadKept(KeptPage kept, uint64_t page, ByteSpan into, uint64_t offset_in_page) const;
  void Generate(uint64_t page, ByteSpan into) const;
  /// The page that `page` is like. Returns its length.
  size_t GenerateLike(uint64_t page, ByteSpan into) const;
  void Keep(KeptPages& pages, uint64_t page, const KeptBytes& bytes) const;
  /// All of a page that is not kept in part.
  void KeepWhole(KeptPages& pages, uint64_t page, KeptBytes bytes) const;
  /// The durable bytes of a page that is not kept in part, to be changed.
  KeptBytes& WholePage(uint64_t page);
  /// The durable page, and what it was in a snapshot of this file.
  KeptPage KeptOf(uint64_t page) const {
    if (mounted_ != nullptr && !mounted_->written.Has(page)) {
      return mounted_->file.FormerOf(page, mounted_->former);
    }
    return durable_.Find(page);
  }
  KeptPage FormerOf(uint64_t page, const FormerPages* former) const;
  bool LacksFormer(uint64_t page) const { return !former_.empty() && !former_.back()->Has(page); }
  /// Before the durable page changes.
  void KeepFormer(uint64_t page);
  PendingPage& AddPage(uint64_t sequence, uint64_t page, ConstByteSpan bytes);
  void SettlePage(uint64_t sequence, uint64_t page, SectorMask kept);
  /// What becomes of each page of a write: action(page, sectors that are kept).
  template <typename Action>
  void ForEachOutcome(uint64_t offset, uint64_t length, PendingOutcome outcome, Rng* rng,
                      Action action) const;

  PageGenerator base_;
  PagePredicate is_initial_;
  PageGenerator likeness_;
  PageLength page_length_ = nullptr;
  PagePacking packing_;
  KeptPages durable_;
  std::vector<std::unique_ptr<FormerPages>> former_;  ///< of each snapshot, the oldest first
  std::unique_ptr<Mounted> mounted_;                  ///< null: no snapshot's
  IdTable<std::unique_ptr<PendingPage>> pending_;
};

}  // namespace snapscope::sim
