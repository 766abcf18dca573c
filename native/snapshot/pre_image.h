// Pages as they were before their first change, on their way into the sparse files of snapshots.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/block_pool.h"
#include "base/bytes.h"
#include "base/ids.h"
#include "page/layout.h"
#include "snapshot/push_listener.h"

namespace snapscope::snapshot {

/// A sealed copy of a page, aligned for unbuffered writes.
class PreImage {
 public:
  static std::shared_ptr<const PreImage> Of(page::ConstPageSpan page, page::PageForm form,
                                            PushCause cause);

  // Pushes make and drop them by the thousand: memory that was given back is taken first.
  static void* operator new(size_t bytes);
  static void operator delete(void* memory) noexcept;

  Lsn lsn() const { return lsn_; }
  PushCause cause() const { return cause_; }

  alignas(4096) std::array<std::byte, page::kPageSize> bytes;

 private:
  PreImage(page::ConstPageSpan of, page::PageForm form, PushCause cause);

  Lsn lsn_;
  const PushCause cause_;
};

/// Images in the order of pages, so that neighbours can be written at once. One image may be on its
/// way into several snapshots.
using PreImages =
    std::map<PageId, std::shared_ptr<const PreImage>, std::less<>,
             BlockAllocator<std::pair<const PageId, std::shared_ptr<const PreImage>>>>;

/// How much memory pre-images take that are written later, and how much they may.
class PreImageMemory {
 public:
  explicit PreImageMemory(uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}

  bool HasRoomFor(size_t images) const {
    return used_bytes() + images * page::kPageSize <= limit_bytes_;
  }
  /// Returns `image`, which counts for as long as anybody has what is returned.
  std::shared_ptr<const PreImage> Hold(std::shared_ptr<const PreImage> image);

  uint64_t limit_bytes() const { return limit_bytes_; }
  uint64_t used_bytes() const { return usage_->bytes; }
  uint64_t peak_bytes() const { return usage_->peak_bytes; }

 private:
  struct Usage {
    uint64_t bytes = 0;
    uint64_t peak_bytes = 0;
  };
  struct Held;

  const uint64_t limit_bytes_;
  const std::shared_ptr<Usage> usage_ = std::make_shared<Usage>();
};

/// Neighbouring pages, to be written in one call; the images stay valid as long as this does.
struct PreImageRun {
  PageId first;
  std::vector<std::shared_ptr<const PreImage>> images;

  std::vector<ConstByteSpan> buffers() const;
};

/// The runs of neighbours among `images`, of at most `cap` pages.
std::vector<PreImageRun> RunsOf(const PreImages& images, size_t cap);

}  // namespace snapscope::snapshot
