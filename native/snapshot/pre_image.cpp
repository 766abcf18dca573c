#include "snapshot/pre_image.h"

#include <algorithm>
#include <new>

#include "page/compact.h"

namespace snapscope::snapshot {

namespace {

constexpr size_t kSpareImages = 64;

/// Memory of pre-images, for the next ones.
struct SpareImages {
  std::vector<void*> memory;
  ~SpareImages() {
    for (void* image : memory) ::operator delete(image, std::align_val_t{alignof(PreImage)});
  }
};

SpareImages& ThreadSpareImages() {
  thread_local SpareImages spare;
  return spare;
}

}  // namespace

void* PreImage::operator new(size_t bytes) {
  std::vector<void*>& spare = ThreadSpareImages().memory;
  if (spare.empty()) return ::operator new(bytes, std::align_val_t{alignof(PreImage)});
  void* memory = spare.back();
  spare.pop_back();
  return memory;
}

void PreImage::operator delete(void* memory) noexcept {
  std::vector<void*>& spare = ThreadSpareImages().memory;
  if (spare.size() < kSpareImages) return spare.push_back(memory);
  ::operator delete(memory, std::align_val_t{alignof(PreImage)});
}

std::shared_ptr<const PreImage> PreImage::Of(page::ConstPageSpan page, page::PageForm form,
                                             PushCause cause) {
  return std::shared_ptr<const PreImage>(new PreImage(page, form, cause));
}

PreImage::PreImage(page::ConstPageSpan of, page::PageForm form, PushCause cause) : cause_(cause) {
  page::CopyPage(of, bytes, form);
  page::SealPage(bytes, form);
  lsn_ = page::PageView(page::PageSpan(bytes)).lsn();
}

struct PreImageMemory::Held {
  Held(std::shared_ptr<const PreImage> image_in, std::shared_ptr<Usage> usage_in)
      : image(std::move(image_in)), usage(std::move(usage_in)) {
    usage->bytes += page::kPageSize;
    usage->peak_bytes = std::max(usage->peak_bytes, usage->bytes);
  }
  ~Held() { usage->bytes -= page::kPageSize; }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  const std::shared_ptr<const PreImage> image;
  const std::shared_ptr<Usage> usage;
};

std::shared_ptr<const PreImage> PreImageMemory::Hold(std::shared_ptr<const PreImage> image) {
  const PreImage* bytes = image.get();
  return {std::make_shared<Held>(std::move(image), usage_), bytes};
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
