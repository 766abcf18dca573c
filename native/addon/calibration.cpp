#include "addon/calibration.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "calibration/calibration.h"

namespace snapscope::addon {

namespace {

class Calibration final : public Napi::ObjectWrap<Calibration> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(
        env, "Calibration",
        {InstanceMethod<&Calibration::MeasureNext>("measureNext"),
         InstanceMethod<&Calibration::Fit>("fit"), InstanceMethod<&Calibration::Close>("close")});
  }

  explicit Calibration(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Calibration>(info) {
    if (info.Length() != 1 || !info[0].IsString()) {
      Napi::TypeError::New(info.Env(), "new Calibration(file: string)")
          .ThrowAsJavaScriptException();
      return;
    }
    Result<std::unique_ptr<calibration::Calibration>> started =
        calibration::Calibration::Start(info[0].As<Napi::String>().Utf8Value());
    if (!started.ok()) {
      Throw(info.Env(), started.error().message);
      return;
    }
    calibration_ = std::move(started).value();
  }

 private:
  static void Throw(Napi::Env env, const std::string& message) {
    Napi::Error::New(env, message).ThrowAsJavaScriptException();
  }

  Napi::Value MeasureNext(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (!IsOpen(env)) return env.Undefined();
    const Result<std::optional<std::string>> step = calibration_->MeasureNext();
    if (!step.ok()) {
      Throw(env, step.error().message);
      return env.Undefined();
    }
    if (!*step) return env.Null();
    return Napi::String::New(env, **step);
  }

  Napi::Value Fit(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (!IsOpen(env)) return env.Undefined();
    if (!calibration_->is_measured()) {
      Throw(env, "measureNext() has not measured all loads yet");
      return env.Undefined();
    }
    return Napi::String::New(env, calibration_->Fit());
  }

  void Close(const Napi::CallbackInfo&) { calibration_.reset(); }

  bool IsOpen(Napi::Env env) const {
    if (calibration_ == nullptr) Throw(env, "the calibration is closed");
    return calibration_ != nullptr;
  }

  std::unique_ptr<calibration::Calibration> calibration_;
};

}  // namespace

Napi::Function DefineCalibration(Napi::Env env) { return Calibration::Define(env); }

}  // namespace snapscope::addon
