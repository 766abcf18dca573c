#include "telemetry/telemetry.h"

#include <algorithm>

#include "runtime/executor.h"
#include "telemetry/batch_encoder.h"
#include "telemetry/json_writer.h"

namespace snapscope::telemetry {

namespace {

/// What a run of values in the hash is, so that one kind can never be taken for another.
enum class HashTag : int64_t { kSample, kCounter, kWait, kLatency, kLog, kPhaseBegin, kPhaseEnd };

/// The catalogue's counters that are in the hash: those of engine revision 1. What is recorded
/// later stands behind them, goes into batches only, and leaves every hash as it was.
constexpr size_t kHashedCounters = 26;
static_assert(kHashedCounters <= kCounterCount);
/// What stands for a report's queries in the hash: the place behind revision 1's types of
/// transactions.
constexpr size_t kHashedReportType = 5;

constexpr uint32_t kWholePermille = 1000;
constexpr int kPermilleDigits = 3;

/// Push records that make a batch, whatever samples there are.
constexpr size_t kBatchPushBytes = kMiB;

/// Reported units per unit of the total, per second.
double UnitsPerTotal(CounterId id) {
  // Nanoseconds of processor time in a second: 1e9 of them are 100 %.
  return id == CounterId::kProcessorTimePercent ? 1e-7 : 1.0;
}

double Seconds(TimeNs duration) { return static_cast<double>(duration) / 1e9; }
double Milliseconds(TimeNs duration) { return static_cast<double>(duration) / 1e6; }

template <typename Enum>
constexpr size_t Index(Enum value) {
  return static_cast<size_t>(value);
}

const CounterInfo& InfoOf(CounterId id) { return kCounters[Index(id)]; }

void AddTo(runtime::WaitTotals& totals, TimeNs total, TimeNs signal) {
  ++totals.tasks;
  totals.total += total;
  totals.signal += signal;
  totals.longest = std::max(totals.longest, total);
}

/// What of each part came to be between two moments.
std::vector<PartUse> UseSince(const std::vector<PartUse>& before, const std::vector<PartUse>& now) {
  std::vector<PartUse> since = now;
  for (PartUse& part : since) {
    const auto known = std::ranges::find(before, part.name, &PartUse::name);
    if (known == before.end()) continue;
    part.served -= known->served;
    part.waited -= known->waited;
  }
  return since;
}

std::string PhaseEvent(const Phase& phase, uint32_t permille) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("phase").Key("snapshot");
  phase.snapshot.empty() ? json.Null() : json.String(phase.snapshot);
  if (!phase.database.empty()) json.Key("database").String(phase.database);
  json.Key("name").String(phase.name);
  json.Key("startMs").Milliseconds(phase.start).Key("endMs");
  phase.end == kNever ? json.Null() : json.Milliseconds(phase.end);
  json.Key("startSource").String("logged").Key("endSource");
  phase.end == kNever ? json.Null() : json.String("logged");
  json.Key("figures").BeginObject();
  for (const auto& [name, value] : phase.figures) json.Key(name).Integer(value);
  json.EndObject().Key("progress").Decimal(permille, 3).EndObject();
  return json.Take();
}

}  // namespace

struct Telemetry::State {
  State(runtime::Executor& executor_in, TelemetryOptions options_in, BatchSink sink_in)
      : executor(executor_in), options(std::move(options_in)), sink(std::move(sink_in)) {}

  bool InWarmup() const { return executor.Now() < options.warmup; }
  void HashTagged(HashTag tag) { hash.Add(static_cast<int64_t>(tag)); }
  bool Shows(int flag) const;
  /// What a counter comes to in the sample that began `interval` ago.
  double ValueOf(size_t counter, TimeNs interval, const Totals& totals) const;
  void CloseCounters(TimeNs interval, const Totals& totals, SampleRow& row);
  void Summarise(size_t counter, double value, TimeNs interval);
  void CloseWaits(SampleRow& row);
  void CloseUse(TimeNs now);
  void AddEvent(std::string_view json);  ///< JSON text of one object
  void AddLatencyEvent(TimeNs at, std::string_view type, const Histogram& latencies,
                       bool with_buckets);
  void HashLatencies(size_t type, const Histogram& latencies);
  void CloseLatencies(TimeNs at);
  void CloseReports(TimeNs at);

