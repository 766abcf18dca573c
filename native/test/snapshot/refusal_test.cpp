// Whoever reads a refusal looks up its number, level and state, and asks which database it is
// about.
#include "snapshot/refusal.h"

#include <string>

#include <gtest/gtest.h>

namespace snapscope::snapshot::refusal_test {
namespace {

struct Expected {
  Error refusal;
  std::string head;   ///< number, level and state as the product has them
  std::string about;  ///< the database or the cause, in the product's quotes
  ErrorCode code = ErrorCode::kRefused;
};

TEST(Refusal, HasTheProductsNumbersAndNamesWhatItIsAbout) {
  const Expected all[] = {
      {NameTaken("s1"), "Msg 1801, Level 16, State 3: ", "'s1'"},
      {FailedToStart("why"), "Msg 1823, Level 16, State 2: ", "(why)", ErrorCode::kSnapshotSuspect},
      {CannotRevert("why"), "Msg 3137, Level 16, State 4: ", "(why)"},
      {NoSuchSnapshot("s1"), "Msg 3701, Level 11, State 5: ", "'s1'", ErrorCode::kNotFound},
      {InUse("sales"), "Msg 3702, Level 16, State 4: ", "\"sales\""},
      {SourceHasSnapshot("s1"), "Msg 3709, Level 16, State 2: ", "\"s1\""},
      {InRestore("sales"), "Msg 927, Level 14, State 2: ", "'sales'"},
      {SourceNotOnline(), "Msg 1822, Level 16, State 1: ", ""},
      {NoExclusiveAccess(), "Msg 3101, Level 16, State 1: ", ""},
      {NoSuchDatabase("s1"), "Msg 911, Level 16, State 1: ", "'s1'", ErrorCode::kNotFound},
      {BeingRecovered("s1"), "Msg 922, Level 14, State 1: ", "'s1'"},
      {CannotOpenSuspect("s1"), "Msg 926, Level 14, State 1: ", "'s1'",
       ErrorCode::kSnapshotSuspect},
      {ReadOfSuspect("s1"), "Msg 926, Level 21, State 6: ", "'s1'", ErrorCode::kSnapshotSuspect},
      {CannotCheck(), "Msg 7928, Level 16, State 1: ", " Msg 7926, Level 16, State 1: ",
       ErrorCode::kSnapshotSuspect},
      {ReadOnly("s1"), "Msg 3906, Level 16, State 1: ", "\"s1\""},
  };
  for (const auto& [refusal, head, about, code] : all) {
    EXPECT_EQ(refusal.message.find(head), 0U) << refusal.message;
    EXPECT_NE(refusal.message.find(about), std::string::npos) << refusal.message;
    EXPECT_EQ(refusal.code, code) << refusal.message;
  }
}

}  // namespace
}  // namespace snapscope::snapshot::refusal_test
