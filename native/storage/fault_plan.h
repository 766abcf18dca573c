// Which faults a disk injects, and at which of its I/Os.
//
// I/Os are counted from 1 over all files of a disk: each read, each write call, each durable
// completion and each creation or removal of a file is one. A fault strikes the first I/O from
// `at_io` on that it can apply to, so a plan always takes effect if enough I/O follows, and `at_io`
// alone enumerates every crash point.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace snapscope::storage {

enum class IoKind : uint8_t {
  kRead,
  kWrite,
  kDurable,
  kEntry,  ///< a file is created or removed: its entry in the folder
};

enum class FaultKind : uint8_t {
  kError,             ///< any I/O: it takes its time, then fails with kIo
  kDiskFull,          ///< a write call that allocates: fails with kDiskFull
  kLatency,           ///< a read or write call: the device takes `delay` longer
  kTornWrite,         ///< a write call: torn if the power is cut before it is durable
  kLostWrite,         ///< a write call: lost if the power is cut before it is durable
  kMisdirectedWrite,  ///< a write call: lands elsewhere in its file if the power is cut before it
                      ///< is durable
  kPowerCut,          ///< any I/O: the power fails during it
};

constexpr auto NamesOf(FaultKind) {
  return std::array{"error",     "diskFull",         "latency", "tornWrite",
                    "lostWrite", "misdirectedWrite", "powerCut"};
}

inline constexpr size_t kFaultKinds = static_cast<size_t>(FaultKind::kPowerCut) + 1;

struct Fault {
  FaultKind kind{};
  uint64_t at_io = 1;
  uint64_t count = 1;  ///< how many I/Os it strikes
  TimeNs delay = 0;    ///< of kLatency
  /// Only I/Os of this file, which its entry in the folder is none of unless `io` says so; empty:
  /// of any.
  std::string path{};
  std::optional<IoKind> io{};  ///< only I/Os of this kind

  /// What a plan of the crash simulator has of it.
  static void ForEachField(auto& self, auto& fields) {
    fields.Required("kind", self.kind);
    fields.Required("atIo", self.at_io);
    fields.Required("count", self.count);
    fields.Scaled("delayMs", self.delay, kMillisecond);
    fields.Required("path", self.path);
  }
};

struct FaultPlan {
  std::vector<Fault> faults{};
};

/// What befalls one I/O.
struct Injection {
  bool error = false;
  bool disk_full = false;
  bool torn = false;
  bool lost = false;
  bool misdirected = false;
  bool power_cut = false;
  TimeNs delay = 0;
};

/// Counts I/Os and tells each what befalls it.
class FaultInjector {
 public:
  explicit FaultInjector(FaultPlan plan) : plan_(std::move(plan)) {}

  /// `allocates`: the I/O is a write call that needs space.
  Injection Next(IoKind kind, const std::string& path, bool allocates);

  /// Adds a fault; its `at_io` may name an I/O that has not come yet.
  void Add(Fault fault) { plan_.faults.push_back(std::move(fault)); }
  /// Faults that have not struck yet never will.
  void CancelAll() { plan_.faults.clear(); }

  uint64_t ios() const { return ios_; }
  /// I/Os that faults of that kind have struck.
  uint64_t struck(FaultKind kind) const { return struck_[static_cast<size_t>(kind)]; }
  /// I/Os of one file that faults of that kind have struck.
  uint64_t struck(FaultKind kind, const std::string& path) const;
  /// How many I/Os of each file faults of that kind have struck.
  std::map<std::string, uint64_t> StruckByPath(FaultKind kind) const;

 private:
  FaultPlan plan_;
  using Counts = std::array<uint64_t, kFaultKinds>;
  Counts struck_{};
  std::map<std::string, Counts> struck_in_;  ///< by path
  uint64_t ios_ = 0;
};

}  // namespace snapscope::storage
