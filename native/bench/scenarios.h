// The scenarios that benchmarks run: what the contract's defaults make of them, on the volumes of
// the preset creation-under-load or on files of this machine. No indirect checkpoints.
#pragma once

#include <string>

#include "bench/benchmark.h"

namespace snapscope::bench {

/// On simulated volumes: data on Q, the log on J, snapshots on P.
Json OnPaperVolumes();
/// In real mode, everything in `folder`.
Json OnFilesIn(const std::string& folder);

}  // namespace snapscope::bench
