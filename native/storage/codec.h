// What packs bytes on a real machine, beside the engine's thread. machine/ has it, where the build
// has one.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "base/result.h"
#include "runtime/executor.h"
#include "runtime/task.h"

namespace snapscope::storage {

class Codec {
 public:
  virtual ~Codec() = default;

  /// Returns how many bytes of `into` the packed ones take; 0 if they do not fit. Both stay valid
  /// until then.
  virtual runtime::Task<uint64_t> Pack(runtime::Executor& executor, ConstByteSpan bytes,
                                       ByteSpan into) = 0;
  /// kCorruptPage unless they are exactly as many bytes as `into` has.
  virtual runtime::Task<Status> Unpack(runtime::Executor& executor, ConstByteSpan packed,
                                       ByteSpan into) = 0;
};

}  // namespace snapscope::storage
