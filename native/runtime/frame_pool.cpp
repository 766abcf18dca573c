#include "runtime/frame_pool.h"

#include <array>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define SNAPSCOPE_HEAP_FRAMES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SNAPSCOPE_HEAP_FRAMES 1
#endif
#endif

namespace snapscope::runtime {

#ifdef SNAPSCOPE_HEAP_FRAMES

void* AllocateFrame(size_t bytes) { return ::operator new(bytes); }
void FreeFrame(void* frame, size_t) noexcept { ::operator delete(frame); }

#else

namespace {

constexpr size_t kGranule = 64;
constexpr size_t kClasses = 64;  // up to 4 KiB; larger frames are rare and go to the heap

struct FreeFrameNode {
  FreeFrameNode* next;
};

struct FrameLists {
  std::array<FreeFrameNode*, kClasses + 1> heads{};

  ~FrameLists() {
    for (FreeFrameNode*& head : heads) {
      while (head != nullptr) {
        FreeFrameNode* next = head->next;
        ::operator delete(head);
        head = next;
      }
    }
  }
};

FrameLists& ThreadLists() {
  thread_local FrameLists lists;
  return lists;
}

}  // namespace

void* AllocateFrame(size_t bytes) {
  const size_t index = (bytes + kGranule - 1) / kGranule;
  if (index > kClasses) return ::operator new(bytes);
  FreeFrameNode*& head = ThreadLists().heads[index];
  if (head == nullptr) return ::operator new(index * kGranule);
  FreeFrameNode* frame = head;
  head = frame->next;
  return frame;
}

void FreeFrame(void* frame, size_t bytes) noexcept {
  const size_t index = (bytes + kGranule - 1) / kGranule;
  if (index > kClasses) {
    ::operator delete(frame);
    return;
  }
  auto* node = static_cast<FreeFrameNode*>(frame);
  FreeFrameNode*& head = ThreadLists().heads[index];
  node->next = head;
  head = node;
}

#endif

}  // namespace snapscope::runtime
