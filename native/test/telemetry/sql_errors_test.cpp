// What statements end with, in words.
#include "telemetry/sql_errors.h"

#include <string>

#include <gtest/gtest.h>

#include "telemetry/errorlog_writer.h"

namespace snapscope::telemetry::sql_errors_test {
namespace {

TEST(SqlErrors, TheEndOfAReaderIsInTheErrorlogInTheSameWords) {
  const Message logged = CannotOpenSuspect("s1");
  const Error told = kReadOfSuspect("s1");
  EXPECT_EQ(told.message, "Msg 926, Level 21, State 6: " + logged.text);
  EXPECT_EQ(logged.error, "Error: 926, Severity: 21, State: 6.");
}

TEST(SqlErrors, HaveTheirValuesInTheirPlaces) {
  const Error error = kNoRoomOnVolume(std::string("data"), "db.mdf", "it is full");
  EXPECT_EQ(error.message,
            "Msg 3257, Level 16, State 1: volume data has no room for db.mdf: it is full");
  EXPECT_EQ(error.number, 3257);
  EXPECT_EQ(error.code, ErrorCode::kDiskFull);
  EXPECT_DEATH(kNoRoomOnVolume("data"), "3257 lacks a value");
  EXPECT_DEATH(kSourceNotOnline("s1"), "1822 has no place for a value");
}

}  // namespace
}  // namespace snapscope::telemetry::sql_errors_test
