// How a set's payloads are packed: by a codec, beside the engine's thread; or on a machine that is
// simulated by nobody, and what that would take of its processors and its disks is computed from
// what the pages are like.
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>

#include "backup/format.h"
#include "storage/codec.h"

namespace snapscope::backup {

struct Packing {
  Compression compression = Compression::kNone;
  storage::Codec* codec = nullptr;  ///< of kZstd
};

/// What packing a payload makes of it, and costs, by the measured figures of its pages' contents.
/// Blocks of log are taken to be like numbers; so are interior pages. What has no rows is zeros.
struct ModelledPacking {
  uint64_t packed_bytes = 0;
  TimeNs pack = 0;    ///< of a core of 100 %
  TimeNs unpack = 0;  ///< likewise
};
ModelledPacking ModelPacking(ChunkKind kind, ConstByteSpan payload);

}  // namespace snapscope::backup
