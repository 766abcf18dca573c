// The scenarios that benchmarks run: what the contract's defaults make of them, on simulated
// volumes or on files of this machine. No indirect checkpoints.
#pragma once

#include <string>

#include "bench/benchmark.h"

namespace snapscope::bench {

/// On those of the preset creation-under-load: data on Q, the log on J, snapshots on P.
Json OnPaperVolumes();
/// On arrays of disks behind caches and links, as the SQLCAT paper's: 80 disks for data, 8 for the
/// log, 28 for snapshots. They hold databases of terabytes.
Json OnComposedVolumes();
/// In real mode, everything in `folder`.
Json OnFilesIn(const std::string& folder);

}  // namespace snapscope::bench
