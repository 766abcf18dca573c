#include "addon/record_scanner.h"

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "errorlog/characters.h"
#include "errorlog/record_scanner.h"

namespace snapscope::addon {
namespace {

constexpr size_t kFoundFields = 6;

template <typename Element>
constexpr napi_typedarray_type kTypeOf = napi_uint8_array;
template <>
constexpr napi_typedarray_type kTypeOf<uint16_t> = napi_uint16_array;
template <>
constexpr napi_typedarray_type kTypeOf<uint32_t> = napi_uint32_array;
template <>
constexpr napi_typedarray_type kTypeOf<int32_t> = napi_int32_array;
template <>
constexpr napi_typedarray_type kTypeOf<double> = napi_float64_array;

/// Throws a TypeError and returns nullopt where the array is of another type.
template <typename Element>
std::optional<std::span<Element>> ElementsOf(const Napi::Env env, const Napi::Value& value,
                                             const char* name) {
  if (value.IsTypedArray() && value.As<Napi::TypedArray>().TypedArrayType() == kTypeOf<Element>) {
    auto array = value.As<Napi::TypedArrayOf<Element>>();
    return std::span<Element>(array.Data(), array.ElementLength());
  }
  Napi::TypeError::New(env, std::string(name) + " is a typed array of another type")
      .ThrowAsJavaScriptException();
  return std::nullopt;
}

std::span<uint8_t> BytesOf(const Napi::Value& value) {
  auto bytes = value.As<Napi::Uint8Array>();
  return {bytes.Data(), bytes.ElementLength()};
}

bool IsBytes(const Napi::Value& value) {
  return value.IsTypedArray() && value.As<Napi::TypedArray>().TypedArrayType() == napi_uint8_array;
}

/// An index that JavaScript sends as a number.
std::optional<size_t> IndexOf(const Napi::Value& value) {
  if (!value.IsNumber()) return std::nullopt;
  const double number = value.As<Napi::Number>().DoubleValue();
  if (!(number >= 0) || number > 4'294'967'295.0 || number != std::floor(number)) {
    return std::nullopt;
  }
  return static_cast<size_t>(number);
}

std::vector<std::vector<std::string>> StartsOf(const Napi::Array& lists) {
  std::vector<std::vector<std::string>> starts(lists.Length());
  for (uint32_t list = 0; list < lists.Length(); ++list) {
    const auto texts = lists.Get(list).As<Napi::Array>();
    for (uint32_t text = 0; text < texts.Length(); ++text) {
      starts[list].push_back(texts.Get(text).As<Napi::String>().Utf8Value());
    }
  }
  return starts;
}

class RecordScanner final : public Napi::ObjectWrap<RecordScanner> {
 public:
  static Napi::Function Define(Napi::Env env) {
    return DefineClass(env, "RecordScanner",
                       {InstanceMethod<&RecordScanner::Scan>("scan"),
                        InstanceMethod<&RecordScanner::KeepSource>("keepSource"),
                        InstanceMethod<&RecordScanner::Forget>("forget")});
  }

  explicit RecordScanner(const Napi::CallbackInfo& info) : Napi::ObjectWrap<RecordScanner>(info) {
    const Napi::Env env = info.Env();
    const bool is_usable = info.Length() == 3 && IsBytes(info[0]) && info[1].IsArray() &&
                           info[2].IsObject() &&
                           BytesOf(info[0]).size() == errorlog::Leads::kTableSize;
    if (!is_usable) {
      Napi::TypeError::New(env,
                           "new RecordScanner(leadTable: Uint8Array, startsOfLead: string[][], "
                           "columns: object)")
          .ThrowAsJavaScriptException();
      return;
    }
    const auto columns = info[2].As<Napi::Object>();
    if (!TakeColumns(env, columns)) return;
    // The memory of the arrays stays where it is for as long as they live. They live as properties
    // of this object: references held from here would be roots of the collector, and columns that
    // own their scanner would never be freed.
    info.This().As<Napi::Object>().DefineProperties(
        {Napi::PropertyDescriptor::Value("leadTable", info[0]),
         Napi::PropertyDescriptor::Value("columns", columns)});
    auto table = info[0].As<Napi::Uint8Array>();
    scanner_.emplace(
        errorlog::Leads{.table = std::span<const uint8_t>(table.Data(), table.ElementLength()),
                        .starts = StartsOf(info[1].As<Napi::Array>())});
  }

