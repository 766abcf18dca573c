// Reads from JSON what lists its members by ForEachField(): a command, or a part of a plan of the
// crash simulator.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "base/ids.h"
#include "scenario/seconds_json.h"

namespace snapscope::scenario {

/// Takes members from an object. Each member throws std::invalid_argument, or what nlohmann throws,
/// for a value that it cannot have; a number is taken as it is: CheckNumbers() goes first.
class FieldReader {
 public:
  using Json = nlohmann::json;

  explicit FieldReader(const Json& json) : json_(json) {}

  template <typename Value>
  void Required(const char* name, Value& value) {
    Read(name, json_.at(name), value);
  }
  /// Keeps its usual value where the object has none, or null.
  template <typename Value>
  void Optional(const char* name, Value& value) {
    const auto found = json_.find(name);
    if (found != json_.end() && !found->is_null()) Read(name, *found, value);
  }
  /// Rounded: 1.001 s is stored as a little less, and a commit at that very time belongs to a
  /// restore that stops there.
  void Seconds(const char* name, std::optional<TimeNs>& time) {
    const auto found = json_.find(name);
    if (found != json_.end() && !found->is_null()) time = FromSeconds(*found);
  }

 private:
  template <typename Value>
  static void Read(const char* name, const Json& json, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      const auto names = NamesOf(value);
      const std::string text = json;
      const auto found = std::ranges::find(names, text);
      if (found == names.end()) {
        std::string allowed;
        for (const char* one : names) allowed += (allowed.empty() ? "" : ", ") + std::string(one);
        throw std::invalid_argument(std::string(name) + ": '" + text +
                                    "' is not allowed; allowed: " + allowed);
      }
      value = static_cast<Value>(found - names.begin());
    } else {
      json.get_to(value);
    }
  }
  template <typename Value>
  static void Read(const char* name, const Json& json, std::optional<Value>& value) {
    Read(name, json, value.emplace());
  }
  static void Read(const char* name, const Json& json, bool& value);
  static void Read(const char* name, const Json& json, PageId& page);
  static void Read(const char* name, const Json& json, Lsn& lsn);

  const Json& json_;
};

template <typename Fields>
Fields FieldsFromJson(const nlohmann::json& json) {
  Fields fields{};
  if constexpr (requires(FieldReader& reader) { Fields::ForEachField(fields, reader); }) {
    FieldReader reader(json);
    Fields::ForEachField(fields, reader);
  }
  return fields;
}

/// What `json` is by its member `kind`; false if none of the kinds has that name.
template <typename... Kinds>
bool ReadKind(const nlohmann::json& json, std::variant<Kinds...>& into) {
  const std::string kind = json.at("kind");
  const auto take = [&]<typename Kind>(std::in_place_type_t<Kind>) {
    if (kind != Kind::kKind) return false;
    into = FieldsFromJson<Kind>(json);
    return true;
  };
  return (take(std::in_place_type<Kinds>) || ...);
}

}  // namespace snapscope::scenario
