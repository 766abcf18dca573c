// Files of the bare loops: unbuffered, as the engine's are.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "base/rng.h"
#include "os/descriptor.h"

namespace snapscope::bench {

enum class Filling : uint8_t { kSparse, kWritten };

/// A new file of that size: one hole, or zeros written to it.
Result<std::unique_ptr<os::Descriptor>> CreateBareFile(const std::string& path, uint64_t bytes,
                                                       Filling filling);

/// Makes every sector of `bytes` one that was never written before.
void FillAnew(Rng& rng, ByteSpan bytes);

}  // namespace snapscope::bench
