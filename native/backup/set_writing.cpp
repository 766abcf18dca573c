#include "backup/set_writing.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/mutation.h"
#include "telemetry/sql_errors.h"

namespace snapscope::backup {

MUTATION(kDamageNotNoted, "a backup that goes on after a damaged page does not say that it has one",
         NoticedBy::kTests);

namespace {

using runtime::WaitType;

constexpr uint64_t kAlmost = 999;  ///< progress of what is not over, permille

/// A machine that is simulated has no codec.
Packing PackingOf(const snapshot::EngineParts& engine, const BackupRequest& request) {
  if (!request.compress) return {};
  if (engine.cpu->modelled()) return {.compression = Compression::kModelled};
  return {.compression = Compression::kZstd, .codec = engine.codec};
}

}  // namespace

SetWriting::SetWriting(Worker& worker, const snapshot::EngineParts& engine,
                       const BackupRequest& request, BackupSet set, uint32_t volumes)
    : worker_(worker),
      engine_(engine),
      request_(request),
      is_told_(!request.is_untold),
      set_(std::move(set)),
      places_(std::make_shared<PagePlaces>(static_cast<uint32_t>(request.files.size()))),
      buffers_(request.buffers.value_or(
          UsualBuffers(engine.version, static_cast<uint32_t>(request.files.size()), volumes))),
      readers_(std::min(volumes, set_.data_files)),
      reading_(engine.cpu->executor()) {
  set_.files = static_cast<uint32_t>(request.files.size());
  set_.copy_only = request.copy_only;
  set_.has_checksums = request.checksum;
  set_.transfer_bytes = request.transfer_bytes;
  set_.block_bytes = request.block_bytes;
  set_.is_partial = !request.volumes.empty();
}

void SetWriting::BeginPhase() {
  if (is_told_) phase_ = engine_.telemetry->BeginPhase("", "backup");
}

void SetWriting::EndPhase(TimeNs checkpoint_time) {
  if (!is_told_) return;
  engine_.telemetry->EndPhase(phase_, {{"kind", static_cast<int64_t>(set_.kind) - 1},
                                       {"pages", static_cast<int64_t>(set_.pages)},
                                       {"bytes", static_cast<int64_t>(set_.stored_bytes)},
                                       {"logBytes", static_cast<int64_t>(set_.log_bytes)},
                                       {"checkpointMs", checkpoint_time / kMillisecond}});
}

void SetWriting::TellProgress(uint64_t done, uint64_t all) {
  if (!is_told_) return;
  engine_.telemetry->PhaseProgress(phase_,
                                   static_cast<uint32_t>(std::min(done * 1000 / all, kAlmost)));
}

/// Of the server's own backups.
void SetWriting::CountThroughput(uint64_t bytes) {
  if (!worker_.observed()) return;
  engine_.telemetry->AddTotal(telemetry::CounterId::kBackupRestoreBytesPerSecond, bytes);
}

Task<Status> SetWriting::Create(uint64_t pages, uint64_t log_bytes) {
  pages_to_read_ = std::max<uint64_t>(pages, 1);
  log_to_copy_ = std::max<uint64_t>(log_bytes, 1);
  if (!IsNul(request_.files) && request_.expect_pages) {
    for (uint32_t file = 0; file < set_.files; ++file) {
      request_.expect_pages(request_.files[file].path,
                            [places = places_, file](uint64_t number, PageId& page) {
                              return places->Find(file, number, page);
                            });
    }
  }
  WriterOptions options;
  options.files = request_.files;
  options.buffers = buffers_;
  options.expected_bytes = pages * page::kPageSize + log_bytes;
  options.overwriting = request_.overwriting;
  options.on_overwriting = request_.on_overwriting;
  options.places = places_;
  options.packing = PackingOf(engine_, request_);
  CO_TRY_ASSIGN(writer_, co_await BackupWriter::Create(worker_, std::move(options), set_));
  co_return Status();
}

Task<Status> SetWriting::ReadPages(Runs runs) {
  std::vector<Runs> of_volume(readers_);
  for (const PageRun& run : runs) {
    of_volume[page::DataFilePosition(run.first.file()) % readers_].push_back(run);
  }
  for (const Runs& of_one : of_volume) {
    if (!of_one.empty()) reading_.Add(ReadVolume(&of_one));
  }
  const Status read = co_await reading_.Ended(worker_, WaitType::kAsyncIoCompletion);
  if (!read.ok()) CO_TRY(co_await writer_->Finish(worker_, set_));
  co_return read;
}

Task<Status> SetWriting::ReadVolume(const Runs* runs) {
  Worker reader(worker_.kind());
  co_await reader.Start();
  const Status read = co_await ReadRuns(reader, runs);
  co_await reader.End();
  co_return read;
}

Task<Status> SetWriting::ReadRuns(Worker& reader, const Runs* runs) {
  const uint32_t most = set_.transfer_bytes / page::kPageSize;
  for (size_t next = 0; next < runs->size();) {
    CO_TRY(reading_.status());
    CO_TRY(writer_->status());
    Transfer* const transfer = co_await writer_->Take(reader);
    uint64_t pages = 0;
    while (next < runs->size() && pages + (*runs)[next].pages <= most) {
      pages += (*runs)[next].pages;
      transfer->header.runs.push_back((*runs)[next++]);
    }
    transfer->header.payload_bytes = pages * page::kPageSize;
    const Status read = co_await ReadInto(reader, *transfer);
    if (!read.ok()) {
      writer_->GiveBack(transfer);
      co_return read;
    }
    set_.pages += pages;
    CountThroughput(transfer->header.payload_bytes);
    writer_->Submit(reader, transfer);
    TellProgress(set_.pages, pages_to_read_);
    co_await reader.PayCpu();
  }
  co_return Status();
}

Task<Status> SetWriting::ReadInto(Worker& reader, Transfer& transfer) {
  uint64_t bytes = 0;
  for (size_t place = 0; place < transfer.header.runs.size(); ++place) {
    const PageRun run = transfer.header.runs[place];
    const uint64_t run_bytes = uint64_t{run.pages} * page::kPageSize;
    CO_TRY(co_await ReadRun(reader, run, transfer.payload().subspan(bytes, run_bytes)));
    bytes += run_bytes;
  }
  co_return Status();
}

Task<Status> SetWriting::ReadRun(Worker& reader, PageRun run, ByteSpan into) {
  reader.ChargeIo(into.size());
  if (request_.checksum) reader.Charge(runtime::CpuWork::kChecksumKiB, into.size() / 1024);
  const Status read =
      co_await reader.Waiting(WaitType::kIoCompletion, engine_.source->ReadRange(run.first, into));
  CO_TRY(read);
  for (uint32_t i = 0; i < run.pages; ++i) {
    const page::PageSpan page(into.data() + i * page::kPageSize, page::kPageSize);
    // One that is zero is of an allocated extent, and was never written.
    if (request_.checksum && !page::IsZeroPage(page)) {
      CO_TRY(VerifyRead(reader, page, PageId{run.first.value + i}));
    }
  }
  co_return Status();
}

Status SetWriting::VerifyRead(const Worker& reader, page::ConstPageSpan page, PageId id) {
  const Status whole = page::VerifyPage(page, id, set_.form);
  if (whole.ok()) return Status();
  if (!request_.continue_after_error) {
    return telemetry::kDamageFound(ToString(id), whole.error().message);
  }
  if (!Mutated(kDamageNotNoted)) ++set_.damaged_pages;
  if (request_.on_damage) request_.on_damage(reader, whole.error());
  return Status();
}

Task<Status> SetWriting::CopyLog(NextBlock next) {
  Transfer* transfer = co_await writer_->Take(worker_);
  uint64_t used = 0;
  for (;;) {
    auto block = co_await next();
    if (!block.ok()) {
      writer_->GiveBack(transfer);
      CO_TRY(co_await writer_->Finish(worker_, set_));
      co_return block.error();
    }
    const bool is_end = !block->has_value();
    if (used > 0 && (is_end || used + (*block)->bytes() > set_.transfer_bytes)) {
      transfer->header.kind = ChunkKind::kLog;
      transfer->header.payload_bytes = used;
      writer_->Submit(worker_, transfer);
      transfer = co_await writer_->Take(worker_);
      used = 0;
      if (!writer_->status().ok()) break;
    }
    if (is_end) break;
    const ConstByteSpan bytes = (*block)->whole();
    std::ranges::copy(bytes, transfer->payload().begin() + static_cast<ptrdiff_t>(used));
    used += bytes.size();
    set_.log_bytes += bytes.size();
    CountThroughput(bytes.size());
    // A chunk that is written pays by its bytes, when it is submitted.
    if (IsNul(request_.files)) {
      worker_.Charge(runtime::CpuWork::kRecordRead, (*block)->record_count());
    }
    if (set_.kind == BackupKind::kLog) TellProgress(set_.log_bytes, log_to_copy_);
    co_await worker_.PayCpu();
  }
  writer_->GiveBack(transfer);
  co_return Status();
}

Task<Status> SetWriting::Complete() {
  set_.finished = worker_.Now();
  set_.complete = true;
  CO_TRY_ASSIGN(set_, co_await writer_->Finish(worker_, set_));
  co_return Status();
}

}  // namespace snapscope::backup
