// The Node-API binding of the engine: converts, hands over between threads, and nothing else.
//
// start() makes an engine thread, which blocks in machine::RunScenario(). Batches and the summary
// reach JavaScript through one thread-safe function, the batches by way of a queue that is spent by
// credits. Buffers are copied into memory that V8 owns, since Electron forbids external ones.
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <napi.h>

#include "addon/batch_queue.h"
#include "addon/calibration.h"
#include "addon/record_scanner.h"
#include "calibration/device_figures.h"
#include "experiment/summary.h"
#include "machine/run.h"

namespace snapscope::addon {
namespace {

/// One run: the JavaScript object, its engine thread and what they share.
class Run final : public Napi::ObjectWrap<Run> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(
        env, "Run",
        {InstanceMethod<&Run::SendCommand>("command"), InstanceMethod<&Run::Grant>("grant"),
         InstanceMethod<&Run::Close>("close")});
  }

  explicit Run(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Run>(info) {
    const Napi::Env env = info.Env();
    if (info.Length() != 3 || !info[0].IsString() || !info[1].IsFunction() ||
        !info[2].IsFunction()) {
      Napi::TypeError::New(env, "start(scenarioJson: string, onBatch: function, onEnd: function)")
          .ThrowAsJavaScriptException();
      return;
    }
    Result<scenario::Scenario> scenario =
        scenario::ParseScenario(info[0].As<Napi::String>().Utf8Value());
    if (!scenario.ok()) {
      Napi::TypeError::New(env, scenario.error().message).ThrowAsJavaScriptException();
      return;
    }
    on_batch_ = Napi::ThreadSafeFunction::New(env, info[1].As<Napi::Function>(), "onBatch", 0, 1);
    on_end_ = Napi::ThreadSafeFunction::New(env, info[2].As<Napi::Function>(), "onEnd", 0, 1);
    const auto deliver = [this](Batch batch) { Deliver(std::move(batch)); };
    if (scenario.value().real) {
      batches_.emplace(deliver, kMostWaitingBytes,
                       [this](Error failure) { commands_.PushFailure(std::move(failure)); });
    } else {
      batches_.emplace(deliver);
    }
    thread_ = std::thread(&Run::RunEngine, this, std::move(scenario).value());
    Ref();  // the engine thread refers to this object until it has been joined
  }

  ~Run() override { Join(); }

 private:
  void RunEngine(scenario::Scenario scenario) {
    auto* summary = new std::string(machine::RunScenario(
        std::move(scenario), commands_, [this](Batch batch) { batches_->Put(std::move(batch)); }));
    batches_->AwaitEmpty();
    on_batch_.Release();
    on_end_.BlockingCall(summary,
                         [this](Napi::Env env, Napi::Function callback, std::string* text) {
                           const std::unique_ptr<std::string> owned(text);
                           Join();
                           Unref();
                           callback.Call({Napi::String::New(env, *owned)});
                         });
    on_end_.Release();
  }

  /// Never blocks: the queue of the thread-safe function has no bound of its own.
  void Deliver(Batch bytes) {
    auto batch = std::make_unique<Batch>(std::move(bytes));
    const napi_status status = on_batch_.BlockingCall(
        batch.get(), [](Napi::Env env, Napi::Function callback, Batch* data) {
          const std::unique_ptr<Batch> owned(data);
          auto copy = Napi::Uint8Array::New(env, owned->size());
          std::copy(owned->begin(), owned->end(), reinterpret_cast<std::byte*>(copy.Data()));
          callback.Call({copy});
        });
    if (status == napi_ok) (void)batch.release();  // else JavaScript has gone
  }

  void SendCommand(const Napi::CallbackInfo& info) {
    if (info.Length() != 1 || !info[0].IsString()) {
      Napi::TypeError::New(info.Env(), "command(json: string)").ThrowAsJavaScriptException();
      return;
    }
    Result<scenario::Command> command =
        scenario::ParseCommand(info[0].As<Napi::String>().Utf8Value());
    if (!command.ok()) {
      Napi::TypeError::New(info.Env(), command.error().message).ThrowAsJavaScriptException();
      return;
    }
    // A run that is cancelled must end even if its reader has stopped granting.
    const bool ends = command.value().As<scenario::Cancel>() != nullptr;
    commands_.Push(std::move(command).value());
    if (ends) batches_->Close();
  }

  void Grant(const Napi::CallbackInfo& info) {
    if (info.Length() != 1 || !info[0].IsNumber()) {
      Napi::TypeError::New(info.Env(), "grant(credits: number)").ThrowAsJavaScriptException();
      return;
    }
    const int64_t count = info[0].As<Napi::Number>().Int64Value();
    if (count > 0) batches_->Grant(static_cast<uint32_t>(std::min<int64_t>(count, 1'000'000)));
  }

  void Close(const Napi::CallbackInfo&) {
    commands_.Push({.kind = scenario::Cancel{}, .json = R"({"kind":"cancel"})"});
    batches_->Close();
  }

  void Join() {
    if (!thread_.joinable()) return;
    commands_.Push({.kind = scenario::Cancel{}, .json = R"({"kind":"cancel"})"});
    batches_->Close();
    thread_.join();
  }

  experiment::CommandQueue commands_;
  std::optional<BatchQueue> batches_;  ///< there as long as the thread is
  Napi::ThreadSafeFunction on_batch_;
  Napi::ThreadSafeFunction on_end_;
  std::thread thread_;
};

Napi::Value Version(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Napi::Object json = env.Global().Get("JSON").As<Napi::Object>();
  return json.Get("parse").As<Napi::Function>().Call(
      json, {Napi::String::New(env, experiment::BuildInfoJson())});
}

Napi::Value DeviceFigures(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() != 1 || !info[0].IsString()) {
    Napi::TypeError::New(env, "deviceFigures(deviceJson: string)").ThrowAsJavaScriptException();
    return env.Undefined();
  }
  const Result<std::string> figures =
      calibration::DeviceFigures(info[0].As<Napi::String>().Utf8Value());
  if (!figures.ok()) {
    Napi::TypeError::New(env, figures.error().message).ThrowAsJavaScriptException();
    return env.Undefined();
  }
  return Napi::String::New(env, figures.value());
}

Napi::Object Initialize(Napi::Env env, Napi::Object exports) {
  auto* constructor = new Napi::FunctionReference(Napi::Persistent(Run::Define(env)));
  env.SetInstanceData(constructor);
  exports.Set("version", Napi::Function::New(env, Version, "version"));
  exports.Set("deviceFigures", Napi::Function::New(env, DeviceFigures, "deviceFigures"));
  exports.Set("start", Napi::Function::New(
                           env,
                           [constructor](const Napi::CallbackInfo& info) -> Napi::Value {
                             std::vector<napi_value> arguments;
                             for (size_t i = 0; i < info.Length(); ++i)
                               arguments.push_back(info[i]);
                             return constructor->New(arguments);
                           },
                           "start"));
  exports.Set("Calibration", DefineCalibration(env));
  exports.Set("RecordScanner", DefineRecordScanner(env));
  exports.Set("narrow", Napi::Function::New(env, NarrowCharacters, "narrow"));
  return exports;
}

}  // namespace
}  // namespace snapscope::addon

static Napi::Object InitializeModule(Napi::Env env, Napi::Object exports) {
  return snapscope::addon::Initialize(env, exports);
}
NODE_API_MODULE(snapscope, InitializeModule)
