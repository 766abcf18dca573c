// Reads from JSON, and writes to it, what lists its members by ForEachField(): a command, or a plan
// of the crash simulator.
#pragma once

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.h"
#include "scenario/seconds_json.h"

namespace snapscope::scenario {

/// Of an enumeration whose NamesOf() has what each value is called. Throws std::invalid_argument.
template <typename Enum>
Enum ValueNamed(const std::string& place, const std::string& name) {
  std::string allowed;
  for (size_t value = 0; const char* one : NamesOf(Enum{})) {
    if (name == one) return static_cast<Enum>(value);
    allowed += (value++ == 0 ? "" : ", ") + std::string(one);
  }
  throw std::invalid_argument(place + ": '" + name + "' is not allowed; allowed: " + allowed);
}

template <typename Type>
inline constexpr bool kIsList = false;
template <typename Item>
inline constexpr bool kIsList<std::vector<Item>> = true;

class FieldReader;
template <typename Type>
concept HasFields =
    requires(Type& fields, FieldReader& reader) { Type::ForEachField(fields, reader); };

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
    if (const Json* found = Find(name)) Read(name, *found, value);
  }
  /// Rounded: 1.001 s is stored as a little less, and a commit at that very time belongs to a
  /// restore that stops there.
  void Seconds(const char* name, std::optional<TimeNs>& time) {
    if (const Json* found = Find(name)) time = FromSeconds(*found);
  }
  void Milliseconds(const char* name, TimeNs& time) {
    time = json_.at(name).get<int64_t>() * kMillisecond;
  }
  /// The alternative that `name` says, whose members are of the same object.
  template <typename... Kinds>
  void OneOf(const char* name, std::variant<Kinds...>& into) {
    const std::string kind = json_.at(name);
    const auto take = [&]<typename Kind>(std::in_place_type_t<Kind>) {
      if (kind != Kind::kKind) return false;
      Take(into.template emplace<Kind>());
      return true;
    };
    const bool is_known = (take(std::in_place_type<Kinds>) || ...);
    if (!is_known) throw std::invalid_argument(std::string(name) + ": there is no '" + kind + "'");
  }
  template <typename Fields>
  void Take(Fields& fields) {
    if constexpr (HasFields<Fields>) Fields::ForEachField(fields, *this);
  }

 private:
  const Json* Find(const char* name) const {
    const auto found = json_.find(name);
    return found == json_.end() || found->is_null() ? nullptr : &*found;
  }
  template <typename Value>
  static void Read(const char* name, const Json& json, Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      value = ValueNamed<Value>(name, json.get<std::string>());
    } else if constexpr (HasFields<Value>) {
      FieldReader(json).Take(value);
    } else if constexpr (kIsList<Value>) {
      for (const Json& item : json) Read(name, item, value.emplace_back());
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

/// Gives members to an object, so that a FieldReader has the same of it.
class FieldWriter {
 public:
  using Json = nlohmann::json;

  explicit FieldWriter(Json& json) : json_(json) {}

  template <typename Value>
  void Required(const char* name, const Value& value) {
    json_[name] = Written(value);
  }
  template <typename Value>
  void Optional(const char* name, const Value& value) {
    json_[name] = Written(value);
  }
  template <typename Value>
  void Optional(const char* name, const std::optional<Value>& value) {
    if (value) json_[name] = Written(*value);
  }
  void Seconds(const char* name, const std::optional<TimeNs>& time) {
    if (time) json_[name] = static_cast<double>(*time) / kSecond;
  }
  void Milliseconds(const char* name, TimeNs time) { json_[name] = time / kMillisecond; }
  template <typename... Kinds>
  void OneOf(const char* name, const std::variant<Kinds...>& value) {
    const auto give = [&]<typename Kind>(const Kind& kind) {
      json_[name] = Kind::kKind;
      if constexpr (HasFields<Kind>) Kind::ForEachField(kind, *this);
    };
    std::visit(give, value);
  }

 private:
  template <typename Value>
  static Json Written(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
      return NamesOf(value)[static_cast<size_t>(value)];
    } else if constexpr (HasFields<Value>) {
      Json json = Json::object();
      FieldWriter writer(json);
      Value::ForEachField(value, writer);
      return json;
    } else if constexpr (kIsList<Value>) {
      Json json = Json::array();
      for (const auto& item : value) json.push_back(Written(item));
      return json;
    } else {
      return value;
    }
  }
  static Json Written(Lsn lsn) { return ToString(lsn); }

  Json& json_;
};

template <typename Fields>
Fields FieldsFromJson(const nlohmann::json& json) {
  Fields fields{};
  FieldReader(json).Take(fields);
  return fields;
}

template <typename Fields>
nlohmann::json FieldsToJson(const Fields& fields) {
  nlohmann::json json = nlohmann::json::object();
  FieldWriter writer(json);
  Fields::ForEachField(fields, writer);
  return json;
}

}  // namespace snapscope::scenario
