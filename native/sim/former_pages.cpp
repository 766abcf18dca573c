#include "sim/former_pages.h"

namespace snapscope::sim {

KeptBytes& KeptPages::Put(uint64_t page, KeptBytes whole) {
  if (HasDifference(page)) Forget(page);
  return whole_[page] = std::move(whole);
}

void KeptPages::Put(uint64_t page, PageDifference difference) {
  whole_.Erase(page);
  if (page >= has_difference_.size()) has_difference_.resize(page + page / 2 + 1);
  has_difference_[page] = true;
  differences_[page] = std::move(difference);
}

void KeptPages::Forget(uint64_t page) {
  if (!HasDifference(page)) {
    whole_.Erase(page);
    return;
  }
  has_difference_[page] = false;
  differences_.Erase(page);
}

void KeptPages::MoveTo(KeptPages& other, uint64_t page) {
  if (HasDifference(page)) {
    other.Put(page, std::move(*differences_.Find(page)));
  } else if (KeptBytes* whole = whole_.Find(page)) {
    other.Put(page, std::move(*whole));
  }
  Forget(page);
}

void KeptPages::PutCopy(uint64_t page, KeptPage kept) {
  if (kept.difference != nullptr) {
    Put(page, kept.difference->Copy());
  } else if (kept.whole != nullptr) {
    Put(page, kept.whole->Copy());
  } else {
    Forget(page);
  }
}

void FormerPages::MoveTo(FormerPages& older) {
  for (auto page = numbers.Next(0); page; page = numbers.Next(*page + 1)) {
    if (older.Has(*page)) continue;
    older.numbers.Insert(*page);
    pages.MoveTo(older.pages, *page);
  }
}

}  // namespace snapscope::sim
