#include "calibration/volume_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "base/check.h"
#include "machine/simulated_machine.h"
#include "runtime/executor.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "telemetry/json_writer.h"

namespace snapscope::calibration {

namespace {

constexpr std::array<uint32_t, 4> kDepths = {1, 4, 16, 64};
constexpr uint64_t kLargeBytes = 512 * 1024;
constexpr uint32_t kLargeDepth = 4;
constexpr uint32_t kMostServers = 256;
constexpr double kLeastSeconds = 1e-6;
constexpr double kMostSeconds = 10;
constexpr double kLeastBandwidth = 1024.0 * 1024;
constexpr double kMostBandwidth = 1e6 * kLeastBandwidth;
/// Bandwidth changes services a little, and they it: so often is more than enough.
constexpr int kRounds = 8;
constexpr uint32_t kMostJournalWrites = 4;
/// Golden sections from a microsecond to ten seconds: to a millionth, to a thousandth.
constexpr int kFormulaSteps = 34;
constexpr int kSimulationSteps = 20;

/// The parameters that formulas find, in seconds and bytes a second.
struct Model {
  uint32_t servers = 1;
  double setup = 0;                 ///< above 0: I/Os complete together
  std::array<double, 4> service{};  ///< by KindOf()
  double bandwidth = kMostBandwidth;
};

size_t KindOf(const VolumeLoad& load) {
  return (load.is_write ? 2U : 0U) + (load.sequential ? 1U : 0U);
}

double PredictedRate(const Model& model, const VolumeLoad& load) {
  const double transfer = static_cast<double>(load.io_bytes) / model.bandwidth;
  const double service = model.service[KindOf(load)];
  if (model.setup > 0) {
    const double slower = std::max(service, transfer);
    return load.depth / (model.setup + std::min(service, transfer) + load.depth * slower);
  }
  return std::min({load.depth / (service + transfer), model.servers / service, 1 / transfer});
}

using LoadFigures = std::vector<VolumeLoadFigures>;

double SquaredLogarithm(double predicted, double measured) {
  const double logarithm = std::log(predicted / measured);
  return logarithm * logarithm;
}

template <typename Chosen>
double SquaredError(const Model& model, const LoadFigures& measured, Chosen is_chosen) {
  double error = 0;
  for (const VolumeLoadFigures& figures : measured) {
    if (!is_chosen(figures.load)) continue;
    error += SquaredLogarithm(PredictedRate(model, figures.load), figures.ios_per_second());
  }
  return error;
}

/// The value of least error between two, by golden sections of their logarithms.
template <typename ErrorAt>
double LeastError(double low, double high, int steps, ErrorAt error_at) {
  constexpr double kSection = 0.6180339887;
  double from = std::log(low);
  double to = std::log(high);
  double left = to - kSection * (to - from);
  double right = from + kSection * (to - from);
  double error_left = error_at(std::exp(left));
  double error_right = error_at(std::exp(right));
  for (int step = 0; step < steps; ++step) {
    if (error_left < error_right) {
      to = right;
      right = left;
      error_right = error_left;
      left = to - kSection * (to - from);
      error_left = error_at(std::exp(left));
    } else {
      from = left;
      left = right;
      error_left = error_right;
      right = from + kSection * (to - from);
      error_right = error_at(std::exp(right));
    }
  }
  return std::exp((from + to) / 2);
}

bool IsLarge(const VolumeLoad& load) { return load.io_bytes == kLargeBytes; }
bool IsFlushed(const VolumeLoad& load) {
  return load.durable && load.target == LoadTarget::kWritten;
}

/// Services for that many servers, that setup and that bandwidth; returns the error that is left.
double FitServices(Model& model, const LoadFigures& measured) {
  double error = 0;
  for (size_t kind = 0; kind < model.service.size(); ++kind) {
    const auto is_chosen = [kind](const VolumeLoad& load) {
      return !IsLarge(load) && !load.durable && load.target == LoadTarget::kWritten &&
             KindOf(load) == kind;
    };
    const auto error_at = [&](double service) {
      Model trial = model;
      trial.service[kind] = service;
      return SquaredError(trial, measured, is_chosen);
    };
    model.service[kind] = LeastError(kLeastSeconds, kMostSeconds, kFormulaSteps, error_at);
    error += error_at(model.service[kind]);
  }
  return error;
}

/// The fewest servers that explain the rates as well as any number does.
Model FitServers(double bandwidth, const LoadFigures& measured, double& least) {
  Model best;
  least = std::numeric_limits<double>::infinity();
  for (uint32_t servers = 1; servers <= kMostServers; ++servers) {
    Model model{.servers = servers, .bandwidth = bandwidth};
    const double error = FitServices(model, measured);
    if (error >= least - 1e-9) continue;
    least = error;
    best = model;
  }
  return best;
}

/// One server whose I/Os complete together.
Model FitSetup(double bandwidth, const LoadFigures& measured, double& least) {
  const auto with_setup = [&](double setup) {
    return Model{.setup = setup, .bandwidth = bandwidth};
  };
  Model best = with_setup(LeastError(kLeastSeconds, kMostSeconds, kFormulaSteps, [&](double setup) {
    Model trial = with_setup(setup);
    return FitServices(trial, measured);
  }));
  least = FitServices(best, measured);
  return best;
}

Model FitModel(const LoadFigures& measured) {
  double bandwidth = kLeastBandwidth;
  for (const VolumeLoadFigures& figures : measured) {
    bandwidth =
        std::max(bandwidth, figures.ios_per_second() * static_cast<double>(figures.load.io_bytes));
  }
  Model model;
  for (int round = 0; round < kRounds; ++round) {
    double apart = 0;
    double together = 0;
    const Model servers = FitServers(bandwidth, measured, apart);
    const Model batches = FitSetup(bandwidth, measured, together);
    // A server that is never idle does the same either way: then it is the simpler one.
    model = together < apart / 2 ? batches : servers;
    bandwidth =
        LeastError(kLeastBandwidth, kMostBandwidth, kFormulaSteps, [&](double trial_bandwidth) {
          Model trial = model;
          trial.bandwidth = trial_bandwidth;
          return SquaredError(trial, measured, IsLarge);
        });
    model.bandwidth = bandwidth;
  }
  return model;
}

TimeNs Nanoseconds(double seconds) { return std::max<TimeNs>(1, std::llround(seconds * kSecond)); }

/// The device as a simulated volume, under the loads that were measured.
class SimulatedLoads {
 public:
  explicit SimulatedLoads(const scenario::QueueDescription& device)
      : disk_(kSeed),
        executor_(clock_),
        volume_("fit", executor_, disk_, machine::MakeDevice(device, kSeed, "fit"),
                machine::FileCostsOf(device)),
        files_(LoadFiles::Create(executor_, volume_, "fit", kFileBytes).value()) {}

