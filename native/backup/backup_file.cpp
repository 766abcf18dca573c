#include "backup/backup_file.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "base/mutation.h"
#include "runtime/sync.h"

namespace snapscope::backup {

namespace {

using runtime::CpuWork;
using runtime::WaitType;

constexpr uint32_t kSlotsAhead = 4;

/// A reader that is handed chunks of another program's file never allocates by its numbers.
constexpr uint64_t kMaxChunks = uint64_t{1} << 32;

uint64_t KiBOf(uint64_t bytes) { return (bytes + 1023) / 1024; }

/// Whole pages, so that a volume need not know of smaller ones.
uint64_t WholePages(uint64_t bytes) {
  return (bytes + page::kPageSize - 1) / page::kPageSize * page::kPageSize;
}

}  // namespace

struct BackupWriter::State {
  State(runtime::Executor& executor, std::unique_ptr<storage::File> file_in, BackupSet set_in)
      : file(std::move(file_in)), set(std::move(set_in)), changed(executor) {}

  std::unique_ptr<storage::File> file;
  BackupSet set;
  runtime::Event changed;
  std::vector<std::unique_ptr<Transfer>> transfers{};
  std::vector<Transfer*> free{};
  uint64_t next = 0;
  uint32_t in_flight = 0;
  std::optional<Error> error{};

  static Task<void> WriteSlot(std::shared_ptr<State> state, Transfer* transfer, uint64_t sequence,
                              uint64_t bytes) {
    std::vector<ConstByteSpan> buffers{transfer->slot.span().first(bytes)};
    const Status written =
        co_await state->file->WriteDurable(SlotOffset(sequence), std::move(buffers));
    if (!written.ok() && !state->error) state->error = written.error();
    --state->in_flight;
    state->free.push_back(transfer);
    state->changed.NotifyAll();
  }

  static Task<Status> WriteHeader(Worker& worker, std::shared_ptr<State> state) {
    wal::AlignedBuffer header(kHeaderBytes);
    EncodeSet(state->set, header.span());
    worker.ChargeIo(header.span().size());
    co_await worker.BeginWait(WaitType::kBackupio);
    std::vector<ConstByteSpan> buffers{header.span()};
    const Status written = co_await state->file->WriteDurable(0, std::move(buffers));
    co_await worker.EndWait();
    co_return written;
  }
};

BackupWriter::BackupWriter(std::shared_ptr<State> state) : state_(std::move(state)) {}
BackupWriter::~BackupWriter() = default;

Task<Result<std::unique_ptr<BackupWriter>>> BackupWriter::Create(Worker& worker,
                                                                 storage::FilePlace place,
                                                                 BackupSet set, uint64_t chunks,
                                                                 uint32_t buffers) {
  if (place.Exists()) {
    co_return Error{ErrorCode::kRefused,
                    "There is a file " + place.path + " already; give the backup another name."};
  }
  co_await worker.BeginWait(WaitType::kBackupio);
  storage::FileOptions options;
  options.size = SlotOffset(chunks);
  auto file = co_await place.volume->Create(place.path, options);
  co_await worker.EndWait();
  CO_TRY(file);
  set.complete = false;
  auto state = std::make_shared<State>(worker.executor(), std::move(file).value(), std::move(set));
  for (uint32_t i = 0; i < std::max(buffers, 1U); ++i) {
    state->transfers.push_back(std::make_unique<Transfer>());
    state->free.push_back(state->transfers.back().get());
  }
  CO_TRY(co_await State::WriteHeader(worker, state));
  co_return std::unique_ptr<BackupWriter>(new BackupWriter(std::move(state)));
}

Task<Transfer*> BackupWriter::Take(Worker& worker) {
  State& state = *state_;
  if (state.free.empty()) {
    co_await worker.BeginWait(WaitType::kBackupbuffer);
    while (state.free.empty()) co_await state.changed.Wait();
    co_await worker.EndWait();
    while (state.free.empty()) co_await state.changed.Wait();  // another was faster
  }
  Transfer* const taken = state.free.back();
  state.free.pop_back();
  co_return taken;
}

void BackupWriter::GiveBack(Transfer* transfer) {
  state_->free.push_back(transfer);
  state_->changed.NotifyAll();
}

void BackupWriter::Submit(Worker& worker, Transfer* transfer, ChunkHeader header) {
  State& state = *state_;
  header.set = state.set.id;
  header.sequence = state.next++;
  CHECK(SlotOffset(state.next) <= state.file->size(), "a backup of more chunks than its file has");
  const uint64_t whole = WholePages(header.payload_bytes);
  const ByteSpan padding =
      transfer->payload().subspan(header.payload_bytes, whole - header.payload_bytes);
  std::ranges::fill(padding, std::byte{});
  header.payload_bytes = whole;
  SealChunk(header, transfer->slot.span());
  worker.ChargeIo(kHeaderBytes + whole);
  worker.Charge(CpuWork::kChecksumKiB, KiBOf(whole));
  ++state.in_flight;
  worker.executor().Spawn(
      "backup write", State::WriteSlot(state_, transfer, header.sequence, kHeaderBytes + whole));
}

const std::optional<Error>& BackupWriter::error() const { return state_->error; }

uint64_t BackupWriter::chunks() const { return state_->next; }

Task<Status> BackupWriter::Finish(Worker& worker, BackupSet set) {
  std::shared_ptr<State> state = state_;
  if (Mutated(Mutation::kBackupCompleteTooEarly) && set.complete) {
    state->set = set;
    CO_TRY(co_await State::WriteHeader(worker, state));
  }
  co_await worker.BeginWait(WaitType::kBackupio);
  while (state->in_flight > 0) co_await state->changed.Wait();
  co_await worker.EndWait();
  if (state->error) co_return *state->error;
  if (!set.complete) co_return Status();
  state->set = std::move(set);
  co_return co_await State::WriteHeader(worker, state);
}

struct BackupReader::State {
  struct Slot {
    Transfer transfer{};
    uint64_t sequence = 0;
    bool done = false;
    Status status{};
  };