  runtime::Executor& executor;
  const TelemetryOptions options;
  const BatchSink sink;
  StreamHash hash;

  // Counters as of the last sample, and gauges.
  Totals sampled_totals{};
  std::array<int64_t, kCounterCount> gauges{};
  std::array<double, kCounterCount> sampled{};
  TimeNs last_sample = 0;

  std::vector<PartUse> use;          // so far
  std::vector<PartUse> sampled_use;  // by the last sample

  // Sums over samples after warm-up.
  std::array<double, kCounterCount> weighted_sums{};
  std::array<double, kCounterCount> maxima{};
  TimeNs summarised = 0;

  runtime::WaitTable waits{};           // after warm-up
  runtime::LatchTable latches{};        // likewise
  runtime::WaitTable interval_waits{};  // since the last sample
  std::array<uint64_t, kWaitCount> sampled_waits{};
  std::array<Histogram, kTransactionTypeCount> histograms;
  std::array<Histogram, kTransactionTypeCount> interval_histograms;
  Histogram interval_histogram_of_all;
  Histogram report_histogram;
  Histogram interval_report_histogram;

  std::vector<std::string> errorlog;
  std::vector<Phase> phases;
  std::vector<uint32_t> told_permille;  // of each phase, what its last event said
  std::function<void(const Phase&)> phase_listener;

  std::vector<SampleRow> rows;
  std::string events;  // objects joined by commas
  PushEncoder pushes;
};

void Telemetry::State::AddEvent(std::string_view json) {
  if (!events.empty()) events += ',';
  events += json;
}

bool Telemetry::State::Shows(int flag) const {
  if (flag == kAlways) return true;
  return options.trace_flags.contains(flag) && options.trace_flags.contains(kTraceToErrorlog);
}

void Telemetry::State::Summarise(size_t counter, double value, TimeNs interval) {
  // A counter may be below zero or summarised for the first time: the first value is the maximum.
  maxima[counter] = summarised == 0 ? value : std::max(maxima[counter], value);
  weighted_sums[counter] += value * Seconds(interval);
}

double Telemetry::State::ValueOf(size_t counter, TimeNs interval, const Totals& totals) const {
  const auto id = static_cast<CounterId>(counter);
  if (!InfoOf(id).rate) return static_cast<double>(gauges[counter]);
  const uint64_t delta = totals[counter] - sampled_totals[counter];
  return static_cast<double>(delta) * UnitsPerTotal(id) / Seconds(interval);
}

void Telemetry::State::CloseCounters(TimeNs interval, const Totals& totals, SampleRow& row) {
  const bool counts = last_sample >= options.warmup;
  HashTagged(HashTag::kCounter);
  for (size_t i = 0; i < kCounterCount; ++i) {
    row.counters[i] = ValueOf(i, interval, totals);
    const bool rate = InfoOf(static_cast<CounterId>(i)).rate;
    if (i < kHashedCounters) {
      hash.Add(rate ? static_cast<int64_t>(totals[i] - sampled_totals[i]) : gauges[i]);
    }
    if (rate) sampled_totals[i] = totals[i];
    if (counts) Summarise(i, row.counters[i], interval);
  }
  if (counts) summarised += interval;
}

void Telemetry::State::CloseUse(TimeNs now) {
  if (use.empty()) return;
  JsonWriter json;
  json.BeginObject().Key("kind").String("utilisation").Key("atMs").Milliseconds(now);
  json.Key("parts").BeginObject();
  const TimeNs interval = now - last_sample;
  for (const PartUse& part : UseSince(sampled_use, use)) {
    json.Key(part.name).BeginObject().Key("units").Integer(part.units);
    json.Key("serving").Decimal(part.served * kWholePermille / interval, kPermilleDigits);
    json.Key("waiting").Decimal(part.waited * kWholePermille / interval, kPermilleDigits);
    json.EndObject();
  }
  json.EndObject().EndObject();
  AddEvent(json.Take());
  sampled_use = use;
}

