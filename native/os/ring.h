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
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "os/descriptor.h"
#include "runtime/executor.h"
#include "storage/file.h"

namespace snapscope::os {

class Ring {
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
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> handle) {
      awaiting_ = handle;
      ring_.Ask(*this);
    }
    /// Bytes read or written, 0 of a flush.
    Result<uint64_t> await_resume() const;

   private:
    friend class Ring;
    enum class Kind : uint8_t { kRead, kWrite, kFlush };
    /// One buffer of several, as the system wants it.
    struct Part {
      void* bytes;
      size_t size;
    };
    Request(Ring& ring, runtime::Executor& executor, Kind kind, const Descriptor& file)
        : ring_(ring), executor_(executor), kind_(kind), file_(file) {}

    Ring& ring_;
    runtime::Executor& executor_;
    const Kind kind_;
    const Descriptor& file_;
    uint64_t offset_ = 0;
    ByteSpan into_{};
    const std::vector<ConstByteSpan>* buffers_ = nullptr;
    std::vector<Part> parts_;
    storage::ByteRange allocate_{};
    std::coroutine_handle<> awaiting_{};
    int32_t answer_ = 0;  // of the kernel: what await_resume() returns, or minus an error number
  };

  Request Read(runtime::Executor& executor, const Descriptor& file, uint64_t offset,
               ByteSpan into) {
    Request request(*this, executor, Request::Kind::kRead, file);
    request.offset_ = offset;
    request.into_ = into;
    return request;
  }
  /// Gives `allocate` disk space first, unless it is empty. If that fails nothing is written, and
  /// the error is that of a request that was given up.
  Request Write(runtime::Executor& executor, const Descriptor& file, uint64_t offset,
                const std::vector<ConstByteSpan>& buffers, storage::ByteRange allocate) {
    Request request(*this, executor, Request::Kind::kWrite, file);
    request.offset_ = offset;
    request.buffers_ = &buffers;
    request.allocate_ = allocate;
    return request;
  }
  Request Flush(runtime::Executor& executor, const Descriptor& file) {
    return Request(*this, executor, Request::Kind::kFlush, file);
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
  void Ask(Request& request);

  const std::unique_ptr<Native> native_;
};

}  // namespace snapscope::os
