// A known defect (base/mutation.h) in the engine that a test runs.
#pragma once

#include <string>

#include "base/check.h"
#include "base/mutation.h"

namespace snapscope::known_defects {

/// On this thread the engine has the defect for as long as this lives.
class SwitchedOn {
 public:
  explicit SwitchedOn(const std::string& defect) {
    CHECK(SwitchOnMutation(defect), "this build has no defect '%s'", defect.c_str());
  }
  ~SwitchedOn() { active_mutation = nullptr; }
  SwitchedOn(const SwitchedOn&) = delete;
  SwitchedOn& operator=(const SwitchedOn&) = delete;
};

}  // namespace snapscope::known_defects
