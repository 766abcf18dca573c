#include "backup/backup_file.h"

#include <deque>
#include <utility>

#include "base/mutation.h"
#include "runtime/sync.h"
#include "runtime/task_group.h"

namespace snapscope::backup {

MUTATION(kBackupCompleteTooEarly,
         "a backup is marked complete before its pages and its log are durable");

namespace {

using runtime::CpuWork;
using runtime::WaitType;

/// Slots of each file that are read ahead.
constexpr uint32_t kSlotsAhead = 4;

/// One chunk in so many of each file waits for a flush, so that little is left to the last one.
constexpr uint64_t kChunksOfFlush = 64;

/// A reader that is handed chunks of another program's file never allocates by its numbers.
constexpr uint64_t kMaxChunks = uint64_t{1} << 32;

uint64_t KiBOf(uint64_t bytes) { return (bytes + 1023) / 1024; }

/// Whole pages, so that a volume need not know of smaller ones.
uint64_t WholePages(uint64_t bytes) {
  return (bytes + page::kPageSize - 1) / page::kPageSize * page::kPageSize;
}

using Files = std::vector<std::unique_ptr<storage::File>>;

}  // namespace

std::vector<std::string> PathsOf(const MediaSet& files) {
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const storage::FilePlace& place : files) paths.push_back(place.path);
  return paths;
}

struct BackupWriter::State {
  State(runtime::Executor& executor, Files files_in, BackupSet set_in)
      : files(std::move(files_in)), set(std::move(set_in)), writes(executor), freed(executor) {}

  Files files;
  BackupSet set;
  runtime::TaskGroup writes;
  runtime::Event freed;
  std::vector<std::unique_ptr<Transfer>> transfers{};
  std::vector<Transfer*> free{};
  uint64_t next = 0;

  Transfer* TakeFree() {
    Transfer* const taken = free.back();
    free.pop_back();
    return taken;
  }

  /// Chunks count from the header on that says that the set is complete.
  static Task<Status> WriteSlot(std::shared_ptr<State> state, Transfer* transfer, uint64_t sequence,
                                uint64_t bytes) {
    const ChunkPlace place = PlaceOfChunk(sequence, state->set.files);
    storage::File& file = *state->files[place.file];
    std::vector<ConstByteSpan> buffers{transfer->slot.span().first(bytes)};
    Status written;
    if (sequence / state->set.files % kChunksOfFlush == kChunksOfFlush - 1) {
      written = co_await file.WriteDurable(place.offset, std::move(buffers));
    } else {
      written = co_await file.WriteUnflushed(place.offset, std::move(buffers));
    }
    state->free.push_back(transfer);
    state->freed.NotifyAll();
    co_return written;
  }

  static Task<Status> Flush(std::shared_ptr<State> state) {
    for (const std::unique_ptr<storage::File>& file : state->files) {
      CO_TRY(co_await file->Flush());
    }
    co_return Status();
  }

  static Task<Status> WriteHeaders(Worker& worker, std::shared_ptr<State> state) {
    for (uint32_t file = 0; file < state->files.size(); ++file) {
      CO_TRY(co_await WriteHeader(worker, state, file));
    }
    co_return Status();
  }

  static Task<Status> WriteHeader(Worker& worker, std::shared_ptr<State> state, uint32_t file) {
    AlignedBuffer header(kHeaderBytes);
    state->set.file = file + 1;
    EncodeSet(state->set, header.span());
    worker.ChargeIo(header.span().size());
    std::vector<ConstByteSpan> buffers{header.span()};
    co_return co_await worker.Waiting(WaitType::kBackupio,
                                      state->files[file]->WriteDurable(0, std::move(buffers)));
  }
};

BackupWriter::BackupWriter(std::shared_ptr<State> state) : state_(std::move(state)) {}
BackupWriter::~BackupWriter() = default;

Task<Result<std::unique_ptr<BackupWriter>>> BackupWriter::Create(Worker& worker, MediaSet places,
                                                                 BackupSet set, uint64_t chunks,
                                                                 uint32_t buffers) {
  CHECK(!places.empty() && places.size() <= kMaxBackupFiles, "a backup to %zu files",
        places.size());
  set.complete = false;
  set.files = static_cast<uint32_t>(places.size());
  if (IsNul(places)) {
    places.clear();
    buffers = 1;
  }
  for (const storage::FilePlace& place : places) {
    if (!place.Exists()) continue;
    co_return Error{ErrorCode::kRefused,
                    "There is a file " + place.path + " already; give the backup another name."};
  }
  Files files;
  for (const storage::FilePlace& place : places) {
    storage::FileOptions options;
    options.size = FileBytes(chunks, set.files, static_cast<uint32_t>(files.size()));
    CO_TRY_ASSIGN(auto file, co_await worker.Waiting(WaitType::kBackupio,
                                                     place.volume->Create(place.path, options)));
    files.push_back(std::move(file));
  }
  auto state = std::make_shared<State>(worker.executor(), std::move(files), std::move(set));
  for (uint32_t i = 0; i < std::max(buffers, 1U); ++i) {
    state->transfers.push_back(std::make_unique<Transfer>());
    state->free.push_back(state->transfers.back().get());
  }
  CO_TRY(co_await State::WriteHeaders(worker, state));
  co_return std::unique_ptr<BackupWriter>(new BackupWriter(std::move(state)));
}

