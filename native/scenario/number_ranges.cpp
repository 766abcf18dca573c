#include "scenario/number_ranges.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "scenario/number_ranges_generated.h"

namespace snapscope::scenario {

namespace {

using Json = nlohmann::json;

std::vector<NumberRange> RangesAt(const std::string& pattern) {
  std::vector<NumberRange> ranges;
  std::ranges::copy_if(kNumberRanges, std::back_inserter(ranges),
                       [&pattern](const NumberRange& range) { return range.path == pattern; });
  return ranges;
}

bool IsStepOf(double value, uint64_t steps_per_unit) {
  // The quotient is the double that the decimal itself reads as, so nothing is lost to rounding.
  const auto steps = static_cast<double>(steps_per_unit);
  return steps_per_unit == 0 || std::round(value * steps) / steps == value;
}

bool IsAllowed(double value, const NumberRange& range) {
  return value >= range.least && value <= range.most && IsStepOf(value, range.steps_per_unit);
}

std::string Text(double value) {
  return value == std::floor(value) ? std::to_string(static_cast<int64_t>(value))
                                    : Json(value).dump();
}

std::string Text(const NumberRange& range) {
  if (range.least == range.most) return Text(range.least);
  const std::string bounds = "from " + Text(range.least) + " to " + Text(range.most);
  if (range.steps_per_unit == 1) return "an integer " + bounds;
  if (range.steps_per_unit == 0) return "a number " + bounds;
  return "a number " + bounds + " in steps of " +
         Text(1.0 / static_cast<double>(range.steps_per_unit));
}

void CheckValue(const Json& value, const std::string& place,
                const std::vector<NumberRange>& ranges) {
  const bool is_allowed = std::ranges::any_of(ranges, [&value](const NumberRange& range) {
    return value.is_null() ? range.or_null
                           : value.is_number() && IsAllowed(value.get<double>(), range);
  });
  if (is_allowed) return;
  std::string allowed;
  for (const NumberRange& range : ranges) allowed += (allowed.empty() ? "" : ", ") + Text(range);
  throw std::invalid_argument(place + ": " + value.dump() + " is not allowed; allowed: " + allowed);
}

std::string Below(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + '.' + key;
}

/// `place` is where people find the value, `pattern` what the ranges call it.
void CheckBelow(const Json& json, const std::string& place, const std::string& pattern) {
  const auto leads_on = [&pattern](const NumberRange& range) {
    return pattern.empty() || range.path.starts_with(pattern + '.');
  };
  if (const std::vector<NumberRange> ranges = RangesAt(pattern); !ranges.empty()) {
    CheckValue(json, place, ranges);
  } else if (std::ranges::none_of(kNumberRanges, leads_on)) {
    return;  // nor into what is nested without end
  } else if (json.is_array()) {
    for (size_t i = 0; i < json.size(); ++i) {
      CheckBelow(json[i], Below(place, std::to_string(i)), Below(pattern, "*"));
    }
  } else if (json.is_object()) {
    const auto kind = json.find("kind");
    const bool is_command = kind != json.end() && kind->is_string();
    const std::string here =
        is_command ? Below(pattern, '(' + kind->get<std::string>() + ')') : pattern;
    for (const auto& [key, value] : json.items()) {
      CheckBelow(value, Below(place, key), Below(here, key));
    }
  }
}

}  // namespace

void CheckNumbers(const Json& json) { CheckBelow(json, "", ""); }

}  // namespace snapscope::scenario
