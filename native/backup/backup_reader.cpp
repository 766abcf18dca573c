#include "backup/backup_reader.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "backup/chunk_directory.h"
#include "backup/transfer.h"
#include "runtime/task_group.h"

namespace snapscope::backup {

namespace {

using runtime::CpuWork;
using runtime::WaitType;

constexpr uint64_t kPagesAtOnce = 8;  ///< of a directory

/// Chunks for each file that are read ahead.
constexpr uint32_t kChunksAhead = 4;

/// One file of a set that was opened for reading.
struct OpenedFile {
  std::unique_ptr<storage::File> file;
  BackupSet set;
  std::vector<DirectoryEntry> chunks{};
};

Error NotReadable(const std::string& path, const Error& cause) {
  return InContext("Backup file " + path, cause);
}

/// Room for its directory: of a set of an early version, for its slots.
bool HasWholeDirectory(const BackupSet& set, uint64_t file_bytes) {
  const uint64_t least = ChunkBytes(1);  // what any chunk takes
  if (set.directory_at > file_bytes || set.directory_chunks > file_bytes / least) return false;
  if (set.version == kSlotsVersion) return true;
  return DirectoryPages(set.directory_chunks) <= (file_bytes - set.directory_at) / page::kPageSize;
}

/// Within the header's bounds, which are the file's.
Task<Status> ReadDirectory(Worker& worker, OpenedFile* opened) {
  const BackupSet& set = opened->set;
  if (set.version == kSlotsVersion) {
    opened->chunks = DirectoryOfSlots(set);
    co_return Status();
  }
  uint64_t on_device = opened->file->size();  // where the directory ends, or before that
  if (auto taken = opened->file->SizeOnDisk(); taken.ok()) on_device = std::min(on_device, *taken);
  const uint64_t pages = DirectoryPages(set.directory_chunks);
  on_device -= std::min(on_device, pages * page::kPageSize);
  AlignedBuffer memory(kPagesAtOnce * page::kPageSize);
  for (uint64_t number = 0; number < pages;) {
    const uint64_t count = std::min(kPagesAtOnce, pages - number);
    const ByteSpan piece = memory.span().first(count * page::kPageSize);
    const uint64_t in_directory = number * page::kPageSize;
    worker.ChargeIo(piece.size());
    CO_TRY(co_await worker.Waiting(
        WaitType::kBackupio,
        opened->file->Read(set.directory_at + in_directory, piece,
                           storage::ByteRange{on_device + in_directory, piece.size()})));
    for (uint64_t place = 0; place < count; ++place, ++number) {
      CO_TRY(DecodeDirectoryPage(piece.subspan(place * page::kPageSize, page::kPageSize), set,
                                 number, opened->chunks));
    }
  }
  co_return Status();
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
  OpenedFile opened{std::move(file).value(), std::move(set).value()};
  const uint64_t bytes = opened.file->size();
  if (!HasWholeDirectory(opened.set, bytes)) {
    co_return NotReadable(place.path, {ErrorCode::kInvalid, "it has " + std::to_string(bytes) +
                                                                " bytes, and is cut off (3203)"});
  }
  const Status directory = co_await ReadDirectory(worker, &opened);
  if (!directory.ok()) co_return NotReadable(place.path, directory.error());
  co_return std::move(opened);
}

/// All files of one set, each once; `opened` is in the order of the set.
Status CheckMediaSet(const std::vector<OpenedFile>& opened) {
  const BackupSet& first = opened.front().set;
  const auto refused = [](const OpenedFile& one, const std::string& why) {
    return NotReadable(one.file->path(), {ErrorCode::kInvalid, why});
  };
  for (const OpenedFile& one : opened) {
    const bool is_same = one.set.id == first.id && one.set.files == first.files &&
                         one.set.chunks == first.chunks && one.set.version == first.version &&
                         one.set.compression == first.compression &&
                         one.set.transfer_bytes == first.transfer_bytes;
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

struct BackupReader::State {
  /// One chunk on its way, or in somebody's hands.
  struct Slot {
    std::unique_ptr<AlignedBuffer> chunk{};
    std::unique_ptr<AlignedBuffer> unpacked{};
    ConstByteSpan payload{};
    ChunkHeader header{};
    std::optional<runtime::TaskGroup> reading{};
    uint64_t sequence = 0;
  };

  explicit State(const Worker& worker) : workers(worker.kind()) {}

  const runtime::WorkerKind workers;
  storage::Codec* codec = nullptr;
  std::vector<std::unique_ptr<storage::File>> files{};  ///< in the order of the set
  std::vector<std::string> paths{};
  std::vector<ChunkPlace> places{};
  BackupSet set{};
  std::deque<std::shared_ptr<Slot>> ahead{};
  std::vector<std::shared_ptr<Slot>> handed_out{};  ///< and not yet read over
  uint64_t next = 0;
  uint64_t read = 0;

  static Task<Status> ReadSlot(std::shared_ptr<State> state, Slot* slot) {
    const ChunkPlace& place = state->places[slot->sequence];
    const ByteSpan chunk = slot->chunk->span().first(place.kept_bytes);
    CO_TRY(co_await state->files[place.file]->Read(place.offset, chunk, place.on_device));
    CO_TRY_ASSIGN(slot->header, OpenChunk(chunk, state->set, slot->sequence));
    slot->payload = chunk.subspan(kHeaderBytes, KeptPayloadBytes(state->set, slot->header));
    if (slot->header.packed_bytes > 0) CO_TRY(co_await state->Unpack(slot));
    co_return Status();
  }

  Task<Status> Unpack(Slot* slot) {
    if (set.compression == Compression::kModelled) {
      Worker worker(workers);
      co_await worker.Start();
      worker.Charge(ModelPacking(slot->header.kind, slot->payload).unpack);
      co_await worker.End();
      co_return Status();
    }
    if (!slot->unpacked) slot->unpacked = std::make_unique<AlignedBuffer>(set.transfer_bytes);
    const ByteSpan into = slot->unpacked->span().first(slot->header.payload_bytes);
    CO_TRY(co_await codec->Unpack(workers.cpu->executor(), slot->payload, into));
    slot->payload = into;
    co_return Status();
  }

  /// One whose chunk nobody has any more, or a new one.
  std::shared_ptr<Slot> TakeIdle() {
    const auto idle = std::ranges::find_if(
        handed_out, [](const std::shared_ptr<Slot>& slot) { return slot.use_count() == 1; });
    if (idle == handed_out.end()) {
      auto slot = std::make_shared<Slot>();
      slot->chunk = std::make_unique<AlignedBuffer>(ChunkBytes(set.transfer_bytes));
      return slot;
    }
    std::shared_ptr<Slot> slot = std::move(*idle);
    handed_out.erase(idle);
    return slot;
  }

  void ReadAhead(Worker& worker, const std::shared_ptr<State>& self) {
    while (ahead.size() < size_t{kChunksAhead} * set.files && next < set.chunks) {
      std::shared_ptr<Slot> slot = TakeIdle();
      slot->sequence = next++;
      worker.ChargeIo(places[slot->sequence].on_device.length);
      slot->reading.emplace(worker.executor()).Add(ReadSlot(self, slot.get()));
      ahead.push_back(std::move(slot));
    }
  }
};

BackupReader::BackupReader(std::shared_ptr<State> state) : state_(std::move(state)) {}
BackupReader::~BackupReader() = default;

Task<Result<std::unique_ptr<BackupReader>>> BackupReader::Open(Worker& worker, MediaSet places,
                                                               storage::Codec* codec) {
  CHECK(!places.empty(), "a backup in no file");
  std::vector<OpenedFile> opened;
  for (const storage::FilePlace& place : places) {
    CO_TRY_ASSIGN(auto file, co_await OpenFile(worker, place));
    opened.push_back(std::move(file));
  }
  std::ranges::stable_sort(opened, {}, [](const OpenedFile& one) { return one.set.file; });
  CO_TRY(CheckMediaSet(opened));
  auto state = std::make_shared<State>(worker);
  state->set = opened.front().set;
  state->codec = codec;
  if (state->set.compression == Compression::kZstd && codec == nullptr) {
    co_return NotReadable(
        opened.front().file->path(),
        {ErrorCode::kRefused, "it is compressed by zstd, which this build does not have"});
  }
  std::vector<std::vector<DirectoryEntry>> directories;
  for (OpenedFile& one : opened) {
    state->paths.push_back(one.file->path());
    state->files.push_back(std::move(one.file));
    directories.push_back(std::move(one.chunks));
  }
  CO_TRY_ASSIGN(state->places, PlacesOf(state->set, directories));
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
  if (state.set.has_checksums) {
    worker.Charge(CpuWork::kChecksumKiB, state.places[current->sequence].on_device.length / kKiB);
  }
  co_await worker.PayCpu();
  ++state.read;
  co_return std::optional<Chunk>(Chunk{current->header, current->payload, current});
}

}  // namespace snapscope::backup
