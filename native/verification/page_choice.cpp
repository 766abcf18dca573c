#include "verification/page_choice.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/mutation.h"
#include "page/compact.h"

namespace snapscope::verification {

MUTATION(kRolledBackNotChosen,
         "of a large database pages that only rollbacks have changed are not compared",
         NoticedBy::kTests);

namespace {
/// Draws for each leaf of a sample: where most pages have changed, it may come out smaller.
constexpr uint64_t kDrawsPerLeaf = 16;
}  // namespace

bool TargetKeys::AnyIn(btree::KeyRange range) {
  bool any = false;
  for (auto& [keys, next] : lists_) {
    while (next < keys.size() && keys[next] < range.first) ++next;
    any = any || (next < keys.size() && keys[next] <= range.last);
  }
  return any;
}

PageChoice::PageChoice(const database::InitialDatabase& initial, std::optional<PageSample> sample)
    : initial_(initial) {
  if (!sample) return;
  changed_ = sample->changed;
  changed_->ForEach([this](PageId page) {
    if (Mutated(kRolledBackNotChosen)) return;
    const std::optional<btree::TreePlace> place = initial_.PlaceOf(page);
    if (place) first_keys_[place->index].push_back(place->keys.first);
  });
  DrawSample(*sample);
  for (auto& [index, keys] : first_keys_) std::ranges::sort(keys);
}

void PageChoice::DrawSample(PageSample& sample) {
  page::PageSet drawn(changed_->size());
  const uint64_t leaves = initial_.leaf_pages();
  for (uint64_t draws = kDrawsPerLeaf * sample.leaves; draws > 0; --draws) {
    if (drawn.Count() == sample.leaves) return;
    const PageId leaf = initial_.LeafAt(sample.rng.Below(leaves));
    if (changed_->Has(leaf) || !drawn.Add(leaf)) continue;
    const btree::TreePlace place = *initial_.PlaceOf(leaf);
    first_keys_[place.index].push_back(place.keys.first);
  }
}

void PageChoice::BeginTree(IndexId index,
                           std::initializer_list<std::span<const uint64_t>> committed) {
  targets_ = {};
  if (all()) return;
  targets_.Add(first_keys_[index]);
  for (const std::span<const uint64_t> keys : committed) targets_.Add(keys);
}

bool PageChoice::IsInitial(page::PageView page, const btree::TreePlace& place) const {
  if (all() || changed_->Has(page.id()) || initial_.PlaceOf(page.id()) != place) return false;
  alignas(uint64_t) std::array<std::byte, page::kPageSize> began;
  initial_.BuildPage(page.id(), page::PageSpan(began), page.form());
  const size_t length =
      page.form() == page::PageForm::kCompact ? page::CompactBytes(page.bytes()) : page::kPageSize;
  return std::memcmp(page.bytes().data(), began.data(), length) == 0;
}

bool PageChoice::Takes(PageId child, const btree::TreePlace& place, bool is_initial) {
  if (all()) return true;
  // One outside the database is found out when it is read.
  if (!changed_->size().Has(child) || changed_->Has(child)) return true;
  if (targets_.AnyIn(place.keys)) return true;
  return !is_initial && initial_.PlaceOf(child) != place;
}

}  // namespace snapscope::verification