 private:
  bool TakeColumns(Napi::Env env, const Napi::Object& object) {
    const auto take = [&]<typename Element>(const char* name, std::span<Element>& column) {
      const auto elements = ElementsOf<Element>(env, object.Get(name), name);
      if (elements) column = *elements;
      return elements.has_value();
    };
    errorlog::Columns& c = columns_;
    const bool taken = take("at", c.at) && take("line", c.line) && take("timeMs", c.time_ms) &&
                       take("sourceStart", c.source_start) && take("sourceEnd", c.source_end) &&
                       take("sourceId", c.source_id) && take("messageStart", c.message_start) &&
                       take("candidates", c.candidates) && take("textEnd", c.text_end) &&
                       take("recent", c.recent) && take("strangers", c.strangers) &&
                       take("steps", c.steps) && take("found", found_);
    if (!taken) return false;
    const size_t most = c.at.size();
    for (const size_t length :
         {c.line.size(), c.time_ms.size(), c.source_start.size(), c.source_end.size(),
          c.source_id.size(), c.message_start.size(), c.candidates.size(), c.text_end.size(),
          c.recent.size(), c.strangers.size(), c.steps.size()}) {
      if (length == most && found_.size() == kFoundFields) continue;
      Napi::RangeError::New(env, "the columns differ in length").ThrowAsJavaScriptException();
      return false;
    }
    return true;
  }

  void Scan(const Napi::CallbackInfo& info) {
    const auto from = IndexOf(info[1]);
    const auto lines_before = IndexOf(info[2]);
    const bool is_usable =
        IsBytes(info[0]) && from && lines_before && info[3].IsNumber() && info[4].IsBoolean();
    if (!is_usable) {
      Napi::TypeError::New(info.Env(),
                           "scan(characters: Uint8Array, from: number, linesBefore: number, "
                           "timeBeforeMs: number, isEnd: boolean)")
          .ThrowAsJavaScriptException();
      return;
    }
    const errorlog::Piece piece{.characters = BytesOf(info[0]),
                                .from = *from,
                                .lines_before = static_cast<uint32_t>(*lines_before),
                                .time_before_ms = info[3].As<Napi::Number>().DoubleValue(),
                                .is_end = info[4].As<Napi::Boolean>().Value()};
    const errorlog::Found found = scanner_->Scan(piece, columns_);
    found_[0] = static_cast<uint32_t>(found.end);
    found_[1] = found.lines;
    found_[2] = found.records;
    found_[3] = found.candidates;
    found_[4] = found.strangers;
    found_[5] = found.steps;
  }

  void KeepSource(const Napi::CallbackInfo& info) {
    const auto id = IndexOf(info[1]);
    if (!IsBytes(info[0]) || !id || *id >= errorlog::SourceIds::kUnknown) {
      Napi::TypeError::New(info.Env(), "keepSource(name: Uint8Array, id: number)")
          .ThrowAsJavaScriptException();
      return;
    }
    scanner_->KeepSource(BytesOf(info[0]), static_cast<uint16_t>(*id));
  }

  void Forget(const Napi::CallbackInfo&) { scanner_->Forget(); }

  errorlog::Columns columns_;
  std::span<uint32_t> found_;
  std::optional<errorlog::RecordScanner> scanner_;
};

}  // namespace

void NarrowCharacters(const Napi::CallbackInfo& info) {
  const bool is_usable = IsBytes(info[0]) && info[1].IsBoolean() && IsBytes(info[2]) &&
                         BytesOf(info[2]).size() >= BytesOf(info[0]).size() / 2;
  if (!is_usable) {
    Napi::TypeError::New(info.Env(),
                         "narrow(utf16: Uint8Array, isBigEndian: boolean, to: Uint8Array of half "
                         "the length at least)")
        .ThrowAsJavaScriptException();
    return;
  }
  const bool is_big_endian = info[1].As<Napi::Boolean>().Value();
  errorlog::Narrow(
      std::as_bytes(BytesOf(info[0])),
      is_big_endian ? errorlog::ByteOrder::kBigEndian : errorlog::ByteOrder::kLittleEndian,
      BytesOf(info[2]));
}

Napi::Function DefineRecordScanner(Napi::Env env) { return RecordScanner::Define(env); }

}  // namespace snapscope::addon