void Telemetry::State::CloseWaits(SampleRow& row) {
  for (size_t i = 0; i < kWaitCount; ++i) {
    const runtime::WaitTotals& wait = interval_waits[i];
    if (wait.tasks == 0) continue;
    sampled_waits[i] += wait.tasks;
    HashTagged(HashTag::kWait);
    hash.Add(static_cast<int64_t>(i));
    hash.Add(static_cast<int64_t>(wait.tasks));
    hash.Add(wait.total);
    hash.Add(wait.signal);
    row.waits[i] = {static_cast<double>(wait.tasks), Milliseconds(wait.total),
                    Milliseconds(wait.signal)};
  }
  interval_waits = {};
}

Telemetry::Telemetry(runtime::Executor& executor, TelemetryOptions options, BatchSink sink)
    : state_(std::make_unique<State>(executor, std::move(options), std::move(sink))) {
  CHECK(state_->sink, "telemetry needs a sink");
}

Telemetry::~Telemetry() = default;

void Telemetry::SetTotal(CounterId id, uint64_t total) {
  CHECK(InfoOf(id).rate, "%s is a gauge", InfoOf(id).id);
  uint64_t& current = totals_[Index(id)];
  CHECK(total >= current, "total of %s decreases", InfoOf(id).id);
  current = total;
}

void Telemetry::SetGauge(CounterId id, int64_t value) {
  CHECK(!InfoOf(id).rate, "%s is a rate", InfoOf(id).id);
  state_->gauges[Index(id)] = value;
}

void Telemetry::SetUse(std::vector<PartUse> use) { state_->use = std::move(use); }

uint64_t Telemetry::Total(CounterId id) const {
  CHECK(InfoOf(id).rate, "%s is a gauge", InfoOf(id).id);
  return totals_[Index(id)];
}

void Telemetry::OnWait(runtime::WaitType type, TimeNs total, TimeNs signal) {
  AddTo(state_->interval_waits[Index(type)], total, signal);
  if (!state_->InWarmup()) AddTo(state_->waits[Index(type)], total, signal);
}

void Telemetry::OnLatchWait(runtime::LatchClass latch, TimeNs total) {
  if (state_->InWarmup()) return;
  runtime::LatchTotals& totals = state_->latches[Index(latch)];
  ++totals.requests;
  totals.total += total;
  totals.longest = std::max(totals.longest, total);
}

const runtime::WaitTable& Telemetry::waits() const { return state_->waits; }
const runtime::LatchTable& Telemetry::latches() const { return state_->latches; }

uint64_t Telemetry::WaitsEnded(runtime::WaitType type) const {
  return state_->sampled_waits[Index(type)] + state_->interval_waits[Index(type)].tasks;
}

void Telemetry::RecordTransaction(TransactionType type, TimeNs latency) {
  state_->interval_histograms[Index(type)].Record(latency);
  if (!state_->InWarmup()) state_->histograms[Index(type)].Record(latency);
}

const Histogram& Telemetry::histogram(TransactionType type) const {
  return state_->histograms[Index(type)];
}

void Telemetry::RecordReport(TimeNs latency) {
  state_->interval_report_histogram.Record(latency);
  if (!state_->InWarmup()) state_->report_histogram.Record(latency);
}

const Histogram& Telemetry::report_histogram() const { return state_->report_histogram; }

void Telemetry::LogLine(std::string_view source, int flag, std::string_view text) {
  State& state = *state_;
  if (!state.Shows(flag)) return;
  const TimeNs now = state.executor.Now();
  state.HashTagged(HashTag::kLog);
  state.hash.Add(now);
  state.hash.Add(source);
  state.hash.Add(text);
  const int64_t unix_ms = state.options.origin_unix_ms + now / kMillisecond;
  state.errorlog.push_back(FormatErrorlogLine(unix_ms, source, text));

  JsonWriter json;
  json.BeginObject().Key("kind").String("errorlog").Key("atMs").Milliseconds(now);
  json.Key("line").String(state.errorlog.back()).EndObject();
  AddEvent(json.Take());
}

void Telemetry::Log(std::string_view source, const Message& message) {
  const int flag = TraceFlagOf(message.kind);
  if (!message.error.empty()) LogLine(source, flag, message.error);
  LogLine(source, flag, message.text);
}

