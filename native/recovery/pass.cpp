#include "recovery/pass.h"

namespace snapscope::recovery {

Task<Result<std::optional<LoggedRecord>>> RecordStream::Next(Worker& worker) {
  if (records_ % kRecordsPerPayment == kRecordsPerPayment - 1) co_await worker.PayCpu();
  auto read = co_await reader_.Next(worker);
  if (!read.ok()) co_return read.error();
  if (!read->has_value()) {
    co_await worker.PayCpu();
    co_return std::optional<LoggedRecord>();
  }
  const wal::LogRecordView& view = **read;
  auto record = page::Decode(view.bytes);
  if (!record.ok()) {
    co_return InContext("log record " + ToString(view.lsn), record.error());
  }
  ++records_;
  worker.Charge(work_);
  co_return std::optional(LoggedRecord{view.lsn, std::move(*record)});
}

uint32_t RecordStream::permille() const { return Permille(reader_.bytes_read(), total_bytes_); }

}  // namespace snapscope::recovery
