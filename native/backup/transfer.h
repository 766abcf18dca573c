// The buffers of a backup: from a reader's hands through the data queue to a writer, and back.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "backup/format.h"
#include "base/aligned_buffer.h"
#include "runtime/cpu.h"
#include "runtime/sync.h"

namespace snapscope::backup {

using runtime::Task;
using runtime::Worker;

/// One buffer. What waits in the queue keeps of a compact page what means something: of a simulated
/// machine, buffers may have more memory than the one that simulates it.
class Transfer {
 public:
  ChunkHeader header{};

  /// The memory of a chunk: header and payload.
  ByteSpan chunk() { return memory_->span(); }
  ByteSpan payload() { return chunk().subspan(kHeaderBytes); }
  void Exchange(std::unique_ptr<AlignedBuffer>& memory) { memory_.swap(memory); }

 private:
  friend class TransferBuffers;

  std::unique_ptr<AlignedBuffer> memory_;
  std::vector<std::byte> squeezed_;  ///< pages, each with its length in front
};

/// The free queue and the data queue, and the buffers that go around in them.
class TransferBuffers {
 public:
  /// `keeps_compact`: pages are of the compact form.
  TransferBuffers(runtime::Executor& executor, uint32_t count, uint64_t transfer_bytes,
                  bool keeps_compact);

  /// A free buffer, for as long as it takes to fill; waits for one on BACKUPBUFFER.
  Task<Transfer*> TakeFree(Worker& worker);
  void GiveBack(Transfer* transfer);
  /// Enters the data queue.
  void Queue(Transfer* transfer);
  /// The next full buffer, with its memory; waits for data on BACKUPBUFFER. Null once there is none
  /// and none will come.
  Task<Transfer*> TakeFull(Worker& worker);
  /// Nothing will be queued any more.
  void Close();

  /// The memory of one more chunk.
  std::unique_ptr<AlignedBuffer> TakeMemory();
  void ReturnMemory(std::unique_ptr<AlignedBuffer> memory) { memory_.push_back(std::move(memory)); }

 private:
  Transfer* PopFree();
  void Squeeze(Transfer& transfer);
  void Spread(Transfer& transfer);

  const uint64_t transfer_bytes_;
  const bool keeps_compact_;
  std::vector<std::unique_ptr<Transfer>> transfers_;
  std::vector<std::unique_ptr<AlignedBuffer>> memory_;  ///< that no buffer has
  std::vector<Transfer*> free_;
  std::deque<Transfer*> full_;
  runtime::Event freed_;
  runtime::Event filled_;
  bool closed_ = false;
};

}  // namespace snapscope::backup
