#include "experiment/summary.h"

#include <cstdio>
#include <optional>

#include <nlohmann/json.hpp>

#include "database/file_names.h"
#include "experiment/experiment.h"
#include "telemetry/errorlog_writer.h"

namespace snapscope::experiment {

using Json = nlohmann::ordered_json;

namespace {

double Ms(TimeNs time) { return static_cast<double>(time) / kMillisecond; }

Json Optional(std::optional<int64_t> ns) { return ns ? Json(Ms(*ns)) : Json(nullptr); }

Json BuildInfo() {
  return {{"version", SNAPSCOPE_VERSION},
          {"revision", SNAPSCOPE_ENGINE_REVISION},
          {"compiler", SNAPSCOPE_COMPILER},
          {"build", SNAPSCOPE_BUILD}};
}

const char* StatusText(RunStatus status) {
  switch (status) {
    case RunStatus::kCompleted:
      return "completed";
    case RunStatus::kFailed:
      return "failed";
    case RunStatus::kCancelled:
      return "cancelled";
  }
  return "failed";
}

/// "2006-10-23T21:48:07.000": the ERRORLOG's own formatting with a T and milliseconds.
std::string OriginText(int64_t unix_ms) {
  std::string text = telemetry::FormatErrorlogTime(unix_ms);
  text[10] = 'T';
  text.resize(19);
  char fraction[8];
  std::snprintf(fraction, sizeof fraction, ".%03d", static_cast<int>(unix_ms % 1000));
  return text + fraction;
}

}  // namespace

std::string BuildInfoJson() {
  const Json build = BuildInfo();
  return Json{
      {"engine", build["version"]}, {"compiler", build["compiler"]}, {"build", build["build"]}}
      .dump();
}

/// Writes one part of the summary a function.
class SummaryWriter {
 public:
  explicit SummaryWriter(const Experiment& experiment) : run_(experiment) {}

  Json Write() const {
    Json summary;
    summary["formatVersion"] = 1;
    summary["run"] = Run();
    summary["scenario"] = ScenarioAsItRan();
    summary["timeline"] = TimelineOutcomes();
    summary["phases"] = Phases();
    summary["snapshots"] = Snapshots();
    summary["preImages"] = PreImages();
    summary["transactions"] = Transactions();
    summary["reporting"] = Reporting();
    summary["waits"] = WaitsOf(run_.telemetry_.waits());
    summary["sessions"] = SessionsOf(run_.session_totals_);
    summary["files"] = Files();
    summary["volumes"] = Volumes();
    summary["checkpoints"] = Checkpoints();
    summary["backups"] = Backups();
    summary["restores"] = Restores();
    summary["reverts"] = Reverts();
    summary["consistency"] = ConsistencyOf(run_.consistency_);
    summary["counters"] = Counters();
    summary["processorWork"] = ProcessorWork();
    summary["executor"] = {{"events", run_.executor_.events()},
                           {"ios", run_.machine_.DeviceIos()},
                           {"peakMemoryBytes", run_.machine_.PeakMemoryBytes()}};
    summary["errorlog"] = run_.telemetry_.errorlog();
    char hash[17];
    std::snprintf(hash, sizeof hash, "%016llx",
                  static_cast<unsigned long long>(run_.telemetry_.Hash()));
    summary["telemetryHash"] = run_.scenario_.real ? Json(nullptr) : Json(hash);
    return summary;
  }

 private:
  Verdict VerdictOfRun() const {
    return Judge({.status = run_.status_,
                  .end = run_.end_time_,
                  .error = run_.error_,
                  .damage_left = run_.damage_left_,
                  .source = run_.source_verification_,
                  .consistency = run_.consistency_,
                  .restores = BackupsKnown().restores,
                  .snapshots = run_.verifications_,
                  .accounts = Accounts(),
                  .stalled_since = run_.stalled_since_,
                  .hung = run_.hung_});
  }

