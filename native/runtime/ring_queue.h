// A queue, first in, first out, in memory that it keeps: what passes through it by the million
// needs no allocation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace snapscope::runtime {

template <typename T>
class RingQueue {
 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  T& front() { return slots_[first_]; }

  void push_back(T value) {
    if (size_ == slots_.size()) Grow();
    slots_[(first_ + size_) & (slots_.size() - 1)] = std::move(value);
    ++size_;
  }
  void pop_front() {
    first_ = (first_ + 1) & (slots_.size() - 1);
    --size_;
  }
  void clear() { size_ = 0; }

 private:
  void Grow() {
    std::vector<T> larger(std::max<size_t>(16, 2 * slots_.size()));
    for (size_t i = 0; i < size_; ++i) {
      larger[i] = std::move(slots_[(first_ + i) & (slots_.size() - 1)]);
    }
    slots_.swap(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  // a power of two of them
  size_t first_ = 0;
  size_t size_ = 0;
};

}  // namespace snapscope::runtime
