// Everything the engine reports, collected in one place and handed on in samples.
//
// Counters: rates are fed as monotonic totals, gauges as values. The server-wide wait table, one
// latency histogram per transaction type, phases, ERRORLOG lines and events. Each sample interval
// becomes one Sample; samples go to the sink in batches (encoding: batch_encoder.h) and into the
// telemetry hash. How hash, warm-up and batches work: docs/internals/telemetry.md.
//
// Invariants: the hash is made of integers and ERRORLOG texts only, never of doubles, seed, wall
// time or how samples were batched; totals never decrease; every event reaches the sink exactly
// once, in order.
//
// Owning thread: the engine thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/checksum.h"
#include "base/ids.h"
#include "base/part_use.h"
#include "runtime/cpu.h"
#include "telemetry/catalog_generated.h"
#include "telemetry/errorlog_writer.h"
#include "telemetry/histogram.h"
#include "telemetry/push_encoder.h"

namespace snapscope::telemetry {

/// Figures of a phase by name, in insertion order.
using Figures = std::vector<std::pair<std::string, int64_t>>;

struct Phase {
  std::string snapshot;  ///< empty: not part of a creation
  std::string database;  ///< another one than the run's own; else empty
  std::string name;      ///< files, checkpoint, open, startup, analysis, redo, undo, complete
  TimeNs start = 0;
  TimeNs end = kNever;  ///< kNever while it is open
  Figures figures;
};

/// A data file whose pages are pushed.
struct PushedFile {
  uint32_t id = 0;
  std::string name;
  uint32_t pages = 0;
};

/// Receives encoded batches; may block the engine thread until the reader has credits.
using BatchSink = std::function<void(std::vector<std::byte>)>;

/// Samples that make a batch; a reader in a hurry gets less through Flush().
inline constexpr size_t kBatchSamples = 16;

struct TelemetryOptions {
  std::set<int> trace_flags = {};
  /// Wall-clock origin, milliseconds since 1970-01-01T00:00:00 in the log's own (local) time.
  int64_t origin_unix_ms = 0;
  TimeNs warmup = 0;  ///< statistics of waits and latencies start here
};

class Telemetry final : public runtime::WaitListener {
 public:
  Telemetry(runtime::Executor& executor, TelemetryOptions options, BatchSink sink);
  ~Telemetry() override;

  // Counters. The total of kProcessorTimePercent is scheduler time in nanoseconds divided by the
  // number of schedulers; it is reported as a percentage. All others are reported as they count.
  void SetTotal(CounterId id, uint64_t total);  ///< rate counters: monotonic total so far
  void AddTotal(CounterId id, uint64_t delta = 1) {
    const CounterInfo& info = kCounters[static_cast<size_t>(id)];
    CHECK(info.rate, "%s is a gauge", info.id);
    totals_[static_cast<size_t>(id)] += delta;
  }
  void SetGauge(CounterId id, int64_t value);
  uint64_t Total(CounterId id) const;

  /// How busy parts of the machine have been so far. Each sample tells of it as an event; the hash
  /// knows nothing of it.
  void SetUse(std::vector<PartUse> use);

  // Waits (all workers report here through runtime::WaitListener).
  void OnWait(runtime::WaitType type, TimeNs total, TimeNs signal) override;
  void OnLatchWait(runtime::LatchClass latch, TimeNs total) override;
  /// Cumulative since the end of warm-up.
  const runtime::WaitTable& waits() const;
  const runtime::LatchTable& latches() const;
  /// Waits of the type that have ended, those of warm-up among them.
  uint64_t WaitsEnded(runtime::WaitType type) const;

  // Latency of a finished transaction (response time as the user sees it). The histogram is
  // cumulative since the end of warm-up.
  void RecordTransaction(TransactionType type, TimeNs latency);
  const Histogram& histogram(TransactionType type) const;
  /// Latency of a query of a report, which is kept apart from the users' transactions.
  void RecordReport(TimeNs latency);
  const Histogram& report_histogram() const;