void Telemetry::Log(std::string_view source, std::span<const Message> messages) {
  for (const Message& message : messages) Log(source, message);
}

const std::vector<std::string>& Telemetry::errorlog() const { return state_->errorlog; }

size_t Telemetry::BeginPhase(std::string_view snapshot, std::string_view name) {
  return BeginPhaseAt(snapshot, name, state_->executor.Now());
}

size_t Telemetry::BeginPhaseAt(std::string_view snapshot, std::string_view name, TimeNs start) {
  return Begin({std::string(snapshot), "", std::string(name), start, kNever, {}});
}

size_t Telemetry::BeginDatabasePhase(std::string_view database, std::string_view name) {
  return Begin({"", std::string(database), std::string(name), state_->executor.Now(), kNever, {}});
}

size_t Telemetry::Begin(Phase phase) {
  State& state = *state_;
  const TimeNs start = phase.start;
  CHECK(start >= 0 && start <= state.executor.Now(), "a phase starts in the future");
  state.HashTagged(HashTag::kPhaseBegin);
  state.hash.Add(phase.snapshot);
  if (!phase.database.empty()) state.hash.Add(phase.database);
  state.hash.Add(phase.name);
  state.hash.Add(start);
  state.phases.push_back(std::move(phase));
  state.told_permille.push_back(0);
  AddEvent(PhaseEvent(state.phases.back(), 0));
  if (state.phase_listener) state.phase_listener(state.phases.back());
  return state.phases.size() - 1;
}

void Telemetry::EndPhase(size_t phase, Figures figures) {
  State& state = *state_;
  CHECK(phase < state.phases.size(), "phase %zu", phase);
  Phase& ended = state.phases[phase];
  CHECK(ended.end == kNever, "phase %s ended twice", ended.name.c_str());
  ended.end = state.executor.Now();
  ended.figures = std::move(figures);
  state.HashTagged(HashTag::kPhaseEnd);
  state.hash.Add(static_cast<int64_t>(phase));
  state.hash.Add(ended.end);
  state.hash.Add(static_cast<int64_t>(ended.figures.size()));
  for (const auto& [name, value] : ended.figures) {
    state.hash.Add(std::string_view(name));
    state.hash.Add(value);
  }
  AddEvent(PhaseEvent(ended, kWholePermille));
}

void Telemetry::EndOpenPhases() {
  for (size_t phase = 0; phase < state_->phases.size(); ++phase) {
    if (state_->phases[phase].end == kNever) EndPhase(phase);
  }
}

void Telemetry::PhaseProgress(size_t phase, uint32_t permille) {
  CHECK(phase < state_->phases.size(), "phase %zu", phase);
  CHECK(permille <= kWholePermille, "progress of %u permille", permille);
  CHECK(state_->phases[phase].end == kNever, "progress of a phase that has ended");
  if (std::exchange(state_->told_permille[phase], permille) == permille) return;
  AddEvent(PhaseEvent(state_->phases[phase], permille));
}

const std::vector<Phase>& Telemetry::phases() const { return state_->phases; }

void Telemetry::SetPhaseListener(std::function<void(const Phase&)> listener) {
  state_->phase_listener = std::move(listener);
}

const std::array<double, kCounterCount>& Telemetry::sampled() const { return state_->sampled; }

void Telemetry::AddEvent(std::string_view json) { state_->AddEvent(json); }

void Telemetry::AddStateEvent(std::string_view state, double pace, std::string_view broke_on) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("state");
  json.Key("atMs").Milliseconds(state_->executor.Now());
  json.Key("state").String(state).Key("pace").Double(pace);
  if (!broke_on.empty()) json.Key("brokeOn").Raw(broke_on);
  json.EndObject();
  AddEvent(json.Take());
}

void Telemetry::AddSnapshotEvent(std::string_view snapshot, uint64_t pages_pushed,
                                 uint64_t size_on_disk_bytes) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("snapshot");
  json.Key("atMs").Milliseconds(state_->executor.Now());
  json.Key("name").String(snapshot);
  json.Key("pagesPushed").Integer(static_cast<int64_t>(pages_pushed));
  json.Key("sizeOnDiskBytes").Integer(static_cast<int64_t>(size_on_disk_bytes)).EndObject();
  AddEvent(json.Take());
}

