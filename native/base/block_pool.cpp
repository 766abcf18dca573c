#include "base/block_pool.h"

#include <array>
#include <new>

#include "base/prefetch.h"
#include "base/thread_local.h"

#if defined(__SANITIZE_ADDRESS__)
#define SNAPSCOPE_HEAP_BLOCKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SNAPSCOPE_HEAP_BLOCKS 1
#endif
#endif

namespace snapscope {
inline namespace base {

#ifdef SNAPSCOPE_HEAP_BLOCKS

void* AllocateBlock(size_t bytes) { return ::operator new(bytes); }
void FreeBlock(void* block, size_t) noexcept { ::operator delete(block); }

#else

namespace {

constexpr size_t kGranule = 64;
constexpr size_t kClasses = 128;  // up to a page; larger blocks are rare and go to the heap

struct FreeNode {
  FreeNode* next;
};

struct FreeLists {
  std::array<FreeNode*, kClasses + 1> heads{};

  ~FreeLists() {
    for (FreeNode*& head : heads) {
      while (head != nullptr) {
        FreeNode* next = head->next;
        ::operator delete(head);
        head = next;
      }
    }
  }
};

THREAD_WORD FreeNode** thread_heads = nullptr;

FreeNode** MakeThreadHeads() {
  thread_local FreeLists lists;
  thread_heads = lists.heads.data();
  return thread_heads;
}

FreeNode** ThreadHeads() {
  FreeNode** const heads = thread_heads;
  return heads != nullptr ? heads : MakeThreadHeads();
}

}  // namespace

void* AllocateBlock(size_t bytes) {
  const size_t index = (bytes + kGranule - 1) / kGranule;
  if (index > kClasses) return ::operator new(bytes);
  FreeNode*& head = ThreadHeads()[index];
  if (head == nullptr) return ::operator new(index * kGranule);
  FreeNode* block = head;
  head = block->next;
  PrefetchLine(head);  // the next call reads its link
  return block;
}

void FreeBlock(void* block, size_t bytes) noexcept {
  const size_t index = (bytes + kGranule - 1) / kGranule;
  if (index > kClasses) {
    ::operator delete(block);
    return;
  }
  auto* node = static_cast<FreeNode*>(block);
  FreeNode*& head = ThreadHeads()[index];
  node->next = head;
  head = node;
}

#endif

}  // namespace base
}  // namespace snapscope
