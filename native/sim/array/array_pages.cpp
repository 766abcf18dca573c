#include "sim/array/array_pages.h"

#include <algorithm>

#include "base/mutation.h"
#include "sim/page_store.h"

namespace snapscope::sim {

MUTATION(kReserveCountedTwice, "a page that array snapshots take of their reserve counts as two");

ArrayPages::ArrayPages(const ArraySnapshotOptions& options)
    : options_(options),
      copies_(options.scheme == SnapshotScheme::kCopyOnWrite),
      next_place_(static_cast<uint32_t>((options.volume_bytes + options.page_bytes - 1) /
                                        options.page_bytes)) {}

uint32_t ArrayPages::TakePlace() {
  const auto freed = free_.Next(0);
  if (!freed) return next_place_++;
  free_.Erase(*freed);
  return static_cast<uint32_t>(*freed);
}

void ArrayPages::Free(uint32_t place) {
  free_.Insert(place);
  --used_;
}

ArrayPages::Layer* ArrayPages::Add() {
  return layers_.emplace_back(std::make_unique<Layer>()).get();
}

ArrayPages::Run ArrayPages::Take(Layer& layer, uint64_t page) {
  layer.pages_.Insert(page);
  const uint32_t place = layer.places_[page] = TakePlace();
  used_ += Mutated(kReserveCountedTwice) ? 2 : 1;
  if (&layer == newest()) {
    Count(layers_.size() - 1, page);
  } else {
    ++layer.own_;
  }
  return {place * page_bytes(), page_bytes()};
}

void ArrayPages::Count(size_t index, uint64_t page) {
  if (index == 0 || layers_[index - 1]->pages_.Has(page)) ++layers_[index]->own_;
  for (size_t at = index;; --at) {
    ++layers_[at]->held_;
    if (at == 0 || layers_[at - 1]->pages_.Has(page)) return;
  }
}

void ArrayPages::Drop(const Layer* layer) {
  const auto found = std::ranges::find(layers_, layer, &std::unique_ptr<Layer>::get);
  Layer* const older = found == layers_.begin() ? nullptr : std::prev(found)->get();
  const OrderedIds& pages = layer->pages_;
  for (auto page = pages.Next(0); page; page = pages.Next(*page + 1)) {
    const uint32_t place = *layer->places_.Find(*page);
    if (older == nullptr && !copies_) {
      uint32_t* const home = home_.Find(*page);
      Free(home == nullptr ? static_cast<uint32_t>(*page) : *home);
      home_[*page] = place;
    } else if (older != nullptr && !older->pages_.Has(*page)) {
      older->pages_.Insert(*page);
      older->places_[*page] = place;
    } else if (older != nullptr && !copies_) {
      Free(std::exchange(*older->places_.Find(*page), place));
    } else {
      Free(place);
    }
  }
  if (older != nullptr) {
    older->borrows = older->borrows || layer->borrows;
    const OrderedIds& blocks = layer->blocks_;
    for (auto block = blocks.Next(0); block; block = blocks.Next(*block + 1)) {
      older->blocks_.Insert(*block);
    }
  }
  layers_.erase(found);
  for (const auto& left : layers_) left->own_ = left->held_ = 0;
  for (size_t index = 0; index < layers_.size(); ++index) {
    const OrderedIds& left = layers_[index]->pages_;
    for (auto page = left.Next(0); page; page = left.Next(*page + 1)) Count(index, *page);
  }
}

void ArrayPages::NoteWritten(Layer& layer, uint64_t address, uint64_t bytes) {
  const uint64_t last = (address + bytes - 1) / kStorePageBytes;
  for (uint64_t block = address / kStorePageBytes; block <= last; ++block) {
    layer.blocks_.Insert(block);
  }
}

void ArrayPages::Release(const Layer& layer) {
  const OrderedIds& pages = layer.pages_;
  for (auto page = pages.Next(0); page; page = pages.Next(*page + 1)) {
    Free(*layer.places_.Find(*page));
  }
}

void ArrayPages::AddCandidates(uint64_t page, size_t end, Candidates& candidates) const {
  for (size_t index = copies_ ? 0 : end; index-- > 0;) {
    const uint32_t* const place = layers_[index]->places_.Find(page);
    if (place != nullptr) candidates.push_back({*place, &layers_[index]->blocks_});
  }
  const uint32_t* const home = home_.Find(page);
  candidates.push_back({home == nullptr ? page : *home});
}

// What was there before the first change from the snapshot on; or what was written until then.
void ArrayPages::AddFormer(uint64_t page, size_t snapshot, Candidates& candidates) const {
  for (size_t index = snapshot; copies_ && index < layers_.size(); ++index) {
    const uint32_t* const place = layers_[index]->places_.Find(page);
    if (place != nullptr) return candidates.push_back({*place});
  }
  AddCandidates(page, snapshot, candidates);
}

template <typename CandidatesOf>
void ArrayPages::LocateBy(CandidatesOf candidates_of, uint64_t address, uint64_t bytes,
                          std::vector<Run>& runs) const {
  Candidates candidates;
  while (bytes > 0) {
    const uint64_t page = address / page_bytes();
    const uint64_t end = std::min(address + bytes, (page + 1) * page_bytes());
    candidates.clear();
    candidates_of(page, candidates);
    while (address < end) {
      const uint64_t block = address / kStorePageBytes;
      const bool is_in_one = candidates.front().blocks == nullptr;
      const uint64_t length =
          (is_in_one ? end : std::min(end, (block + 1) * kStorePageBytes)) - address;
      const auto has = std::ranges::find_if(candidates, [&](const Candidate& candidate) {
        return candidate.blocks == nullptr || candidate.blocks->Has(block);
      });
      const uint64_t at = has->place * page_bytes() + address % page_bytes();
      if (!runs.empty() && runs.back().address + runs.back().bytes == at) {
        runs.back().bytes += length;
      } else {
        runs.push_back({at, length});
      }
      address += length;
      bytes -= length;
    }
  }
}

void ArrayPages::Locate(uint64_t address, uint64_t bytes, std::vector<Run>& runs) const {
  LocateBy([this](uint64_t page,
                  Candidates& candidates) { AddCandidates(page, layers_.size(), candidates); },
           address, bytes, runs);
}

void ArrayPages::LocateMounted(const Layer* snapshot, const Layer& written, uint64_t address,
                               uint64_t bytes, std::vector<Run>& runs) const {
  const auto found = std::ranges::find(layers_, snapshot, &std::unique_ptr<Layer>::get);
  const auto index = static_cast<size_t>(found - layers_.begin());
  LocateBy(
      [&](uint64_t page, Candidates& candidates) {
        const uint32_t* const place = written.places_.Find(page);
        if (place != nullptr) candidates.push_back({*place, &written.blocks_});
        AddFormer(page, index, candidates);
      },
      address, bytes, runs);
}

}  // namespace snapscope::sim
