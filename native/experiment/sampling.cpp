// What a run measures of its server at each sample, and what it notices by it: that users get
// nothing done any more, or that an I/O hangs.
#include <algorithm>
#include <utility>

#include "database/file_names.h"
#include "experiment/experiment.h"

namespace snapscope::experiment {

using telemetry::CounterId;

namespace {

/// Users who get nothing done for less than this may only be slow.
constexpr TimeNs kLeastStall = 60 * kSecond;

/// An I/O that takes longer hangs.
constexpr TimeNs kHungIo = 60 * kSecond;

}  // namespace

Task<void> Experiment::RunSampler() {
  const TimeNs interval = scenario_.sample_interval;
  bool warm = scenario_.warmup > 0;
  for (TimeNs next = (executor_.Now() / interval + 1) * interval;; next += interval) {
    co_await executor_.SleepUntil(next);
    if (warm && executor_.Now() >= scenario_.warmup) {
      warm = false;
      SetState(StateOfServer());
    }
    UpdateCounters();
    NoteProgress();
    NoteOldestIo();
    if (database() != nullptr) AddSnapshotEvents();
    telemetry_.Sample();
    timeline_.OnSample(sampled_until_, executor_.Now(), telemetry_.sampled());
    sampled_until_ = executor_.Now();
    TellWhoWatches();
  }
}

void Experiment::NoteProgress() {
  const bool expects_some = IsRunning() && server_->Is<server::Open>() &&
                            server_->workload()->users() > 0 && server_->under_way().empty();
  uint64_t ended = 0;
  if (IsRunning()) {
    const workload::TransactionCounts counts = server_->workload()->counts();
    ended = counts.committed + counts.rolled_back;
  }
  if (!expects_some || ended != ended_seen_) progress_ = executor_.Now();
  ended_seen_ = ended;
}

void Experiment::NoteOldestIo() {
  for (const scenario::VolumeDescription& volume : scenario_.volumes) {
    if (!prepared_) return;
    const storage::UnendedIo* io = machine_.volume(volume.name).ios().oldest();
    if (io == nullptr) continue;
    const TimeNs age = executor_.Now() - io->issued;
    if (age < kHungIo || (hung_ && age <= hung_->age)) continue;
    hung_ = HungIo{.path = *io->path,
                   .direction = io->direction,
                   .offset = io->offset,
                   .bytes = io->bytes,
                   .issued = io->issued,
                   .age = age};
  }
}

std::optional<TimeNs> Experiment::StalledSince() const {
  const TimeNs patience =
      std::max({kLeastStall, scenario_.duration / 10, 3 * scenario_.think_time});
  if (end_time_ - progress_ < patience) return std::nullopt;
  return progress_;
}

void Experiment::UpdateCounters() {
  auto set_io = [this](CounterId reads, CounterId writes, uint64_t read, uint64_t written) {
    telemetry_.SetTotal(reads, read);
    telemetry_.SetTotal(writes, written);
  };
  const server::ServerHistory& history = server_->history();
  runtime::CpuModel& cpu = server_->cpu();
  const TimeNs modelled = (history.cpu_busy + cpu.busy()) / cpu.schedulers();
  telemetry_.SetTotal(CounterId::kProcessorTimePercent,
                      static_cast<uint64_t>(machine_.ProcessorTime().value_or(modelled)));
  const database::Database* const database = server_->FindDatabase();
  if (database == nullptr) return;
  storage::FileStatistics data;
  for (const database::FileUse& file : database->DataFileUse()) {
    data += history.Total(file.path, file.io);
  }
  const std::vector<std::string>& volumes = scenario_.data_volumes;
  if (std::ranges::find(volumes, scenario_.tempdb_volume) != volumes.end()) {
    data += TempdbStatistics(*database);
  }
  const database::FileUse log_file = database->LogFileUse();
  const storage::FileStatistics log = history.Total(log_file.path, log_file.io);
  uint64_t data_read = data.bytes_read + history.hidden_bytes_read;
  uint64_t data_written = data.bytes_written + history.hidden_bytes_written;
  uint64_t snapshot_read = history.snapshot_bytes_read;
  uint64_t snapshot_written = history.snapshot_bytes_written;
  for (const auto& [path, io] : database->copied_back_io()) {
    snapshot_read += io.bytes_read;
    snapshot_written += io.bytes_written;
  }
  if (const snapshot::SnapshotManager* manager = database->FindSnapshots()) {
    for (const auto& snapshot : manager->snapshots()) {
      const storage::FileStatistics io = snapshot->io();
      (snapshot->hidden ? data_read : snapshot_read) += io.bytes_read;
      (snapshot->hidden ? data_written : snapshot_written) += io.bytes_written;
    }
  }
  set_io(CounterId::kDataReadBytesPerSecond, CounterId::kDataWriteBytesPerSecond, data_read,
         data_written);
  set_io(CounterId::kLogReadBytesPerSecond, CounterId::kLogWriteBytesPerSecond, log.bytes_read,
         log.bytes_written);
  set_io(CounterId::kSnapshotReadBytesPerSecond, CounterId::kSnapshotWriteBytesPerSecond,
         snapshot_read, snapshot_written);
  if (const buffer::BufferPool* pool = database->FindPool()) {
    telemetry_.SetGauge(CounterId::kFreePages, pool->free_frames());
    telemetry_.SetGauge(CounterId::kDirtyPages,
                        static_cast<int64_t>(pool->dirty_count(database::kSourceDb)));
  }
}

storage::FileStatistics Experiment::TempdbStatistics(const database::Database& database) {
  const storage::File* file = database.tempdb_file();
  return server_->history().Total(database::TempdbFilePlace(machine_, scenario_).path,
                                  file == nullptr ? storage::FileStatistics{} : file->statistics());
}

void Experiment::AddSnapshotEvents() {
  for (const auto& snapshot : database()->snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kDropped || snapshot->hidden) continue;
    const Result<uint64_t> size = snapshot->SizeOnDisk();
    if (!size.ok()) continue;
    telemetry_.AddSnapshotEvent(snapshot->name(), snapshot->figures().pages_pushed, size.value());
  }
}

}  // namespace snapscope::experiment
