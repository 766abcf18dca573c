// Pages as they were before their first change, on their way into the sparse files of snapshots.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "page/layout.h"

namespace snapscope::snapshot {

/// A sealed copy of a page, aligned for unbuffered writes.
class PreImage {
 public:
  explicit PreImage(page::ConstPageSpan of);

  Lsn lsn() const { return lsn_; }

  alignas(4096) std::array<std::byte, page::kPageSize> bytes;

 private:
  Lsn lsn_;
};

/// In the order of pages, so that neighbours can be written at once. One image may be on its way
/// into several snapshots.
using PreImages = std::map<PageId, std::shared_ptr<const PreImage>>;

/// Neighbouring pages, to be written in one call; the images stay valid as long as this does.
struct PreImageRun {
  PageId first;
  std::vector<std::shared_ptr<const PreImage>> images;

  std::vector<ConstByteSpan> buffers() const;
};

/// The runs of neighbours among `images`, of at most `cap` pages.
std::vector<PreImageRun> RunsOf(const PreImages& images, size_t cap);

}  // namespace snapscope::snapshot
