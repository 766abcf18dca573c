// The clock seam: the executor asks it for the time and leaves waiting to it. The virtual clock
// (sim/) jumps to the next deadline; the machine's clock (os/) sleeps until it.
#pragma once

#include "base/ids.h"

namespace snapscope::runtime {

class Clock {
 public:
  virtual ~Clock() = default;

  /// Engine time, nanoseconds since the run's origin.
  virtual TimeNs Now() const = 0;

  /// Called by the executor when nothing is ready. Returns at `deadline` (a virtual clock then
  /// reads exactly `deadline`) or early after Wake(). A virtual clock given kNever returns at once.
  virtual void WaitUntil(TimeNs deadline) = 0;

  /// Lets what happens outside of this thread while it computes be noticed: the ends of I/O on this
  /// machine. Never waits.
  virtual void Poll() {}

  /// Ends a WaitUntil in progress, or the next one. From any thread.
  virtual void Wake() = 0;

  /// True if time passes only in WaitUntil: CPU then has to be modelled to cost anything.
  virtual bool IsVirtual() const = 0;
};

}  // namespace snapscope::runtime
