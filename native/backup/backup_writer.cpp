#include "backup/backup_writer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "backup/chunk_directory.h"
#include "base/mutation.h"
#include "runtime/task_group.h"
#include "telemetry/sql_errors.h"

namespace snapscope::backup {

MUTATION(kBackupCompleteTooEarly,
         "a backup is marked complete before its pages and its log are durable");
MUTATION(kDirectoryLosesAChunk, "the last chunk of a backup file is not in its directory");

namespace {

using runtime::CpuWork;
using runtime::WaitType;

/// One chunk in so many of each file waits for a flush, so that little is left to the last one.
constexpr uint64_t kChunksOfFlush = 64;

uint64_t RoundUp(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

/// A file that is being written.
struct WrittenFile {
  std::unique_ptr<storage::File> file;
  std::vector<DirectoryEntry> chunks{};
  uint64_t end = kHeaderBytes;         ///< where the next chunk goes
  uint64_t device_end = kHeaderBytes;  ///< likewise, on the device
};

}  // namespace

struct BackupWriter::State {
  State(Worker& worker, WriterOptions options_in, BackupSet set_in)
      : workers(worker.kind()),
        options(std::move(options_in)),
        set(std::move(set_in)),
        buffers(worker.executor(), options.buffers, set.transfer_bytes,
                set.form == page::PageForm::kCompact),
        packing(worker.executor()),
        writing(worker.executor()) {}

  const runtime::WorkerKind workers;
  WriterOptions options;
  BackupSet set;
  std::vector<WrittenFile> files{};
  TransferBuffers buffers;
  runtime::TaskGroup packing;
  runtime::TaskGroup writing;  ///< a writer for each file
  uint64_t next = 0;
  Status failure{};
  bool completes = false;  ///< the set will be complete once what is queued is written

  bool to_nul() const { return files.empty(); }
  void Fail(const Status& status) {
    if (failure.ok()) failure = status;
  }

  // --- Compressors -----------------------------------------------------------------------------

  static Task<Status> Compress(std::shared_ptr<State> state, Transfer* transfer) {
    if (state->set.compression == Compression::kModelled) {
      Worker compressor(state->workers);
      co_await compressor.Start();
      const ModelledPacking model = ModelPacking(
          transfer->header.kind, transfer->payload().first(transfer->header.payload_bytes));
      transfer->header.packed_bytes = model.packed_bytes;
      compressor.Charge(model.pack);
      state->ChargeChecksum(compressor, *transfer);
      co_await compressor.End();
    } else {
      co_await state->Pack(transfer);
    }
    state->Queue(transfer);
    co_return Status();
  }

  /// What does not get shorter stays as it is.
  Task<void> Pack(Transfer* transfer) {
    const ConstByteSpan payload = transfer->payload().first(transfer->header.payload_bytes);
    std::unique_ptr<AlignedBuffer> packed = buffers.TakeMemory();
    transfer->header.packed_bytes = co_await options.packing.codec->Pack(
        workers.cpu->executor(), payload, packed->span().subspan(kHeaderBytes, payload.size()));
    if (transfer->header.packed_bytes > 0) transfer->Exchange(packed);
    buffers.ReturnMemory(std::move(packed));
  }

  void Queue(Transfer* transfer) {
    if (to_nul()) return buffers.GiveBack(transfer);
    buffers.Queue(transfer);
  }

  void ChargeChecksum(Worker& worker, const Transfer& transfer) const {
    if (!set.has_checksums) return;
    worker.Charge(CpuWork::kChecksumKiB, StoredPayload(transfer.header) / kKiB);
  }

  // --- Writers ---------------------------------------------------------------------------------

  static Task<Status> Write(std::shared_ptr<State> state, uint32_t file) {
    Worker writer(state->workers);
    co_await writer.Start();
    while (Transfer* const transfer = co_await state->buffers.TakeFull(writer)) {
      if (state->failure.ok()) state->Fail(co_await state->WriteChunk(writer, file, *transfer));
      state->buffers.GiveBack(transfer);
      co_await writer.PayCpu();
    }
    if (state->completes && state->failure.ok()) {
      state->Fail(co_await state->WriteDirectory(writer, file));
    }
    co_await writer.End();
    co_return state->failure;
  }

  /// What of the payload a chunk takes on the device.
  static uint64_t StoredPayload(const ChunkHeader& header) {
    return header.packed_bytes > 0 ? header.packed_bytes : header.payload_bytes;
  }

