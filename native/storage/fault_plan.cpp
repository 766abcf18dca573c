#include "storage/fault_plan.h"

namespace snapscope::storage {

namespace {

bool Applies(FaultKind fault, IoKind io, bool allocates) {
  switch (fault) {
    case FaultKind::kError:
    case FaultKind::kPowerCut:
      return true;
    case FaultKind::kDiskFull:
      return allocates;
    case FaultKind::kLatency:
      return io == IoKind::kRead || io == IoKind::kWrite;
    case FaultKind::kTornWrite:
    case FaultKind::kLostWrite:
    case FaultKind::kMisdirectedWrite:
      return io == IoKind::kWrite;
  }
  return false;
}

void Apply(const Fault& fault, Injection& injection) {
  switch (fault.kind) {
    case FaultKind::kError:
      injection.error = true;
      break;
    case FaultKind::kDiskFull:
      injection.disk_full = true;
      break;
    case FaultKind::kLatency:
      injection.delay += fault.delay;
      break;
    case FaultKind::kTornWrite:
      injection.torn = true;
      break;
    case FaultKind::kLostWrite:
      injection.lost = true;
      break;
    case FaultKind::kMisdirectedWrite:
      injection.misdirected = true;
      break;
    case FaultKind::kPowerCut:
      injection.power_cut = true;
      break;
  }
}

}  // namespace

Injection FaultInjector::Next(IoKind kind, const std::string& path, bool allocates) {
  ++ios_;
  Injection injection;
  for (Fault& fault : plan_.faults) {
    if (fault.count == 0 || ios_ < fault.at_io) continue;
    if (!fault.path.empty() && fault.path != path) continue;
    if (fault.io && *fault.io != kind) continue;
    if (!fault.io && !fault.path.empty() && kind == IoKind::kEntry) continue;
    if (!Applies(fault.kind, kind, allocates)) continue;
    --fault.count;
    ++struck_[static_cast<size_t>(fault.kind)];
    ++struck_in_[path][static_cast<size_t>(fault.kind)];
    Apply(fault, injection);
  }
  return injection;
}

std::map<std::string, uint64_t> FaultInjector::StruckByPath(FaultKind kind) const {
  std::map<std::string, uint64_t> struck;
  for (const auto& [path, counts] : struck_in_) {
    const uint64_t count = counts[static_cast<size_t>(kind)];
    if (count > 0) struck[path] = count;
  }
  return struck;
}

uint64_t FaultInjector::struck(FaultKind kind, const std::string& path) const {
  const auto counts = struck_in_.find(path);
  return counts == struck_in_.end() ? 0 : counts->second[static_cast<size_t>(kind)];
}

}  // namespace snapscope::storage
