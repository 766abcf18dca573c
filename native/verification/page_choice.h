// Which pages of a tree a verification reads: all of them, or those that changed and a sample of
// the others.
//
// The choice of changed pages and a sample is complete. `changed` has every page that may differ
// from what the database began with. A walk from the root leaves a child out only if it is not one
// of these, has the very place in its tree that it began with, and no commit has changed a row
// below it. Such a page shows its initial rows, which are what the oracle expects. A page below it
// that did change cannot be overlooked: if the entry that leads to it is the initial one, the key
// it began with is a target; if not, the page with that entry has changed, and is reached in the
// same way, up to the root, which is always read. That unchanged pages are what they are taken for
// is what the sample is for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "btree/key_range.h"
#include "database/initial_database.h"
#include "page/layout.h"
#include "page/page_bitmap.h"

namespace snapscope::verification {

/// Instead of all pages.
struct PageSample {
  /// Every page that may differ from the initial one in what is verified; outlives the
  /// verification.
  const page::PageSet* changed = nullptr;
  uint32_t leaves = 0;  ///< of the others, to be drawn
  Rng rng;
};

/// Keys that a walk in key order must come by.
class TargetKeys {
 public:
  /// Ascending; they outlive this object.
  void Add(std::span<const uint64_t> keys) { lists_.push_back({keys, 0}); }
  /// True if one lies in the range. Ranges come in key order.
  bool AnyIn(btree::KeyRange range);

 private:
  struct List {
    std::span<const uint64_t> keys;
    size_t next;
  };
  std::vector<List> lists_;
};

class PageChoice {
 public:
  /// `sample`: nothing to choose all.
  PageChoice(const database::InitialDatabase& initial, std::optional<PageSample> sample);

  bool all() const { return changed_ == nullptr; }
  /// True for a page that is only read because it was drawn.
  bool IsSampled(PageId page) const { return changed_ != nullptr && !changed_->Has(page); }
  const page::PageSet* changed() const { return changed_; }

  /// The next tree to be walked, and keys of it that commits have changed.
  void BeginTree(IndexId index, std::initializer_list<std::span<const uint64_t>> committed);
  /// True if the page is as it began, in the place that it began in: then so are the places that
  /// its entries lead to. One look at a page instead of one for each entry.
  bool IsInitial(page::PageView page, const btree::TreePlace& place) const;
  /// Whether a walk goes on to a child that an entry of the tree's page leads to; `is_initial` is
  /// what IsInitial() says of that page.
  bool Takes(PageId child, const btree::TreePlace& place, bool is_initial);

 private:
  void DrawSample(PageSample& sample);

  const database::InitialDatabase& initial_;
  const page::PageSet* changed_ = nullptr;
  std::map<IndexId, std::vector<uint64_t>> first_keys_;  ///< of chosen pages, where they began
  TargetKeys targets_;
};

}  // namespace snapscope::verification
