#include "base/block_pool.h"

#include <array>
#include <atomic>
#include <utility>

#include "base/large_memory.h"
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
constexpr size_t kChunkBytes = 8 * kHugePage;

struct FreeNode {
  FreeNode* next;
};

/// The blocks of a thread. The chunks that they are cut from are never given back: a block is on
/// whatever thread's list it was freed.
struct Blocks {
  std::array<FreeNode*, kClasses + 1> heads{};
  std::byte* uncut = nullptr;  // what is left of the newest chunk
  size_t uncut_bytes = 0;
  Blocks* left_before = nullptr;

  void* Cut(size_t bytes) {
    if (uncut_bytes < bytes) {
      uncut = static_cast<std::byte*>(AllocateLarge(kChunkBytes));
      uncut_bytes = kChunkBytes;
    }
    uncut_bytes -= bytes;
    return std::exchange(uncut, uncut + bytes);
  }
};

/// Those of threads that have ended, for threads to come.
std::atomic<Blocks*> left_blocks = nullptr;

void Leave(Blocks* blocks) {
  blocks->left_before = left_blocks.load();
  while (!left_blocks.compare_exchange_weak(blocks->left_before, blocks)) continue;
}

// Takes all, so that no other thread can take or leave any of them meanwhile, and leaves the rest.
Blocks* TakeLeft() {
  Blocks* const taken = left_blocks.exchange(nullptr);
  if (taken == nullptr) return nullptr;
  Blocks* rest = taken->left_before;
  while (rest != nullptr) Leave(std::exchange(rest, rest->left_before));
  return taken;
}

THREAD_WORD Blocks* thread_blocks = nullptr;

/// Takes the blocks of a thread, and leaves them when the thread ends.
class BlocksOfThread {
 public:
  BlocksOfThread() {
    thread_blocks = TakeLeft();
    if (thread_blocks == nullptr) thread_blocks = new Blocks;
  }
  ~BlocksOfThread() { Leave(std::exchange(thread_blocks, nullptr)); }
  BlocksOfThread(const BlocksOfThread&) = delete;
  BlocksOfThread& operator=(const BlocksOfThread&) = delete;
};

Blocks& TakeThreadBlocks() {
  thread_local const BlocksOfThread taken;
  // What ends with the thread, later than these, has blocks of its own, which nobody takes over.
  if (thread_blocks == nullptr) thread_blocks = new Blocks;
  return *thread_blocks;
}

Blocks& ThreadBlocks() { return thread_blocks != nullptr ? *thread_blocks : TakeThreadBlocks(); }

}  // namespace

void* AllocateBlock(size_t bytes) {
  const size_t index = (bytes + kGranule - 1) / kGranule;
  if (index > kClasses) return ::operator new(bytes);
  Blocks& blocks = ThreadBlocks();
  FreeNode* const block = blocks.heads[index];
  if (block == nullptr) return blocks.Cut(index * kGranule);
  blocks.heads[index] = block->next;
  PrefetchLine(block->next);  // the next call reads its link
  return block;
}

void FreeBlock(void* block, size_t bytes) noexcept {
  const size_t index = (bytes + kGranule - 1) / kGranule;
  if (index > kClasses) {
    ::operator delete(block);
    return;
  }
  auto* node = static_cast<FreeNode*>(block);
  FreeNode*& head = ThreadBlocks().heads[index];
  node->next = head;
  head = node;
}

#endif

}  // namespace base
}  // namespace snapscope
