// Reads from JSON, and writes to it, what lists its members by ForEachField(): a command, or a plan
// of the crash simulator.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/ids.h"

namespace snapscope::scenario {

/// Seconds with at most three decimals. Through microseconds: a decimal fraction of a second must
/// not become 999,999,999 ns.
inline TimeNs FromSeconds(const nlohmann::json& seconds) {
  return std::llround(seconds.get<double>() * 1e6) * kMicrosecond;
}

/// The place of `name` among `names`. Throws std::invalid_argument.
size_t PlaceAmong(std::span<const char* const> names, const std::string& name,
                  const std::string& place);

/// The value of that name. NamesOf() of the enumeration has what each is called. Throws
/// std::invalid_argument.
template <typename Enum>
Enum ValueNamed(const std::string& place, const std::string& name) {
  return static_cast<Enum>(PlaceAmong(NamesOf(Enum{}), name, place));
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

  const Json& At(const char* name) const {
    if (!json_.contains(name)) throw std::invalid_argument(std::string(name) + ": is missing");
    return json_[name];
  }
  template <typename Value>
  void Required(const char* name, Value& value) {
    Read(name, At(name), value);
  }
  /// A flag that JSON has as one of two words.
  void Word(const char* name, bool& value, const char* if_false, const char* if_true) {
    const char* const words[] = {if_false, if_true};
    value = PlaceAmong(words, At(name), name) == 1;
  }
  /// A number in units of `unit`.
  template <typename Value>
  void Scaled(const char* name, Value& value, int64_t unit) {
    value = static_cast<Value>(At(name).template get<int64_t>() * unit);
  }
  /// Keeps its usual value where the object has none.
  template <typename Value>
  void ScaledIfGiven(const char* name, Value& value, int64_t unit) {
    if (Find(name) != nullptr) Scaled(name, value, unit);
  }
  /// A number that may be left out, and stands for nothing if it is 0.
  template <typename Value>
  void ScaledUnlessZero(const char* name, std::optional<Value>& value, int64_t unit) {
    const Json* found = Find(name);
    if (found != nullptr && *found != 0) Scaled(name, value.emplace(), unit);
  }
  /// Keeps its usual value where the object has none, or null.
  template <typename Value>
  void Optional(const char* name, Value& value) {
    if (const Json* found = Find(name)) Read(name, *found, value);
  }
  void Seconds(const char* name, TimeNs& time) { time = FromSeconds(At(name)); }
  void Seconds(const char* name, std::optional<TimeNs>& time) {
    if (Find(name) != nullptr) Seconds(name, time.emplace());
  }
  /// The alternative that `name` says, whose members are of the same object.
  template <typename... Kinds>
  void OneOf(const char* name, std::variant<Kinds...>& into) {
    const std::string kind = At(name);
    const auto take = [&]<typename Kind>(std::in_place_type_t<Kind>) {
      if (kind != Kind::kKind) return false;
      Take(into.template emplace<Kind>());
      return true;
    };
    const bool is_known = (take(std::in_place_type<Kinds>) || ...);
    if (!is_known) PlaceAmong(std::array{Kinds::kKind...}, kind, name);
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
      Below(name, [&] { FieldReader(json).Take(value); });
    } else if constexpr (kIsList<Value>) {
      Below(name, [&] {
        for (size_t i = 0; i < json.size(); ++i) {
          Read(std::to_string(i).c_str(), json[i], value.emplace_back());
        }
      });
    } else {
      json.get_to(value);
    }
  }
  template <typename Value>
  static void Read(const char* name, const Json& json, std::optional<Value>& value) {
    Read(name, json, value.emplace());
  }
  /// One of several kinds, which the member `kind` of the object tells.
  template <typename... Kinds>
  static void Read(const char* name, const Json& json, std::variant<Kinds...>& value) {
    Below(name, [&] { FieldReader(json).OneOf("kind", value); });
  }
  static void Read(const char* name, const Json& json, bool& value);
  static void Read(const char* name, const Json& json, PageId& page);
  static void Read(const char* name, const Json& json, Lsn& lsn);

  /// What is refused within a member is named with it.
  template <typename Act>
  static void Below(const char* name, const Act& act) {
    try {
      act();
    } catch (const std::invalid_argument& problem) {
      throw std::invalid_argument(std::string(name) + '.' + problem.what());
    }
  }

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
  template <typename Value>
  void Scaled(const char* name, Value value, int64_t unit) {
    json_[name] = static_cast<int64_t>(value) / unit;
  }
  template <typename Value>
  void ScaledIfGiven(const char* name, Value value, int64_t unit) {
    Scaled(name, value, unit);
  }
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
