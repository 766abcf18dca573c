// Formats line by line, against the lines that the SQLCAT paper quotes.
#include "telemetry/errorlog_writer.h"

#include <cstdio>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "runtime/cpu.h"
#include "telemetry/backup_messages.h"

namespace snapscope::telemetry::errorlog_writer_test {
namespace {

const DatabaseRef kSnapshot{"snapshot_test_2", 7};

TEST(ErrorlogTimeTest, CivilDates) {
  EXPECT_EQ(FormatErrorlogTime(0), "1970-01-01 00:00:00.00");
  EXPECT_EQ(FormatErrorlogTime(1'161'640'087'220), "2006-10-23 21:48:07.22");
  EXPECT_EQ(FormatErrorlogTime(951'782'400'000), "2000-02-29 00:00:00.00");
  EXPECT_EQ(FormatErrorlogTime(951'868'799'999), "2000-02-29 23:59:59.99");
  EXPECT_EQ(FormatErrorlogTime(951'868'800'000), "2000-03-01 00:00:00.00");
  EXPECT_EQ(FormatErrorlogTime(4'107'542'400'000), "2100-03-01 00:00:00.00") << "no leap year";
  EXPECT_EQ(FormatErrorlogTime(1'735'689'599'000), "2024-12-31 23:59:59.00");
  EXPECT_EQ(FormatErrorlogTime(-1), "1969-12-31 23:59:59.99");
}

TEST(ErrorlogTimeTest, EveryDayFollowsTheOneBefore) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int64_t unix_ms = 0;
  for (int year = 1970; year < 2110; ++year) {
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    for (int month = 1; month <= 12; ++month) {
      const int days = kDays[month - 1] + (month == 2 && leap ? 1 : 0);
      for (int day = 1; day <= days; ++day) {
        char expected[32];
        std::snprintf(expected, sizeof(expected), "%04d-%02d-%02d 12:00:00.00", year, month, day);
        ASSERT_EQ(FormatErrorlogTime(unix_ms + 43'200'000), expected);
        unix_ms += 86'400'000;
      }
    }
  }
}

TEST(ErrorlogTimeTest, CentisecondsAreTruncated) {
  EXPECT_EQ(FormatErrorlogTime(19), "1970-01-01 00:00:00.01");
  EXPECT_EQ(FormatErrorlogTime(999), "1970-01-01 00:00:00.99");
}

TEST(ErrorlogLineTest, SourceIsPaddedToTwelve) {
  EXPECT_EQ(FormatErrorlogLine(1'161'640'087'220, "spid1057", "text"),
            "2006-10-23 21:48:07.22 spid1057    text");
  EXPECT_EQ(FormatErrorlogLine(0, "Server", "x"), "1970-01-01 00:00:00.00 Server      x");
  EXPECT_EQ(FormatErrorlogLine(0, std::string(runtime::kMaxWorkerName, 's'), "x"),
            "1970-01-01 00:00:00.00 sssssssssss x");
}

TEST(ErrorlogMessageTest, CreationReadsAsInThePaper) {
  EXPECT_EQ(CreatingFile("P:\\MSSQL_root.mdf").text, "Creating file P:\\MSSQL_root.mdf.");
  EXPECT_EQ(ClosingFile(1, "P:\\MSSQL_root.mdf").text, "Closing file (1):P:\\MSSQL_root.mdf.");
  EXPECT_EQ(OpeningFile(1, "P:\\MSSQL_root.mdf").text, "Opening file (1):P:\\MSSQL_root.mdf.");
  EXPECT_EQ(StartingUpDatabase("snapshot_test_2").text, "Starting up database 'snapshot_test_2'.");
  EXPECT_EQ(RecoveryStarting(kSnapshot).text, "RECOVERY (snapshot_test_2, 7): Starting");
  EXPECT_EQ(AnalysisStarting(kSnapshot).text, "RECOVERY (snapshot_test_2, 7): Analysis starting");
  EXPECT_EQ(AnalysisProgress(kSnapshot, 0, 2'719).text,
            "Analysis of database 'snapshot_test_2' (7) is 0% complete (approximately 2719 seconds "
            "remain). This is an informational message only. No user action is required.");
  EXPECT_EQ(RedoStarting(kSnapshot).text, "RECOVERY (snapshot_test_2, 7): Redo starting");
  EXPECT_EQ(RecoveryEstimate(kSnapshot, 815'938'560, 1'560'650).text,
            "RECOVERY (snapshot_test_2, 7): Estimate REDO 815938560 bytes, UNDO 1560650 records.  "
            "Rampup is OFF.");
  EXPECT_EQ(
      RecoveryProgress(kSnapshot, {17, 5'669, 3}).text,
      "Recovery of database 'snapshot_test_2' (7) is 17% complete (approximately 5669 seconds "
      "remain). Phase 3 of 3. This is an informational message only. No user action is "
      "required.");
  EXPECT_EQ(RecoveryCompleted(kSnapshot).text,
            "SQL recovery (analysis, redo and undo) completed for database (snapshot_test_2, 7)");
}

TEST(ErrorlogMessageTest, ErrorsHaveTheirNumberInARecordOfItsOwn) {
  EXPECT_EQ(SnapshotSuspect("s1").error, "Error: 3420, Severity: 21, State: 1.");
  EXPECT_EQ(SnapshotSuspect("s1").text,
            "Database snapshot 's1' has failed an IO operation and is marked suspect. It must be "
            "dropped and recreated.");
  EXPECT_EQ(Reverting({"Sales", 5}, "Sales_noon", Lsn::Of(0x24, 0x97, 1)).text,
            "Reverting database 'Sales' to the point in time of database snapshot 'Sales_noon' "
            "with split point LSN 36000000015100001 (0x00000024:00000097:0001). This is an "
            "informational message only. No user action is required.");
  EXPECT_EQ(SnapshotNotStarted().error, "Error: 1823, Severity: 16, State: 2.");
  EXPECT_EQ(SnapshotNotStarted().text,
            "A database snapshot cannot be created because it failed to start.");
  EXPECT_EQ(CannotOpenSuspect("s1").error, "Error: 926, Severity: 21, State: 6.");
  EXPECT_EQ(CannotOpenSuspect("s1").text,
            "Database 's1' cannot be opened. It has been marked SUSPECT by recovery. See the SQL "
            "Server errorlog for more information.");
  EXPECT_EQ(SparseFileFull("P:\\s1.ss").error, "Error: 5128, Severity: 17, State: 2.");
  EXPECT_EQ(SparseFileFull("P:\\s1.ss").text,
            "Write to sparse file 'P:\\s1.ss' failed due to lack of disk space.");
  const Message os =
      OperatingSystemError("P:\\s1.ss", 112, "There is not enough space on the disk.");
  EXPECT_EQ(os.error, "Error: 17053, Severity: 16, State: 1.");
  EXPECT_EQ(os.text,
            "P:\\s1.ss: Operating system error 112(There is not enough space on the disk.) "
            "encountered.");
  const Message before_2012 = LogFull(EngineVersion::k2008, "sales", "LOG_BACKUP", 2);
  EXPECT_EQ(before_2012.error, "Error: 9002, Severity: 17, State: 2.");
  EXPECT_EQ(before_2012.text,
            "The transaction log for database 'sales' is full. To find out why space in the log "
            "cannot be reused, see the log_reuse_wait_desc column in sys.databases");
  const Message since_2012 = LogFull(EngineVersion::k2012, "sales", "ACTIVE_TRANSACTION", 4);
  EXPECT_EQ(since_2012.error, "Error: 9002, Severity: 17, State: 4.");
  EXPECT_EQ(since_2012.text,
            "The transaction log for database 'sales' is full due to 'ACTIVE_TRANSACTION'.");
  EXPECT_TRUE(FilegroupFull({"dbo.copy", ""}, "sales")
                  .text.starts_with("Could not allocate space for object 'dbo.copy' in database "
                                    "'sales' because the 'PRIMARY' filegroup is full."));
  const Message full = FilegroupFull({"dbo.accounts", "PK_accounts"}, "sales");
  EXPECT_EQ(full.error, "Error: 1105, Severity: 17, State: 2.");
  EXPECT_EQ(full.text,
            "Could not allocate space for object 'dbo.accounts'.'PK_accounts' in database 'sales' "
            "because the 'PRIMARY' filegroup is full. Create disk space by deleting unneeded "
            "files, dropping objects in the filegroup, adding additional files to the filegroup, "
            "or setting autogrowth on for existing files in the filegroup.");
  const Message sort = TempdbFull(3);
  EXPECT_EQ(sort.error, "Error: 1105, Severity: 17, State: 2.");
  EXPECT_EQ(sort.text,
            "Could not allocate space for object 'dbo.SORT temporary run storage:  "
            "140737488551936' in database 'tempdb' because the 'PRIMARY' filegroup is full. Create "
            "disk space by deleting unneeded files, dropping objects in the filegroup, adding "
            "additional files to the filegroup, or setting autogrowth on for existing files in the "
            "filegroup.");
  EXPECT_TRUE(CreatingFile("x").error.empty());
}

TEST(ErrorlogMessageTest, ALogBackupNamesItsRange) {
  const Message message = BackedUp({.content = BackupContent::kLog,
                                    .database = "sales",
                                    .created_unix_ms = 1'161'640'087'220,
                                    .first = Lsn::Of(18, 64, 37),
                                    .last = Lsn::Of(20, 4'711, 1),
                                    .devices = {"NUL"}});
  EXPECT_EQ(message.text,
            "Log was backed up. Database: sales, creation date(time): 2006/10/23(21:48:07), first "
            "LSN: 18:64:37, last LSN: 20:4711:1, number of dump devices: 1, device information: "
            "(FILE=1, TYPE=DISK: {'NUL'}). This is an informational message only. No user action "
            "is required.");
  EXPECT_EQ(TraceFlagOf(message.kind), kAlways);
}

TEST(ErrorlogMessageTest, AFreezeAdvisesToCancelSince2008) {
  const std::string since_2008 =
      "I/O is frozen on database sales. No user action is required. However, if I/O is not resumed "
      "promptly, you could cancel the backup.";
  EXPECT_EQ(IoFrozen(EngineVersion::k2005, "sales").text,
            "I/O is frozen on database sales. No user action is required.");
  EXPECT_EQ(IoFrozen(EngineVersion::k2008, "sales").text, since_2008);
  EXPECT_EQ(IoFrozen(EngineVersion::k2016, "sales").text, since_2008);
  EXPECT_EQ(IoResumed("sales").text,
            "I/O was resumed on database sales. No user action is required.");
}

TEST(ErrorlogMessageTest, ABackupToAVirtualDeviceNamesIt) {
  const Message message = BackedUp({.database = "sales",
                                    .created_unix_ms = 1'161'640'087'220,
                                    .pages = 306,
                                    .first = Lsn::Of(33, 208, 37),
                                    .last = Lsn::Of(33, 240, 1),
                                    .devices = {"{E262A34B-0000-4000-8000-00000000000A}1"},
                                    .is_virtual = true});
  EXPECT_EQ(message.text,
            "Database backed up. Database: sales, creation date(time): 2006/10/23(21:48:07), pages "
            "dumped: 306, first LSN: 33:208:37, last LSN: 33:240:1, number of dump devices: 1, "
            "device information: (FILE=1, TYPE=VIRTUAL_DEVICE: "
            "{'{E262A34B-0000-4000-8000-00000000000A}1'}). This is an informational message only. "
            "No user action is required.");
  const Message failed = VirtualDeviceFailed("{E262A34B-0000-4000-8000-00000000000A}1");
  EXPECT_EQ(failed.error, "Error: 18210, Severity: 16, State: 1.");
  EXPECT_EQ(failed.text,
            "BackupVirtualDeviceFile::SendFileInfoBegin:  failure on backup device "
            "'{E262A34B-0000-4000-8000-00000000000A}1'. Operating system error 995(The I/O "
            "operation has been aborted because of either a thread exit or an application "
            "request.).");
}

TEST(ErrorlogMessageTest, AFailedBackupNamesItsCommand) {
  const Message message = BackupFailed("BACKUP LOG sales");
  EXPECT_EQ(message.error, "Error: 3041, Severity: 16, State: 1.");
  EXPECT_EQ(message.text,
            "BACKUP failed to complete the command BACKUP LOG sales. Check the backup application "
            "log for detailed messages.");
  EXPECT_EQ(TraceFlagOf(message.kind), kAlways);
}

TEST(ErrorlogMessageTest, AConsistencyCheckTellsErrorsTimeAndSplitPoint) {
  const Message message = ConsistencyChecked({.database = "sales",
                                              .login = "sa",
                                              .errors = 15,
                                              .elapsed_s = 3'672,
                                              .split = Lsn::Of(0x26, 0x89d, 1),
                                              .first = Lsn::Of(0x26, 0x89c, 1)});
  EXPECT_EQ(message.text,
            "DBCC CHECKDB (sales) executed by sa found 15 errors and repaired 0 errors. Elapsed "
            "time: 1 hours 1 minutes 12 seconds.  Internal database snapshot has split point LSN = "
            "00000026:0000089d:0001 and first LSN = 00000026:0000089c:0001.  This is an "
            "informational message only. No user action is required.");
  EXPECT_TRUE(message.error.empty());
  EXPECT_EQ(TraceFlagOf(message.kind), kAlways);
}

TEST(ErrorlogMessageTest, FlagsAreThoseOfThePaper) {
  const std::set<int> allowed = {kAlways, 1810, 3004, 3213, 3400, 3502, 3504};
  for (const MessageFlag& entry : kMessageFlags) EXPECT_TRUE(allowed.contains(entry.flag));
  for (const Message& message : {CreatingFile("x"), ClosingFile(1, "x"), OpeningFile(1, "x")}) {
    EXPECT_EQ(TraceFlagOf(message.kind), 1810) << message.text;
  }
  for (const Message& message :
       {RecoveryStarting(kSnapshot), AnalysisStarting(kSnapshot), RedoStarting(kSnapshot),
        RecoveryEstimate(kSnapshot, 1, 1), RecoveryCompleted(kSnapshot)}) {
    EXPECT_EQ(TraceFlagOf(message.kind), 3400) << message.text;
  }
  for (const Message& message :
       {StartingUpDatabase("x"), AnalysisProgress(kSnapshot, 1, 1), RecoveryProgress(kSnapshot, {}),
        SnapshotSuspect("x"), SnapshotNotStarted(), Reverting({}, "x", Lsn::Of(1, 0, 0)),
        CannotOpenSuspect("x"), SparseFileFull("x"), OperatingSystemError("x", 1, "y"),
        LogFull(EngineVersion::k2005, "x", "NOTHING", 0), FilegroupFull({"t", "i"}, "x")}) {
    EXPECT_EQ(TraceFlagOf(message.kind), kAlways) << message.text;
  }
}

TEST(ErrorlogDeathTest, SourceThatRunsIntoTheTextIsABug) {
  EXPECT_DEATH((void)FormatErrorlogLine(0, "spid12345678", "x"), "source of 12");
}

TEST(ErrorlogMessageTest, TellsTheSpaceOfAFullLogInALineOfItsOwn) {
  const Message message = LogSpace("sales", {.capacity = 4095ULL << 20,
                                             .used = (1843ULL << 20) + 300'000,
                                             .for_rollbacks = 1590ULL << 20,
                                             .held_by = "ACTIVE_TRANSACTION",
                                             .held_from = Lsn::Of(2, 16, 1)});
  EXPECT_EQ(message.text,
            "Space of the transaction log for database 'sales': 1843.2 of 4095.0 MiB are in use, "
            "held by ACTIVE_TRANSACTION from LSN 00000002:00000010:0001 on, and 1590.0 MiB are "
            "reserved for rollbacks.");
  EXPECT_EQ(message.error, "");
}

}  // namespace
}  // namespace snapscope::telemetry::errorlog_writer_test
