// io_uring, through liburing.
#ifdef SNAPSCOPE_LIBURING

#include <liburing.h>
#include <sys/eventfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <utility>

#include "base/check.h"
#include "os/linux_error.h"
#include "os/ring.h"

namespace snapscope::os {

namespace {

constexpr unsigned kAskedTogether = 256;
/// Ends that may lie about until the next Poll(). The kernel keeps what is beyond, more slowly.
constexpr unsigned kEnded = 4096;

}  // namespace

class Ring::Native {
 public:
  ~Native() {
    if (ready_) io_uring_queue_exit(&ring_);
    if (wake_fd_ >= 0) close(wake_fd_);
  }

  bool Start() {
    io_uring_params params{};
    // The kernel finishes requests when this thread enters it anyway, and interrupts it for none.
    params.flags = IORING_SETUP_CQSIZE | IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG;
    params.cq_entries = kEnded;
    if (io_uring_queue_init_params(kAskedTogether, &ring_, &params) != 0) return false;
    ready_ = true;
    const unsigned needed = IORING_FEAT_NODROP | IORING_FEAT_EXT_ARG | IORING_FEAT_SUBMIT_STABLE;
    if ((params.features & needed) != needed) return false;
    wake_fd_ = eventfd(0, EFD_CLOEXEC);
    if (wake_fd_ < 0) return false;
    ListenForWakes();
    return true;
  }

  void Ask(Operation& operation) {
    // A link must not be torn: what belongs together is handed in together.
    if (io_uring_sq_space_left(&ring_) < 2) HandIn();
    const int fd = operation.file.fd();
    switch (operation.kind) {
      case Operation::Kind::kRead:
        io_uring_prep_read(Next(), fd, operation.into.data(),
                           static_cast<unsigned>(operation.into.size()), operation.offset);
        break;
      case Operation::Kind::kWrite:
        AskWrite(operation, fd);
        break;
      case Operation::Kind::kFlush:
        io_uring_prep_fsync(Next(), fd, IORING_FSYNC_DATASYNC);
        break;
    }
    io_uring_sqe_set_data(last_, &operation);
    ++in_flight_;
  }

  void Poll() {
    if (io_uring_sq_ready(&ring_) > 0) HandIn();
    TakeEnded();
  }

  void Wait(TimeNs duration) {
    if (woken_) {
      woken_ = false;
      Poll();
      return;
    }
    io_uring_cqe* ended = nullptr;
    if (duration == kNever) {
      (void)io_uring_submit_and_wait(&ring_, 1);
    } else {
      __kernel_timespec limit{};
      limit.tv_sec = duration / kSecond;
      limit.tv_nsec = duration % kSecond;
      (void)io_uring_submit_and_wait_timeout(&ring_, &ended, 1, &limit, nullptr);
    }
    TakeEnded();
    woken_ = false;
  }

  void Wake() {
    if (wake_asked_.exchange(true)) return;
    CHECK(eventfd_write(wake_fd_, 1) == 0, "the engine thread cannot be woken");
  }

  void Drain() {
    while (in_flight_ > 0) {
      (void)io_uring_submit_and_wait(&ring_, 1);
      TakeEnded();
    }
  }

 private:
  io_uring_sqe* Next() {
    last_ = io_uring_get_sqe(&ring_);
    CHECK(last_ != nullptr, "the ring is full");
    return last_;
  }

  void AskWrite(Operation& operation, int fd) {
    if (operation.allocate.length > 0) {
      io_uring_sqe* allocation = Next();
      io_uring_prep_fallocate(allocation, fd, FALLOC_FL_KEEP_SIZE,
                              static_cast<off_t>(operation.allocate.offset),
                              static_cast<off_t>(operation.allocate.length));
      io_uring_sqe_set_data(allocation, nullptr);
      allocation->flags |= IOSQE_IO_LINK;
    }
    const std::vector<ConstByteSpan>& buffers = *operation.buffers;
    if (buffers.size() == 1) {
      io_uring_prep_write(Next(), fd, buffers[0].data(), static_cast<unsigned>(buffers[0].size()),
                          operation.offset);
      return;
    }
    static_assert(sizeof(Operation::Part) == sizeof(iovec) &&
                  offsetof(Operation::Part, size) == offsetof(iovec, iov_len));
    operation.parts.reserve(buffers.size());
    for (const ConstByteSpan buffer : buffers) {
      operation.parts.push_back({const_cast<std::byte*>(buffer.data()), buffer.size()});
    }
    io_uring_prep_writev(Next(), fd, reinterpret_cast<iovec*>(operation.parts.data()),
                         static_cast<unsigned>(operation.parts.size()), operation.offset);
  }

  void HandIn() {
    while (io_uring_sq_ready(&ring_) > 0) {
      const int handed_in = io_uring_submit(&ring_);
      if (handed_in >= 0) return;
      // EBUSY: more has ended than the kernel likes to keep. EAGAIN: it lacks memory for the
      // moment.
      CHECK(handed_in == -EBUSY || handed_in == -EAGAIN || handed_in == -EINTR,
            "io_uring takes no requests any more: error %d", -handed_in);
      TakeEnded();
    }
  }

  void TakeEnded() {
    std::array<io_uring_cqe*, 64> ended{};
    for (;;) {
      const unsigned count = io_uring_peek_batch_cqe(&ring_, ended.data(), ended.size());
      if (count == 0) return;
      for (unsigned index = 0; index < count; ++index) Take(*ended[index]);
      io_uring_cq_advance(&ring_, count);
      // Not before: to hand it in may take what has ended, and would take these again.
      if (std::exchange(listens_again_, false)) ListenForWakes();
    }
  }

  void Take(const io_uring_cqe& ended) {
    void* data = io_uring_cqe_get_data(&ended);
    if (data == nullptr) return;  // an allocation: the write that follows it tells
    if (data == this) {
      woken_ = true;
      // First this, then a look at what was posted: who posts now wakes again.
      wake_asked_ = false;
      listens_again_ = true;
      return;
    }
    auto& operation = *static_cast<Operation*>(data);
    operation.answer = ended.res;
    --in_flight_;
    operation.executor.MakeReady(operation.awaiting);
  }

  void ListenForWakes() {
    if (io_uring_sq_space_left(&ring_) == 0) HandIn();
    io_uring_prep_read(Next(), wake_fd_, &wakes_, sizeof wakes_, 0);
    io_uring_sqe_set_data(last_, this);
  }

  io_uring ring_{};
  bool ready_ = false;
  int wake_fd_ = -1;
  uint64_t wakes_ = 0;
  io_uring_sqe* last_ = nullptr;
  size_t in_flight_ = 0;
  bool woken_ = false;  // since the last Wait()
  bool listens_again_ = false;
  std::atomic<bool> wake_asked_{false};
};

Ring::Ring(std::unique_ptr<Native> native) : native_(std::move(native)) {}
Ring::~Ring() = default;

std::unique_ptr<Ring> Ring::Create() {
  auto native = std::make_unique<Native>();
  if (!native->Start()) return nullptr;
  return std::unique_ptr<Ring>(new Ring(std::move(native)));
}

Result<uint64_t> Ring::Request::await_resume() const {
  if (operation_.answer < 0) return OsError(-operation_.answer);
  return static_cast<uint64_t>(operation_.answer);
}

void Ring::Ask(Operation& operation) { native_->Ask(operation); }
void Ring::Poll() { native_->Poll(); }
void Ring::Wait(TimeNs duration) { native_->Wait(duration); }
void Ring::Wake() { native_->Wake(); }
void Ring::Drain() { native_->Drain(); }

}  // namespace snapscope::os

#endif
