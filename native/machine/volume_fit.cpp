#include "machine/volume_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "telemetry/json_writer.h"

namespace snapscope::machine {

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

/// The parameters, in seconds and bytes a second.
struct Model {
  uint32_t servers = 1;
  std::array<double, 4> service{};  ///< by KindOf()
  double bandwidth = kMostBandwidth;
  double flush = 0;
};

size_t KindOf(const VolumeLoad& load) {
  return (load.is_write ? 2U : 0U) + (load.sequential ? 1U : 0U);
}

double PredictedRate(const Model& model, const VolumeLoad& load) {
  const double transfer = static_cast<double>(load.io_bytes) / model.bandwidth;
  const double service = model.service[KindOf(load)];
  const double io = transfer + service;
  const double most = std::min(model.servers / service, 1 / transfer);
  if (!load.durable) return std::min(load.depth / io, most);
  // Those that a flush covers write again during the next one, which covers the others.
  const double write = std::max(io, load.depth / 2.0 / most);
  const double cycle = model.flush + (load.depth == 1 ? io : std::max(model.flush, write));
  return std::min(load.depth / cycle, most);
}

using LoadFigures = std::vector<VolumeLoadFigures>;

template <typename Chosen>
double SquaredError(const Model& model, const LoadFigures& measured, Chosen is_chosen) {
  double error = 0;
  for (const VolumeLoadFigures& figures : measured) {
    if (!is_chosen(figures.load)) continue;
    const double ratio = std::log(PredictedRate(model, figures.load) / figures.ios_per_second());
    error += ratio * ratio;
  }
  return error;
}

/// The value of least error between two, by thirds of their logarithms.
template <typename ErrorAt>
double LeastError(double low, double high, ErrorAt error_at) {
  double from = std::log(low);
  double to = std::log(high);
  for (int step = 0; step < 80; ++step) {
    const double third = (to - from) / 3;
    if (error_at(std::exp(from + third)) < error_at(std::exp(to - third))) {
      to -= third;
    } else {
      from += third;
    }
  }
  return std::exp((from + to) / 2);
}

bool IsLarge(const VolumeLoad& load) { return load.io_bytes == kLargeBytes; }

/// Services for that many servers and that bandwidth; returns the error that is left.
double FitServices(Model& model, const LoadFigures& measured) {
  double error = 0;
  for (size_t kind = 0; kind < model.service.size(); ++kind) {
    const auto is_chosen = [kind](const VolumeLoad& load) {
      return !IsLarge(load) && !load.durable && KindOf(load) == kind;
    };
    const auto error_at = [&](double service) {
      Model trial = model;
      trial.service[kind] = service;
      return SquaredError(trial, measured, is_chosen);
    };
    model.service[kind] = LeastError(kLeastSeconds, kMostSeconds, error_at);
    error += error_at(model.service[kind]);
  }
  return error;
}

/// The fewest servers that explain the rates as well as any number does.
Model FitServers(double bandwidth, const LoadFigures& measured) {
  Model best;
  double least = std::numeric_limits<double>::infinity();
  for (uint32_t servers = 1; servers <= kMostServers; ++servers) {
    Model model{.servers = servers, .bandwidth = bandwidth};
    const double error = FitServices(model, measured);
    if (error >= least - 1e-9) continue;
    least = error;
    best = model;
  }
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
    model = FitServers(bandwidth, measured);
    bandwidth = LeastError(kLeastBandwidth, kMostBandwidth, [&](double trial_bandwidth) {
      Model trial = model;
      trial.bandwidth = trial_bandwidth;
      return SquaredError(trial, measured, IsLarge);
    });
    model.bandwidth = bandwidth;
  }
  model.flush = LeastError(kLeastSeconds, kMostSeconds, [&](double flush) {
    Model trial = model;
    trial.flush = flush;
    const auto is_alone = [](const VolumeLoad& load) { return load.durable && load.depth == 1; };
    return SquaredError(trial, measured, is_alone);
  });
  return model;
}

/// Of the three distributions that a device can have, the one whose deviation is nearest.
engine::ServiceSpread SpreadOf(const LoadFigures& measured) {
  double variation = 0;
  double count = 0;
  for (const VolumeLoadFigures& figures : measured) {
    if (figures.load.depth > 1 || figures.load.sequential || figures.load.durable) continue;
    variation += figures.variation;
    ++count;
  }
  variation /= count;
  constexpr double kUniform = 0.2887;
  if (variation < kUniform / 2) return engine::ServiceSpread::kFixed;
  return variation < (kUniform + 1) / 2 ? engine::ServiceSpread::kUniform
                                        : engine::ServiceSpread::kExponential;
}

TimeNs Nanoseconds(double seconds) { return std::llround(seconds * kSecond); }

const char* NameOf(engine::ServiceSpread spread) {
  switch (spread) {
    case engine::ServiceSpread::kFixed:
      return "fixed";
    case engine::ServiceSpread::kUniform:
      return "uniform";
    case engine::ServiceSpread::kExponential:
      return "exponential";
  }
  return "fixed";
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
  fit.device.flush_service = Nanoseconds(model.flush);
  fit.device.spread = SpreadOf(measured);
  fit.device.bandwidth_bytes_per_second = static_cast<uint64_t>(model.bandwidth);
  for (const VolumeLoadFigures& figures : measured) {
    fit.predicted_ios_per_second.push_back(PredictedRate(model, figures.load));
  }
  return fit;
}

std::string DeviceJson(const engine::QueueDescription& device) {
  constexpr uint64_t kMiB = 1024 * 1024;
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
  writer.Key("spread").String(NameOf(device.spread));
  writer.Key("bandwidthMiBPerSecond")
      .Integer(static_cast<int64_t>(
          std::clamp<uint64_t>(device.bandwidth_bytes_per_second / kMiB, 1, 1'000'000)));
  writer.EndObject();
  return writer.Take();
}

}  // namespace snapscope::machine
