// The codec of real machines: zstd, at its fastest level, on threads beside the engine's.
#pragma once

#include <memory>

#include "os/io_threads.h"
#include "storage/codec.h"

namespace snapscope::os {

/// Null where this build has no zstd. `threads`, one for each processor, outlives it.
std::unique_ptr<storage::Codec> CreateZstdCodec(IoThreads& threads);

}  // namespace snapscope::os
