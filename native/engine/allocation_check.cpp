#include "engine/allocation_check.h"

#include <array>
#include <memory>
#include <set>
#include <utility>

#include "btree/page_allocator.h"
#include "page/allocation_map.h"

namespace snapscope::engine {

using page::ExtentId;
using page::kPagesPerExtent;
using page::PageType;

namespace {

struct alignas(4096) PageBuffer {
  std::array<std::byte, page::kPageSize> bytes;
  page::PageView view() { return page::PageView(page::PageSpan(bytes)); }
};
using PageCopy = std::unique_ptr<PageBuffer>;

std::string Name(PageId page) { return "page " + ToString(page); }
std::string Name(ExtentId extent) { return "the extent of " + Name(extent.page(0)); }

class AllocationCheck {
 public:
  AllocationCheck(const PageReader& read, const PageOwners& owners)
      : read_(read),
        owners_(owners),
        extents_(owners.size().file_pages / kPagesPerExtent),
        extent_owners_(size_t{extents_} * owners.size().files) {}

  AllocationFigures Run() {
    ReadIams();
    for (uint32_t file = 0; file < owners_.size().files; ++file) CheckFile(page::DataFileId(file));
    return std::move(figures_);
  }

 private:
  void Note(std::string problem) {
    if (figures_.problem.empty()) figures_.problem = std::move(problem);
  }

  PageCopy Read(PageId page, PageType type) {
    auto copy = std::make_unique_for_overwrite<PageBuffer>();
    const Status status = read_(page, page::PageSpan(copy->bytes));
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

  void ReadIams() {
    const PageCopy copy = Read(page::kBootPage, PageType::kBoot);
    if (copy == nullptr) return;
    const page::BootRecord boot = page::ReadBoot(copy->bytes);
    for (uint16_t i = 0; i < page::BootRecord::kMaxIndexes; ++i) {
      const IndexId index{static_cast<uint16_t>(i + 1)};
      for (PageId next{boot.first_iams[i]}; next != PageId{};) {
        if (!owners_.size().Has(next) || !iams_.insert(next).second) {
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
      const bool is_free = page::MapEntry(gam->view(), page::MapSlot(extent)) != 0;
      const bool has_free_mixed = page::MapEntry(sgam->view(), page::MapSlot(extent)) != 0;
      CheckExtent(extent, pfs->view(), is_free, has_free_mixed);
    }
  }

  void CheckExtent(ExtentId extent, page::PageView pfs, bool is_free, bool has_free_mixed) {
    const IndexId owner{OwnerOf(extent)};
    const bool mixed = !is_free && owner == IndexId{} && !page::HoldsMaps(extent.number);
    bool full = true;
    if (owner == btree::kBuildSpace && !is_free) return;  // nothing leads to its pages
    for (uint32_t i = 0; i < kPagesPerExtent; ++i) {
      const PageId page = extent.page(i);
      const uint8_t byte = page::MapEntry(pfs, page::PfsSlot(page));
      const uint8_t expected = ExpectedByte(page, owner);
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

  uint8_t ExpectedByte(PageId page, IndexId owner) const {
    const IndexId reached = owners_.At(page);
    if (page::FixedPageType(page) != PageType::kFree) {
      return page::kPfsAllocated | page::kPfsFull;
    }
    if (iams_.contains(page) && owner == IndexId{}) {
      return page::kPfsAllocated | page::kPfsIam | page::kPfsMixed;
    }
    return reached != IndexId{} && reached == owner ? page::kPfsAllocated : uint8_t{0};
  }

  const PageReader& read_;
  const PageOwners& owners_;
  const uint32_t extents_;
  std::vector<uint16_t> extent_owners_;
  std::set<PageId> iams_;
  AllocationFigures figures_;
};

}  // namespace

bool PageOwners::Note(PageId page, IndexId index) {
  if (!size_.Has(page) || owners_[size_.PositionOf(page)] != 0) return false;
  owners_[size_.PositionOf(page)] = index.value;
  return true;
}

IndexId PageOwners::At(PageId page) const { return IndexId{owners_.at(size_.PositionOf(page))}; }

AllocationFigures CheckAllocation(const PageReader& read, const PageOwners& owners) {
  return AllocationCheck(read, owners).Run();
}

}  // namespace snapscope::engine