void Telemetry::AddReserveEvent(std::string_view what, std::string_view volume,
                                std::string_view snapshot) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("reserve");
  json.Key("atMs").Milliseconds(state_->executor.Now());
  json.Key("what").String(what).Key("volume").String(volume).Key("snapshot");
  snapshot.empty() ? json.Null() : json.String(snapshot);
  json.EndObject();
  AddEvent(json.Take());
}

void Telemetry::AddPushTargetEvent(uint32_t number, std::string_view snapshot, bool hidden,
                                   std::span<const PushedFile> files) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("pushTarget");
  json.Key("atMs").Milliseconds(state_->executor.Now());
  json.Key("number").Integer(number).Key("snapshot").String(snapshot);
  json.Key("hidden").Raw(hidden ? "true" : "false");
  std::string list;
  for (const PushedFile& file : files) {
    JsonWriter entry;
    entry.BeginObject().Key("id").Integer(file.id).Key("name").String(file.name);
    list += (list.empty() ? "" : ",") + entry.Key("pages").Integer(file.pages).EndObject().Take();
  }
  json.Key("files").Raw('[' + list + ']').EndObject();
  AddEvent(json.Take());
}

void Telemetry::AddPushTargetEndEvent(uint32_t number) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("pushTargetEnd");
  json.Key("atMs").Milliseconds(state_->executor.Now());
  json.Key("number").Integer(number).EndObject();
  AddEvent(json.Take());
}

void Telemetry::AddExtentOwnersEvent(bool anew, std::string_view owners, std::string_view spans,
                                     bool ends) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("extentOwners");
  json.Key("atMs").Milliseconds(state_->executor.Now());
  json.Key("anew").Raw(anew ? "true" : "false");
  json.Key("owners").Raw(owners).Key("spans").Raw(spans);
  json.Key("ends").Raw(ends ? "true" : "false").EndObject();
  AddEvent(json.Take());
}

void Telemetry::AddPush(const PushRecord& record) {
  state_->pushes.Add(state_->executor.Now(), record);
  if (state_->pushes.bytes() >= kBatchPushBytes) Flush();
}

void Telemetry::SetPushDetail(PushDetail detail) {
  Flush();
  state_->pushes.SetDetail(detail, state_->executor.Now());
}

uint64_t Telemetry::push_bytes() const { return state_->pushes.total_bytes(); }

void Telemetry::AddCommandEvent(std::string_view command, bool applied, std::string_view message) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("command");
  json.Key("atNs").Integer(state_->executor.Now()).Key("command").Raw(command);
  json.Key("outcome").String(applied ? "applied" : "refused");
  json.Key("message");
  message.empty() ? json.Null() : json.String(message);
  json.EndObject();
  AddEvent(json.Take());
}