  // ERRORLOG. `source` is "spid51", "spid9s", "Server". The trace flag that shows a message is that
  // of the table in errorlog_writer.h; those that need one also need 3605. An error is two records.
  void Log(std::string_view source, const Message& message);
  /// Records that belong together, at one time.
  void Log(std::string_view source, std::span<const Message> messages);
  const std::vector<std::string>& errorlog() const;

  // Phases. Begin returns an index for End; Instant is a phase that starts and ends now. The times
  // of a phase are those of the ERRORLOG lines beside it: callers log and begin/end in one step.
  size_t BeginPhase(std::string_view snapshot, std::string_view name);
  size_t BeginPhaseAt(std::string_view snapshot, std::string_view name, TimeNs start);
  /// A phase of another database than the run's own, or, if the name is empty, of that.
  size_t BeginDatabasePhase(std::string_view database, std::string_view name);
  void EndPhase(size_t phase, Figures figures = {});
  /// Those of a server that has ended: nobody else will.
  void EndOpenPhases();
  void PhaseProgress(size_t phase, uint32_t permille);
  const std::vector<Phase>& phases() const;
  /// Called with each phase as it begins, in that step.
  void SetPhaseListener(std::function<void(const Phase&)> listener);

  // Events for the reader, not part of the hash. ERRORLOG lines, phases and latencies become events
  // by themselves.
  /// `broke_on` is JSON: the break that a pause comes from; empty: from none.
  void AddStateEvent(std::string_view state, double pace, std::string_view broke_on = {});
  void AddSnapshotEvent(std::string_view snapshot, uint64_t pages_pushed,
                        uint64_t size_on_disk_bytes);
  /// What an array has done about the reserve of a volume. `snapshot`: that it has deleted there.
  void AddReserveEvent(std::string_view what, std::string_view volume, std::string_view snapshot);
  /// The files of a snapshot that push records from now on call by `number`.
  void AddPushTargetEvent(uint32_t number, std::string_view snapshot, bool hidden,
                          std::span<const PushedFile> files);
  /// They are closed: nothing more is recorded of them.
  void AddPushTargetEndEvent(uint32_t number);
  /// Whose extents are, from now on; `anew`: those that are not told are free. `owners` and `spans`
  /// are JSON lists. `ends`: nothing more is told.
  void AddExtentOwnersEvent(bool anew, std::string_view owners, std::string_view spans, bool ends);
  /// `command` is JSON; a refusal says why in `message`.
  void AddCommandEvent(std::string_view command, bool applied, std::string_view message = {});

  // Push records: not part of the hash either.
  void AddPush(const PushRecord& record);
  /// What is told from now on.
  void SetPushDetail(PushDetail detail);
  /// Bytes of the records so far.
  uint64_t push_bytes() const;

  /// Tells of the sample under way as far as it has come, as an event: a run that is paused shows
  /// that instant. The sample goes on, and the hash knows nothing of it.
  void TellPartialSample();

  /// Closes the sample that ends now: computes rates, hashes, and sends a batch when kBatchSamples
  /// have gathered. Does nothing if no time has passed since the last one.
  void Sample();
  /// Values of the counters in the last sample, as they are reported; zeros before the first.
  const std::array<double, kCounterCount>& sampled() const;
  /// Sends what is pending (the last batch may hold fewer samples).
  void Flush();

  struct CounterSummary {
    double mean = 0;
    double max = 0;
  };
  /// Over the samples that lie wholly after warm-up; the mean is weighted by their length.
  std::array<CounterSummary, kCounterCount> counter_summaries() const;

  /// XXH3 over everything up to the last sample, warm-up included, and phases and ERRORLOG so far.
  uint64_t Hash() const;

 private:
  size_t Begin(Phase phase);
  void LogLine(std::string_view source, int flag, std::string_view text);
  void AddEvent(std::string_view json);  ///< JSON text of one object

  struct State;
  using Totals = std::array<uint64_t, kCounterCount>;
  Totals totals_{};  // of rates, so far
  std::unique_ptr<State> state_;
};

}  // namespace snapscope::telemetry