  Json Run() const {
    const Verdict verdict = VerdictOfRun();
    Json error = nullptr;
    if (verdict.cause) {
      error = {{"code", verdict.cause->code}, {"message", verdict.cause->message}};
    }
    return {{"status", verdict.failed ? "failed" : StatusText(run_.status_)},
            {"error", error},
            {"warnings", verdict.warnings},
            {"mode", run_.scenario_.real ? "real" : "virtual"},
            {"seed", run_.scenario_.seed},
            {"origin", OriginText(run_.scenario_.origin_unix_ms)},
            {"engineMs", Ms(run_.end_time_)},
            {"warmupMs", Ms(run_.scenario_.warmup)},
            {"wallMs", Ms(run_.machine_.WallTime() - run_.wall_start_)},
            {"verified", verdict.verified ? Json(*verdict.verified) : Json(nullptr)},
            {"engine", BuildInfo()}};
  }

  Json ScenarioAsItRan() const {
    Json scenario = Json::parse(run_.scenario_.json);
    Json commands = Json::array();
    for (const scenario::TimedCommand& timed : run_.recorded_) {
      commands.push_back({{"atNs", timed.at}, {"command", Json::parse(timed.command.json)}});
    }
    scenario["commands"] = commands;
    return scenario;
  }

  Json TimelineOutcomes() const {
    Json outcomes = Json::array();
    const Timeline& timeline = run_.timeline_;
    for (size_t step = 0; step < timeline.size(); ++step) {
      const scenario::TimelineEntry& entry = timeline.entry(step);
      const StepOutcome& outcome = timeline.outcome(step);
      const bool fired = outcome.fired != kNever;
      const bool ended = outcome.ended != kNever;
      Json message = nullptr;
      if (!fired) message = timeline.WhyNotFired(step, run_.end_time_);
      if (outcome.error) message = outcome.error->message;
      outcomes.push_back({{"name", entry.name.empty() ? Json(nullptr) : Json(entry.name)},
                          {"command", Json::parse(entry.command.json)},
                          {"outcome", !fired          ? "notFired"
                                      : !ended        ? "underWay"
                                      : outcome.error ? "failed"
                                                      : "completed"},
                          {"firedMs", fired ? Json(Ms(outcome.fired)) : Json(nullptr)},
                          {"endedMs", ended ? Json(Ms(outcome.ended)) : Json(nullptr)},
                          {"message", message}});
    }
    return outcomes;
  }

  Json Phases() const {
    Json phases = Json::array();
    for (const telemetry::Phase& phase : run_.telemetry_.phases()) {
      Json figures = Json::object();
      for (const auto& [name, value] : phase.figures) figures[name] = value;
      const bool open = phase.end == kNever;
      phases.push_back({{"snapshot", phase.snapshot.empty() ? Json(nullptr) : Json(phase.snapshot)},
                        {"name", phase.name},
                        {"startMs", Ms(phase.start)},
                        {"endMs", open ? Json(nullptr) : Json(Ms(phase.end))},
                        {"startSource", "logged"},
                        {"endSource", "logged"},
                        {"figures", figures}});
      if (!phase.database.empty()) phases.back()["database"] = phase.database;
    }
    return phases;
  }

  /// All snapshots of the run, those of the server's earlier lives first.
  std::vector<server::SnapshotAccount> Accounts() const {
    std::vector<server::SnapshotAccount> accounts = history().snapshots;
    if (database() == nullptr) return accounts;
    for (const auto& snapshot : database()->snapshots().snapshots()) {
      if (snapshot->hidden) continue;  // its check's phase tells of it
      accounts.push_back(server::AccountOf(*snapshot));
      for (server::FileAccount& file : accounts.back().files) file.io = history().Total(file);
    }
    return accounts;
  }