Task<Transfer*> BackupWriter::Take(Worker& worker) {
  State& state = *state_;
  if (!state.free.empty()) co_return state.TakeFree();
  co_await worker.BeginWait(WaitType::kBackupbuffer);
  while (state.free.empty()) co_await state.freed.Wait();
  // Before the wait for a scheduler: it would go to another reader, and this one have a scheduler
  // that those with buffers wait for.
  Transfer* const taken = state.TakeFree();
  co_await worker.EndWait();
  co_return taken;
}

void BackupWriter::GiveBack(Transfer* transfer) {
  state_->free.push_back(transfer);
  state_->freed.NotifyAll();
}

void BackupWriter::Submit(Worker& worker, Transfer* transfer, ChunkHeader header) {
  State& state = *state_;
  header.set = state.set.id;
  header.sequence = state.next++;
  if (state.files.empty()) return GiveBack(transfer);
  const ChunkPlace place = PlaceOfChunk(header.sequence, state.set.files);
  CHECK(place.offset + kSlotBytes <= state.files[place.file]->size(),
        "a backup of more chunks than its files have");
  const uint64_t whole = WholePages(header.payload_bytes);
  const ByteSpan padding =
      transfer->payload().subspan(header.payload_bytes, whole - header.payload_bytes);
  std::ranges::fill(padding, std::byte{});
  header.payload_bytes = whole;
  header.has_checksum = state.set.has_checksums;
  SealChunk(header, transfer->slot.span());
  worker.ChargeIo(kHeaderBytes + whole);
  if (header.has_checksum) worker.Charge(CpuWork::kChecksumKiB, KiBOf(whole));
  state.writes.Add(State::WriteSlot(state_, transfer, header.sequence, kHeaderBytes + whole));
}

const Status& BackupWriter::status() const { return state_->writes.status(); }

uint64_t BackupWriter::chunks() const { return state_->next; }

Task<Status> BackupWriter::Finish(Worker& worker, BackupSet set) {
  std::shared_ptr<State> state = state_;
  if (state->files.empty()) co_return Status();
  set.files = state->set.files;
  if (Mutated(kBackupCompleteTooEarly) && set.complete) {
    state->set = set;
    CO_TRY(co_await State::WriteHeaders(worker, state));
  }
  co_await worker.BeginWait(WaitType::kBackupio);
  Status written = co_await state->writes.Ended();
  if (written.ok() && set.complete) written = co_await State::Flush(state);
  co_await worker.EndWait();
  CO_TRY(written);
  if (!set.complete) co_return Status();
  state->set = std::move(set);
  co_return co_await State::WriteHeaders(worker, state);
}

struct BackupReader::State {
  struct Slot {
    Transfer transfer{};
    std::optional<runtime::TaskGroup> reading{};
    uint64_t sequence = 0;
  };

  Files files{};  ///< in the order of the set
  std::vector<std::string> paths{};
  BackupSet set{};
  std::deque<std::shared_ptr<Slot>> ahead{};
  std::vector<std::shared_ptr<Slot>> handed_out{};  ///< and not yet read over
  uint64_t next = 0;
  uint64_t read = 0;

  static Task<Status> ReadSlot(std::shared_ptr<State> state, Slot* slot) {
    const ChunkPlace place = PlaceOfChunk(slot->sequence, state->set.files);
    co_return co_await state->files[place.file]->Read(place.offset, slot->transfer.slot.span());
  }

  /// One whose chunk nobody has any more, or a new one.
  std::shared_ptr<Slot> TakeIdle() {
    const auto idle = std::ranges::find_if(
        handed_out, [](const std::shared_ptr<Slot>& slot) { return slot.use_count() == 1; });
    if (idle == handed_out.end()) return std::make_shared<Slot>();
    std::shared_ptr<Slot> slot = std::move(*idle);
    handed_out.erase(idle);
    return slot;
  }

  void ReadAhead(Worker& worker, const std::shared_ptr<State>& self) {
    while (ahead.size() < size_t{kSlotsAhead} * set.files && next < set.chunks) {
      std::shared_ptr<Slot> slot = TakeIdle();
      slot->sequence = next++;
      worker.ChargeIo(kSlotBytes);
      slot->reading.emplace(worker.executor()).Add(ReadSlot(self, slot.get()));
      ahead.push_back(std::move(slot));
    }
  }
};

BackupReader::BackupReader(std::shared_ptr<State> state) : state_(std::move(state)) {}
BackupReader::~BackupReader() = default;

