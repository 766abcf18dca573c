// The pre-images that a snapshot shows from memory, until its sparse files have them durably.
#pragma once

#include "base/check.h"
#include "page/compact.h"
#include "snapshot/pre_image.h"

namespace snapscope::snapshot {

class HeldImages {
 public:
  bool empty() const { return images_.empty(); }
  size_t size() const { return images_.size(); }
  const PreImages& images() const { return images_; }
  bool Has(PageId page) const { return images_.contains(page); }

  void Add(const PreImages& images) {
    for (const auto& [page, image] : images) {
      CHECK(images_.emplace(page, image).second, "page %s is held twice", ToString(page).c_str());
    }
  }
  /// The sparse file has the page durably.
  void Release(PageId page) { images_.erase(page); }
  /// Releases every image: nobody will read any of them.
  void ReleaseAll() { images_.clear(); }

  /// Reads the page; false if it is not held.
  bool Read(PageId page, page::PageSpan into, page::PageForm form) const {
    const auto held = images_.find(page);
    if (held == images_.end()) return false;
    page::CopyPage(held->second->bytes, into, form);
    return true;
  }

 private:
  PreImages images_;
};

}  // namespace snapscope::snapshot
