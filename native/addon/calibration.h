// The calibration of a disk as JavaScript sees it. Its calls block the calling thread, each for
// less than a second, but for the one that writes the file.
#pragma once

#include <napi.h>

namespace snapscope::addon {

/// The class: new Calibration(file), measureNext(), fit(), close().
Napi::Function DefineCalibration(Napi::Env env);

}  // namespace snapscope::addon