namespace {

/// One file of a set that was opened for reading.
struct OpenedFile {
  std::unique_ptr<storage::File> file;
  BackupSet set;
};

Error NotReadable(const std::string& path, const Error& cause) {
  return InContext("Backup file " + path, cause);
}

Task<Result<OpenedFile>> OpenFile(Worker& worker, storage::FilePlace place) {
  if (!place.Exists()) {
    co_return NotReadable(place.path, {ErrorCode::kNotFound, "there is no such file (3201)"});
  }
  AlignedBuffer header(kHeaderBytes);
  co_await worker.BeginWait(WaitType::kBackupio);
  auto file = co_await place.volume->Open(place.path, storage::FileOptions{});
  Status read;
  if (file.ok() && file.value()->size() >= kHeaderBytes) {
    read = co_await file.value()->Read(0, header.span());
  }
  co_await worker.EndWait();
  if (!file.ok()) co_return NotReadable(place.path, file.error());
  if (!read.ok()) co_return NotReadable(place.path, read.error());
  Result<BackupSet> set = DecodeSet(header.span());
  if (!set.ok()) co_return NotReadable(place.path, set.error());
  if (!set->complete) {
    co_return NotReadable(place.path, {ErrorCode::kInvalid, "the backup was not completed (3270)"});
  }
  const uint64_t bytes = file.value()->size();
  if (set->chunks > kMaxChunks || FileBytes(set->chunks, set->files, set->file - 1) > bytes) {
    co_return NotReadable(place.path, {ErrorCode::kInvalid, "it has " + std::to_string(bytes) +
                                                                " bytes, and is cut off (3203)"});
  }
  co_return OpenedFile{std::move(file).value(), std::move(set).value()};
}

/// All files of one set, each once; `opened` is in the order of the set.
Status CheckMediaSet(const std::vector<OpenedFile>& opened) {
  const BackupSet& first = opened.front().set;
  const auto refused = [](const OpenedFile& one, const std::string& why) {
    return NotReadable(one.file->path(), {ErrorCode::kInvalid, why});
  };
  for (const OpenedFile& one : opened) {
    const bool is_same =
        one.set.id == first.id && one.set.files == first.files && one.set.chunks == first.chunks;
    if (is_same) continue;
    return refused(one, "it is of another media set, that of the backup " + one.set.name +
                            ", than " + opened.front().file->path());
  }
  for (size_t place = 1; place < opened.size(); ++place) {
    if (opened[place].set.file != opened[place - 1].set.file) continue;
    return refused(opened[place], "it is file " + std::to_string(opened[place].set.file) + " of " +
                                      std::to_string(first.files) + " of the backup " + first.name +
                                      ", as " + opened[place - 1].file->path() + " is");
  }
  if (opened.size() == first.files) return Status();
  return refused(opened.front(), "the media set has " + std::to_string(first.files) +
                                     " media families but only " + std::to_string(opened.size()) +
                                     " are provided; all members must be provided (3132)");
}

}  // namespace

Task<Result<std::unique_ptr<BackupReader>>> BackupReader::Open(Worker& worker, MediaSet places) {
  CHECK(!places.empty(), "a backup in no file");
  std::vector<OpenedFile> opened;
  for (const storage::FilePlace& place : places) {
    CO_TRY_ASSIGN(auto file, co_await OpenFile(worker, place));
    opened.push_back(std::move(file));
  }
  std::ranges::stable_sort(opened, {}, [](const OpenedFile& one) { return one.set.file; });
  CO_TRY(CheckMediaSet(opened));
  auto state = std::make_shared<State>();
  state->set = opened.front().set;
  for (OpenedFile& one : opened) {
    state->paths.push_back(one.file->path());
    state->files.push_back(std::move(one.file));
  }
  co_return std::unique_ptr<BackupReader>(new BackupReader(std::move(state)));
}

const BackupSet& BackupReader::set() const { return state_->set; }
const std::vector<std::string>& BackupReader::paths() const { return state_->paths; }
uint32_t BackupReader::permille() const {
  return static_cast<uint32_t>(state_->read * 1000 / std::max<uint64_t>(state_->set.chunks, 1));
}

Task<Result<std::optional<Chunk>>> BackupReader::Next(Worker& worker) {
  State& state = *state_;
  state.ReadAhead(worker, state_);
  if (state.ahead.empty()) co_return std::optional<Chunk>();
  const std::shared_ptr<State::Slot> current = state.ahead.front();
  const Status read = co_await current->reading->Ended(worker, WaitType::kBackupio);
  state.ahead.pop_front();
  state.handed_out.push_back(current);
  state.ReadAhead(worker, state_);
  CO_TRY(read);
  if (state.set.has_checksums) worker.Charge(CpuWork::kChecksumKiB, KiBOf(kSlotBytes));
  co_await worker.PayCpu();
  const ConstByteSpan slot = current->transfer.slot.span();
  CO_TRY_ASSIGN(const ChunkHeader header, OpenChunk(slot, state.set, current->sequence));
  ++state.read;
  co_return std::optional<Chunk>(
      Chunk{header, slot.subspan(kHeaderBytes, header.payload_bytes), current});
}

}  // namespace snapscope::backup
