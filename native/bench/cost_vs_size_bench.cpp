// What an event and a transaction cost in processor time, for databases from 1 GiB to 1 TiB and
// from 10 to 4,000 users: cost must grow with work, not with size.
//
// All have the same memory, of which a page is seldom in, the same disks and the same load: think
// time goes with users, so that about as many transactions are asked for. No snapshot, since its
// verification reads as much as there is. The runs take turns, and each round's costs are held
// against those of its own first run. The bar is that of an event: a transaction on a larger
// database has more to do, since fewer of its pages are in memory, and its tree is higher.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "bench/benchmark.h"
#include "bench/scenarios.h"
#include "bench/timed_run.h"

namespace snapscope::bench {
namespace {

constexpr double kMostTimes = 2;
constexpr uint64_t kGiB = 1024;  // MiB

struct Case {
  std::string name;
  uint32_t users = 0;
  uint64_t size_mib = 0;
};

struct Costs {
  std::vector<double> per_event;  ///< processor microseconds, one a round
  std::vector<double> per_transaction;
  double events = 0;
  double transactions = 0;
};

Json ScenarioOf(const Case& one, const Settings& settings) {
  // Few users wait for disks most of the time: they need longer for as many transactions.
  const double seconds = settings.quick ? 4 : 20;
  Json scenario = OnComposedVolumes();
  scenario["seed"] = settings.seed;
  scenario["durationSeconds"] = one.users < 100 ? 4 * seconds : seconds;
  scenario["warmupSeconds"] = 0;  // the statistics then count every transaction
  scenario["server"].update({{"schedulers", 8}, {"memoryMiB", 256}});
  scenario["database"].update({{"sizeMiB", one.size_mib}, {"logSizeMiB", 512}});
  scenario["workload"].update({{"users", one.users}, {"thinkTimeMs", one.users}});
  scenario["timeline"] = Json::array();
  return scenario;
}

Status Measure(const Case& one, const Settings& settings, Costs& costs) {
  TRY_ASSIGN(const TimedRun run, RunTimed(ScenarioOf(one, settings)));
  const Json& transactions = run.summary["transactions"];
  costs.events = run.summary["executor"]["events"].get<double>();
  costs.transactions =
      transactions["total"].get<double>() + transactions["rolledBack"].get<double>();
  if (costs.transactions == 0) return Error{ErrorCode::kInvalid, "no transaction ended"};
  const double microseconds = run.running_processor_seconds * 1e6;
  costs.per_event.push_back(microseconds / costs.events);
  costs.per_transaction.push_back(microseconds / costs.transactions);
  return Status();
}

Result<Measurement> Compare(const std::vector<Case>& cases, const Settings& settings) {
  const int rounds = settings.quick ? 1 : 5;
  std::vector<Costs> costs(cases.size());
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < cases.size(); ++i) {
      const Status measured = Measure(cases[i], settings, costs[i]);
      TRY(measured);
    }
  }
  std::vector<Bar> bars;
  Json figures = Json::array();
  for (size_t i = 0; i < cases.size(); ++i) {
    figures.push_back({{"case", cases[i].name},
                       {"users", cases[i].users},
                       {"sizeMiB", cases[i].size_mib},
                       {"executorEvents", costs[i].events},
                       {"transactions", costs[i].transactions},
                       {"processorMicrosecondsPerEvent", Spread(costs[i].per_event)},
                       {"eventsPerTransaction", costs[i].events / costs[i].transactions},
                       {"processorMicrosecondsPerTransaction", Spread(costs[i].per_transaction)},
                       {"transactionToFirst",
                        Spread(Ratios(costs[i].per_transaction, costs[0].per_transaction))}});
    if (i == 0) continue;
    bars.push_back({.name = cases[i].name,
                    .ratios = Ratios(costs[i].per_event, costs[0].per_event),
                    .most = kMostTimes});
  }
  Measurement measured;
  measured.configuration = {{"rounds", rounds}, {"scenario", ScenarioOf(cases[0], settings)}};
  measured.results = {{"cases", std::move(figures)}, {"bars", BarsJson(bars)}};
  char text[96];
  std::snprintf(text, sizeof text, "%s: %.3g us an event", cases[0].name.c_str(),
                Median(costs[0].per_event));
  measured.headline = text + BarText(bars) + "; a transaction:";
  for (const Costs& one : costs) {
    std::snprintf(text, sizeof text, " %.3g",
                  Median(Ratios(one.per_transaction, costs[0].per_transaction)));
    measured.headline += text;
  }
  return measured;
}

}  // namespace

std::vector<Benchmark> CostBenchmarks() {
  const std::vector<Case> sizes{
      {"1 GiB", 500, kGiB}, {"32 GiB", 500, 32 * kGiB}, {"1 TiB", 500, 1024 * kGiB}};
  const std::vector<Case> users{
      {"10 users", 10, 32 * kGiB}, {"500 users", 500, 32 * kGiB}, {"4,000 users", 4000, 32 * kGiB}};
  return {{.name = "cost-vs-size",
           .run = [sizes](const Settings& settings) { return Compare(sizes, settings); }},
          {.name = "cost-vs-users",
           .run = [users](const Settings& settings) { return Compare(users, settings); }}};
}

}  // namespace snapscope::bench
