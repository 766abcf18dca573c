// What the numbers of Linux's errors mean to the engine.
#pragma once

#include "base/result.h"

namespace snapscope::os {

/// The text of an errno, and the code that a caller can react to.
Error OsError(int number);

}  // namespace snapscope::os
