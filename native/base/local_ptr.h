// A shared pointer whose holders are all on one thread: counting them takes no atomic operation,
// and an object and its count are one block of a free list. For what is made and given up with each
// I/O.
#pragma once

#include <cstdint>
#include <new>
#include <utility>

#include "base/block_pool.h"

namespace snapscope {
inline namespace base {

template <typename T>
class LocalPtr {
 public:
  LocalPtr() = default;
  LocalPtr(std::nullptr_t) {}  // NOLINT(google-explicit-constructor): as std::shared_ptr
  LocalPtr(const LocalPtr& other) : held_(other.held_) {
    if (held_ != nullptr) ++held_->holders;
  }
  LocalPtr(LocalPtr&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  LocalPtr& operator=(LocalPtr other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~LocalPtr() {
    if (held_ == nullptr || --held_->holders > 0) return;
    held_->~Held();
    FreeBlock(held_, sizeof(Held));
  }

  template <typename... Arguments>
  static LocalPtr Make(Arguments&&... arguments) {
    LocalPtr made;
    made.held_ =
        new (AllocateBlock(sizeof(Held))) Held{1, T{std::forward<Arguments>(arguments)...}};
    return made;
  }

  T* get() const { return held_ == nullptr ? nullptr : &held_->object; }
  T* operator->() const { return &held_->object; }
  T& operator*() const { return held_->object; }
  explicit operator bool() const { return held_ != nullptr; }
  bool operator==(const LocalPtr&) const = default;

 private:
  struct Held {
    uint32_t holders;
    T object;
  };

  Held* held_ = nullptr;
};

}  // namespace base
}  // namespace snapscope
