#include "sim/sim_volume.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "runtime/sync.h"
#include "runtime/turns.h"

namespace snapscope::sim {

using storage::ByteRange;
using storage::File;
using storage::FileOptions;
using storage::Injection;
using storage::IoKind;
using storage::Task;
using storage::WriteTicket;

namespace {

constexpr uint64_t kMetadataBytes = 4096;

Error PowerLost() { return Error{ErrorCode::kPowerCut, "the power was cut"}; }
Error DiskFull() {
  return Error{ErrorCode::kDiskFull, "there is not enough space on the disk (OS error 112)"};
}
Error DeviceError(const std::string& path) {
  return {.code = ErrorCode::kIo, .message = "the device reports an error", .path = path};
}

class SimFile final : public File {
 public:
  SimFile(runtime::Executor& executor, storage::IosUnderWay& ios, std::string path,
          FileOptions options, Disk& disk, DeviceDriver& driver, PageCopies& copies,
          FileCosts costs, std::shared_ptr<StoredFile> stored)
      : File(executor, ios, std::move(path), options),
        disk_(disk),
        driver_(driver),
        copies_(copies),
        costs_(costs),
        stored_(std::move(stored)),
        epoch_(disk.epoch()),
        skips_link_(options.of_another_host),
        grows_(options.grows),
        flush_ended_(executor),
        allocating_(executor) {}
  ~SimFile() override {
    if (!Dead()) stored_->SettlePendingOf(this);
  }

  Result<uint64_t> SizeOnDisk() override {
    if (Dead()) return PowerLost();
    return stored_->allocated_bytes;
  }
  Result<std::vector<ByteRange>> AllocatedRanges() override {
    if (Dead()) return PowerLost();
    return stored_->AllocatedRanges();
  }
  Status ReadNow(uint64_t offset, ByteSpan into) override {
    // In the step in which the power goes the engine still has in memory what it had: a compact
    // page that is clean is computed from the file (buffer/frame_memory.h).
    if (Dead() && disk_.powered()) return PowerLost();
    stored_->pages.Read(offset, into);
    return Status();
  }
  Status DamageNow(uint64_t offset, ConstByteSpan bytes) override {
    if (Dead()) return PowerLost();
    std::vector<ArrayVolume::PageCopy> copies;
    if (stored_->array != nullptr) {
      TRY(stored_->array->NoteWrite(*stored_, offset, bytes.size(), copies));
    }
    const uint64_t sequence = stored_->next_sequence++;
    stored_->pages.AddPending(sequence, offset, {bytes});
    stored_->pages.Settle(sequence, offset, bytes.size(), PendingOutcome::kKept, nullptr);
    return Status();
  }
  bool IsAsComputed(uint64_t offset) const override {
    return !Dead() && stored_->pages.IsAsComputed(offset / kStorePageBytes);
  }

 protected:
  Task<Status> DoRead(uint64_t offset, ByteSpan into, ByteRange on_device) override;
  Task<Result<WriteTicket>> DoWrite(uint64_t offset, std::vector<ConstByteSpan> buffers,
                                    ByteRange on_device) override;
  Task<Status> DoAwaitDurable(WriteTicket ticket) override;
  Task<Status> DoAwaitTransfer(WriteTicket ticket) override;
  Task<Status> DoFlush() override;

 private:
  // Power was cut since this file was opened, whether or not it is back.
  bool Dead() const { return epoch_ != disk_.epoch(); }

  bool IsOffline() const { return stored_->array != nullptr && stored_->array->is_offline(); }
  /// The file lies in one piece.
  bool IsPlain() const {
    return stored_->array == nullptr ||
           (stored_->mount == nullptr && stored_->array->pages().IsPlain());
  }