  /// Chunks count from the header on that says that the set is complete.
  Task<Status> WriteChunk(Worker& writer, uint32_t place, Transfer& transfer) {
    WrittenFile& open = files[place];
    const ChunkHeader& header = transfer.header;
    const DirectoryEntry entry{.sequence = header.sequence,
                               .offset = open.end,
                               .packed_bytes = static_cast<uint32_t>(StoredPayload(header)),
                               .payload_bytes = static_cast<uint32_t>(header.payload_bytes)};
    const uint64_t kept = KeptBytes(set, entry);
    const storage::ByteRange on_device{open.device_end, ChunkBytes(entry.packed_bytes)};
    const uint64_t kept_payload = KeptPayloadBytes(set, header);
    SealChunk(header, transfer.chunk().first(kHeaderBytes + kept_payload));
    std::ranges::fill(transfer.chunk().first(kept).subspan(kHeaderBytes + kept_payload),
                      std::byte{});
    if (options.places) options.places->Note(place, open.end, header.runs);
    open.end += kept;
    open.device_end += on_device.length;
    open.chunks.push_back(entry);
    writer.ChargeIo(on_device.length);
    std::vector<ConstByteSpan> buffers{transfer.chunk().first(kept)};
    Task<Status> writing =
        open.chunks.size() % kChunksOfFlush == 0
            ? open.file->WriteDurable(entry.offset, std::move(buffers), on_device)
            : open.file->WriteUnflushed(entry.offset, std::move(buffers), on_device);
    co_return co_await writer.Waiting(WaitType::kBackupio, std::move(writing));
  }

  /// The file ends with it, and with a whole block. Then all of it is durable.
  Task<Status> WriteDirectory(Worker& writer, uint32_t place) {
    WrittenFile& open = files[place];
    if (Mutated(kDirectoryLosesAChunk) && !open.chunks.empty()) open.chunks.pop_back();
    const std::span<const DirectoryEntry> chunks(open.chunks);
    constexpr uint64_t kPagesOfWrite = 8;
    const uint64_t pages = DirectoryPages(chunks.size());
    const uint64_t end = RoundUp(open.end + pages * page::kPageSize,
                                 std::max<uint64_t>(set.block_bytes, page::kPageSize));
    AlignedBuffer memory(kPagesOfWrite * page::kPageSize);
    uint64_t number = 0;
    for (uint64_t at = open.end; at < end;) {
      const uint64_t bytes = std::min<uint64_t>(memory.size(), end - at);
      const ByteSpan piece = memory.span().first(bytes);
      std::ranges::fill(piece, std::byte{});
      for (uint64_t in_piece = 0; in_piece < bytes && number < pages; in_piece += page::kPageSize) {
        const uint64_t first = number * kEntriesOfPage;
        EncodeDirectoryPage(set, number++,
                            chunks.subspan(first, std::min(kEntriesOfPage, chunks.size() - first)),
                            piece.subspan(in_piece, page::kPageSize));
      }
      writer.ChargeIo(bytes);
      std::vector<ConstByteSpan> buffers{piece};
      CO_TRY(co_await writer.Waiting(
          WaitType::kBackupio,
          open.file->WriteUnflushed(at, std::move(buffers),
                                    storage::ByteRange{open.device_end, bytes})));
      at += bytes;
      open.device_end += bytes;
    }
    co_return co_await writer.Waiting(WaitType::kBackupio, open.file->Flush());
  }

  // --- Headers ---------------------------------------------------------------------------------

  /// Those of all files at once.
  static Task<Status> WriteHeaders(Worker& worker, std::shared_ptr<State> state) {
    runtime::TaskGroup headers(worker.executor());
    for (uint32_t file = 0; file < state->files.size(); ++file) {
      headers.Add(WriteHeader(state, file));
    }
    co_return co_await headers.Ended(worker, WaitType::kAsyncIoCompletion);
  }

  static Task<Status> WriteHeader(std::shared_ptr<State> state, uint32_t place) {
    WrittenFile& open = state->files[place];
    BackupSet set = state->set;
    set.file = place + 1;
    set.directory_at = open.end;
    set.directory_chunks = open.chunks.size();
    AlignedBuffer header(kHeaderBytes);
    EncodeSet(set, header.span());
    Worker writer(state->workers);
    co_await writer.Start();
    writer.ChargeIo(header.span().size());
    std::vector<ConstByteSpan> buffers{header.span()};
    Status written = co_await writer.Waiting(WaitType::kBackupio,
                                             open.file->WriteDurable(0, std::move(buffers)));
    co_await writer.End();
    co_return written;
  }

  // --- Files -----------------------------------------------------------------------------------

  /// Each by the writer that it will have, once nothing stands in the way of any.
  static Task<Status> MakeFiles(Worker& worker, std::shared_ptr<State> state) {
    CO_TRY(co_await state->MakeRoom(worker));
    const uint64_t files = state->options.files.size();
    storage::FileOptions options;
    options.grows = true;
    // Writers of one speed have equal shares; one that is faster may take twice as much.
    options.size =
        std::min(state->options.expected_bytes, 2 * state->options.expected_bytes / files) +
        state->set.transfer_bytes;
    options.of_another_host = !worker.observed();
    state->files.resize(files);
    runtime::TaskGroup making(worker.executor());
    for (uint32_t file = 0; file < files; ++file) making.Add(MakeFile(state, file, options));
    CO_TRY(co_await making.Ended(worker, WaitType::kAsyncIoCompletion));
    co_return co_await WriteHeaders(worker, state);
  }

  static Task<Status> MakeFile(std::shared_ptr<State> state, uint32_t number,
                               storage::FileOptions options) {
    Worker writer(state->workers);
    co_await writer.Start();
    const storage::FilePlace place = state->options.files[number];
    auto file =
        co_await writer.Waiting(WaitType::kBackupio, place.volume->Create(place.path, options));
    if (file.ok()) state->files[number].file = std::move(*file);
    co_await writer.End();
    co_return file.ok() ? Status() : Status(file.error());
  }

