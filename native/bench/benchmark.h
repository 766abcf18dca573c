// What the benchmarks have in common. Each measures one configuration and becomes one line of JSON:
//
//   {"benchmark", "commit", "seed", "engine": {engine, compiler, build}, "timeBase",
//    "configuration": {...}, "results": {...}}
//
// Invariant: every figure of a line is measured in the line's one time base. Wall time and engine
// time never meet in a figure; what has both (a run in virtual time) reports counts per wall
// second.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.h"
#include "base/result.h"

namespace snapscope::bench {

using Json = nlohmann::ordered_json;

struct Settings {
  uint64_t seed = 1;
  bool quick = false;        ///< shorter, for a look or for CI: figures are noisier
  std::string filter;        ///< part of a name; empty for all
  std::string folder;        ///< where scratch folders are made
  std::string scratch = {};  ///< the benchmark's own empty folder, if it asked for one
  /// Programs that measure baselines (see outside_program.h); empty: not compared with.
  std::vector<std::string> sqlite = {};
  std::vector<std::string> simpy = {};
};

enum class TimeBase : uint8_t {
  kWall,    ///< this machine's clock
  kEngine,  ///< the simulated clock: what the model says, the same on every machine
};

struct Measurement {
  TimeBase time_base = TimeBase::kWall;
  Json configuration;
  Json results;
  std::string headline;  ///< for people, on stderr
};

struct Benchmark {
  std::string name;
  bool needs_folder = false;
  std::function<Result<Measurement>(const Settings&)> run;
};

std::vector<Benchmark> ExecutorBenchmarks();
std::vector<Benchmark> VirtualRunBenchmarks();
std::vector<Benchmark> CostBenchmarks();
std::vector<Benchmark> SelectIntoBenchmarks();
std::vector<Benchmark> CommitBenchmarks();
std::vector<Benchmark> FirstChangeBenchmarks();
std::vector<Benchmark> PageChangeBenchmarks();
std::vector<Benchmark> BackupBenchmarks();
std::vector<Benchmark> CompressionBenchmarks();
std::vector<Benchmark> QueueBenchmarks();
std::vector<Benchmark> CpuCostBenchmarks();

/// Wall time since it was made.
class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Processor time of this process since it was made: what one core would have taken, whatever else
/// ran on the machine.
class ProcessorTime {
 public:
  double Seconds() const {
    return static_cast<double>(std::clock() - start_) / double{CLOCKS_PER_SEC};
  }

 private:
  std::clock_t start_ = std::clock();
};

/// Median, least and greatest of repeated measurements; not empty.
Json Spread(std::vector<double> values);
double Median(std::vector<double> values);

/// Count, mean and percentiles (nearest rank) of durations, in microseconds; not empty.
Json Distribution(std::vector<TimeNs> durations);

/// A figure that must be at least, or at most, so many times that of a baseline measured beside it.
struct Bar {
  std::string name;
  double least = 0;
  std::vector<double> ratios;    ///< one a round; empty: there was nothing to compare with
  std::optional<double> most{};  ///< instead of `least`
};

/// Each round's figure over that of the baseline in the same round.
std::vector<double> Ratios(const std::vector<double>& figures, const std::vector<double>& baseline);

/// The bars in words, for the headline, and as JSON: the median decides whether one is met.
std::string BarText(const std::vector<Bar>& bars);
Json BarsJson(const std::vector<Bar>& bars);

/// "12.3 M", "45.6 k", "789": for headlines.
std::string Rounded(double value);

}  // namespace snapscope::bench
