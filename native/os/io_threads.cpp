#include "os/io_threads.h"

#include "base/check.h"

namespace snapscope::os {

IoThreads::IoThreads(uint32_t most) : most_(most) { CHECK(most > 0, "somebody has to work"); }

IoThreads::~IoThreads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void IoThreads::Submit(std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    CHECK(!ending_, "work for a pool that ends");
    queue_.push_back(std::move(work));
    if (queue_.size() > idle_ && threads_.size() < most_) {
      threads_.emplace_back([this] { RunThread(); });
      return;  // the new thread takes what is left over
    }
  }
  has_work_.notify_one();
}

void IoThreads::Drain() {
  std::unique_lock lock(mutex_);
  is_idle_.wait(lock, [this] { return queue_.empty() && running_ == 0; });
}

void IoThreads::RunThread() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    has_work_.wait(lock, [this] { return ending_ || !queue_.empty(); });
    --idle_;
    if (queue_.empty()) return;
    const std::function<void()> work = std::move(queue_.front());
    queue_.pop_front();
    ++running_;
    lock.unlock();
    work();
    lock.lock();
    --running_;
    if (running_ == 0 && queue_.empty()) is_idle_.notify_all();
  }
}

}  // namespace snapscope::os
