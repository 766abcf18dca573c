// The product's words, number for number.
#include "snapshot/refusal.h"

#include <gtest/gtest.h>

namespace snapscope::snapshot::refusal_test {
namespace {

TEST(Refusal, ReadsAsInTheProduct) {
  EXPECT_EQ(NameTaken("s1").message,
            "Msg 1801, Level 16, State 3: Database 's1' already exists. Choose a different "
            "database name.");
  EXPECT_EQ(FailedToStart("why").message,
            "Msg 1823, Level 16, State 2: A database snapshot cannot be created because it failed "
            "to start. (why)");
  EXPECT_EQ(CannotRevert("why").message,
            "Msg 3137, Level 16, State 4: Database cannot be reverted. Either the primary or the "
            "snapshot names are improperly specified, all other snapshots have not been dropped, "
            "or there are missing files. (why)");
  EXPECT_EQ(NoSuchSnapshot("s1").message,
            "Msg 3701, Level 11, State 5: Cannot drop the database snapshot 's1', because it does "
            "not exist or you do not have permission.");
  EXPECT_EQ(InUse("sales").message,
            "Msg 3702, Level 16, State 4: Cannot drop database \"sales\" because it is currently "
            "in use.");
  EXPECT_EQ(SourceHasSnapshot("s1").message,
            "Msg 3709, Level 16, State 2: Cannot drop the database while the database snapshot "
            "\"s1\" refers to it. Drop that database first.");
  EXPECT_EQ(InRestore("sales").message,
            "Msg 927, Level 14, State 2: Database 'sales' cannot be opened. It is in the middle of "
            "a restore.");
  EXPECT_EQ(SourceNotOnline().message,
            "Msg 1822, Level 16, State 1: The database must be online to have a database "
            "snapshot.");
  EXPECT_EQ(NoExclusiveAccess().message,
            "Msg 3101, Level 16, State 1: Exclusive access could not be obtained because the "
            "database is in use.");
  EXPECT_EQ(NoSuchDatabase("s1").message,
            "Msg 911, Level 16, State 1: Database 's1' does not exist. Make sure that the name is "
            "entered correctly.");
  EXPECT_EQ(BeingRecovered("s1").message,
            "Msg 922, Level 14, State 1: Database 's1' is being recovered. Waiting until recovery "
            "is finished.");
  EXPECT_EQ(CannotOpenSuspect("s1").message,
            "Msg 926, Level 14, State 1: Database 's1' cannot be opened. It has been marked "
            "SUSPECT by recovery. See the SQL Server errorlog for more information.");
  EXPECT_EQ(ReadOfSuspect("s1").message,
            "Msg 926, Level 21, State 6: Database 's1' cannot be opened. It has been marked "
            "SUSPECT by recovery. See the SQL Server errorlog for more information.");
  EXPECT_EQ(CannotCheck().message,
            "Msg 7928, Level 16, State 1: The database snapshot for online checks could not be "
            "created. Either the reason is given in a previous error or one of the underlying "
            "volumes does not support sparse files or alternate streams. Attempting to get "
            "exclusive access to run checks offline. Msg 7926, Level 16, State 1: Check statement "
            "aborted. The database could not be checked as a database snapshot could not be "
            "created and the database or table could not be locked. See Books Online for details "
            "of when this behavior is expected and what workarounds exist. Also see previous "
            "errors for more details.");
  EXPECT_EQ(ReadOnly("s1").message,
            "Msg 3906, Level 16, State 1: Failed to update database \"s1\" because the database "
            "is read-only.");
}

TEST(Refusal, CodesTellWhatACallerCanDo) {
  EXPECT_EQ(FailedToStart("").code, ErrorCode::kSnapshotSuspect);
  EXPECT_EQ(NoSuchSnapshot("").code, ErrorCode::kNotFound);
  EXPECT_EQ(NoSuchDatabase("").code, ErrorCode::kNotFound);
  EXPECT_EQ(ReadOfSuspect("").code, ErrorCode::kSnapshotSuspect);
  for (const Error& error :
       {NameTaken(""), CannotRevert(""), InUse(""), SourceHasSnapshot(""), BeingRecovered(""),
        ReadOnly(""), InRestore(""), SourceNotOnline(), NoExclusiveAccess()}) {
    EXPECT_EQ(error.code, ErrorCode::kRefused) << error.message;
  }
}

}  // namespace
}  // namespace snapscope::snapshot::refusal_test
