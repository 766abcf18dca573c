#include "crash_simulator/plan.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "scenario/fields_json.h"

namespace snapscope::crash_simulator {

namespace {

/// What `json` has otherwise than `base`: merge_patch() of it over `base` is `json` again.
Json PatchOf(const Json& base, const Json& json) {
  Json patch = Json::object();
  for (const auto& [key, value] : json.items()) {
    const auto found = base.find(key);
    if (found == base.end()) {
      patch[key] = value;
    } else if (*found != value) {
      patch[key] = value.is_object() && found->is_object() ? PatchOf(*found, value) : value;
    }
  }
  return patch;
}

void CheckOrder(const std::vector<Step>& steps) {
  for (size_t number = 0; number < steps.size(); ++number) {
    const std::optional<AfterStep>& after = steps[number].after;
    if (!after || after->step < number) continue;
    throw std::invalid_argument("step " + std::to_string(number) + " follows step " +
                                std::to_string(after->step) + "; allowed: an earlier one");
  }
}

}  // namespace

// nlohmann reports by exceptions, and so do field lists: they end here.

Result<Profile> ParseProfile(std::string_view name) {
  try {
    return scenario::ValueNamed<Profile>("--profile", std::string(name));
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid, problem.what()};
  }
}

Json ToJson(const Plan& plan) {
  Json json = scenario::FieldsToJson(plan);
  json["scenario"] = PatchOf(UsualScenario(), plan.scenario);
  return json;
}

Result<Plan> ParsePlan(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    auto plan = scenario::FieldsFromJson<Plan>(json);
    // A patch: what a newer engine asks of a scenario beyond it has its usual value.
    plan.scenario = UsualScenario();
    plan.scenario.merge_patch(json.at("scenario"));
    for (const LifePlan& life : plan.lives) CheckOrder(life.steps);
    return plan;
  } catch (const std::exception& problem) {
    return Error{ErrorCode::kInvalid, std::string("the plan cannot be read: ") + problem.what()};
  }
}

}  // namespace snapscope::crash_simulator
