#include "verification/allocation_check.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "btree/page_allocator.h"
#include "page/allocation_map.h"
#include "page/page_buffer.h"

namespace snapscope::verification {

using page::ExtentId;
using page::kPagesPerExtent;
using page::PageType;

namespace {

using PageCopy = std::unique_ptr<page::PageBuffer>;

std::string Name(PageId page) { return "page " + ToString(page); }
std::string Name(ExtentId extent) { return "the extent of " + Name(extent.page(0)); }

class AllocationCheck {
 public:
  AllocationCheck(const PageReader& read, ReachedPages& reached, const page::PageSet* changed)
      : read_(read),
        size_(reached.size()),
        reached_(reached.InOrder()),
        changed_(changed),
        extents_(size_.file_pages / kPagesPerExtent),
        extent_owners_(size_t{extents_} * size_.files) {}

  AllocationFigures Run() {
    ReadIams();
    if (changed_ != nullptr) NoteKnownExtents();
    for (uint32_t file = 0; file < size_.files; ++file) CheckFile(page::DataFileId(file));
    return std::move(figures_);
  }

 private:
  void Note(std::string problem) {
    if (figures_.problem.empty()) figures_.problem = std::move(problem);
  }

  PageCopy Read(PageId page, PageType type) {
    auto copy = std::make_unique_for_overwrite<page::PageBuffer>();
    const Status status = read_(page, copy->span());
    if (!status.ok()) {
      Note(status.error().message);
      return nullptr;
    }
    ++figures_.read;
    if (copy->view().type() == type && copy->view().IsSound()) return copy;
    Note(Name(page) + " is not the page that belongs there");
    return nullptr;
  }

  uint16_t& OwnerOf(ExtentId extent) {
    return extent_owners_.at(size_t{page::DataFilePosition(extent.file)} * extents_ +
                             extent.number);
  }

  /// True for the build space, and for a table that is being filled: what has no root.
  bool IsBuildSpace(IndexId owner) const {
    return owner != IndexId{} && roots_.at(owner.value - 1U) == 0;
  }

  void NoteKnownExtents() {
    known_extents_.assign(size_.files, page::PageBitmap(extents_));
    const auto note = [this](PageId page) {
      const ExtentId extent = page::ExtentOf(page);
      known_extents_[page::DataFilePosition(extent.file)].Set(extent.number);
    };
    for (const ReachedPage& reached : reached_) note(reached.page);
    changed_->ForEach(note);
    for (const PageId iam : iams_) note(iam);
  }

  bool IsKnown(ExtentId extent) const {
    return changed_ == nullptr ||
           known_extents_[page::DataFilePosition(extent.file)].Test(extent.number);
  }

  void ReadIams() {
    const PageCopy copy = Read(page::kBootPage, PageType::kBoot);
    if (copy == nullptr) return;
    const page::BootRecord boot = page::ReadBoot(copy->bytes);
    roots_ = boot.roots;
    for (uint16_t i = 0; i < page::BootRecord::kMaxIndexes; ++i) {
      const IndexId index{static_cast<uint16_t>(i + 1)};
      for (PageId next{boot.first_iams[i]}; next != PageId{};) {
        if (!size_.Has(next) || !iams_.insert(next).second) {
          return Note("IAM " + Name(next) + " lies outside the database or is reached twice");
        }
        const PageCopy iam = Read(next, PageType::kIam);
        if (iam == nullptr) return;
        TakeExtents(iam->view(), index);
        next = iam->view().right_sibling();
      }
    }
  }

  void TakeExtents(page::PageView iam, IndexId index) {
    if (iam.index() != index) return Note(Name(iam.id()) + " is an IAM page of another index");
    ExtentId extent = page::IntervalOf(iam);
    const uint32_t first = extent.number;
    for (uint32_t slot = page::NextSetBit(iam, 0); slot < page::kMapExtents;
         slot = page::NextSetBit(iam, slot + 1)) {
      extent.number = first + slot;
      if (extent.number >= extents_) return Note(Name(extent) + " lies outside its file");
      uint16_t& owner = OwnerOf(extent);
      if (owner != 0) Note(Name(extent) + " belongs to two indexes");
      owner = index.value;
    }
  }

