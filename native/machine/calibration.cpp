#include "machine/calibration.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "telemetry/json_writer.h"

namespace snapscope::machine {

namespace {

constexpr uint64_t kFileBytes = uint64_t{256} * 1024 * 1024;
constexpr TimeNs kLoadTime = 800 * kMillisecond;

/// Leaves Run() when nothing is under way any more.
class UntilDone final : public runtime::BoundaryListener {
 public:
  explicit UntilDone(runtime::Executor& executor) : executor_(executor) {}
  runtime::BoundaryAction AtBoundary(TimeNs) override {
    return executor_.live_tasks() == 0 ? runtime::BoundaryAction::kStop
                                       : runtime::BoundaryAction::kProceed;
  }

 private:
  runtime::Executor& executor_;
};

using Created = Result<std::unique_ptr<storage::File>>;

runtime::Task<void> CreateFile(storage::Volume* volume, std::string path,
                               std::optional<Created>* created) {
  created->emplace(co_await volume->Create(std::move(path), {.size = kFileBytes, .zeroed = true}));
}

void WriteFigures(telemetry::JsonWriter& writer, const VolumeLoadFigures& figures) {
  const auto boolean = [&writer](const char* key, bool value) {
    writer.Key(key).Raw(value ? "true" : "false");
  };
  boolean("isWrite", figures.load.is_write);
  boolean("durable", figures.load.durable);
  boolean("sequential", figures.load.sequential);
  writer.Key("depth").Integer(figures.load.depth);
  writer.Key("ioBytes").Integer(static_cast<int64_t>(figures.load.io_bytes));
  writer.Key("iosPerSecond").Double(figures.ios_per_second());
  writer.Key("meanUs").Decimal(figures.mean_response, 3);
}

}  // namespace

Calibration::Calibration(std::string path)
    : path_(std::move(path)),
      loads_(LoadsOfFit()),
      executor_(clock_),
      volume_("calibration", executor_, threads_) {}

Calibration::~Calibration() {
  if (file_ == nullptr) return;
  file_.reset();
  (void)volume_.Remove(path_);
}

Result<std::unique_ptr<Calibration>> Calibration::Start(std::string path) {
  std::unique_ptr<Calibration> calibration(new Calibration(std::move(path)));
  std::optional<Created> created;
  calibration->executor_.Spawn("calibration",
                               CreateFile(&calibration->volume_, calibration->path_, &created));
  UntilDone listener(calibration->executor_);
  calibration->executor_.Run(&listener);
  CHECK(created, "the creation of a file has an end");
  if (!created->ok()) return created->error();
  calibration->file_ = std::move(*created).value();
  return calibration;
}

Result<std::optional<std::string>> Calibration::MeasureNext() {
  if (is_measured()) return std::optional<std::string>();
  const Result<VolumeLoadFigures> figures =
      MeasureVolume(executor_, *file_, loads_[measured_.size()], kLoadTime, measured_.size());
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
