// A database that nobody changes, as those see it who read it: a snapshot, or a database that was
// restored beside the server's own.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/ids.h"

namespace snapscope::snapshot {

class ReadOnlyDatabase {
 public:
  virtual ~ReadOnlyDatabase() = default;

  virtual const std::string& name() const = 0;
  /// Under which its pages have frames in the pool.
  virtual DbId db() const = 0;
  /// What was committed below is in it, and nothing else.
  virtual Lsn split() const = 0;
  /// True once it cannot be read any more (926).
  virtual bool suspect() const { return false; }

  /// Sessions that use it as their database: while there is one it stays.
  uint32_t connections() const { return connections_; }
  void Connect() { ++connections_; }
  void Disconnect() {
    CHECK(connections_ > 0, "nobody is connected to %s", name().c_str());
    --connections_;
  }

 private:
  uint32_t connections_ = 0;
};

}  // namespace snapscope::snapshot
