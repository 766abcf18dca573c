// pushUnit extent: the first change of a page takes along the others of its extent that a complete
// snapshot lacks, so that there are fewer and larger writes.
//
// Why no latch is needed for them. Whoever changes a page pushes it first, and waits where its gate
// is held. So a page whose bit is clear and whose gate is entered here does not change before the
// gate is left. And once the creation is complete, such a page is in the source's file, and in the
// pool if it is there, as it was at the split (snapshot.h). A gate that somebody holds is not
// waited for: that page is being pushed or read, and is left out. So nobody who holds one gate
// waits for another.
//
// During a creation the file may still have an older state of a page, and pages go alone.
#include <utility>

#include "base/aligned_buffer.h"
#include "base/mutation.h"
#include "snapshot/copy_on_write.h"

namespace snapscope::snapshot {

MUTATION(kExtentPushedWhole, "the push of an extent copies again what was copied before");

using runtime::WaitType;

namespace {

/// The pages of the extent of `page`, whether they exist or not.
std::vector<PageId> ExtentOf(PageId page) {
  std::vector<PageId> pages;
  pages.reserve(page::kPagesPerRegion);
  const uint32_t first = page.number() / page::kPagesPerRegion * page::kPagesPerRegion;
  for (uint32_t i = 0; i < page::kPagesPerRegion; ++i) {
    pages.push_back(PageId::Of(page.file(), first + i));
  }
  return pages;
}

bool TakesAlong(Snapshot& snapshot, PageId page) {
  if (snapshot.state() != State::kOnline || snapshot.gate().IsHeld(page)) return false;
  if (Mutated(kExtentPushedWhole) && page.number() != 0 &&
      page.number() < snapshot.files().Of(page).page_count()) {
    return true;
  }
  return snapshot.Lacks(page);
}

/// Nothing that changed after the split is a pre-image; see Snapshot's check of ages.
bool IsOfSplit(const Snapshot& snapshot, PageId page, const PreImage& image) {
  if (Mutated(kExtentPushedWhole)) return true;
  return snapshot.CheckAge(page, image.lsn()).ok();
}

}  // namespace

Task<void> CopyOnWrite::TakeExtentsAlong(Worker& worker, PageId page,
                                         std::vector<PushTarget>& targets) {
  std::set<PageId> wanted;
  for (PushTarget& target : targets) {
    for (const PageId other : ExtentOf(page)) {
      if (other == page || !TakesAlong(*target.snapshot, other)) continue;
      target.snapshot->gate().Enter(other);
      target.along.push_back(other);
      wanted.insert(other);
    }
  }
  if (wanted.empty()) co_return;
  const PreImages found = co_await ReadUnchanged(worker, std::move(wanted));
  for (PushTarget& target : targets) {
    for (const PageId other : std::exchange(target.along, {})) {
      const auto image = found.find(other);
      if (image != found.end() && IsOfSplit(*target.snapshot, other, *image->second)) {
        target.images.insert(*image);
      } else {
        target.snapshot->gate().Leave(other);
      }
    }
  }
}

// A page that cannot be read is left out: the statement changes another one.
Task<PreImages> CopyOnWrite::ReadUnchanged(Worker& worker, std::set<PageId> pages) {
  worker.Charge(runtime::CpuWork::kPageCopy, pages.size());
  worker.Charge(runtime::CpuWork::kChecksumKiB, pages.size() * page::kPageSize / 1024);
  PreImages images;
  std::vector<PageId> missing;
  for (const PageId page : pages) {
    if (const auto cached = env_.pool->Cached(env_.db, page)) {
      images.emplace(page, PreImage::Of(*cached, env_.source->form(), PushCause::kAlong));
    } else {
      missing.push_back(page);
    }
  }
  if (missing.empty()) co_return images;
  const PageId first = missing.front();
  const uint32_t count = missing.back().number() - first.number() + 1;
  AlignedBuffer buffer(count * page::kPageSize);
  worker.ChargeIo(count * page::kPageSize);
  worker.Charge(runtime::CpuWork::kChecksumKiB, count * page::kPageSize / 1024);
  const Status read = co_await worker.Waiting(WaitType::kIoCompletion,
                                              env_.source->ReadRange(first, buffer.span()));
  if (!read.ok()) co_return images;
  for (const PageId page : missing) {
    const page::PageSpan bytes(buffer.data() + (page.number() - first.number()) * page::kPageSize,
                               page::kPageSize);
    if (page::VerifyPage(bytes, page, env_.source->form()).ok()) {
      images.emplace(page, PreImage::Of(bytes, env_.source->form(), PushCause::kAlong));
    }
  }
  co_return images;
}

}  // namespace snapscope::snapshot