  State(runtime::Executor& executor, std::unique_ptr<storage::File> file_in, BackupSet set_in)
      : file(std::move(file_in)), set(std::move(set_in)), changed(executor) {}

  std::unique_ptr<storage::File> file;
  BackupSet set;
  runtime::Event changed;
  std::deque<std::unique_ptr<Slot>> ahead{};
  std::unique_ptr<Slot> current{};
  std::vector<std::unique_ptr<Slot>> idle{};
  uint64_t next = 0;
  uint64_t read = 0;

  static Task<void> ReadSlot(std::shared_ptr<State> state, Slot* slot) {
    slot->status =
        co_await state->file->Read(SlotOffset(slot->sequence), slot->transfer.slot.span());
    slot->done = true;
    state->changed.NotifyAll();
  }

  void ReadAhead(Worker& worker, const std::shared_ptr<State>& self) {
    while (ahead.size() < kSlotsAhead && next < set.chunks) {
      std::unique_ptr<Slot> slot;
      if (idle.empty()) {
        slot = std::make_unique<Slot>();
      } else {
        slot = std::move(idle.back());
        idle.pop_back();
      }
      slot->sequence = next++;
      slot->done = false;
      worker.ChargeIo(kSlotBytes);
      worker.executor().Spawn("backup read", ReadSlot(self, slot.get()));
      ahead.push_back(std::move(slot));
    }
  }
};

BackupReader::BackupReader(std::shared_ptr<State> state) : state_(std::move(state)) {}
BackupReader::~BackupReader() = default;

Task<Result<std::unique_ptr<BackupReader>>> BackupReader::Open(Worker& worker,
                                                               storage::FilePlace place) {
  const auto refused = [&place](const Error& cause) {
    return Error{cause.code, "Backup file " + place.path + ": " + cause.message};
  };
  if (!place.Exists()) {
    co_return refused({ErrorCode::kNotFound, "there is no such file (3201)"});
  }
  wal::AlignedBuffer header(kHeaderBytes);
  co_await worker.BeginWait(WaitType::kBackupio);
  auto file = co_await place.volume->Open(place.path, storage::FileOptions{});
  Status read;
  if (file.ok() && file.value()->size() >= kHeaderBytes) {
    read = co_await file.value()->Read(0, header.span());
  }
  co_await worker.EndWait();
  if (!file.ok()) co_return refused(file.error());
  if (!read.ok()) co_return refused(read.error());
  Result<BackupSet> set = DecodeSet(header.span());
  if (!set.ok()) co_return refused(set.error());
  if (!set->complete) {
    co_return refused({ErrorCode::kInvalid, "the backup was not completed (3270)"});
  }
  if (set->chunks > kMaxChunks || SlotOffset(set->chunks) > file.value()->size()) {
    co_return refused({ErrorCode::kInvalid, "it has " + std::to_string(file.value()->size()) +
                                                " bytes, and is cut off (3203)"});
  }
  auto state =
      std::make_shared<State>(worker.executor(), std::move(file).value(), std::move(set).value());
  co_return std::unique_ptr<BackupReader>(new BackupReader(std::move(state)));
}

const BackupSet& BackupReader::set() const { return state_->set; }
const std::string& BackupReader::path() const { return state_->file->path(); }
uint64_t BackupReader::chunks_read() const { return state_->read; }

Task<Result<std::optional<Chunk>>> BackupReader::Next(Worker& worker) {
  State& state = *state_;
  if (state.current) state.idle.push_back(std::move(state.current));
  state.ReadAhead(worker, state_);
  if (state.ahead.empty()) co_return std::optional<Chunk>();
  if (!state.ahead.front()->done) {
    co_await worker.BeginWait(WaitType::kBackupio);
    while (!state.ahead.front()->done) co_await state.changed.Wait();
    co_await worker.EndWait();
  }
  state.current = std::move(state.ahead.front());
  state.ahead.pop_front();
  state.ReadAhead(worker, state_);
  CO_TRY(state.current->status);
  worker.Charge(CpuWork::kChecksumKiB, KiBOf(kSlotBytes));
  co_await worker.PayCpu();
  const ConstByteSpan slot = state.current->transfer.slot.span();
  const Result<ChunkHeader> header = OpenChunk(slot, state.set, state.current->sequence);
  CO_TRY(header);
  ++state.read;
  co_return std::optional<Chunk>(Chunk{*header, slot.subspan(kHeaderBytes, header->payload_bytes)});
}

}  // namespace snapscope::backup