  /// `bytes` are of the file, `on_device` is where the device has them.
  IssuedIos Issue(bool is_write, ByteRange bytes, ByteRange on_device, TimeNs after) {
    stored_->pages.Expect(bytes.offset, bytes.length);
    const bool unwritten = !is_write && driver_.device().AnswersUnwritten() &&
                           stored_->pages.WereNeverWritten(bytes.offset, bytes.length);
    if (IsPlain()) {
      return {IssueAt(is_write, stored_->address + on_device.offset, on_device.length, unwritten,
                      after)};
    }
    std::vector<ArrayPages::Run> runs;
    stored_->array->Locate(*stored_, on_device.offset, on_device.length, runs);
    IssuedIos issued;
    for (const ArrayPages::Run& run : runs) {
      IssuedIo part = IssueAt(is_write, run.address, run.bytes, unwritten, after);
      if (&run == &runs.front()) {
        issued.first = std::move(part);
      } else {
        issued.rest.push_back(std::move(part));
      }
    }
    return issued;
  }
  IssuedIo IssueAt(bool is_write, uint64_t address, uint64_t length, bool unwritten, TimeNs after) {
    const bool sequential = address == stored_->previous_end;
    stored_->previous_end = address + length;
    IssuedIo issued =
        driver_.Issue({is_write, sequential, address, length, unwritten, skips_link_});
    issued.after = after;
    return issued;
  }
  Task<void> Finished(std::vector<IssuedIo> parts);
  /// What a write behind its end adds to a file that grows.
  uint64_t GrowthBy(ByteRange on_device) const {
    const uint64_t end = on_device.offset + on_device.length;
    return grows_ ? end - std::min(end, stored_->allocated_bytes) : 0;
  }
  /// Takes what a write needs of the disk, and of the array.
  Status TakeRoom(ByteRange on_device, uint64_t regions,
                  std::vector<ArrayVolume::PageCopy>& copies);
  /// Returns once no array page of the range has to be copied any more.
  Task<void> MakeCopies(std::vector<ArrayVolume::PageCopy> due, ByteRange on_device);
  Task<void> WriteMetadata(uint64_t writes);
  Task<void> AwaitFlush();
  /// A wait for durability ends here, if neither the power nor an error has ended it.
  Status EndDurableWait();
  /// The write is on stable storage.
  void Settle(uint64_t sequence);

  Disk& disk_;
  DeviceDriver& driver_;
  PageCopies& copies_;
  const FileCosts costs_;
  const std::shared_ptr<StoredFile> stored_;
  const uint64_t epoch_;
  const bool skips_link_;
  const bool grows_;
  uint64_t flushes_begun_ = 0;
  uint64_t flushes_ended_ = 0;
  runtime::Event flush_ended_;
  std::vector<uint64_t> unflushed_;  // writes that are in the device's cache until DoFlush()
  runtime::Turns allocating_;        // of writes that have the file to themselves
};

/// Whatever ends the wait for it but the power: the change is durable then. A process that dies
/// leaves it to the system, which goes on.
class EntryChangeUnderWay {
 public:
  EntryChangeUnderWay(Disk& disk, uint64_t change) : disk_(disk), change_(change) {}
  ~EntryChangeUnderWay() { disk_.EndEntryChange(change_); }
  EntryChangeUnderWay(const EntryChangeUnderWay&) = delete;
  EntryChangeUnderWay& operator=(const EntryChangeUnderWay&) = delete;

