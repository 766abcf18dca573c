// The I/Os of a volume that have been asked for and have not ended: who looks for one that hangs
// finds it here. An entry lives in the frame of the coroutine that waits, and costs no allocation.
//
// Owning thread: the engine's.
#pragma once

#include <cstdint>
#include <string>

#include "base/ids.h"

namespace snapscope::storage {

enum class IoDirection : uint8_t { kRead, kWrite };

struct UnendedIo {
  const std::string* path = nullptr;  ///< of its file, which outlives the I/O
  IoDirection direction{};
  uint64_t offset = 0;
  uint64_t bytes = 0;
  TimeNs issued = 0;
};

class IosUnderWay {
 public:
  /// One I/O, for as long as this lives.
  class Entry {
   public:
    Entry(IosUnderWay& ios, UnendedIo io) : ios_(ios), io_(io), next_(ios.first_) {
      if (next_ != nullptr) next_->previous_ = this;
      ios_.first_ = this;
    }
    ~Entry() {
      (previous_ == nullptr ? ios_.first_ : previous_->next_) = next_;
      if (next_ != nullptr) next_->previous_ = previous_;
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    friend class IosUnderWay;
    IosUnderWay& ios_;
    const UnendedIo io_;
    Entry* previous_ = nullptr;
    Entry* next_;
  };

  /// The one that was asked for first; null if none is under way. Valid until it ends.
  const UnendedIo* oldest() const {
    const UnendedIo* oldest = nullptr;
    for (const Entry* entry = first_; entry != nullptr; entry = entry->next_) {
      if (oldest == nullptr || entry->io_.issued <= oldest->issued) oldest = &entry->io_;
    }
    return oldest;
  }

 private:
  Entry* first_ = nullptr;
};

}  // namespace snapscope::storage
