#include "snapshot/pre_image.h"

#include <algorithm>

namespace snapscope::snapshot {

PreImage::PreImage(page::ConstPageSpan of) {
  std::copy(of.begin(), of.end(), bytes.begin());
  page::SealPage(page::PageSpan(bytes));
  lsn_ = page::PageView(page::PageSpan(bytes)).lsn();
}

std::vector<ConstByteSpan> PreImageRun::buffers() const {
  std::vector<ConstByteSpan> buffers;
  buffers.reserve(images.size());
  for (const auto& image : images) buffers.emplace_back(image->bytes);
  return buffers;
}

std::vector<PreImageRun> RunsOf(const PreImages& images, size_t cap) {
  std::vector<PreImageRun> runs;
  PageId expected;
  for (const auto& [page, image] : images) {
    if (runs.empty() || page != expected || runs.back().images.size() == cap) {
      runs.push_back({page, {}});
    }
    runs.back().images.push_back(image);
    expected = page.Next();
  }
  return runs;
}

}  // namespace snapscope::snapshot