  /// I/Os a second. Loads of new pages after those of the new regions that hold them.
  double Rate(const VolumeLoad& load) {
    const LoadLimit limit{.ios = kIos + uint64_t{kIosByDepth} * load.depth};
    return files_->Measure(load, limit, kSeed).value().ios_per_second();
  }

 private:
  static constexpr uint64_t kSeed = 1;
  static constexpr uint64_t kFileBytes = 64 * 1024 * 1024;
  static constexpr uint64_t kIos = 600;
  static constexpr uint32_t kIosByDepth = 30;

  sim::Disk disk_;
  sim::VirtualClock clock_;
  runtime::Executor executor_;
  sim::SimVolume volume_;
  std::unique_ptr<LoadFiles> files_;
};

/// The error that the simulated device leaves of the chosen loads.
template <typename Chosen>
double SimulatedError(const scenario::QueueDescription& device, const LoadFigures& measured,
                      Chosen is_chosen) {
  SimulatedLoads loads(device);
  double error = 0;
  for (const VolumeLoadFigures& figures : measured) {
    const bool chosen = is_chosen(figures.load);
    const bool prepares = figures.load.target == LoadTarget::kNewRegions;
    if (!chosen && !prepares) continue;
    const double rate = loads.Rate(figures.load);
    if (chosen) error += SquaredLogarithm(rate, figures.ios_per_second());
  }
  return error;
}

/// Sets the time with which the device comes nearest to the chosen loads.
template <typename SetTime, typename Chosen>
void FitTime(scenario::QueueDescription& device, const LoadFigures& measured, SetTime set_time,
             Chosen is_chosen) {
  const double seconds =
      LeastError(kLeastSeconds, kMostSeconds, kSimulationSteps, [&](double trial_seconds) {
        scenario::QueueDescription trial = device;
        set_time(trial, Nanoseconds(trial_seconds));
        return SimulatedError(trial, measured, is_chosen);
      });
  set_time(device, Nanoseconds(seconds));
}

/// Writes that allocate have their file to themselves, if that explains them better.
void FitAllocation(scenario::QueueDescription& device, const LoadFigures& measured) {
  const auto allocates = [](const VolumeLoad& load) {
    return load.target == LoadTarget::kNewRegions;
  };
  scenario::QueueDescription alone = device;
  FitTime(
      alone, measured, [](auto& description, TimeNs time) { description.region_allocation = time; },
      allocates);
  if (SimulatedError(alone, measured, allocates) < SimulatedError(device, measured, allocates)) {
    device = alone;
  }
}

/// The fewest writes of a journal that explain new pages as well as any number does.
void FitSparseFlush(scenario::QueueDescription& device, const LoadFigures& measured) {
  scenario::QueueDescription trial = device;
  double least = std::numeric_limits<double>::infinity();
  for (trial.sparse_flush_writes = 0; trial.sparse_flush_writes <= kMostJournalWrites;
       ++trial.sparse_flush_writes) {
    const double error = SimulatedError(trial, measured, [](const VolumeLoad& load) {
      return load.target == LoadTarget::kNewPages;
    });
    if (error >= least) continue;
    least = error;
    device = trial;
  }
}

/// The distribution, of the three that a device can have, whose deviation is nearest.
scenario::ServiceSpread SpreadOf(const Model& model, const LoadFigures& measured) {
  double variation = 0;
  double count = 0;
  for (const VolumeLoadFigures& figures : measured) {
    const VolumeLoad& load = figures.load;
    if (load.depth > 1 || load.sequential || load.durable) continue;
    if (load.target != LoadTarget::kWritten) continue;
    // A setup is always the same: what varies is the service.
    const double service = model.service[KindOf(load)];
    variation += figures.variation * (model.setup + service) / service;
    ++count;
  }
  variation /= count;
  constexpr double kUniform = 0.2887;
  if (variation < kUniform / 2) return scenario::ServiceSpread::kFixed;
  return variation < (kUniform + 1) / 2 ? scenario::ServiceSpread::kUniform
                                        : scenario::ServiceSpread::kExponential;
}

int64_t Microseconds(TimeNs time) {
  return std::max<int64_t>(1, (time + kMicrosecond / 2) / kMicrosecond);
}

}  // namespace

std::vector<VolumeLoad> LoadsOfFit() {
  std::vector<VolumeLoad> loads;
  const auto add_depths = [&loads](VolumeLoad load) {
    for (const uint32_t depth : kDepths) {
      load.depth = depth;
      loads.push_back(load);
    }
  };
  for (const bool is_write : {false, true}) {
    for (const bool sequential : {false, true}) {
      add_depths({.is_write = is_write, .sequential = sequential});
    }
  }
  for (const bool sequential : {false, true}) {
    add_depths({.is_write = true, .durable = true, .sequential = sequential});
  }
  for (const bool is_write : {false, true}) {
    loads.push_back(
        {.is_write = is_write, .sequential = true, .depth = kLargeDepth, .io_bytes = kLargeBytes});
  }
  for (const uint32_t depth : kDepths) {
    const VolumeLoad load{.is_write = true, .depth = depth};
    loads.push_back(load);
    loads.back().target = LoadTarget::kNewRegions;
    loads.push_back(load);
    loads.back().target = LoadTarget::kNewPages;
    loads.back().durable = true;
  }
  return loads;
}

VolumeFit FitVolume(const std::vector<VolumeLoadFigures>& measured) {
  CHECK(measured.size() == LoadsOfFit().size(), "%zu loads were measured", measured.size());
  const Model model = FitModel(measured);
  VolumeFit fit;
  fit.device.parallelism = model.servers;
  fit.device.read_service = Nanoseconds(model.service[0]);
  fit.device.sequential_read_service = Nanoseconds(model.service[1]);
  fit.device.write_service = Nanoseconds(model.service[2]);
  fit.device.sequential_write_service = Nanoseconds(model.service[3]);
  if (model.setup > 0) fit.device.batch_setup = Nanoseconds(model.setup);
  fit.device.spread = SpreadOf(model, measured);
  fit.device.bandwidth_bytes_per_second = static_cast<uint64_t>(model.bandwidth);
  FitTime(
      fit.device, measured, [](auto& device, TimeNs time) { device.flush_service = time; },
      IsFlushed);
  FitAllocation(fit.device, measured);
  FitSparseFlush(fit.device, measured);
  SimulatedLoads loads(fit.device);
  for (const VolumeLoadFigures& figures : measured) {
    fit.predicted_ios_per_second.push_back(loads.Rate(figures.load));
  }
  return fit;
}

std::string DeviceJson(const scenario::QueueDescription& device) {
  telemetry::JsonWriter writer;
  writer.BeginObject();
  writer.Key("parallelism").Integer(device.parallelism);
  writer.Key("readServiceUs").Integer(Microseconds(device.read_service));
  writer.Key("writeServiceUs").Integer(Microseconds(device.write_service));
  writer.Key("sequentialReadServiceUs")
      .Integer(Microseconds(device.sequential_read_service.value_or(device.read_service / 10)));
  writer.Key("sequentialWriteServiceUs")
      .Integer(Microseconds(device.sequential_write_service.value_or(device.write_service / 10)));
  writer.Key("flushServiceUs").Integer(Microseconds(device.flush_service));
  writer.Key("sparseFlushWrites").Integer(device.sparse_flush_writes);
  const auto unless_none = [&writer](const char* key, TimeNs time) {
    writer.Key(key).Integer(time == 0 ? 0 : Microseconds(time));
  };
  unless_none("regionAllocationUs", device.region_allocation.value_or(0));
  unless_none("batchSetupUs", device.batch_setup);
  writer.Key("spread").String(NamesOf(device.spread)[static_cast<size_t>(device.spread)]);
  writer.Key("bandwidthMiBPerSecond")
      .Integer(static_cast<int64_t>(
          std::clamp<uint64_t>(device.bandwidth_bytes_per_second / kMiB, 1, 1'000'000)));
  writer.EndObject();
  return writer.Take();
}

}  // namespace snapscope::calibration
