// A command that is carried out: its session, and what is told of it. Whoever gave it hears once
// that it has begun, or that it has ended well, and once that it was refused or has failed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runtime/cpu.h"
#include "server/server_life.h"
#include "telemetry/telemetry.h"

namespace snapscope::server {

class Session {
 public:
  Session(const std::string& json, telemetry::Telemetry& telemetry)
      : json_(json), telemetry_(telemetry) {}

  runtime::Worker* worker = nullptr;  ///< null for what needs none
  /// What the server becomes once the command has ended, which ends it.
  std::optional<ServerLife> next;

  const std::string& spid() const { return worker->name(); }
  /// `what`: what is worth knowing of how it begins.
  void TellBegin(std::string_view what = {}) {
    told_ = true;
    telemetry_.AddCommandEvent(json_, true, what);
  }
  void TellEnd(const Status& done) {
    if (!done.ok()) {
      telemetry_.AddCommandEvent(json_, false, done.error().message);
    } else if (!told_) {
      TellBegin();
    }
  }

 private:
  const std::string& json_;  ///< the command as it was given
  telemetry::Telemetry& telemetry_;
  bool told_ = false;
};

}  // namespace snapscope::server
