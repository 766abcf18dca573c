// A known defect (base/mutation.h) in the engine that a test runs.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "base/mutation.h"

namespace snapscope::known_defects {

/// On this thread the engine has the defect for as long as this lives.
class SwitchedOn {
 public:
  explicit SwitchedOn(Mutation defect) { active_mutation = defect; }
  ~SwitchedOn() { active_mutation = Mutation::kNone; }
  SwitchedOn(const SwitchedOn&) = delete;
  SwitchedOn& operator=(const SwitchedOn&) = delete;
};

/// The name of a defect that is in that list.
inline std::string NameIn(std::span<const NamedMutation> list, Mutation defect) {
  return std::string(std::ranges::find(list, defect, &NamedMutation::mutation)->name);
}

}  // namespace snapscope::known_defects
