#include "buffer/frame_memory.h"

#include <algorithm>

#include "base/check.h"
#include "page/compact.h"

namespace snapscope::buffer {

namespace {
page::PageSpan PageOf(const Frame& frame) { return page::PageSpan(frame.bytes, page::kPageSize); }
}  // namespace

FrameMemory::FrameMemory(uint32_t frames, page::PageForm form, uint32_t places) {
  AddPlaces(form == page::PageForm::kFull ? frames : std::min(frames, places));
}

void FrameMemory::AddPlaces(size_t count) {
  slabs_.emplace_back(new (std::align_val_t{4096}) std::byte[count * page::kPageSize]);
  const auto first = static_cast<uint32_t>(places_.size());
  for (size_t i = 0; i < count; ++i) {
    places_.push_back({.bytes = slabs_.back().get() + i * page::kPageSize});
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
  page::RestorePage(frame.kept.get(), PageOf(frame));
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
    if (place.owner->pins > 0) continue;
    if (!place.used) return static_cast<uint32_t>(at);
    place.used = false;
  }
  return std::nullopt;
}

}  // namespace snapscope::buffer