  Json VerificationOf(const server::SnapshotAccount& snapshot) const {
    const auto found = run_.verifications_.find(snapshot.name);
    if (found == run_.verifications_.end()) return nullptr;
    const verification::Verification& verification = found->second;
    const snapshot::SnapshotFigures& figures = snapshot.figures;
    return {{"coverage", verification.sampled ? "changedAndSampled" : "all"},
            {"pagesCompared", verification.pages_compared},
            {"pagesSampled", verification.pages_sampled},
            {"pagesTotal", verification.pages_total},
            {"rowsCompared", verification.rows_compared},
            {"rowsExpected", verification.rows_expected},
            {"rowsMismatched", verification.rows_mismatched},
            {"entriesCompared", verification.entries_compared},
            {"pagesPushedBeforeSplit", figures.pages_pushed_before_split},
            {"pagesPulledByRedo", figures.pages_pulled_by_redo},
            {"transactionsUndone", figures.transactions_undone},
            {"witness",
             {{"newestMs", Optional(verification.witness_newest)},
              {"expectedMs", Optional(verification.witness_expected)}}},
            {"consistency", ConsistencyOf(verification.consistency)},
            {"problem", verification.problem.empty() ? Json(nullptr) : Json(verification.problem)}};
  }

  static Json LossOf(const server::SnapshotAccount& snapshot) {
    if (!snapshot.loss) return nullptr;
    return {{"atMs", Ms(snapshot.loss->at)}, {"reason", snapshot.loss->reason}};
  }

  Json VerifiedOf(const server::SnapshotAccount& snapshot) const {
    const auto found = run_.verifications_.find(snapshot.name);
    if (snapshot.loss) return false;
    return found == run_.verifications_.end() ? Json(nullptr) : Json(found->second.passed());
  }

  Json Snapshots() const {
    Json snapshots = Json::array();
    for (const server::SnapshotAccount& snapshot : Accounts()) {
      const bool split = !snapshot.split.IsNone();
      snapshots.push_back(
          {{"name", snapshot.name},
           {"state", snapshot::ToString(snapshot.state)},
           {"splitLsn", split ? Json(ToString(snapshot.split)) : Json(nullptr)},
           {"asOfMs", split ? Json(Ms(snapshot.as_of)) : Json(nullptr)},
           {"createdMs", snapshot.completed == 0 ? Json(nullptr)
                                                 : Json(Ms(snapshot.completed - snapshot.created))},
           {"pagesPushed", snapshot.figures.pages_pushed},
           {"pagesPushedAlong", snapshot.figures.pages_pushed_along},
           {"pagesDeferred", snapshot.figures.pages_deferred},
           {"sizeBytes", snapshot.size()},
           {"sizeOnDiskBytes", snapshot.size_on_disk()},
           {"regionBytes", snapshot.region_bytes},
           {"lost", LossOf(snapshot)},
           {"verified", VerifiedOf(snapshot)},
           {"verification", VerificationOf(snapshot)}});
    }
    return snapshots;
  }

  /// Over the time after the warm-up.
  double PerSecond(uint64_t count) const {
    const double seconds =
        static_cast<double>(std::max<TimeNs>(run_.end_time_ - run_.scenario_.warmup, 0)) / kSecond;
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
  }

