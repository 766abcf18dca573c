#include "experiment/summary.h"

#include <cstdio>

#include "experiment/summary_json.h"
#include "experiment/verdict.h"
#include "telemetry/errorlog_writer.h"

namespace snapscope::experiment {

namespace {

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

std::string HashText(uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Json RunJson(const scenario::Scenario& scenario, const RunRecord& run) {
  const Verdict verdict = Judge(run);
  Json error = nullptr;
  if (verdict.cause) error = {{"code", verdict.cause->code}, {"message", verdict.cause->message}};
  return {{"status", verdict.failed ? "failed" : StatusText(run.status)},
          {"error", error},
          {"warnings", verdict.warnings},
          {"mode", scenario.real ? "real" : "virtual"},
          {"seed", scenario.seed},
          {"origin", OriginText(scenario.origin_unix_ms)},
          {"engineMs", Ms(run.end)},
          {"warmupMs", Ms(scenario.warmup)},
          {"wallMs", Ms(run.wall_time)},
          {"verified", OrNull(verdict.verified)},
          {"engine", BuildInfo()}};
}

Json ScenarioAsItRan(const scenario::Scenario& scenario, const RunRecord& run) {
  Json as_it_ran = Json::parse(scenario.json);
  Json commands = Json::array();
  for (const scenario::TimedCommand& timed : run.commands) {
    commands.push_back({{"atNs", timed.at}, {"command", Json::parse(timed.command.json)}});
  }
  as_it_ran["commands"] = commands;
  return as_it_ran;
}

Json TimelineJson(const Timeline& timeline, TimeNs end) {
  Json outcomes = Json::array();
  for (size_t step = 0; step < timeline.size(); ++step) {
    const scenario::TimelineEntry& entry = timeline.entry(step);
    const StepOutcome& outcome = timeline.outcome(step);
    const bool fired = outcome.fired != kNever;
    const bool ended = outcome.ended != kNever;
    Json message = nullptr;
    if (!fired) message = timeline.WhyNotFired(step, end);
    if (outcome.error) message = outcome.error->message;
    outcomes.push_back({{"name", TextOrNull(entry.name)},
                        {"command", Json::parse(entry.command.json)},
                        {"outcome", !fired          ? "notFired"
                                    : !ended        ? "underWay"
                                    : outcome.error ? "failed"
                                                    : "completed"},
                        {"firedMs", MsIfReached(outcome.fired)},
                        {"endedMs", MsIfReached(outcome.ended)},
                        {"message", message}});
  }
  return outcomes;
}

Json PhasesJson(const telemetry::Telemetry& telemetry) {
  Json phases = Json::array();
  for (const telemetry::Phase& phase : telemetry.phases()) {
    Json figures = Json::object();
    for (const auto& [name, value] : phase.figures) figures[name] = value;
    phases.push_back({{"snapshot", TextOrNull(phase.snapshot)},
                      {"name", phase.name},
                      {"startMs", Ms(phase.start)},
                      {"endMs", MsIfReached(phase.end)},
                      {"startSource", "logged"},
                      {"endSource", "logged"},
                      {"figures", figures}});
    if (!phase.database.empty()) phases.back()["database"] = phase.database;
  }
  return phases;
}

Json ResponsesJson(const std::string& type, const telemetry::Histogram& histogram) {
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

Json WaitsJson(const runtime::WaitTable& table) {
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

Json LatchesJson(const runtime::LatchTable& table) {
  Json latches = Json::array();
  for (size_t i = 0; i < table.size(); ++i) {
    const runtime::LatchTotals& totals = table[i];
    if (totals.requests == 0) continue;
    latches.push_back({{"latch_class", runtime::kLatchClassNames[i]},
                       {"waiting_requests_count", totals.requests},
                       {"wait_time_ms", Ms(totals.total)},
                       {"max_wait_time_ms", Ms(totals.longest)}});
  }
  return latches;
}

Json ScansJson(const server::ServerHistory& server) {
  Json scans = Json::array();
  for (const server::ScanAccount& scan : server.scans) {
    scans.push_back({{"snapshot", TextOrNull(scan.snapshot)},
                     {"partitions", scan.partitions},
                     {"workers", scan.figures.workers},
                     {"startMs", Ms(scan.begun)},
                     {"endMs", Ms(scan.ended)},
                     {"rows", scan.figures.rows},
                     {"pages", scan.figures.pages},
                     {"pagesReadAhead", scan.figures.pages_read_ahead},
                     {"cpuMs", Ms(scan.figures.cpu)},
                     {"verified", scan.IsRight()}});
  }
  return scans;
}

Json SessionsJson(const workload::SessionTotals& sessions) {
  const runtime::WorkerAccount& account = sessions.account;
  TimeNs waits = 0;
  for (const runtime::WaitTotals& totals : account.waits) waits += totals.total;
  return {{"count", sessions.sessions}, {"elapsedMs", Ms(account.elapsed)},
          {"cpuMs", Ms(account.cpu)},   {"thinkMs", Ms(account.think)},
          {"waitMs", Ms(waits)},        {"eachAddsUp", sessions.each_adds_up}};
}

/// `measured`: how long it was counted for, the time after the warm-up.
double PerSecond(uint64_t count, TimeNs measured) {
  if (measured <= 0) return 0;
  return static_cast<double>(count) / (static_cast<double>(measured) / kSecond);
}

Json TransactionsJson(const telemetry::Telemetry& telemetry, const server::ServerHistory& server,
                      TimeNs measured) {
  Json by_type = Json::array();
  uint64_t total = 0;
  for (size_t i = 0; i < telemetry::kTransactionTypeCount; ++i) {
    const telemetry::Histogram& histogram =
        telemetry.histogram(static_cast<telemetry::TransactionType>(i));
    total += histogram.count();
    by_type.push_back(ResponsesJson(telemetry::kTransactionTypeNames[i], histogram));
  }
  const workload::TransactionCounts& counts = server.transactions;
  return {{"total", total},
          {"perSecond", PerSecond(total, measured)},
          {"rolledBack", counts.rolled_back},
          {"deadlocked", counts.deadlocked},
          {"logFull", counts.log_full},
          {"filegroupFull", counts.no_room},
          {"damagedPage", counts.damaged},
          {"compressedTable", counts.read_only},
          {"byType", by_type}};
}

/// Null when nobody read a snapshot.
Json ReportingJson(const telemetry::Telemetry& telemetry, const server::ServerHistory& server,
                   TimeNs measured) {
  if (server.report_sessions.sessions == 0) return nullptr;
  const telemetry::Histogram& histogram = telemetry.report_histogram();
  return {{"responses", ResponsesJson("report", histogram)},
          {"perSecond", PerSecond(histogram.count(), measured)},
          {"rowsRead", server.reports.rows},
          {"disconnected", server.reports.disconnected},
          {"sessions", SessionsJson(server.report_sessions)},
          {"waits", WaitsJson(server.report_sessions.account.waits)}};
}

Json RevertsJson(const RunRecord& run) {
  Json reverts = Json::array();
  for (const auto& [snapshot, discarded] : run.reverts) {
    reverts.push_back({{"snapshot", snapshot}, {"discardedCommits", discarded}});
  }
  return reverts;
}

/// What was charged to schedulers since the start of the run, by kind of work, without what
/// statements cost a whole server beyond the engine.
Json ProcessorWorkJson(const scenario::Scenario& scenario, const server::ServerHistory& server) {
  Json work = Json::object();
  if (scenario.real) return work;
  for (size_t kind = 0; kind < runtime::kCpuWorkCount; ++kind) {
    const auto& [count, cost] = server.processor_work[kind];
    const double ns =
        static_cast<double>(count) * static_cast<double>(cost) * 100 / scenario.core_speed_percent;
    work[runtime::kCpuCosts[kind].id] = {{"count", count}, {"ms", ns / kMillisecond}};
  }
  return work;
}

Json CountersJson(const telemetry::Telemetry& telemetry) {
  Json counters = Json::object();
  const auto summaries = telemetry.counter_summaries();
  for (size_t i = 0; i < summaries.size(); ++i) {
    counters[telemetry::kCounters[i].id] = {{"mean", summaries[i].mean}, {"max", summaries[i].max}};
  }
  return counters;
}

}  // namespace

std::string BuildInfoJson() {
  const Json build = BuildInfo();
  return Json{
      {"engine", build["version"]}, {"compiler", build["compiler"]}, {"build", build["build"]}}
      .dump();
}

std::string WriteSummary(const scenario::Scenario& scenario, const Timeline& timeline,
                         const telemetry::Telemetry& telemetry, const RunRecord& run) {
  const server::ServerHistory& server = run.server;
  const TimeNs measured = run.end - scenario.warmup;
  Json summary;
  summary["formatVersion"] = 1;
  summary["run"] = RunJson(scenario, run);
  summary["scenario"] = ScenarioAsItRan(scenario, run);
  summary["timeline"] = TimelineJson(timeline, run.end);
  summary["phases"] = PhasesJson(telemetry);
  summary["snapshots"] = SnapshotsJson(run);
  summary["preImages"] = {{"limitBytes", scenario.pushes_ahead ? scenario.pre_image_bytes : 0},
                          {"peakBytes", server.pre_image_peak_bytes}};
  summary["transactions"] = TransactionsJson(telemetry, server, measured);
  summary["reporting"] = ReportingJson(telemetry, server, measured);
  summary["waits"] = WaitsJson(telemetry.waits());
  summary["latches"] = LatchesJson(telemetry.latches());
  summary["scans"] = ScansJson(server);
  summary["sessions"] = SessionsJson(server.sessions);
  summary["files"] = FilesJson(server);
  summary["volumes"] = VolumesJson(run);
  summary["checkpoints"] = CheckpointsJson(server);
  summary["backups"] = BackupsJson(run);
  summary["arraySnapshots"] = ArraySnapshotsJson(run);
  summary["restores"] = RestoresJson(run);
  summary["reverts"] = RevertsJson(run);
  summary["consistency"] = ConsistencyJson(run.compared.consistency);
  summary["counters"] = CountersJson(telemetry);
  summary["processorWork"] = ProcessorWorkJson(scenario, server);
  summary["executor"] = {{"events", run.executor_events},
                         {"ios", run.device_ios},
                         {"peakMemoryBytes", run.peak_memory_bytes}};
  summary["errorlog"] = telemetry.errorlog();
  summary["telemetryHash"] = scenario.real ? Json(nullptr) : Json(HashText(telemetry.Hash()));
  return summary.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace snapscope::experiment