 private:
  Disk& disk_;
  const uint64_t change_;
};

Task<void> SimFile::Finished(std::vector<IssuedIo> parts) {
  for (IssuedIo& part : parts) co_await driver_.Finished(std::move(part));
}

Task<Status> SimFile::DoRead(uint64_t offset, ByteSpan into, ByteRange on_device) {
  if (Dead()) co_return PowerLost();
  if (IsOffline()) {
    co_await executor_.Sleep(costs_.submit_cost);
    co_return stored_->array->Offline();
  }
  if (stored_->MissingRegions(offset, into.size()) > 0) ++stored_->hole_reads;
  const Injection injection = disk_.CountIo(IoKind::kRead, path(), false);
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  IssuedIos issued = Issue(false, {offset, into.size()}, on_device, injection.delay);
  co_await driver_.Finished(std::move(issued.first));
  if (!issued.rest.empty()) co_await Finished(std::move(issued.rest));
  if (Dead()) co_return PowerLost();
  if (injection.error) co_return DeviceError(path());
  stored_->pages.Read(offset, into);
  co_return Status();
}

Status SimFile::TakeRoom(ByteRange on_device, uint64_t regions,
                         std::vector<ArrayVolume::PageCopy>& copies) {
  if (stored_->array != nullptr) {
    TRY(stored_->array->NoteWrite(*stored_, on_device.offset, on_device.length, copies));
  }
  const uint64_t needed = stored_->TakesRoom() ? regions * kRegionBytes + GrowthBy(on_device) : 0;
  return disk_.Reserve(stored_->volume, needed) ? Status() : DiskFull();
}

Task<void> SimFile::MakeCopies(std::vector<ArrayVolume::PageCopy> due, ByteRange on_device) {
  const uint64_t page_bytes = stored_->array->pages().page_bytes();
  const uint64_t first = stored_->address + on_device.offset;
  co_await copies_.Make(std::move(due), first / page_bytes,
                        (first + on_device.length - 1) / page_bytes);
}

Task<Result<WriteTicket>> SimFile::DoWrite(uint64_t offset, std::vector<ConstByteSpan> buffers,
                                           ByteRange on_device) {
  if (Dead()) co_return PowerLost();
  uint64_t length = 0;
  for (const ConstByteSpan buffer : buffers) length += buffer.size();
  const uint64_t regions = stored_->MissingRegions(offset, length);
  const Injection injection = disk_.CountIo(IoKind::kWrite, path(), regions > 0);
  std::vector<ArrayVolume::PageCopy> copies;
  Status room = injection.disk_full ? Status(DiskFull()) : Status();
  if (!injection.disk_full && !injection.error) room = TakeRoom(on_device, regions, copies);
  const bool fails = injection.error || !room.ok();
  if (fails && injection.power_cut) {  // it never reaches the device
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  if (injection.error) {
    IssuedIos issued = Issue(true, {offset, length}, on_device, injection.delay);
    co_await driver_.Finished(std::move(issued.first));
    if (Dead()) co_return PowerLost();
    co_return DeviceError(path());
  }
  if (fails) {
    if (room.error().code == ErrorCode::kDiskFull) disk_.NoteRefusalForRoom(path());
    co_await executor_.Sleep(costs_.submit_cost);
    co_return room.error();
  }
  stored_->AllocateRegions(offset, length);
  stored_->allocated_bytes += GrowthBy(on_device);
  stored_->size = std::max(stored_->size, offset + length);
  const uint64_t sequence = stored_->next_sequence++;
  stored_->pages.AddPending(sequence, offset, buffers);
  stored_->pending.emplace(
      sequence,
      StoredFile::PendingWrite{
          offset, length, {}, this, injection.torn, injection.lost, injection.misdirected});
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  if (!copies.empty() || copies_.HasAny()) {
    co_await MakeCopies(std::move(copies), on_device);
    if (Dead()) co_return PowerLost();
  }
  // The device gets the bytes now if the call waits for it, else once they are handed over.
  const bool waits = regions > 0 || driver_.device().NeedsFlush();
  if (!waits) co_await executor_.Sleep(costs_.submit_cost);
  if (Dead()) co_return PowerLost();
  if (regions > 0 && costs_.region_metadata_writes > 0) {
    co_await WriteMetadata(regions * costs_.region_metadata_writes);
    if (Dead()) co_return PowerLost();
  }
  const TimeNs allocation = static_cast<TimeNs>(regions) * costs_.region_allocation;
  const bool alone = regions > 0 && costs_.allocates_alone;
  std::optional<runtime::Turns::Turn> turn;  // whoever waits for the next hears of the power too
  if (alone) {
    turn.emplace(co_await allocating_.Await());
    co_await executor_.Sleep(allocation);
  }
  if (Dead()) co_return PowerLost();
  IssuedIos issued =
      Issue(true, {offset, length}, on_device, injection.delay + (alone ? 0 : allocation));
  stored_->pending.at(sequence).issued = issued;
  if (waits) {
    co_await driver_.Finished(std::move(issued.first));
    if (!issued.rest.empty()) co_await Finished(std::move(issued.rest));
  }
  if (Dead()) co_return PowerLost();
  co_return WriteTicket{sequence};
}

// One after another, to the records in front of the files.
Task<void> SimFile::WriteMetadata(uint64_t writes) {
  for (uint64_t write = 0; write < writes; ++write) {
    IssuedIo issued = driver_.Issue({true, false, 0, kMetadataBytes});
    co_await driver_.Finished(std::move(issued));
  }
}

/// Returns at the end of a flush that begins from now on.
Task<void> SimFile::AwaitFlush() {
  const uint64_t wanted = flushes_begun_ + 1;
  while (flushes_ended_ < wanted && !Dead()) {
    if (flushes_begun_ > flushes_ended_) {
      co_await flush_ended_.Wait();
      continue;
    }
    ++flushes_begun_;
    if (sparse()) co_await WriteMetadata(costs_.sparse_flush_writes);
    co_await driver_.Finished(driver_.Flush());
    ++flushes_ended_;
    CountFlush();
    flush_ended_.NotifyAll();
  }
}

Task<Status> SimFile::DoAwaitDurable(WriteTicket ticket) {
  if (Dead()) co_return PowerLost();
  const auto found = stored_->pending.find(ticket.sequence);
  CHECK(found != stored_->pending.end(), "write %llu of %s is not pending",
        static_cast<unsigned long long>(ticket.sequence), path().c_str());
  IssuedIos issued = found->second.issued;
  co_await driver_.Finished(std::move(issued.first));
  if (!issued.rest.empty()) co_await Finished(std::move(issued.rest));
  const bool flushes = driver_.device().NeedsFlush();
  if (flushes) co_await AwaitFlush();
  CO_TRY(EndDurableWait());
  Settle(ticket.sequence);
  if (!flushes) CountFlush();
  co_return Status();
}

// A device without a cache that is lost has what it was handed for good.
Task<Status> SimFile::DoAwaitTransfer(WriteTicket ticket) {
  if (!driver_.device().NeedsFlush()) co_return co_await DoAwaitDurable(ticket);
  // The call has waited for the device.
  if (Dead()) co_return PowerLost();
  unflushed_.push_back(ticket.sequence);
  co_return Status();
}

Task<Status> SimFile::DoFlush() {
  if (unflushed_.empty()) co_return Dead() ? Status(PowerLost()) : Status();
  const std::vector<uint64_t> flushed = std::exchange(unflushed_, {});
  co_await AwaitFlush();
  CO_TRY(EndDurableWait());
  for (const uint64_t sequence : flushed) Settle(sequence);
  co_return Status();
}

Status SimFile::EndDurableWait() {
  if (Dead()) return PowerLost();
  const Injection injection = disk_.CountIo(IoKind::kDurable, path(), false);
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    return PowerLost();
  }
  // The writes stay pending: whether they are on stable storage is what an error leaves open.
  if (injection.error) return DeviceError(path());
  return Status();
}

void SimFile::Settle(uint64_t sequence) {
  const auto found = stored_->pending.find(sequence);
  stored_->pages.Settle(sequence, found->second.offset, found->second.length, PendingOutcome::kKept,
                        nullptr);
  stored_->pending.erase(found);
}

}  // namespace

SimVolume::SimVolume(std::string name, runtime::Executor& executor, Disk& disk,
                     std::unique_ptr<Device> device, FileCosts costs)
    : Volume(std::move(name)),
      executor_(executor),
      disk_(disk),
      device_(std::move(device)),
      driver_(executor, *device_),
      copies_(executor, driver_),
      costs_(costs) {}

SimVolume::SimVolume(const std::string& name, runtime::Executor& executor, Disk& disk,
                     const DeviceOptions& options, uint64_t seed)
    : SimVolume(name, executor, disk, std::make_unique<QueueDevice>(options, seed, name),
                options.files) {}

Task<Result<std::unique_ptr<File>>> SimVolume::Create(std::string path, FileOptions options) {
  const ArrayVolume* const on_array = OnArray();
  if (on_array != nullptr && on_array->is_offline()) {
    Error offline = on_array->Offline();
    offline.path = std::move(path);
    co_return offline;
  }
  Result<std::shared_ptr<StoredFile>> stored = disk_.Create(name(), path, options);
  if (!stored.ok()) co_return stored.error();
  const Status written =
      co_await WriteEntry(path, disk_.BeginCreation(path), options.of_another_host);
  if (!written.ok()) co_return written.error();
  co_return std::unique_ptr<File>(std::make_unique<SimFile>(executor_, ios_, std::move(path),
                                                            options, disk_, driver_, copies_,
                                                            costs_, std::move(*stored)));
}

Task<Status> SimVolume::Remove(std::string path) {
  const Result<uint64_t> change = disk_.BeginRemoval(path);
  if (!change.ok()) co_return change.error();
  co_return co_await WriteEntry(path, *change, false);
}

Task<Status> SimVolume::WriteEntry(std::string path, uint64_t change, bool of_another_host) {
  const EntryChangeUnderWay under_way(disk_, change);
  const Injection injection = disk_.CountIo(IoKind::kEntry, path, false);
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  const uint64_t epoch = disk_.epoch();
  IssuedIo issued =
      driver_.Issue({.is_write = true, .bytes = kStorePageBytes, .skips_link = of_another_host});
  co_await driver_.Finished(std::move(issued));
  if (epoch == disk_.epoch() && device_->NeedsFlush()) co_await driver_.Finished(driver_.Flush());
  if (epoch != disk_.epoch()) co_return PowerLost();
  if (!injection.error) co_return Status();
  disk_.TakeBackEntryChange(change);
  co_return DeviceError(path);
}

Task<Result<std::unique_ptr<File>>> SimVolume::Open(std::string path, FileOptions options) {
  Result<std::shared_ptr<StoredFile>> stored = disk_.Open(path);
  if (!stored.ok()) co_return stored.error();
  const uint64_t size = (*stored)->size;
  if (options.size != 0 && options.size != size) {
    co_return Error{ErrorCode::kInvalid, path + " has " + std::to_string(size) + " bytes, not " +
                                             std::to_string(options.size)};
  }
  options.size = size;
  options.sparse = (*stored)->sparse;
  co_return std::unique_ptr<File>(std::make_unique<SimFile>(executor_, ios_, std::move(path),
                                                            options, disk_, driver_, copies_,
                                                            costs_, std::move(*stored)));
}

}  // namespace snapscope::sim
