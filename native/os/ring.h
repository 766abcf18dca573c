// A ring of requests to the kernel (Linux: io_uring): the engine thread asks for reads, writes and
// flushes itself and hears of their ends itself, so that no I/O costs a change of threads.
//
// What is asked for is handed to the kernel by the next Poll() or Wait(), all of it in one system
// call. What has ended by then makes its coroutine ready, since the moment of that Poll(): a
// request that ends while the engine thread computes is noticed when the thread looks, as a
// scheduler of the product looks for completed I/Os when a worker yields.
//
// A request answers with what the kernel says, nothing is asked twice: a short read, a refusal of
// unbuffered I/O and an error are the caller's, who asks again with the blocking calls of
// Descriptor, which know each of these cases.
//
// Owning thread: the engine's; Wake() is for any.
#pragma once

#include <coroutine>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "os/descriptor.h"
#include "runtime/executor.h"
#include "storage/file.h"

namespace snapscope::os {

class Ring {
  /// What is asked of the kernel, and its answer.
  struct Operation {
    enum class Kind : uint8_t { kRead, kWrite, kFlush };
    /// One buffer of several, as the system wants it.
    struct Part {
      void* bytes;
      size_t size;
    };
    runtime::Executor& executor;
    const Kind kind;
    const Descriptor& file;
    const uint64_t offset = 0;
    const ByteSpan into{};
    const std::vector<ConstByteSpan>* buffers = nullptr;
    const storage::ByteRange allocate{};
    std::vector<Part> parts{};
    std::coroutine_handle<> awaiting{};
    int32_t answer = 0;  ///< what await_resume() returns, or minus an error number
  };

 public:
  /// None where the system or this build has no such ring, or where it is forbidden (containers
  /// mostly do).
  static std::unique_ptr<Ring> Create();
  /// Nothing may be in flight: Drain() first.
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  /// One request, and the coroutine that awaits its end. The frame must outlive the request:
  /// destroy frames only after Drain().
  class Request {
   public:
    Request(Ring& ring, Operation operation) : ring_(ring), operation_(std::move(operation)) {}
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
      operation_.awaiting = handle;
      ring_.Ask(operation_);
    }
    /// Bytes read or written, 0 of a flush.
    Result<uint64_t> await_resume() const;

   private:
    Ring& ring_;
    Operation operation_;
  };

  Request Read(runtime::Executor& executor, const Descriptor& file, uint64_t offset,
               ByteSpan into) {
    return Request(*this, {executor, Operation::Kind::kRead, file, offset, into});
  }
  /// Gives `allocate` disk space first, unless it is empty. If that fails nothing is written, and
  /// the error is that of a request that was given up.
  Request Write(runtime::Executor& executor, const Descriptor& file, uint64_t offset,
                const std::vector<ConstByteSpan>& buffers, storage::ByteRange allocate) {
    return Request(
        *this, {executor, Operation::Kind::kWrite, file, offset, /*into=*/{}, &buffers, allocate});
  }
  Request Flush(runtime::Executor& executor, const Descriptor& file) {
    return Request(*this, {executor, Operation::Kind::kFlush, file});
  }

  /// Hands in what was asked for and makes ready what has ended. Does not wait.
  void Poll();
  /// Polls, and waits until something has ended, Wake() is called or `duration` is over; kNever
  /// is never over.
  void Wait(TimeNs duration);
  /// Ends a Wait() in progress, or the next one.
  void Wake();
  /// Returns when nothing is in flight.
  void Drain();

 private:
  class Native;
  explicit Ring(std::unique_ptr<Native> native);
  void Ask(Operation& operation);

  const std::unique_ptr<Native> native_;
};

}  // namespace snapscope::os
