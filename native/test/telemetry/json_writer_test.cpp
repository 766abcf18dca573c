#include "telemetry/json_writer.h"

#include <cmath>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace snapscope::telemetry::json_writer_test {
namespace {

std::string Quoted(std::string_view text) { return JsonWriter().String(text).Take(); }
std::string Decimal(int64_t value, int digits) {
  return JsonWriter().Decimal(value, digits).Take();
}

TEST(JsonWriterTest, CommasStandBetweenMembersOnly) {
  JsonWriter json;
  json.BeginObject().Key("a").Integer(-1).Key("b").BeginObject().EndObject();
  json.Key("c").BeginObject().Key("d").Null().EndObject().Key("e").Raw("[1]").EndObject();
  EXPECT_EQ(json.Take(), R"({"a":-1,"b":{},"c":{"d":null},"e":[1]})");
  EXPECT_EQ(json.BeginObject().EndObject().Take(), "{}") << "empty again after Take";
}

TEST(JsonWriterTest, EscapesWhatJsonDoesNotAllow) {
  EXPECT_EQ(Quoted("P:\\a \"b\"\n\r\t"), R"("P:\\a \"b\"\n\r\t")");
  EXPECT_EQ(Quoted(std::string_view("\0\x1f\x7f", 3)), "\"\\u0000\\u001f\x7f\"");
}

TEST(JsonWriterTest, KeepsUtf8AndReplacesWhatIsNot) {
  EXPECT_EQ(Quoted("é€😀"), "\"é€😀\"");
  EXPECT_EQ(Quoted("a\xFF"
                   "b"),
            "\"a\xEF\xBF\xBD"
            "b\"");
  EXPECT_EQ(Quoted("\xC3"), "\"\xEF\xBF\xBD\"") << "cut short";
  EXPECT_EQ(Quoted("\xC0\xAF"), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"") << "overlong";
  EXPECT_EQ(Quoted("\xED\xA0\x80").size(), 2u + 9u) << "surrogate";
  EXPECT_EQ(Quoted("\xF4\x90\x80\x80").size(), 2u + 12u) << "beyond U+10FFFF";
}

TEST(JsonWriterTest, DecimalsAreExact) {
  EXPECT_EQ(Decimal(1'500, 3), "1.5");
  EXPECT_EQ(Decimal(0, 6), "0");
  EXPECT_EQ(Decimal(1, 6), "0.000001");
  EXPECT_EQ(Decimal(-1, 6), "-0.000001");
  EXPECT_EQ(Decimal(120'000'000, 6), "120");
  EXPECT_EQ(Decimal(100, 0), "100");
  EXPECT_EQ(Decimal(INT64_MAX, 6), "9223372036854.775807");
  EXPECT_EQ(Decimal(INT64_MIN, 6), "-9223372036854.775808");
}

TEST(JsonWriterTest, DoublesAreShortestAndFinite) {
  EXPECT_EQ(JsonWriter().Double(0.1).Take(), "0.1");
  EXPECT_EQ(JsonWriter().Double(10).Take(), "10");
  EXPECT_EQ(JsonWriter().Double(NAN).Take(), "null");
  EXPECT_EQ(JsonWriter().Double(INFINITY).Take(), "null");
}

}  // namespace
}  // namespace snapscope::telemetry::json_writer_test
