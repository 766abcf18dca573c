// What the passes share: reading records in order, and paying CPU for them now and then.
//
// Owning thread: the engine thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/ids.h"
#include "base/result.h"
#include "page/log_record.h"
#include "recovery/recovery.h"
#include "runtime/cpu.h"
#include "wal/log.h"

namespace snapscope::recovery {

/// The records of [from, to), decoded; charges `work` for each.
class RecordStream final : public RecordSource {
 public:
  RecordStream(wal::Log& log, Lsn from, Lsn to, runtime::CpuWork work)
      : reader_(log, from, to), total_bytes_(log.BytesBetween(from, to)), work_(work) {}

  Task<Result<std::optional<LoggedRecord>>> Next(Worker& worker) override;
  uint32_t permille() const override;

 private:
  wal::LogReader reader_;
  const uint64_t total_bytes_;
  const runtime::CpuWork work_;
  uint64_t records_ = 0;
};

/// CPU is paid once in this many records: rarely enough to be cheap, often enough to share.
inline constexpr uint64_t kRecordsPerPayment = 64;

inline uint32_t Permille(uint64_t part, uint64_t whole) {
  return whole == 0 ? 1000 : static_cast<uint32_t>(std::min(part, whole) * 1000 / whole);
}

}  // namespace snapscope::recovery