// The buckets let a reader merge samples as histograms: percentiles cannot be merged. `at` is the
// sample's own time, by which a reader finds the sample: a second look at a real clock would tell
// another.
void Telemetry::State::AddLatencyEvent(TimeNs at, std::string_view type, const Histogram& latencies,
                                       bool with_buckets) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("latency");
  json.Key("atMs").Milliseconds(at);
  json.Key("type").String(type);
  json.Key("p99Ms").Milliseconds(latencies.PercentileUs(9'900) * kMicrosecond);
  json.Key("count").Integer(static_cast<int64_t>(latencies.count()));
  if (with_buckets) {
    std::string buckets;
    for (const auto& [index, count] : latencies.NonZeroBuckets()) {
      buckets += buckets.empty() ? "[" : ",[";
      buckets += std::to_string(index) + ',' + std::to_string(count) + ']';
    }
    json.Key("buckets").Raw('[' + buckets + ']');
  }
  json.EndObject();
  AddEvent(json.Take());
}

void Telemetry::State::HashLatencies(size_t type, const Histogram& latencies) {
  HashTagged(HashTag::kLatency);
  hash.Add(static_cast<int64_t>(type));
  hash.Add(latencies.total());
  for (const auto& [index, count] : latencies.NonZeroBuckets()) {
    hash.Add(int64_t{index});
    hash.Add(static_cast<int64_t>(count));
  }
}

void Telemetry::State::CloseReports(TimeNs at) {
  Histogram& reports = interval_report_histogram;
  if (reports.count() == 0) return;
  HashLatencies(kHashedReportType, reports);
  AddLatencyEvent(at, "report", reports, true);
  reports.Reset();
}

void Telemetry::State::CloseLatencies(TimeNs at) {
  Histogram& all = interval_histogram_of_all;
  for (size_t i = 0; i < kTransactionTypeCount; ++i) {
    Histogram& latencies = interval_histograms[i];
    if (latencies.count() == 0) continue;
    HashLatencies(i, latencies);
    AddLatencyEvent(at, kTransactionTypeNames[i], latencies, false);
    all.Merge(latencies);
    latencies.Reset();
  }
  if (all.count() == 0) return;
  AddLatencyEvent(at, "all", all, true);
  all.Reset();
}

void Telemetry::TellPartialSample() {
  const State& state = *state_;
  const TimeNs interval = state.executor.Now() - state.last_sample;
  if (interval == 0) return;
  JsonWriter json;
  json.BeginObject().Key("kind").String("partialSample");
  json.Key("fromMs").Milliseconds(state.last_sample);
  json.Key("atMs").Milliseconds(state.executor.Now());
  json.Key("counters").BeginObject();
  for (size_t i = 0; i < kCounterCount; ++i) {
    json.Key(kCounters[i].id).Double(state.ValueOf(i, interval, totals_));
  }
  json.EndObject().Key("waits").BeginObject();
  for (size_t i = 0; i < kWaitCount; ++i) {
    const runtime::WaitTotals& wait = state.interval_waits[i];
    if (wait.tasks == 0) continue;
    json.Key(kWaits[i].name).BeginObject();
    json.Key("tasks").Integer(static_cast<int64_t>(wait.tasks));
    json.Key("waitMs").Milliseconds(wait.total).Key("signalMs").Milliseconds(wait.signal);
    json.EndObject();
  }
  json.EndObject();
  Histogram all;
  for (const Histogram& latencies : state.interval_histograms) all.Merge(latencies);
  json.Key("p99Ms");
  if (all.count() == 0) {
    json.Null();
  } else {
    json.Milliseconds(all.PercentileUs(9'900) * kMicrosecond);
  }
  json.EndObject();
  AddEvent(json.Take());
}

void Telemetry::Sample() {
  State& state = *state_;
  const TimeNs now = state.executor.Now();
  CHECK(now >= state.last_sample, "engine time runs backwards");
  const TimeNs interval = now - state.last_sample;
  if (interval == 0) return;
  SampleRow row;
  row.time = now;
  state.HashTagged(HashTag::kSample);
  state.hash.Add(now);
  state.CloseCounters(interval, totals_, row);
  state.sampled = row.counters;
  state.CloseWaits(row);
  state.CloseLatencies(now);
  state.CloseReports(now);
  state.CloseUse(now);
  state.last_sample = now;
  state.rows.push_back(row);
  if (state.rows.size() >= kBatchSamples) Flush();
}

void Telemetry::Flush() {
  State& state = *state_;
  if (state.rows.empty() && state.events.empty() && state.pushes.empty()) return;
  const std::string events = '[' + state.events + ']';
  std::vector<std::byte> batch = EncodeBatch(state.rows, events, state.pushes.Take());
  state.rows.clear();
  state.events.clear();
  state.sink(std::move(batch));
}

std::array<Telemetry::CounterSummary, kCounterCount> Telemetry::counter_summaries() const {
  std::array<CounterSummary, kCounterCount> summaries{};
  if (state_->summarised == 0) return summaries;
  for (size_t i = 0; i < kCounterCount; ++i) {
    summaries[i].mean = state_->weighted_sums[i] / Seconds(state_->summarised);
    summaries[i].max = state_->maxima[i];
  }
  return summaries;
}

uint64_t Telemetry::Hash() const { return state_->hash.Digest(); }

}  // namespace snapscope::telemetry
