#include "machine/calibration.h"

#include <cmath>
#include <utility>

#include "telemetry/json_writer.h"

namespace snapscope::machine {

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
}

}  // namespace

Calibration::Calibration()
    : loads_(LoadsOfFit()), executor_(clock_), volume_("calibration", executor_, threads_) {}

Calibration::~Calibration() = default;

Result<std::unique_ptr<Calibration>> Calibration::Start(std::string path) {
  std::unique_ptr<Calibration> calibration(new Calibration());
  auto files =
      LoadFiles::Create(calibration->executor_, calibration->volume_, std::move(path), kFileBytes);
  TRY(files);
  calibration->files_ = std::move(files).value();
  return calibration;
}

Result<std::optional<std::string>> Calibration::MeasureNext() {
  if (is_measured()) return std::optional<std::string>();
  const Result<VolumeLoadFigures> figures =
      files_->Measure(loads_[measured_.size()], {.duration = kLoadTime}, measured_.size());
  if (!figures.ok()) return figures.error();
  measured_.push_back(*figures);
  telemetry::JsonWriter writer;
  writer.BeginObject();
  writer.Key("done").Integer(static_cast<int64_t>(measured_.size()));
  writer.Key("of").Integer(static_cast<int64_t>(loads_.size()));
  WriteFigures(writer, *figures);
  writer.EndObject();
  return std::optional(writer.Take());
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
  writer.Key("unbuffered").Raw(volume_.unbuffered() ? "true" : "false");
  writer.Key("loads").Raw("[" + loads + "]");
  writer.EndObject();
  return writer.Take();
}

}  // namespace snapscope::machine
