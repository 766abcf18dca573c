#include "buffer/frame_memory.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/prefetch.h"
#include "page/compact.h"

namespace snapscope::buffer {

namespace {
page::PageSpan PageOf(const Frame& frame) { return page::PageSpan(frame.bytes, page::kPageSize); }
}  // namespace

FrameMemory::FrameMemory(uint32_t frames, page::PageForm form, uint32_t places) {
  AddPlaces(form == page::PageForm::kFull ? frames : std::min(frames, places));
}

void FrameMemory::AddPlaces(size_t count) {
  slabs_.emplace_back(LargeAllocator<PageBytes>().allocate(count), SlabDeleter{count});
  const auto first = static_cast<uint32_t>(places_.size());
  for (size_t i = 0; i < count; ++i) {
    places_.push_back({.bytes = slabs_.back()[i].bytes});
    free_.push_back(first + static_cast<uint32_t>(count - 1 - i));
  }
}

bool FrameMemory::Provide(Frame& frame) {
  if (frame.bytes != nullptr) {
    places_[frame.place].used = true;
    return false;
  }
  const uint32_t number = TakePlace();
  Place& place = places_[number];
  place.owner = &frame;
  place.used = true;
  frame.place = number;
  frame.bytes = place.bytes;
  if (frame.kept == nullptr) return true;
  page::RestorePage(frame.kept, PageOf(frame));
  frame.kept.reset();
  return false;
}

void FrameMemory::Forget(Frame& frame) {
  frame.kept.reset();
  if (frame.bytes == nullptr) return;
  places_[frame.place] = {.bytes = frame.bytes};
  free_.push_back(frame.place);
  frame.bytes = nullptr;
}

uint32_t FrameMemory::TakePlace() {
  if (free_.empty()) {
    if (const std::optional<uint32_t> victim = NextVictim()) {
      Frame& owner = *places_[*victim].owner;
      if (owner.dirty || !owner.store_recalls) owner.kept = page::KeepPage(PageOf(owner));
      owner.bytes = nullptr;
      return *victim;
    }
    AddPlaces(places_.size() / 16 + 1);
  }
  const uint32_t place = free_.back();
  free_.pop_back();
  return place;
}

std::optional<uint32_t> FrameMemory::NextVictim() {
  for (size_t step = 0; step < places_.size() * 2; ++step) {
    const size_t at = hand_;
    hand_ = at + 1 == places_.size() ? 0 : at + 1;
    Place& place = places_[at];
    // The mark comes first: the owner is seldom in the processor's cache.
    if (std::exchange(place.used, false) || place.owner->pins > 0) continue;
    // The next one's, for the next call.
    PrefetchLine(places_[hand_].owner);
    PrefetchLine(places_[hand_].bytes);
    return static_cast<uint32_t>(at);
  }
  return std::nullopt;
}

}  // namespace snapscope::buffer
