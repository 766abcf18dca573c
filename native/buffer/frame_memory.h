// Where frames have their pages' bytes.
//
// Full pages have a place for each frame, aligned for unbuffered I/O. Compact pages, which only a
// simulated machine has, share fewer places, so that a pool of 32 GB takes memory for what is in
// use: a frame that nobody has pinned gives its place up when another needs it. A page that its
// store can give back as it was is then forgotten; of any other, its meaningful bytes are kept.
// Nothing of this takes engine time or shows in it.
//
// Owning thread: the engine thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/large_memory.h"
#include "buffer/frame.h"
#include "page/layout.h"

namespace snapscope::buffer {

class FrameMemory {
 public:
  /// 32 MiB of places, so that they stay in the processor's cache; smaller pools have one for each
  /// frame.
  static constexpr uint32_t kPlaces = 4 * 1024;

  FrameMemory(uint32_t frames, page::PageForm form, uint32_t places = kPlaces);

  /// Gives the frame a place if it has none. True if what the page holds was forgotten: its store
  /// has to give it back.
  [[nodiscard]] bool Provide(Frame& frame);
  /// The frame holds no page any more.
  void Forget(Frame& frame);

  /// Places that there are (tests).
  size_t places() const { return places_.size(); }

 private:
  struct alignas(4096) PageBytes {
    std::byte bytes[page::kPageSize];
  };
  struct SlabDeleter {
    size_t pages = 0;
    void operator()(PageBytes* slab) const { LargeAllocator<PageBytes>().deallocate(slab, pages); }
  };
  using Slab = std::unique_ptr<PageBytes[], SlabDeleter>;
  struct Place {
    std::byte* bytes = nullptr;
    Frame* owner = nullptr;
    bool used = false;  ///< since the hand was last here
  };

  void AddPlaces(size_t count);
  uint32_t TakePlace();
  /// The next place of a frame that is not pinned; none after two rounds.
  std::optional<uint32_t> NextVictim();

  std::vector<Slab> slabs_;
  std::vector<Place> places_;
  std::vector<uint32_t> free_;
  size_t hand_ = 0;
};

}  // namespace snapscope::buffer
