#include "backup/set_writing.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/mutation.h"
#include "page/compact.h"
#include "telemetry/sql_errors.h"

namespace snapscope::backup {

MUTATION(kDamageNotNoted, "a backup that goes on after a damaged page does not say that it has one",
         NoticedBy::kTests);

namespace {

using runtime::WaitType;

constexpr uint64_t kAlmost = 999;  ///< progress of what is not over, permille

/// What of a page of the compact form means nothing becomes zeros, which pack well.
void ClearRest(page::PageSpan page) {
  const size_t bytes = page::CompactBytes(page);
  std::fill(page.begin() + static_cast<ptrdiff_t>(bytes), page.end(), std::byte{});
}

uint64_t ChunksOfLog(uint64_t bytes) { return bytes / (kTransferBytes - wal::kMaxBlockBytes) + 2; }

}  // namespace

SetWriting::SetWriting(Worker& worker, const snapshot::EngineParts& engine,
                       const BackupRequest& request, BackupSet set, uint32_t volumes)
    : worker_(worker),
      engine_(engine),
      request_(request),
      to_nul_(IsNul(request.files)),
      set_(std::move(set)),
      places_(std::make_shared<PagePlaces>(static_cast<uint32_t>(request.files.size()))),
      buffers_(request.buffers.value_or(
          UsualBuffers(engine.version, static_cast<uint32_t>(request.files.size()), volumes))),
      readers_of_file_(ReadersOfFile(engine.version, buffers_,
                                     static_cast<uint32_t>(request.files.size()), set_.data_files)),
      readers_(engine.cpu->executor()) {
  set_.files = static_cast<uint32_t>(request.files.size());
  set_.copy_only = request.copy_only;
  set_.has_checksums = request.checksum;
}

void SetWriting::BeginPhase() {
  if (!to_nul_) phase_ = engine_.telemetry->BeginPhase("", "backup");
}

void SetWriting::EndPhase(TimeNs checkpoint_time) {
  if (to_nul_) return;
  engine_.telemetry->EndPhase(phase_, {{"kind", static_cast<int64_t>(set_.kind) - 1},
                                       {"pages", static_cast<int64_t>(set_.pages)},
                                       {"bytes", static_cast<int64_t>(set_.file_bytes())},
                                       {"logBytes", static_cast<int64_t>(set_.log_bytes)},
                                       {"checkpointMs", checkpoint_time / kMillisecond}});
}

void SetWriting::TellProgress(uint64_t done, uint64_t all) {
  if (to_nul_) return;
  engine_.telemetry->PhaseProgress(phase_,
                                   static_cast<uint32_t>(std::min(done * 1000 / all, kAlmost)));
}

Task<Status> SetWriting::Create(std::vector<PageRun> runs, uint64_t log_bytes) {
  log_to_copy_ = std::max<uint64_t>(log_bytes, 1);
  uint64_t pages = 0;
  for (const PageRun& run : runs) pages += run.pages;
  // At most: each reader may leave its last buffer half empty, and others by a run that does not
  // fit.
  const uint64_t readers = uint64_t{set_.data_files} * readers_of_file_;
  const uint64_t of_pages =
      set_.kind == BackupKind::kLog
          ? 0
          : std::min<uint64_t>(runs.size(), 2 * pages / kTransferPages + readers) + 1;
  for (uint32_t file = 0; file < set_.files && request_.expect_pages && !to_nul_; ++file) {
    request_.expect_pages(request_.files[file].path,
                          [places = places_, file](uint64_t number, PageId& page) {
                            return places->Find(file, number, page);
                          });
  }
  MediaSet files = request_.files;
  CO_TRY_ASSIGN(writer_,
                co_await BackupWriter::Create(worker_, std::move(files), set_,
                                              of_pages + ChunksOfLog(log_bytes), buffers_));
  co_return Status();
}

Task<Status> SetWriting::ReadPages(std::vector<PageRun> runs) {
  std::map<uint32_t, Part> of_file;
  uint64_t pages = 0;
  for (const PageRun& run : runs) {
    of_file[run.first.file()].runs.push_back(run);
    pages += run.pages;
  }
  pages_to_read_ = pages;
  for (auto& [file, part] : of_file) {
    for (uint32_t reader = 0; reader < readers_of_file_; ++reader) readers_.Add(ReadPart(&part));
  }
  const Status read = co_await readers_.Ended(worker_, WaitType::kAsyncIoCompletion);
  if (!read.ok()) CO_TRY(co_await writer_->Finish(worker_, set_));
  co_return read;
}

Task<Status> SetWriting::ReadPart(Part* part) {
  Worker reader(*engine_.cpu, worker_.observed() ? engine_.telemetry : nullptr, request_.source);
  co_await reader.Start();
  const Status read = co_await ReadRuns(reader, part);
  co_await reader.End();
  co_return read;
}

/// Takes the next runs of the part, so many that they fit into one buffer; none at its end.
std::vector<PageRun> SetWriting::TakeRuns(Part& part) {
  std::vector<PageRun> taken;
  uint64_t pages = 0;
  while (part.next < part.runs.size() && pages + part.runs[part.next].pages <= kTransferPages) {
    pages += part.runs[part.next].pages;
    taken.push_back(part.runs[part.next++]);
  }
  return taken;
}

Task<Status> SetWriting::ReadRuns(Worker& reader, Part* part) {
  while (part->next < part->runs.size()) {
    CO_TRY(readers_.status());
    CO_TRY(writer_->status());
    Transfer* const transfer = co_await writer_->Take(reader);
    ChunkHeader header;
    header.runs = TakeRuns(*part);
    uint64_t bytes = 0;
    Status read;
    for (size_t place = 0; place < header.runs.size() && read.ok(); ++place) {
      const PageRun run = header.runs[place];
      const uint64_t run_bytes = uint64_t{run.pages} * page::kPageSize;
      read = co_await ReadRun(reader, run, transfer->payload().subspan(bytes, run_bytes));
      bytes += run_bytes;
    }
    if (bytes == 0) {  // another reader was faster
      writer_->GiveBack(transfer);
      break;
    }
    if (!read.ok()) {
      writer_->GiveBack(transfer);
      co_return read;
    }
    header.payload_bytes = bytes;
    places_->Note(writer_->chunks(), header.runs);
    set_.pages += bytes / page::kPageSize;
    writer_->Submit(reader, transfer, std::move(header));
    TellProgress(set_.pages, pages_to_read_);
    co_await reader.PayCpu();
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
    if (set_.form == page::PageForm::kCompact) ClearRest(page);
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
    if (used > 0 && (is_end || used + (*block)->bytes() > kTransferBytes)) {
      ChunkHeader header;
      header.kind = ChunkKind::kLog;
      header.payload_bytes = used;
      writer_->Submit(worker_, transfer, std::move(header));
      transfer = co_await writer_->Take(worker_);
      used = 0;
      if (!writer_->status().ok()) break;
    }
    if (is_end) break;
    const ConstByteSpan bytes = (*block)->whole();
    std::ranges::copy(bytes, transfer->payload().begin() + static_cast<ptrdiff_t>(used));
    used += bytes.size();
    set_.log_bytes += bytes.size();
    // A chunk that is written pays by its bytes, when it is submitted.
    if (to_nul_) worker_.Charge(runtime::CpuWork::kRecordRead, (*block)->record_count());
    if (set_.kind == BackupKind::kLog) TellProgress(set_.log_bytes, log_to_copy_);
    co_await worker_.PayCpu();
  }
  writer_->GiveBack(transfer);
  co_return Status();
}

Task<Status> SetWriting::Complete() {
  set_.chunks = writer_->chunks();
  set_.finished = worker_.Now();
  set_.complete = true;
  co_return co_await writer_->Finish(worker_, set_);
}

}  // namespace snapscope::backup
