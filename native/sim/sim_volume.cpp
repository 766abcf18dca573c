#include "sim/sim_volume.h"

#include <utility>
#include <vector>

#include "base/check.h"

namespace snapscope::sim {

using storage::ByteRange;
using storage::File;
using storage::FileOptions;
using storage::Injection;
using storage::IoKind;
using storage::Task;
using storage::WriteTicket;

namespace {

Error PowerLost() { return Error{ErrorCode::kPowerCut, "the power was cut"}; }
Error DeviceError() { return Error{ErrorCode::kIo, "the device reports an error"}; }

class SimFile final : public File {
 public:
  SimFile(runtime::Executor& executor, std::string path, FileOptions options, Disk& disk,
          Device& device, std::shared_ptr<StoredFile> stored)
      : File(executor, std::move(path), options),
        disk_(disk),
        device_(device),
        stored_(std::move(stored)),
        epoch_(disk.epoch()) {}
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
    if (Dead()) return PowerLost();
    stored_->pages.Read(offset, into);
    return Status();
  }

 protected:
  Task<Status> DoRead(uint64_t offset, ByteSpan into) override;
  Task<Result<WriteTicket>> DoWrite(uint64_t offset, std::vector<ConstByteSpan> buffers) override;
  Task<Status> DoAwaitDurable(WriteTicket ticket) override;

 private:
  // Power was cut since this file was opened, whether or not it is back.
  bool Dead() const { return epoch_ != disk_.epoch(); }

  TimeNs Schedule(bool is_write, uint64_t offset, uint64_t length) {
    const bool sequential = offset == stored_->previous_end;
    stored_->previous_end = offset + length;
    return device_.Schedule(executor_.Now(), is_write, length, sequential);
  }

  Disk& disk_;
  Device& device_;
  const std::shared_ptr<StoredFile> stored_;
  const uint64_t epoch_;
};

Task<Status> SimFile::DoRead(uint64_t offset, ByteSpan into) {
  if (Dead()) co_return PowerLost();
  if (stored_->MissingRegions(offset, into.size()) > 0) ++stored_->hole_reads;
  const Injection injection = disk_.CountIo(IoKind::kRead, path(), false);
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  const TimeNs done = Schedule(false, offset, into.size()) + injection.delay;
  co_await executor_.SleepUntil(done);
  if (Dead()) co_return PowerLost();
  if (injection.error) co_return DeviceError();
  stored_->pages.Read(offset, into);
  co_return Status();
}

Task<Result<WriteTicket>> SimFile::DoWrite(uint64_t offset, std::vector<ConstByteSpan> buffers) {
  if (Dead()) co_return PowerLost();
  uint64_t length = 0;
  for (const ConstByteSpan buffer : buffers) length += buffer.size();
  const uint64_t regions = stored_->MissingRegions(offset, length);
  const Injection injection = disk_.CountIo(IoKind::kWrite, path(), regions > 0);
  if (injection.error) {
    co_await executor_.SleepUntil(Schedule(true, offset, length) + injection.delay);
    if (Dead()) co_return PowerLost();
    co_return DeviceError();
  }
  if (injection.disk_full || !disk_.Reserve(regions * kRegionBytes)) {
    co_await executor_.Sleep(device_.options().submit_cost);
    co_return Error{ErrorCode::kDiskFull, "there is not enough space on the disk (OS error 112)"};
  }
  stored_->AllocateRegions(offset, length);
  const uint64_t sequence = stored_->next_sequence++;
  stored_->pages.AddPending(sequence, offset, buffers);
  stored_->pending.emplace(sequence,
                           StoredFile::PendingWrite{offset, length, kNever, this, injection.torn,
                                                    injection.lost, injection.misdirected});
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  // The device gets the bytes now if the call waits for it, else once they are handed over.
  if (regions == 0) co_await executor_.Sleep(device_.options().submit_cost);
  if (Dead()) co_return PowerLost();
  const TimeNs allocation = static_cast<TimeNs>(regions) * device_.options().region_allocation;
  const TimeNs done = Schedule(true, offset, length) + allocation + injection.delay;
  stored_->pending.at(sequence).done = done;
  if (regions > 0) co_await executor_.SleepUntil(done);
  if (Dead()) co_return PowerLost();
  co_return WriteTicket{sequence};
}

Task<Status> SimFile::DoAwaitDurable(WriteTicket ticket) {
  if (Dead()) co_return PowerLost();
  const auto found = stored_->pending.find(ticket.sequence);
  CHECK(found != stored_->pending.end(), "write %llu of %s is not pending",
        static_cast<unsigned long long>(ticket.sequence), path().c_str());
  co_await executor_.SleepUntil(found->second.done);
  if (Dead()) co_return PowerLost();
  const Injection injection = disk_.CountIo(IoKind::kDurable, path(), false);
  if (injection.power_cut) {
    disk_.PowerCutByPlan();
    co_return PowerLost();
  }
  // The write stays pending: whether it is on stable storage is what an error leaves open.
  if (injection.error) co_return DeviceError();
  stored_->pages.Settle(ticket.sequence, found->second.offset, found->second.length,
                        PendingOutcome::kKept, nullptr);
  stored_->pending.erase(found);
  CountFlush();
  co_return Status();
}

}  // namespace

SimVolume::SimVolume(std::string name, runtime::Executor& executor, Disk& disk,
                     DeviceOptions options, uint64_t seed)
    : Volume(name), executor_(executor), disk_(disk), device_(options, seed, name) {}

Task<Result<std::unique_ptr<File>>> SimVolume::Create(std::string path, FileOptions options) {
  Result<std::shared_ptr<StoredFile>> stored = disk_.Create(path, options);
  if (!stored.ok()) co_return stored.error();
  const uint64_t epoch = disk_.epoch();
  co_await executor_.SleepUntil(device_.Schedule(executor_.Now(), true, kStorePageBytes, false));
  if (epoch != disk_.epoch()) co_return PowerLost();
  co_return std::unique_ptr<File>(std::make_unique<SimFile>(executor_, std::move(path), options,
                                                            disk_, device_, std::move(*stored)));
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
  co_return std::unique_ptr<File>(std::make_unique<SimFile>(executor_, std::move(path), options,
                                                            disk_, device_, std::move(*stored)));
}

}  // namespace snapscope::sim
