// snapscope_bench: runs the benchmarks one after another, each in a process of its own. JSON lines
// on stdout, progress on stderr. Exit code 0 all ran, 1 one failed, 2 usage, 128 + signal.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "bench/benchmark.h"
#include "bench/isolation.h"
#include "experiment/summary.h"

namespace snapscope::bench {
namespace {

constexpr const char* kUsage =
    "usage: npm run bench -- [options]\n"
    "  --filter NAME    only benchmarks whose name contains NAME\n"
    "  --quick          shorter runs: a look, not a measurement\n"
    "  --seed N         default 1\n"
    "  --folder FOLDER  where real files are made, and removed afterwards (default: the build's)\n"
    "  --list           names of the benchmarks\n"
    "What npm run bench adds, the programs of baselines, each by its arguments up to the next "
    "option:\n"
    "  --sqlite PROGRAM...  durable updates by better-sqlite3\n"
    "  --simpy PROGRAM...   an M/M/1 queue in SimPy\n";

std::vector<Benchmark> AllBenchmarks() {
  std::vector<Benchmark> all;
  for (auto group :
       {ExecutorBenchmarks, QueueBenchmarks, VirtualRunBenchmarks, CostBenchmarks,
        SelectIntoBenchmarks, CommitBenchmarks, FirstChangeBenchmarks, PageChangeBenchmarks,
        BackupBenchmarks, CpuCostBenchmarks, CompressionBenchmarks}) {
    for (Benchmark& benchmark : group()) all.push_back(std::move(benchmark));
  }
  return all;
}

[[noreturn]] void RefuseArgument(const std::string& problem) {
  std::fprintf(stderr, "%s\n%s", problem.c_str(), kUsage);
  std::exit(2);
}

uint64_t ParseSeed(const std::string& text) {
  const bool digits =
      !text.empty() && text.size() <= 16 &&
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const uint64_t seed = digits ? std::strtoull(text.c_str(), nullptr, 10) : 0;
  if (!digits || seed >= uint64_t{1} << 53) {
    RefuseArgument("--seed " + text + ": allowed are whole numbers from 0 to 9007199254740991");
  }
  return seed;
}

Settings ParseArguments(int argc, char** argv) {
  Settings settings;
  settings.folder = ProgramFolder();
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 == argc) RefuseArgument(std::string(name) + " needs a value");
      return argv[++i];
    };
    const auto program = [&] {
      std::vector<std::string> command{value()};
      while (i + 1 < argc && !std::string_view(argv[i + 1]).starts_with("--")) {
        command.emplace_back(argv[++i]);
      }
      return command;
    };
    if (name == "--quick") {
      settings.quick = true;
    } else if (name == "--filter") {
      settings.filter = value();
    } else if (name == "--sqlite") {
      settings.sqlite = program();
    } else if (name == "--simpy") {
      settings.simpy = program();
    } else if (name == "--seed") {
      settings.seed = ParseSeed(value());
    } else if (name == "--folder") {
      settings.folder = value();
    } else if (name == "--list") {
      for (const Benchmark& benchmark : AllBenchmarks()) std::puts(benchmark.name.c_str());
      std::exit(0);
    } else if (name == "--help") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    } else {
      RefuseArgument("unknown option " + std::string(name));
    }
  }
  if (!std::filesystem::is_directory(settings.folder)) {
    RefuseArgument("--folder " + settings.folder + ": there is no such folder");
  }
  return settings;
}

std::vector<Benchmark> Selected(const Settings& settings) {
  std::vector<Benchmark> selected = AllBenchmarks();
  std::erase_if(selected, [&settings](const Benchmark& benchmark) {
    return benchmark.name.find(settings.filter) == std::string::npos;
  });
  if (selected.empty()) {
    RefuseArgument("--filter " + settings.filter +
                   ": no benchmark has that in its name; see --list");
  }
  return selected;
}

Json LineOf(const Benchmark& benchmark, const Settings& settings, const Measurement& measured) {
  const char* commit = std::getenv("SNAPSCOPE_COMMIT");
  Json configuration = measured.configuration;
  configuration["quick"] = settings.quick;
  configuration["processors"] = sysconf(_SC_NPROCESSORS_ONLN);
  return {{"benchmark", benchmark.name},
          {"commit", commit == nullptr ? "unknown" : commit},
          {"seed", settings.seed},
          {"engine", Json::parse(experiment::BuildInfoJson())},
          {"timeBase", measured.time_base == TimeBase::kWall ? "wall" : "engine"},
          {"configuration", configuration},
          {"results", measured.results}};
}

/// In the child: measures and prints.
bool Measure(const Benchmark& benchmark, const Settings& settings) {
  const Stopwatch watch;
  const Result<Measurement> measured = benchmark.run(settings);
  if (!measured.ok()) {
    std::fprintf(stderr, "failed: %s\n", measured.error().message.c_str());
    return false;
  }
  std::printf("%s\n", LineOf(benchmark, settings, *measured).dump().c_str());
  std::fprintf(stderr, "%s (%.1f s)\n", measured->headline.c_str(), watch.Seconds());
  return true;
}

ChildOutcome RunOne(const Benchmark& benchmark, Settings settings) {
  std::optional<ScratchFolder> scratch;
  if (benchmark.needs_folder) {
    Result<ScratchFolder> made = ScratchFolder::Make(settings.folder);
    if (!made.ok()) {
      std::fprintf(stderr, "failed: %s\n", made.error().message.c_str());
      return {};
    }
    scratch.emplace(std::move(made).value());
    settings.scratch = scratch->path();
  }
  return RunInChild([&] { return Measure(benchmark, settings); });
}

int RunAll(const Settings& settings) {
  const std::vector<Benchmark> selected = Selected(settings);
  int exit_code = 0;
  for (size_t i = 0; i < selected.size(); ++i) {
    std::fprintf(stderr, "[%zu/%zu] %-24s ", i + 1, selected.size(), selected[i].name.c_str());
    const ChildOutcome outcome = RunOne(selected[i], settings);
    if (outcome.interrupted_by != 0) {
      std::fprintf(stderr, "interrupted\n");
      return 128 + outcome.interrupted_by;
    }
    if (!outcome.succeeded) exit_code = 1;
  }
  return exit_code;
}

}  // namespace
}  // namespace snapscope::bench

int main(int argc, char** argv) {
  return snapscope::bench::RunAll(snapscope::bench::ParseArguments(argc, argv));
}
