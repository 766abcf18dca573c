// What a row that SELECT INTO copies costs in processor time, among few rows and among many: the
// statement must be linear in its rows. Nobody else works, and there is no snapshot.
#include <utility>
#include <vector>

#include "bench/benchmark.h"
#include "bench/scenarios.h"
#include "bench/timed_run.h"

namespace snapscope::bench {
namespace {

/// Were the statement quadratic, it would be as many times as there are more rows.
constexpr double kMostTimes = 1.5;

struct RowCounts {
  uint64_t few = 0;
  uint64_t many = 0;
};

Json ScenarioOf(uint64_t rows, uint64_t size_mib, const Settings& settings) {
  Json scenario = OnPaperVolumes();
  scenario["seed"] = settings.seed;
  scenario["durationSeconds"] = settings.quick ? 10 : 40;
  scenario["warmupSeconds"] = 0;
  scenario["server"].update({{"schedulers", 8}, {"memoryMiB", 1024}});
  scenario["database"].update(
      {{"sizeMiB", size_mib}, {"filledPercent", 50}, {"logSizeMiB", 512}, {"rowBytes", 256}});
  scenario["workload"]["users"] = 0;
  const Json copy = {{"kind", "selectInto"}, {"name", "copy"}, {"rows", rows}};
  scenario["timeline"] = Json::array({{{"atSeconds", 1}, {"command", copy}}});
  return scenario;
}

/// Rows that the statement has copied.
uint64_t RowsCopied(const Json& summary) {
  for (const Json& phase : summary["phases"]) {
    if (phase["name"] == "selectInto" && phase["figures"].contains("rows")) {
      return phase["figures"]["rows"].get<uint64_t>();
    }
  }
  return 0;
}

/// Processor seconds for each row.
Result<double> CostOfARow(uint64_t rows, uint64_t size_mib, const Settings& settings) {
  TRY_ASSIGN(const TimedRun run, RunTimed(ScenarioOf(rows, size_mib, settings)));
  const uint64_t copied = RowsCopied(run.summary);
  if (copied != rows) {
    return Error{ErrorCode::kInvalid,
                 std::to_string(copied) + " of " + std::to_string(rows) + " rows were copied"};
  }
  return run.running_processor_seconds / static_cast<double>(rows);
}

Result<Measurement> Measure(const Settings& settings) {
  const RowCounts rows =
      settings.quick ? RowCounts{100'000, 400'000} : RowCounts{500'000, 4'000'000};
  const uint64_t size_mib = settings.quick ? 512 : 4096;
  const int rounds = settings.quick ? 1 : 3;
  std::vector<double> few;
  std::vector<double> many;
  std::vector<double> few_rates;
  std::vector<double> many_rates;
  for (int round = 0; round < rounds; ++round) {
    TRY_ASSIGN(const double among_few, CostOfARow(rows.few, size_mib, settings));
    TRY_ASSIGN(const double among_many, CostOfARow(rows.many, size_mib, settings));
    few.push_back(among_few);
    many.push_back(among_many);
    few_rates.push_back(1 / among_few);
    many_rates.push_back(1 / among_many);
  }
  const Bar bar{.name = std::to_string(rows.many) + " rows to " + std::to_string(rows.few),
                .ratios = Ratios(many, few),
                .most = kMostTimes};
  Measurement measured;
  measured.configuration = {{"rounds", rounds},
                            {"rows", {rows.few, rows.many}},
                            {"scenario", ScenarioOf(rows.many, size_mib, settings)}};
  measured.headline = Rounded(Median(few_rates)) + " and " + Rounded(Median(many_rates)) +
                      " rows a second of processor time" + BarText({bar});
  measured.results = {
      {"rowsPerProcessorSecond", {Spread(std::move(few_rates)), Spread(std::move(many_rates))}},
      {"bars", BarsJson({bar})}};
  return measured;
}

}  // namespace

std::vector<Benchmark> SelectIntoBenchmarks() { return {{.name = "select-into", .run = Measure}}; }

}  // namespace snapscope::bench