  static Json ResponsesOf(const std::string& type, const telemetry::Histogram& histogram) {
    const uint64_t count = histogram.count();
    auto percentile = [&](uint32_t hundredths) {
      return count == 0 ? Json(nullptr)
                        : Json(static_cast<double>(histogram.PercentileUs(hundredths)) / 1000);
    };
    Json buckets = Json::array();
    for (const auto& [index, bucket_count] : histogram.NonZeroBuckets()) {
      buckets.push_back({index, bucket_count});
    }
    return {{"type", type},
            {"count", count},
            {"meanMs",
             count == 0 ? Json(nullptr) : Json(Ms(histogram.total()) / static_cast<double>(count))},
            {"p50Ms", percentile(50'00)},
            {"p95Ms", percentile(95'00)},
            {"p99Ms", percentile(99'00)},
            {"histogram",
             {{"lowest", telemetry::Histogram::kLowestUs},
              {"highest", telemetry::Histogram::kHighestUs},
              {"significantFigures", telemetry::Histogram::kSignificantFigures},
              {"counts", buckets}}}};
  }

  /// Null when nobody read a snapshot.
  Json Reporting() const {
    if (run_.report_totals_.sessions == 0) return nullptr;
    const telemetry::Histogram& histogram = run_.telemetry_.report_histogram();
    workload::ReportCounts counts = history().reports;
    if (reporting() != nullptr) counts += reporting()->counts();
    return {{"responses", ResponsesOf("report", histogram)},
            {"perSecond", PerSecond(histogram.count())},
            {"rowsRead", counts.rows},
            {"disconnected", counts.disconnected},
            {"sessions", SessionsOf(run_.report_totals_)},
            {"waits", WaitsOf(run_.report_totals_.account.waits)}};
  }

  Json PreImages() const {
    uint64_t peak = history().pre_image_peak_bytes;
    if (database() != nullptr) {
      peak = std::max(peak, database()->snapshots().copy_on_write().pre_images().peak_bytes());
    }
    return {{"limitBytes", run_.scenario_.pushes_ahead ? run_.scenario_.pre_image_bytes : 0},
            {"peakBytes", peak}};
  }

  Json Transactions() const {
    Json by_type = Json::array();
    uint64_t total = 0;
    for (size_t i = 0; i < telemetry::kTransactionTypeCount; ++i) {
      const telemetry::Histogram& histogram =
          run_.telemetry_.histogram(static_cast<telemetry::TransactionType>(i));
      total += histogram.count();
      by_type.push_back(ResponsesOf(telemetry::kTransactionTypeNames[i], histogram));
    }
    workload::TransactionCounts counts = history().transactions;
    if (workload() != nullptr) counts += workload()->counts();
    return {{"total", total},
            {"perSecond", PerSecond(total)},
            {"rolledBack", counts.rolled_back},
            {"deadlocked", counts.deadlocked},
            {"logFull", counts.log_full},
            {"filegroupFull", counts.no_room},
            {"damagedPage", counts.damaged},
            {"byType", by_type}};
  }

  static Json WaitsOf(const runtime::WaitTable& table) {
    Json waits = Json::array();
    for (size_t i = 0; i < table.size(); ++i) {
      const runtime::WaitTotals& totals = table[i];
      if (totals.tasks == 0) continue;
      waits.push_back({{"wait_type", telemetry::kWaits[i].name},
                       {"waiting_tasks_count", totals.tasks},
                       {"wait_time_ms", Ms(totals.total)},
                       {"max_wait_time_ms", Ms(totals.longest)},
                       {"signal_wait_time_ms", Ms(totals.signal)}});
    }
    return waits;
  }

  static Json SessionsOf(const workload::SessionTotals& sessions) {
    const runtime::WorkerAccount& account = sessions.account;
    TimeNs waits = 0;
    for (const runtime::WaitTotals& totals : account.waits) waits += totals.total;
    return {{"count", sessions.sessions}, {"elapsedMs", Ms(account.elapsed)},
            {"cpuMs", Ms(account.cpu)},   {"thinkMs", Ms(account.think)},
            {"waitMs", Ms(waits)},        {"eachAddsUp", sessions.each_adds_up}};
  }

  static Json FileJson(const server::FileAccount& file) {
    return {{"name", file.name},
            {"volume", file.volume},
            {"path", file.path},
            {"reads", file.io.reads},
            {"bytesRead", file.io.bytes_read},
            {"ioStallReadMs", Ms(file.io.io_stall_read)},
            {"writes", file.io.writes},
            {"bytesWritten", file.io.bytes_written},
            {"ioStallWriteMs", Ms(file.io.io_stall_write)},
            {"sizeBytes", file.size},
            {"sizeOnDiskBytes", file.size_on_disk}};
  }

  Json SourceFileJson(std::string name, const storage::FilePlace& place,
                      storage::File& file) const {
    server::FileAccount account = server::AccountOf(std::move(name), place, file);
    account.io = history().Total(account);
    return FileJson(account);
  }

  /// tempdb's file, if a sort of any of the run's servers has used it.
  std::optional<server::FileAccount> Tempdb() const {
    const storage::FilePlace place = database::TempdbFilePlace(run_.machine_, run_.scenario_);
    storage::File* file = database() == nullptr ? nullptr : database()->tempdb_file();
    if (file == nullptr && !history().io.contains(place.path)) return std::nullopt;
    server::FileAccount account{.name = "tempdb",
                                .volume = place.volume->name(),
                                .path = place.path,
                                .io = {},
                                .size = 0,
                                .size_on_disk = 0};
    if (file != nullptr) account = server::AccountOf(account.name, place, *file);
    account.io = history().Total(account);
    return account;
  }

  Json Files() const {
    Json files = Json::array();
    if (!run_.prepared_) return files;
    const scenario::Scenario& scenario = run_.scenario_;
    if (database() != nullptr) {
      const std::vector<storage::FilePlace> places =
          database::DataFilePlaces(run_.machine_, scenario);
      const std::vector<storage::File*> data = database()->data_files();
      for (uint32_t position = 0; position < data.size(); ++position) {
        files.push_back(SourceFileJson(database::DataFileLogicalName(scenario.database, position),
                                       places[position], *data[position]));
      }
      files.push_back(SourceFileJson(scenario.database + "_log",
                                     database::LogFilePlace(run_.machine_, scenario),
                                     database()->log_file()));
    }
    if (const auto tempdb = Tempdb()) files.push_back(FileJson(*tempdb));
    for (const server::SnapshotAccount& snapshot : Accounts()) {
      for (const server::FileAccount& file : snapshot.files) files.push_back(FileJson(file));
    }
    return files;
  }

  Json Volumes() const {
    Json volumes = Json::array();
    if (!run_.prepared_) return volumes;
    for (const scenario::VolumeDescription& volume : run_.scenario_.volumes) {
      const auto space = run_.machine_.SpaceOf(volume.name);
      volumes.push_back({{"name", volume.name},
                         {"totalBytes", space ? Json(space->total_bytes) : Json(nullptr)},
                         {"availableBytes", space ? Json(space->available_bytes) : Json(nullptr)}});
    }
    return volumes;
  }

  Json Checkpoints() const {
    Json checkpoints = Json::array();
    std::vector<checkpoint::CheckpointFigures> all = history().checkpoints;
    if (database() != nullptr) {
      const auto& history = database()->checkpointer().history();
      all.insert(all.end(), history.begin(), history.end());
    }
    for (const checkpoint::CheckpointFigures& figures : all) {
      checkpoints.push_back({{"kind", figures.kind},
                             {"startMs", Ms(figures.start)},
                             {"endMs", Ms(figures.end)},
                             {"buffers", figures.written.buffers},
                             {"writes", figures.written.writes},
                             {"avoided", figures.avoided}});
    }
    return checkpoints;
  }

  Json Backups() const {
    Json backups = Json::array();
    for (const server::BackupAccount& account : BackupsKnown().backups) {
      const backup::BackupSet& set = account.set;
      backups.push_back(
          {{"name", set.name},
           {"kind", backup::NameOf(set.kind)},
           {"copyOnly", set.copy_only},
           {"startMs", Ms(set.started)},
           {"endMs", account.state == server::BackupState::kUnderWay ? Json(nullptr)
                                                                     : Json(Ms(set.finished))},
           {"state", account.state == server::BackupState::kComplete ? "complete" : "failed"},
           {"pages", set.pages},
           {"logBytes", set.log_bytes},
           {"bytes", account.state == server::BackupState::kComplete ? set.file_bytes() : 0},
           {"firstLsn", ToString(set.first)},
           {"lastLsn", ToString(set.last)},
           {"checkpointLsn",
            set.checkpoint.IsNone() ? Json(nullptr) : Json(ToString(set.checkpoint))},
           {"databaseBackupLsn", set.base.IsNone() ? Json(nullptr) : Json(ToString(set.base))},
           {"file", account.files.front().path},
           {"files", backup::PathsOf(account.files)}});
    }
    return backups;
  }

  Json Restores() const {
    Json restores = Json::array();
    for (const server::RestoreAccount& account : BackupsKnown().restores) {
      restores.push_back(
          {{"database", account.database.empty() ? Json(nullptr) : Json(account.database)},
           {"recovered", account.recovers},
           {"startMs", Ms(account.started)},
           {"endMs", account.ended == kNever ? Json(nullptr) : Json(Ms(account.ended))},
           {"stopAtMs", account.stop_at ? Json(Ms(*account.stop_at)) : Json(nullptr)},
           {"stopBeforeLsn",
            account.stop_before ? Json(ToString(*account.stop_before)) : Json(nullptr)},
           {"from", account.from},
           {"pages", account.figures.pages},
           {"logRecords", account.figures.log_records},
           {"logBytes", account.figures.log_bytes},
           {"rolledBack", account.figures.undone.user_transactions},
           {"discardedCommits", account.discarded},
           {"consistency", ConsistencyOf(account.consistency)},
           {"verified", account.verified ? Json(*account.verified) : Json(nullptr)}});
    }
    return restores;
  }

  Json Reverts() const {
    Json reverts = Json::array();
    for (const auto& [snapshot, discarded] : run_.reverts_) {
      reverts.push_back({{"snapshot", snapshot}, {"discardedCommits", discarded}});
    }
    return reverts;
  }

  static Json ConsistencyOf(const std::optional<tpcc::Consistency>& consistency) {
    if (!consistency) return nullptr;
    Json conditions = Json::array();
    for (size_t place = 0; place < tpcc::Consistency::kConditions; ++place) {
      const std::string& problem = consistency->problems[place];
      conditions.push_back({{"condition", place + 1},
                            {"holds", problem.empty()},
                            {"problem", problem.empty() ? Json(nullptr) : Json(problem)}});
    }
    return {{"districts", consistency->districts},
            {"districtsTotal", consistency->districts_total},
            {"conditions", conditions}};
  }

  /// What was charged to schedulers since the start of the run, by kind of work, without what
  /// statements cost a whole server beyond the engine.
  Json ProcessorWork() const {
    Json work = Json::object();
    if (run_.scenario_.real || !run_.server_) return work;
    for (size_t kind = 0; kind < runtime::kCpuWorkCount; ++kind) {
      const uint64_t count = history().processor_work[kind] +
                             run_.server_->cpu().charged(static_cast<runtime::CpuWork>(kind));
      const auto ns =
          static_cast<double>(count) *
          static_cast<double>(run_.server_->cpu().cost(static_cast<runtime::CpuWork>(kind))) * 100 /
          run_.scenario_.core_speed_percent;
      work[runtime::kCpuCosts[kind].id] = {{"count", count}, {"ms", ns / kMillisecond}};
    }
    return work;
  }

  Json Counters() const {
    Json counters = Json::object();
    const auto summaries = run_.telemetry_.counter_summaries();
    for (size_t i = 0; i < summaries.size(); ++i) {
      counters[telemetry::kCounters[i].id] = {{"mean", summaries[i].mean},
                                              {"max", summaries[i].max}};
    }
    return counters;
  }

  // What there is at the end; null, or nothing, where the run has not come to a server.
  database::Database* database() const { return run_.server_ ? run_.server_->database() : nullptr; }
  const workload::Workload* workload() const {
    return run_.server_ ? run_.server_->workload() : nullptr;
  }
  const workload::Reporting* reporting() const {
    return run_.server_ ? run_.server_->reporting() : nullptr;
  }
  const server::ServerHistory& history() const {
    static const server::ServerHistory none;
    return run_.server_ ? run_.server_->history() : none;
  }
  const server::BackupHistory& BackupsKnown() const {
    static const server::BackupHistory none;
    return run_.journal_ ? run_.journal_->backups : none;
  }

  const Experiment& run_;
};

std::string WriteSummary(const Experiment& experiment) {
  return SummaryWriter(experiment).Write().dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace snapscope::experiment
