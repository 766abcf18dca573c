// What a start-up reads of the log before its analysis.
#include "base/aligned_buffer.h"
#include "wal/log_state.h"

namespace snapscope::wal {

Task<Status> Log::ReadVlfHeaders(Worker& worker) {
  const std::shared_ptr<LogState> state = state_;
  AlignedBuffer unit(kUnitBytes);
  for (uint32_t vlf = 0; vlf < state->geometry.vlf_count; ++vlf) {
    const Status read = co_await worker.Waiting(
        WaitType::kIoCompletion,
        state->file.Read(kHeaderBytes + vlf * state->geometry.vlf_bytes, unit.span()));
    CO_TRY(read);
  }
  co_return Status();
}

}  // namespace snapscope::wal
