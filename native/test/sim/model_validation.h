// The device models against closed forms and published figures: one list, from which the tests and
// docs/model-validation.md come.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/devices/composed_device.h"
#include "sim/queue_device.h"

namespace snapscope::test {

/// Every parameter of every model, as the validations use them.
struct ModelParameters {
  sim::SpindleOptions spindle;
  sim::FlashOptions flash;
  sim::CacheOptions cache;
  sim::LinkOptions link;
  sim::DeviceOptions queue;
  uint64_t capacity_bytes = 0;  ///< of a queue device's volume
  TimeNs batch_setup = 0;       ///< of one server that completes I/Os together
  uint64_t stripe_unit_bytes = 0;
  uint32_t members = 0;
  uint32_t groups = 0;  ///< of an array of three times the members
};

ModelParameters UsualParameters();

struct Validation {
  std::string name;
  std::string form;  ///< what is expected, in words or as a formula
  std::string unit;
  double expected = 0;
  double tolerance_percent = 0;
  std::function<double(const ModelParameters&)> measure;

  /// How far a measured value is off, in percent of what is expected.
  double DifferencePercent(double measured) const { return 100 * (measured - expected) / expected; }
};

std::vector<Validation> Validations();
/// Those of what a volume adds to its device.
void AddVolumes(std::vector<Validation>& all);

/// One parameter, and the validation that notices when it is not what it says.
struct GuardedParameter {
  std::string name;
  std::string field;  ///< of a scenario, below its storage; empty: a constant of the model
  std::string guard;  ///< name of the validation
  std::function<void(ModelParameters&, double factor)> scale;
};

std::vector<GuardedParameter> GuardedParameters();

}  // namespace snapscope::test