  /// Files that are there go, if all of them may: of a backup whose blocks are of another size they
  /// stay unless the media is formatted anew.
  Task<Status> MakeRoom(Worker& worker) {
    MediaSet there;
    for (const storage::FilePlace& place : options.files) {
      if (!place.Exists()) continue;
      if (options.overwriting == Overwriting::kNever) {
        co_return Error{ErrorCode::kRefused, "There is a file " + place.path +
                                                 " already; give the backup another name."};
      }
      if (options.overwriting == Overwriting::kOfSameBlocks) {
        CO_TRY(co_await CheckBlocks(worker, place));
      }
      there.push_back(place);
    }
    if (!there.empty() && options.on_overwriting) CO_TRY(options.on_overwriting());
    for (const storage::FilePlace& place : there) {
      CO_TRY(co_await worker.Waiting(WaitType::kBackupio, place.Remove()));
    }
    co_return Status();
  }

  Task<Status> CheckBlocks(Worker& worker, storage::FilePlace place) {
    CO_TRY_ASSIGN(const auto file,
                  co_await worker.Waiting(WaitType::kBackupio,
                                          place.volume->Open(place.path, storage::FileOptions{})));
    if (file->size() < kHeaderBytes) co_return Status();
    AlignedBuffer header(kHeaderBytes);
    CO_TRY(co_await worker.Waiting(WaitType::kBackupio, file->Read(0, header.span())));
    const Result<BackupSet> there = DecodeSet(header.span());
    if (!there.ok() || there->block_bytes == set.block_bytes) co_return Status();
    co_return telemetry::kOtherBlockSize(place.path, std::to_string(there->block_bytes),
                                         std::to_string(set.block_bytes));
  }
};

BackupWriter::BackupWriter(std::shared_ptr<State> state) : state_(std::move(state)) {}
BackupWriter::~BackupWriter() { state_->buffers.Close(); }

Task<Result<std::unique_ptr<BackupWriter>>> BackupWriter::Create(Worker& worker,
                                                                 WriterOptions options,
                                                                 BackupSet set) {
  CHECK(!options.files.empty() && options.files.size() <= kMaxBackupFiles && options.buffers > 0,
        "a backup to %zu files by %u buffers", options.files.size(), options.buffers);
  set.complete = false;
  set.files = static_cast<uint32_t>(options.files.size());
  set.compression = options.packing.compression;
  if (IsNul(options.files)) options.files.clear();
  auto state = std::make_shared<State>(worker, std::move(options), std::move(set));
  if (!state->options.files.empty()) CO_TRY(co_await State::MakeFiles(worker, state));
  for (uint32_t file = 0; file < state->files.size(); ++file) {
    state->writing.Add(State::Write(state, file));
  }
  co_return std::unique_ptr<BackupWriter>(new BackupWriter(std::move(state)));
}

Task<Transfer*> BackupWriter::Take(Worker& worker) { return state_->buffers.TakeFree(worker); }

void BackupWriter::GiveBack(Transfer* transfer) { state_->buffers.GiveBack(transfer); }

void BackupWriter::Submit(Worker& worker, Transfer* transfer) {
  State& state = *state_;
  ChunkHeader& header = transfer->header;
  header.set = state.set.id;
  header.sequence = state.next++;
  const uint64_t whole = RoundUp(header.payload_bytes, page::kPageSize);
  std::ranges::fill(transfer->payload().subspan(header.payload_bytes, whole - header.payload_bytes),
                    std::byte{});
  header.payload_bytes = whole;
  header.has_checksum = state.set.has_checksums;
  if (state.set.compression != Compression::kNone) {
    state.packing.Add(State::Compress(state_, transfer));
    return;
  }
  if (!state.to_nul()) state.ChargeChecksum(worker, *transfer);
  state.Queue(transfer);
}

const Status& BackupWriter::status() const { return state_->failure; }

uint64_t BackupWriter::chunks() const { return state_->next; }

Task<Result<BackupSet>> BackupWriter::Finish(Worker& worker, BackupSet set) {
  std::shared_ptr<State> state = state_;
  const bool completes = set.complete;
  set.files = state->set.files;
  set.compression = state->set.compression;
  set.chunks = state->next;
  if (Mutated(kBackupCompleteTooEarly) && completes) {
    state->set = set;
    CO_TRY(co_await State::WriteHeaders(worker, state));
  }
  (void)co_await state->packing.Ended(worker, WaitType::kAsyncIoCompletion);
  state->completes = completes;
  state->set.chunks = set.chunks;
  state->buffers.Close();
  CO_TRY(co_await state->writing.Ended(worker, WaitType::kAsyncIoCompletion));
  set.stored_bytes = 0;
  for (const WrittenFile& open : state->files) set.stored_bytes += open.device_end;
  state->set = set;
  if (completes) CO_TRY(co_await State::WriteHeaders(worker, state));
  co_return set;
}

}  // namespace snapscope::backup
