// Telemetry as its reader and the hash see it: batches are decoded byte by byte here.
#include "telemetry/telemetry.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/bytes.h"
#include "runtime/executor.h"
#include "telemetry/batch_encoder.h"
#include "telemetry/checkpoint_messages.h"

namespace snapscope::telemetry::telemetry_test {
namespace {

using nlohmann::json;
using runtime::WaitType;

/// Time is what the test says.
class SetClock final : public runtime::Clock {
 public:
  TimeNs Now() const override { return now; }
  void WaitUntil(TimeNs deadline) override { now = deadline; }
  void Wake() override {}
  bool IsVirtual() const override { return true; }
  TimeNs now = 0;
};

struct Decoded {
  std::vector<TimeNs> times;
  std::vector<std::vector<double>> counters;  // [counter][sample]
  std::vector<std::vector<double>> tasks;     // [wait][sample]
  std::vector<std::vector<double>> wait_ms;
  std::vector<std::vector<double>> signal_ms;
  json events;
};

Decoded Decode(const std::vector<std::byte>& batch) {
  const ConstByteSpan bytes(batch);
  EXPECT_EQ(Load<uint32_t>(bytes, 0), 0x31465353u);
  const auto samples = Load<uint32_t>(bytes, 4);
  EXPECT_EQ(Load<uint32_t>(bytes, 8), kCounterCount);
  EXPECT_EQ(Load<uint32_t>(bytes, 12), kWaitCount);
  const auto event_bytes = Load<uint32_t>(bytes, 16);
  const auto push_bytes = Load<uint32_t>(bytes, 20);
  size_t offset = 24;
  const auto column = [&] {
    std::vector<double> values;
    for (uint32_t i = 0; i < samples; ++i, offset += 8) {
      values.push_back(Load<double>(bytes, offset));
    }
    return values;
  };
  Decoded decoded;
  for (uint32_t i = 0; i < samples; ++i, offset += 8) {
    decoded.times.push_back(Load<int64_t>(bytes, offset));
  }
  for (size_t i = 0; i < kCounterCount; ++i) decoded.counters.push_back(column());
  for (size_t i = 0; i < kWaitCount; ++i) {
    decoded.tasks.push_back(column());
    decoded.wait_ms.push_back(column());
    decoded.signal_ms.push_back(column());
  }
  EXPECT_EQ(offset + event_bytes + push_bytes, batch.size());
  const char* text = reinterpret_cast<const char*>(batch.data()) + offset;
  decoded.events = json::parse(text, text + event_bytes);
  return decoded;
}

class TelemetryTest : public ::testing::Test {
 protected:
  void Make(TelemetryOptions options = {}) {
    telemetry_ = std::make_unique<Telemetry>(
        executor_, std::move(options), [this](auto batch) { batches_.push_back(Decode(batch)); });
  }
  Telemetry& At(TimeNs now) {
    clock_.now = now;
    return *telemetry_;
  }
  /// The hash of a fresh collector after `script`.
  uint64_t HashOf(const std::function<void()>& script, TelemetryOptions options = {}) {
    clock_.now = 0;
    Make(std::move(options));
    script();
    At(10 * kSecond).Sample();
    return telemetry_->Hash();
  }