  void CheckFile(uint32_t file) {
    ++figures_.read;  // page 0 identifies the file and is nobody's content
    PageCopy pfs;
    PageCopy gam;
    PageCopy sgam;
    for (ExtentId extent{file, 0}; extent.number < extents_; ++extent.number) {
      const PageId first = extent.page(0);
      if (page::MapSlot(extent) == 0) {
        gam = Read(page::GamOf(extent), PageType::kGam);
        sgam = Read(page::SgamOf(extent), PageType::kSgam);
        const uint32_t interval = first.number();
        Read(PageId::Of(file, interval + 6), PageType::kDifferentialMap);
        Read(PageId::Of(file, interval + 7), PageType::kMinimallyLoggedMap);
      }
      if (page::PfsSlot(first) == 0) pfs = Read(page::PfsOf(first), PageType::kPfs);
      if (pfs == nullptr || gam == nullptr || sgam == nullptr) return;
      if (!IsKnown(extent)) {
        if (!IsBuildSpace(IndexId{OwnerOf(extent)}))
          figures_.allocated += page::AllocatedPages(pfs->view(), extent);
        continue;
      }
      const bool is_free = page::MapEntry(gam->view(), page::MapSlot(extent)) != 0;
      const bool has_free_mixed = page::MapEntry(sgam->view(), page::MapSlot(extent)) != 0;
      CheckExtent(extent, pfs->view(), is_free, has_free_mixed);
    }
  }

  void CheckExtent(ExtentId extent, page::PageView pfs, bool is_free, bool has_free_mixed) {
    const IndexId owner{OwnerOf(extent)};
    const bool mixed = !is_free && owner == IndexId{} && !page::HoldsMaps(extent.number);
    bool full = true;
    if (IsBuildSpace(owner) && !is_free) return;  // nothing leads to its pages
    for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
      const PageId page = extent.page(i);
      const uint8_t byte = page::MapEntry(pfs, page::PfsSlot(page));
      const uint8_t expected = ExpectedByte(page, owner).value_or(byte);
      if (byte != expected) {
        Note(Name(page) + " has the PFS byte " + std::to_string(byte) + ", and should have " +
             std::to_string(expected));
      }
      const bool allocated = (byte & page::kPfsAllocated) != 0;
      if (allocated) ++figures_.allocated;
      if (allocated && is_free) Note(Name(page) + " is allocated, its extent is free");
      full = full && allocated;
    }
    if (is_free && owner != IndexId{}) {
      Note(Name(extent) + " is free, and index " + std::to_string(owner.value) + " has it");
    }
    if (has_free_mixed != (mixed && !full)) {
      Note(Name(extent) + " has the wrong SGAM bit");
    }
  }

  /// Nothing for a page of which it cannot be known.
  std::optional<uint8_t> ExpectedByte(PageId page, IndexId owner) {
    const std::optional<IndexId> reached = ReachedFrom(page);
    if (page::FixedPageType(page) != PageType::kFree) {
      return page::kPfsAllocated | page::kPfsFull;
    }
    if (iams_.contains(page) && owner == IndexId{}) {
      return page::kPfsAllocated | page::kPfsIam | page::kPfsMixed;
    }
    if (!reached && changed_ != nullptr && !changed_->Has(page)) return std::nullopt;
    return reached == owner ? page::kPfsAllocated : uint8_t{0};
  }

  /// Pages are asked for in their order.
  std::optional<IndexId> ReachedFrom(PageId page) {
    while (next_reached_ < reached_.size() && reached_[next_reached_].page < page) ++next_reached_;
    const bool found = next_reached_ < reached_.size() && reached_[next_reached_].page == page;
    return found ? std::optional(reached_[next_reached_].index) : std::nullopt;
  }

  const PageReader& read_;
  const page::DatabaseSize size_;
  const std::vector<ReachedPage>& reached_;
  size_t next_reached_ = 0;
  const page::PageSet* const changed_;
  const uint32_t extents_;
  std::vector<uint16_t> extent_owners_;
  std::vector<page::PageBitmap> known_extents_;  ///< by file; if not all are
  std::set<PageId> iams_;
  decltype(page::BootRecord::roots) roots_{};
  AllocationFigures figures_;
};

}  // namespace

bool ReachedPages::Note(PageId page, IndexId index) {
  if (!seen_.size().Has(page) || !seen_.Add(page)) return false;
  pages_.push_back({page, index});
  return true;
}

const std::vector<ReachedPage>& ReachedPages::InOrder() {
  std::ranges::sort(pages_, {}, &ReachedPage::page);
  return pages_;
}

AllocationFigures CheckAllocation(const PageReader& read, ReachedPages& reached,
                                  const page::PageSet* changed) {
  return AllocationCheck(read, reached, changed).Run();
}

}  // namespace snapscope::verification
