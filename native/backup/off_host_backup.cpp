#include "backup/off_host_backup.h"

#include <memory>
#include <utility>

#include "backup/extents.h"
#include "backup/set_writing.h"
#include "base/checksum.h"
#include "base/mutation.h"
#include "page/log_record.h"
#include "wal/log_blocks.h"

namespace snapscope::backup {

MUTATION(kOffHostWithoutLog, "a backup of an array snapshot has none of its log");

namespace {

BackupSet SetOf(const ArraySet& array, const BackupRequest& request, TimeNs now) {
  BackupSet set = array.set;
  set.name = request.name;
  set.of_storage = set.complete = false;
  set.started = now;
  set.id = Checksum(std::as_bytes(std::span(&set.started, 1)), set.family) ^
           Checksum(std::as_bytes(std::span(set.name)), set.log.vlf_bytes);
  return set;
}

class OffHostBackup {
 public:
  OffHostBackup(Worker& worker, const snapshot::EngineParts& host, const ArraySet& array,
                const BackupRequest& request, uint32_t volumes)
      : worker_(worker),
        host_(host),
        array_(array),
        writing_(worker, host, request, SetOf(array, request, worker.Now()), volumes) {}

  Task<Status> Run() {
    writing_.BeginPhase();
    const Status done = co_await Copy();
    writing_.EndPhase(/*checkpoint_time=*/0);
    co_return done;
  }

  const BackupSet& set() const { return writing_.set(); }

 private:
  Task<Status> Copy() {
    Extents extents;
    CO_TRY(co_await AddAllocated(worker_, *host_.source, set().size(), extents));
    CO_TRY(co_await AddLogged(extents));
    std::vector<PageRun> runs = RunsOf(extents, set().file_pages, set().transfer_bytes);
    CO_TRY(co_await writing_.Create(PagesOf(runs), set().log.capacity_bytes()));
    CO_TRY(co_await writing_.ReadPages(std::move(runs)));
    CO_TRY_ASSIGN(const auto log, co_await OpenLog());
    CO_TRY(co_await writing_.CopyLog([this, &log] { return log->Next(worker_); }));
    co_return co_await writing_.Complete();
  }

  Task<Result<std::unique_ptr<wal::LogFileReader>>> OpenLog() {
    const Lsn to = Mutated(kOffHostWithoutLog) ? set().first : set().last;
    co_return co_await wal::LogFileReader::Open(worker_, *array_.log, to);
  }

  /// What is free in the maps as they are may have been allocated when a record was written.
  Task<Status> AddLogged(Extents& extents) {
    CO_TRY_ASSIGN(const auto log, co_await OpenLog());
    for (;;) {
      CO_TRY_ASSIGN(const auto block, co_await log->Next(worker_));
      if (!block.has_value()) co_return Status();
      wal::RecordCursor records(block->payload());
      while (!records.AtEnd()) {
        CO_TRY_ASSIGN(const auto record, page::Decode(records.Take()));
        worker_.Charge(runtime::CpuWork::kRecordRead);
        const bool is_of_page = record.ChangesPage() && set().size().Has(record.page);
        if (is_of_page) extents.insert(page::ExtentOf(record.page));
      }
      co_await worker_.PayCpu();
    }
  }

  Worker& worker_;
  const snapshot::EngineParts& host_;
  const ArraySet& array_;
  SetWriting writing_;
};

}  // namespace

Task<Result<BackupSet>> BackUpOffHost(Worker& worker, const snapshot::EngineParts* host,
                                      ArraySet array, BackupRequest request, uint32_t volumes) {
  request.copy_only = true;
  OffHostBackup backup(worker, *host, array, request, volumes);
  CO_TRY(co_await backup.Run());
  co_return backup.set();
}

}  // namespace snapscope::backup
