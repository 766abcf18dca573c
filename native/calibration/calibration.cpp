#include "calibration/calibration.h"

#include <algorithm>
#include <utility>

#include "machine/process_use.h"
#include "page/layout.h"
#include "telemetry/json_writer.h"

namespace snapscope::calibration {

namespace {

constexpr uint64_t kFileBytes = uint64_t{256} * 1024 * 1024;
constexpr TimeNs kLoadTime = 800 * kMillisecond;

const char* NameOf(LoadTarget target) {
  switch (target) {
    case LoadTarget::kWritten:
      return "written";
    case LoadTarget::kNewRegions:
      return "newRegions";
    case LoadTarget::kNewPages:
      return "newPages";
  }
  return "written";
}

void WriteFigures(telemetry::JsonWriter& writer, const VolumeLoadFigures& figures) {
  const auto boolean = [&writer](const char* key, bool value) {
    writer.Key(key).Raw(value ? "true" : "false");
  };
  boolean("isWrite", figures.load.is_write);
  boolean("durable", figures.load.durable);
  boolean("sequential", figures.load.sequential);
  writer.Key("target").String(NameOf(figures.load.target));
  writer.Key("depth").Integer(figures.load.depth);
  writer.Key("ioBytes").Integer(static_cast<int64_t>(figures.load.io_bytes));
  writer.Key("iosPerSecond").Double(figures.ios_per_second());
  writer.Key("meanUs").Decimal(figures.mean_response, 3);
  writer.Key("processorUs").Decimal(figures.processor_time / static_cast<TimeNs>(figures.ios), 3);
}

/// Processor time of an I/O, over all loads that are chosen.
template <typename Chosen>
double ProcessorNs(const std::vector<VolumeLoadFigures>& measured, Chosen is_chosen) {
  double time = 0;
  double ios = 0;
  for (const VolumeLoadFigures& figures : measured) {
    // One I/O alone has threads woken for it, several share that; large ones have more to copy.
    if (figures.load.depth == 1 || figures.load.io_bytes != page::kPageSize) continue;
    if (!is_chosen(figures.load)) continue;
    time += static_cast<double>(figures.processor_time);
    ios += static_cast<double>(figures.ios);
  }
  return ios == 0 ? 0 : time / ios;
}

}  // namespace

Calibration::Calibration()
    : loads_(LoadsOfFit()),
      ring_(os::Ring::Create()),
      clock_(ring_.get()),
      executor_(clock_),
      volume_("calibration", executor_, threads_, ring_.get()) {}

Calibration::~Calibration() = default;

Result<std::unique_ptr<Calibration>> Calibration::Start(std::string path) {
  std::unique_ptr<Calibration> calibration(new Calibration());
  TRY_ASSIGN(calibration->files_, LoadFiles::Create(calibration->executor_, calibration->volume_,
                                                    std::move(path), kFileBytes));
  return calibration;
}

Result<std::optional<std::string>> Calibration::MeasureNext() {
  if (is_measured()) return std::optional<std::string>();
  const TimeNs before = machine::ProcessorTime();
  Result<VolumeLoadFigures> figures =
      files_->Measure(loads_[measured_.size()], {.duration = kLoadTime}, measured_.size());
  if (!figures.ok()) return figures.error();
  figures->processor_time = machine::ProcessorTime() - before;
  measured_.push_back(*figures);
  telemetry::JsonWriter writer;
  writer.BeginObject();
  writer.Key("done").Integer(static_cast<int64_t>(measured_.size()));
  writer.Key("of").Integer(static_cast<int64_t>(loads_.size()));
  WriteFigures(writer, *figures);
  writer.EndObject();
  return std::optional(writer.Take());
}

// An I/O costs what the table says, and what this machine takes beyond it. A durable write has a
// flush beside that; the first write to a region, which is not awaited here, the allocation.
runtime::IoCosts CostsOf(const std::vector<VolumeLoadFigures>& measured) {
  const auto of = [&measured](bool durable, LoadTarget target) {
    return ProcessorNs(measured, [durable, target](const VolumeLoad& load) {
      return load.durable == durable && load.target == target;
    });
  };
  const double io = of(false, LoadTarget::kWritten);
  const double durable = of(true, LoadTarget::kWritten);
  const double region = of(false, LoadTarget::kNewRegions);
  const auto own =
      static_cast<double>(runtime::kCpuCosts[static_cast<size_t>(runtime::CpuWork::kIoRequest)].ns);
  const auto beyond = [](double ns) { return static_cast<TimeNs>(std::max(0.0, ns)); };
  return {.request = beyond(io - own),
          .durable_write = beyond(durable - io),
          .new_region = beyond(region - io)};
}

std::string Calibration::Fit() const {
  const VolumeFit fit = FitVolume(measured_);
  std::string loads;
  for (size_t i = 0; i < measured_.size(); ++i) {
    telemetry::JsonWriter load;
    load.BeginObject();
    WriteFigures(load, measured_[i]);
    load.Key("predictedPerSecond").Double(fit.predicted_ios_per_second[i]);
    load.EndObject();
    loads += (i == 0 ? "" : ",") + load.Take();
  }
  telemetry::JsonWriter writer;
  writer.BeginObject();
  writer.Key("device").Raw(DeviceJson(fit.device));
  const runtime::IoCosts costs = CostsOf(measured_);
  const auto microseconds = [](TimeNs ns) { return (ns + kMicrosecond / 2) / kMicrosecond; };
  writer.Key("server").BeginObject();
  writer.Key("ioUs").Integer(microseconds(costs.request));
  writer.Key("durableWriteUs").Integer(microseconds(costs.durable_write));
  writer.Key("newRegionUs").Integer(microseconds(costs.new_region));
  writer.EndObject();
  writer.Key("unbuffered").Raw(volume_.unbuffered() ? "true" : "false");
  writer.Key("loads").Raw("[" + loads + "]");
  writer.EndObject();
  return writer.Take();
}

}  // namespace snapscope::calibration
