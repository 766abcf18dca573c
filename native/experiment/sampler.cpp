#include "experiment/sampler.h"

#include <algorithm>

#include "database/file_names.h"

namespace snapscope::experiment {

using telemetry::CounterId;

namespace {

/// Users who get nothing done for less than this may only be slow.
constexpr TimeNs kLeastStall = 60 * kSecond;

/// An I/O that takes longer hangs.
constexpr TimeNs kHungIo = 60 * kSecond;

}  // namespace

void Sampler::Take(server::Server& server, Timeline& timeline, TimeNs now) {
  UpdateCounters(server);
  NoteProgress(server, now);
  NoteOldestIo(now);
  if (server.database() != nullptr) AddSnapshotEvents(*server.database());
  telemetry_.Sample();
  timeline.OnSample(sampled_until_, now, telemetry_.sampled());
  sampled_until_ = now;
}

void Sampler::TakePartial(server::Server& server) {
  UpdateCounters(server);
  AddSnapshotEvents(*server.database());
  telemetry_.TellPartialSample();
}

void Sampler::TakeLast(server::Server& server, TimeNs now) {
  NoteProgress(server, now);
  NoteOldestIo(now);
  if (!server.is_up()) return;
  UpdateCounters(server);
  telemetry_.Sample();
}

void Sampler::NoteProgress(const server::Server& server, TimeNs now) {
  uint64_t ended = 0;
  bool expects_some = false;
  if (server.is_up()) {
    const workload::TransactionCounts counts = server.workload()->counts();
    ended = counts.committed + counts.rolled_back;
    // A command that is under way may keep users from their work.
    expects_some =
        server.Is<server::Open>() && server.under_way().empty() && server.workload()->users() > 0;
  }
  if (!expects_some || ended != ended_seen_) progress_ = now;
  ended_seen_ = ended;
}

void Sampler::NoteOldestIo(TimeNs now) {
  for (const scenario::VolumeDescription& volume : scenario_.volumes) {
    const storage::UnendedIo* io = machine_.volume(volume.name).ios().oldest();
    if (io == nullptr) continue;
    const TimeNs age = now - io->issued;
    if (age < kHungIo || (hung_ && age <= hung_->age)) continue;
    hung_ = HungIo{.path = *io->path,
                   .direction = io->direction,
                   .offset = io->offset,
                   .bytes = io->bytes,
                   .issued = io->issued,
                   .age = age};
  }
}

std::optional<TimeNs> Sampler::StalledSince(TimeNs end) const {
  const TimeNs patience = std::max({kLeastStall, end / 10, 3 * scenario_.think_time});
  if (end - progress_ < patience) return std::nullopt;
  return progress_;
}

void Sampler::UpdateCounters(server::Server& server) {
  telemetry_.SetUse(machine_.Use());
  const server::ServerHistory& earlier = server.history();
  const TimeNs modelled =
      (earlier.cpu_busy + server.cpu().busy()) / server.cpu().options().schedulers;
  telemetry_.SetTotal(CounterId::kProcessorTimePercent,
                      static_cast<uint64_t>(machine_.ProcessorTime().value_or(modelled)));
  if (const storage::SnapshotArray* array = machine_.array()) {
    uint64_t used = 0;
    for (const scenario::VolumeDescription& volume : scenario_.volumes) {
      if (const auto reserve = array->ReserveOf(volume.name)) used += reserve->used_bytes;
    }
    telemetry_.SetGauge(CounterId::kArrayReserveBytes, static_cast<int64_t>(used));
  }
  const database::Database* database = server.FindDatabase();
  if (database == nullptr) return;
  UpdateIoCounters(earlier, *database);
  if (const buffer::BufferPool* pool = database->FindPool()) {
    telemetry_.SetGauge(CounterId::kFreePages, pool->free_frames());
    telemetry_.SetGauge(CounterId::kDirtyPages,
                        static_cast<int64_t>(pool->dirty_count(database::kSourceDb)));
  }
}

void Sampler::UpdateIoCounters(const server::ServerHistory& earlier,
                               const database::Database& database) {
  storage::FileStatistics data;
  for (const database::FileUse& file : database.DataFileUse()) {
    data += earlier.Total(file.path, file.io);
  }
  const std::vector<std::string>& volumes = scenario_.data_volumes;
  if (std::ranges::find(volumes, scenario_.tempdb_volume) != volumes.end()) {
    const storage::File* tempdb = database.tempdb_file();
    data += earlier.Total(database::TempdbFilePlace(machine_, scenario_).path,
                          tempdb == nullptr ? storage::FileStatistics{} : tempdb->statistics());
  }
  data += earlier.hidden_io;
  storage::FileStatistics snapshots = earlier.snapshot_io;
  for (const auto& [path, io] : database.copied_back_io()) snapshots += io;
  if (const snapshot::SnapshotManager* manager = database.FindSnapshots()) {
    for (const auto& snapshot : manager->snapshots()) {
      (snapshot->hidden() ? data : snapshots) += snapshot->files().io();
    }
  }
  const auto set = [this](CounterId reads, CounterId writes, const storage::FileStatistics& io) {
    telemetry_.SetTotal(reads, io.bytes_read);
    telemetry_.SetTotal(writes, io.bytes_written);
  };
  const database::FileUse log = database.LogFileUse();
  set(CounterId::kDataReadBytesPerSecond, CounterId::kDataWriteBytesPerSecond, data);
  set(CounterId::kLogReadBytesPerSecond, CounterId::kLogWriteBytesPerSecond,
      earlier.Total(log.path, log.io));
  set(CounterId::kSnapshotReadBytesPerSecond, CounterId::kSnapshotWriteBytesPerSecond, snapshots);
}

void Sampler::AddSnapshotEvents(database::Database& database) {
  for (const auto& snapshot : database.snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kDropped || snapshot->hidden()) continue;
    const Result<uint64_t> size = snapshot->files().SizeOnDisk();
    if (!size.ok()) continue;
    telemetry_.AddSnapshotEvent(snapshot->name(), snapshot->figures().pages_pushed, size.value());
  }
}

}  // namespace snapscope::experiment