  SetClock clock_;
  runtime::Executor executor_{clock_};
  std::unique_ptr<Telemetry> telemetry_;
  std::vector<Decoded> batches_;
};

size_t Column(CounterId id) { return static_cast<size_t>(id); }
size_t Column(WaitType type) { return static_cast<size_t>(type); }

TEST_F(TelemetryTest, RatesArePerSecondOfEngineTimeAndGaugesAsTheyAre) {
  Make();
  telemetry_->AddTotal(CounterId::kTransactionsPerSecond, 100);
  telemetry_->SetTotal(CounterId::kPageReadsPerSecond, 7);
  telemetry_->SetGauge(CounterId::kDirtyPages, 42);
  At(500 * kMillisecond).Sample();
  telemetry_->SetTotal(CounterId::kPageReadsPerSecond, 10);
  telemetry_->SetGauge(CounterId::kDirtyPages, 40);
  At(2'500 * kMillisecond).Sample();
  telemetry_->Flush();
  ASSERT_EQ(batches_.size(), 1u);
  const Decoded& batch = batches_[0];
  EXPECT_EQ(batch.times, (std::vector<TimeNs>{500 * kMillisecond, 2'500 * kMillisecond}));
  EXPECT_EQ(batch.counters[Column(CounterId::kTransactionsPerSecond)],
            (std::vector<double>{200, 0}));
  EXPECT_EQ(batch.counters[Column(CounterId::kPageReadsPerSecond)], (std::vector<double>{14, 1.5}));
  EXPECT_EQ(batch.counters[Column(CounterId::kDirtyPages)], (std::vector<double>{42, 40}));
  EXPECT_EQ(telemetry_->Total(CounterId::kPageReadsPerSecond), 10u);
  EXPECT_TRUE(batch.events.empty());
}

TEST_F(TelemetryTest, ProcessorTimeIsAPercentage) {
  Make();
  telemetry_->SetTotal(CounterId::kProcessorTimePercent, kSecond);
  At(2 * kSecond).Sample();
  telemetry_->Flush();
  EXPECT_DOUBLE_EQ(batches_[0].counters[Column(CounterId::kProcessorTimePercent)][0], 50);
}

TEST_F(TelemetryTest, UseOfPartsIsAnEventOfEachSampleAndNotInTheHash) {
  Make();
  telemetry_->SetUse({{.name = "Q/servers", .units = 4, .served = 2 * kSecond, .waited = kSecond}});
  At(kSecond).Sample();
  const uint64_t hash = telemetry_->Hash();
  telemetry_->SetUse({{.name = "Q/servers", .units = 4, .served = 3 * kSecond, .waited = kSecond},
                      {.name = "Q/link", .served = kSecond / 2}});
  At(3 * kSecond).Sample();
  telemetry_->Flush();
  const json parts = {{"Q/servers", {{"units", 4}, {"serving", 0.5}, {"waiting", 0}}},
                      {"Q/link", {{"units", 1}, {"serving", 0.25}, {"waiting", 0}}}};
  const json& events = batches_[0].events;
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1]["kind"], "utilisation");
  EXPECT_EQ(events[1]["atMs"], 3000);
  EXPECT_EQ(events[1]["parts"], parts);
  clock_.now = 0;
  Make();
  At(kSecond).Sample();
  EXPECT_EQ(telemetry_->Hash(), hash);
}

TEST_F(TelemetryTest, WaitsAreDeltasInTheBatchAndCumulativeInTheTable) {
  Make();
  telemetry_->OnWait(WaitType::kWritelog, 3 * kMillisecond, kMillisecond);
  telemetry_->OnWait(WaitType::kWritelog, 5 * kMillisecond, 0);
  At(kSecond).Sample();
  telemetry_->OnWait(WaitType::kLogmgrQueue, 2 * kMillisecond, 0);
  telemetry_->OnWait(WaitType::kWritelog, 500'000, 0);
  At(2 * kSecond).Sample();
  telemetry_->Flush();
  const Decoded& batch = batches_.at(0);
  const size_t writelog = Column(WaitType::kWritelog);
  EXPECT_EQ(batch.tasks[writelog], (std::vector<double>{2, 1}));
  EXPECT_EQ(batch.wait_ms[writelog], (std::vector<double>{8, 0.5}));
  EXPECT_EQ(batch.signal_ms[writelog], (std::vector<double>{1, 0}));
  EXPECT_EQ(batch.tasks[Column(WaitType::kLogmgrQueue)], (std::vector<double>{0, 1}));
  const runtime::WaitTotals& total = telemetry_->waits()[writelog];
  EXPECT_EQ(total.tasks, 3u);
  EXPECT_EQ(total.total, 8'500'000);
  EXPECT_EQ(total.longest, 5 * kMillisecond);
  EXPECT_EQ(total.signal, kMillisecond);
}

TEST_F(TelemetryTest, ASampleUnderWayIsToldAsFarAsItHasComeAndGoesOn) {
  const auto script = [this](bool told) {
    return [this, told] {
      telemetry_->AddTotal(CounterId::kTransactionsPerSecond, 100);
      At(kSecond).Sample();
      telemetry_->AddTotal(CounterId::kTransactionsPerSecond, 10);
      telemetry_->SetGauge(CounterId::kDirtyPages, 42);
      telemetry_->OnWait(WaitType::kWritelog, 3 * kMillisecond, kMillisecond);
      telemetry_->RecordTransaction(TransactionType::kTransaction2, 7 * kMillisecond);
      At(1'250 * kMillisecond);
      if (told) telemetry_->TellPartialSample();
      telemetry_->AddTotal(CounterId::kTransactionsPerSecond, 5);
      At(2 * kSecond).Sample();
      if (told) telemetry_->TellPartialSample();  // nothing has come since
    };
  };
  const uint64_t hash = HashOf(script(false));
  EXPECT_EQ(HashOf(script(true)), hash);
  telemetry_->Flush();
  const Decoded& batch = batches_.back();
  EXPECT_EQ(batch.times, (std::vector<TimeNs>{kSecond, 2 * kSecond, 10 * kSecond}));
  EXPECT_EQ(batch.counters[Column(CounterId::kTransactionsPerSecond)],
            (std::vector<double>{100, 15, 0}));
  std::vector<json> partial;
  for (const json& event : batch.events) {
    if (event["kind"] == "partialSample") partial.push_back(event);
  }
  ASSERT_EQ(partial.size(), 1u);
  EXPECT_EQ(partial[0]["fromMs"], 1000);
  EXPECT_EQ(partial[0]["atMs"], 1250);
  EXPECT_EQ(partial[0]["counters"].size(), kCounterCount);
  EXPECT_EQ(partial[0]["counters"]["transactionsPerSecond"], 40);
  EXPECT_EQ(partial[0]["counters"]["dirtyPages"], 42);
  EXPECT_EQ(partial[0]["waits"],
            (json{{"WRITELOG", {{"tasks", 1}, {"waitMs", 3}, {"signalMs", 1}}}}));
  EXPECT_NEAR(partial[0]["p99Ms"].get<double>(), 7, 0.01);
}

TEST_F(TelemetryTest, StatisticsStartAfterWarmUpButTheReaderSeesAll) {
  Make({.warmup = 2 * kSecond});
  const auto second = [&](int number, uint64_t transactions) {
    telemetry_->AddTotal(CounterId::kTransactionsPerSecond, transactions);
    telemetry_->OnWait(WaitType::kWritelog, number * kMillisecond, 0);
    telemetry_->RecordTransaction(TransactionType::kTransaction2, number * kMillisecond);
    At(number * kSecond).Sample();
  };
  second(1, 1'000);
  second(2, 1'000);
  second(3, 10);
  second(4, 30);
  telemetry_->Flush();
  const auto summary = telemetry_->counter_summaries()[0];
  EXPECT_EQ(summary.mean, 20);
  EXPECT_EQ(summary.max, 30);
  EXPECT_EQ(telemetry_->waits()[Column(WaitType::kWritelog)].tasks, 2u);
  EXPECT_EQ(telemetry_->waits()[Column(WaitType::kWritelog)].total, 7 * kMillisecond);
  EXPECT_EQ(telemetry_->histogram(TransactionType::kTransaction2).count(), 2u);
  EXPECT_EQ(telemetry_->histogram(TransactionType::kTransaction1).count(), 0u);
  EXPECT_EQ(batches_.at(0).counters[0], (std::vector<double>{1'000, 1'000, 10, 30}));
  EXPECT_EQ(batches_.at(0).events.size(), 8u) << "for each sample one of its type, one of all";
}

TEST_F(TelemetryTest, ResponseOfAllTransactionsIsTheMergedHistogramOfTheInterval) {
  Make();
  telemetry_->RecordTransaction(TransactionType::kTransaction1, 3 * kMillisecond);
  telemetry_->RecordTransaction(TransactionType::kTransaction5, kMillisecond);
  telemetry_->RecordTransaction(TransactionType::kTransaction5, kMillisecond);
  At(kSecond).Sample();
  At(2 * kSecond).Sample();
  telemetry_->Flush();
  const json& events = batches_.at(0).events;
  ASSERT_EQ(events.size(), 3u) << "an interval without transactions has none";
  EXPECT_EQ(events[2]["type"], "all");
  EXPECT_EQ(events[2]["count"], 3);
  EXPECT_EQ(events[2]["p99Ms"], 3.001) << "highest value of a bucket that is 2 us wide";
  EXPECT_EQ(events[2]["buckets"], json::parse("[[1000,2],[2524,1]]"));
}

TEST_F(TelemetryTest, QueriesOfReportsAreNoTransactionsOfTheUsers) {
  Make({.warmup = kSecond});
  telemetry_->RecordReport(5 * kMillisecond);
  telemetry_->RecordTransaction(TransactionType::kTransaction1, kMillisecond);
  At(kSecond).Sample();
  telemetry_->RecordReport(7 * kMillisecond);
  At(2 * kSecond).Sample();
  telemetry_->Flush();
  const json& events = batches_.at(0).events;
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[1]["type"], "all");
  EXPECT_EQ(events[1]["count"], 1) << "the report is not among them";
  EXPECT_EQ(events[2]["type"], "report");
  EXPECT_EQ(events[2]["count"], 1);
  EXPECT_TRUE(events[2].contains("buckets")) << "percentiles cannot be merged";
  EXPECT_EQ(events[3]["type"], "report");
  EXPECT_EQ(telemetry_->report_histogram().count(), 1u) << "that of the warm-up is left out";
}

TEST_F(TelemetryTest, SummaryLeavesOutASampleThatBeganInWarmUp) {
  Make({.warmup = 1'500 * kMillisecond});
  for (int number = 1; number <= 3; ++number) {
    telemetry_->SetGauge(CounterId::kDirtyPages, number * 10);
    At(number * kSecond).Sample();
  }
  const auto summary = telemetry_->counter_summaries()[Column(CounterId::kDirtyPages)];
  EXPECT_EQ(summary.mean, 30);
}

TEST_F(TelemetryTest, BatchesHoldAFixedNumberOfSamples) {
  Make();
  for (size_t i = 1; i <= 2 * kBatchSamples + 1; ++i) {
    At(static_cast<TimeNs>(i) * kSecond).Sample();
  }
  ASSERT_EQ(batches_.size(), 2u);
  EXPECT_EQ(batches_[1].times.size(), kBatchSamples);
  telemetry_->Flush();
  ASSERT_EQ(batches_.size(), 3u);
  EXPECT_EQ(batches_[2].times.size(), 1u);
  telemetry_->Flush();
  EXPECT_EQ(batches_.size(), 3u) << "nothing is pending";
}

TEST_F(TelemetryTest, SampleWithoutTimeIsNone) {
  Make();
  telemetry_->Sample();
  At(kSecond).Sample();
  telemetry_->Sample();
  telemetry_->Flush();
  EXPECT_EQ(batches_.at(0).times.size(), 1u);
}

TEST_F(TelemetryTest, ErrorlogObeysTraceFlags) {
  const auto lines_with = [&](std::set<int> flags) {
    Make({.trace_flags = std::move(flags)});
    telemetry_->Log("spid51", CreatingFile("x"));
    telemetry_->Log("spid51", FlushCache(EngineVersion::k2005, {}));
    telemetry_->Log("spid51", RecoveryStarting({"s", 7}));
    telemetry_->Log("spid51", StartingUpDatabase("s"));
    telemetry_->Log("spid51", SnapshotSuspect("s"));
    return telemetry_->errorlog().size();
  };
  EXPECT_EQ(lines_with({}), 3u);
  EXPECT_EQ(lines_with({1810, 3400, 3504}), 3u) << "without 3605 they do not go to the ERRORLOG";
  EXPECT_EQ(lines_with({3605}), 3u);
  EXPECT_EQ(lines_with({3605, 1810}), 4u);
  EXPECT_EQ(lines_with({3605, 3504}), 4u);
  EXPECT_EQ(lines_with({3605, 1810, 3400, 3504}), 6u);
}

TEST_F(TelemetryTest, ErrorlogLinesAreEventsWithTheSameText) {
  Make({.origin_unix_ms = 1'161'640'087'000});
  At(229'999'999).Log("spid1057", StartingUpDatabase("it's \"x\""));
  telemetry_->Flush();
  const std::string line = "2006-10-23 21:48:07.22 spid1057    Starting up database 'it's \"x\"'.";
  EXPECT_EQ(telemetry_->errorlog(), std::vector<std::string>{line});
  EXPECT_EQ(batches_.at(0).events,
            json::array({{{"kind", "errorlog"}, {"atMs", 229.999999}, {"line", line}}}));
  EXPECT_TRUE(batches_[0].times.empty());
}

TEST_F(TelemetryTest, PhasesAreReportedAsTheyGrow) {
  Make();
  const size_t creation = At(kSecond).BeginPhase("s1", "analysis");
  const size_t automatic = At(2 * kSecond).BeginPhaseAt("", "checkpoint", 1'500 * kMillisecond);
  At(3 * kSecond).PhaseProgress(creation, 250);
  telemetry_->EndPhase(automatic, {{"buffers", 12}, {"avoided", 3}});
  At(4 * kSecond).EndPhase(creation);
  telemetry_->Flush();
  const json& events = batches_.at(0).events;
  ASSERT_EQ(events.size(), 5u);
  EXPECT_EQ(events[0], json::parse(R"({"kind":"phase","snapshot":"s1","name":"analysis",
      "startMs":1000,"endMs":null,"startSource":"logged","endSource":null,"figures":{},
      "progress":0})"));
  EXPECT_EQ(events[2]["progress"], 0.25);
  EXPECT_EQ(events[3], json::parse(R"({"kind":"phase","snapshot":null,"name":"checkpoint",
      "startMs":1500,"endMs":3000,"startSource":"logged","endSource":"logged",
      "figures":{"buffers":12,"avoided":3},"progress":1})"));
  EXPECT_EQ(telemetry_->phases()[creation].end, 4 * kSecond);
  EXPECT_EQ(telemetry_->phases()[automatic].start, 1'500 * kMillisecond);
}

TEST_F(TelemetryTest, ProgressIsToldWhenItIsAnother) {
  Make();
  const size_t phase = At(kSecond).BeginPhase("s1", "redo");
  constexpr uint32_t kRecords = 5'000;
  for (uint32_t record = 0; record < kRecords; ++record) {
    telemetry_->PhaseProgress(phase, record * 10 / kRecords);
  }
  const size_t next = telemetry_->BeginPhase("s1", "undo");
  telemetry_->PhaseProgress(next, 9);
  telemetry_->Flush();
  const json& events = batches_.at(0).events;
  ASSERT_EQ(events.size(), 12u) << "two beginnings, 1 to 9 permille, and 9 of another phase";
  EXPECT_EQ(events[1]["progress"], 0.001);
  EXPECT_EQ(events[9]["progress"], 0.009);
  EXPECT_EQ(events[11]["name"], "undo");
}

TEST_F(TelemetryTest, EventsKeepTheirOrderAndShape) {
  Make();
  At(kSecond).AddStateEvent("running", 0.5);
  telemetry_->AddSnapshotEvent("s1", 12, 65'536);
  telemetry_->AddCommandEvent(R"({"kind":"pause"})", true);
  telemetry_->AddCommandEvent(R"({"kind":"resume"})", false, "not paused");
  telemetry_->RecordTransaction(TransactionType::kTransaction5, 2 * kMillisecond);
  At(2 * kSecond).Sample();
  telemetry_->Flush();
  EXPECT_EQ(batches_.at(0).events, json::parse(R"([
      {"kind":"state","atMs":1000,"state":"running","pace":0.5},
      {"kind":"snapshot","atMs":1000,"name":"s1","pagesPushed":12,"sizeOnDiskBytes":65536},
      {"kind":"command","atNs":1000000000,"command":{"kind":"pause"},"outcome":"applied",
       "message":null},
      {"kind":"command","atNs":1000000000,"command":{"kind":"resume"},"outcome":"refused",
       "message":"not paused"},
      {"kind":"latency","atMs":2000,"type":"transaction5","p99Ms":2,"count":1},
      {"kind":"latency","atMs":2000,"type":"all","p99Ms":2,"count":1,"buckets":[[2000,1]]}])"));
}

TEST_F(TelemetryTest, HashCoversWhatHappened) {
  const uint64_t nothing = HashOf([] {});
  const std::vector<std::function<void()>> scripts = {
      [&] { telemetry_->AddTotal(CounterId::kPageReadsPerSecond); },
      [&] { telemetry_->AddTotal(CounterId::kPageWritesPerSecond); },
      [&] { telemetry_->SetGauge(CounterId::kFreePages, 1); },
      [&] { telemetry_->OnWait(WaitType::kWritelog, 1, 0); },
      [&] { telemetry_->OnWait(WaitType::kWritelog, 1, 1); },
      [&] { telemetry_->OnWait(WaitType::kLogbuffer, 1, 0); },
      [&] { telemetry_->RecordTransaction(TransactionType::kTransaction1, kMillisecond); },
      [&] { telemetry_->RecordTransaction(TransactionType::kTransaction1, kMillisecond + 1); },
      [&] { telemetry_->RecordTransaction(TransactionType::kTransaction2, kMillisecond); },
      [&] { telemetry_->RecordReport(kMillisecond); },
      [&] { telemetry_->Log("spid1", StartingUpDatabase("a")); },
      [&] { telemetry_->Log("spid1", StartingUpDatabase("b")); },
      [&] { At(1).Log("spid1", StartingUpDatabase("a")); },
      [&] { telemetry_->BeginPhase("s", "redo"); },
      [&] { telemetry_->EndPhase(telemetry_->BeginPhase("s", "redo")); },
      [&] { telemetry_->EndPhase(telemetry_->BeginPhase("s", "redo"), {{"bytes", 1}}); },
      [&] { At(5 * kSecond).Sample(); },
  };
  std::set<uint64_t> hashes = {nothing};
  for (size_t i = 0; i < scripts.size(); ++i) {
    EXPECT_TRUE(hashes.insert(HashOf(scripts[i])).second) << "script " << i;
    EXPECT_TRUE(hashes.contains(HashOf(scripts[i]))) << "script " << i << " is not repeatable";
  }
}

TEST_F(TelemetryTest, HashLeavesOutEventsBatchingOriginAndWarmUp) {
  const auto script = [&] {
    telemetry_->Log("spid1", StartingUpDatabase("a"));
    telemetry_->RecordTransaction(TransactionType::kTransaction1, kMillisecond);
  };
  const uint64_t hash = HashOf(script);
  EXPECT_EQ(HashOf([&] {
              script();
              telemetry_->AddStateEvent("paused", 2);
              telemetry_->AddSnapshotEvent("s", 1, 2);
              telemetry_->Flush();
            }),
            hash);
  EXPECT_EQ(HashOf(script, {.origin_unix_ms = 1'161'640'087'000}), hash);
  EXPECT_EQ(HashOf(script, {.warmup = kSecond}), hash);
  EXPECT_EQ(HashOf([&] {
              script();
              telemetry_->Log("spid1", CreatingFile("not shown"));
            }),
            hash);
}

using TelemetryDeathTest = TelemetryTest;

TEST_F(TelemetryDeathTest, MisuseIsABug) {
  Make();
  telemetry_->SetTotal(CounterId::kPageReadsPerSecond, 5);
  EXPECT_DEATH(telemetry_->SetTotal(CounterId::kPageReadsPerSecond, 4), "decreases");
  EXPECT_DEATH(telemetry_->SetTotal(CounterId::kFreePages, 4), "gauge");
  EXPECT_DEATH(telemetry_->SetGauge(CounterId::kPageReadsPerSecond, 4), "rate");
  EXPECT_DEATH(telemetry_->EndPhase(0), "phase 0");
  const size_t phase = telemetry_->BeginPhase("s", "redo");
  EXPECT_DEATH(telemetry_->PhaseProgress(phase, 1'001), "1001");
  telemetry_->EndPhase(phase);
  EXPECT_DEATH(telemetry_->EndPhase(phase), "ended twice");
  EXPECT_DEATH(telemetry_->PhaseProgress(phase, 1), "has ended");
}

}  // namespace
}  // namespace snapscope::telemetry::telemetry_test
