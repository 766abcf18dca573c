// The I/Os of a volume that have been asked for and have not ended: who looks for one that hangs
// finds it here. An entry lives in the frame of the coroutine that waits, and costs no allocation.
//
// Owning thread: the engine's.
#pragma once

#include <cstdint>
#include <string>

#include "base/ids.h"
#include "storage/write_gate.h"

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
  struct Link {
    const UnendedIo io;
    Link* previous = nullptr;
    Link* next = nullptr;
  };

 public:
  /// One I/O, for as long as this lives.
  class Entry {
   public:
    Entry(IosUnderWay& ios, UnendedIo io) : ios_(ios), link_{.io = io, .next = ios.first_} {
      if (link_.next != nullptr) link_.next->previous = &link_;
      ios_.first_ = &link_;
    }
    ~Entry() {
      (link_.previous == nullptr ? ios_.first_ : link_.previous->next) = link_.next;
      if (link_.next != nullptr) link_.next->previous = link_.previous;
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    IosUnderWay& ios_;
    Link link_;
  };

  /// Where writes wait while the volume is held.
  WriteGate& gate() { return gate_; }

  /// The one that was asked for first; null if none is under way. Valid until it ends.
  const UnendedIo* oldest() const {
    const UnendedIo* oldest = nullptr;
    for (const Link* link = first_; link != nullptr; link = link->next) {
      if (oldest == nullptr || link->io.issued <= oldest->issued) oldest = &link->io;
    }
    return oldest;
  }

 private:
  Link* first_ = nullptr;
  WriteGate gate_;
};

}  // namespace snapscope::storage
