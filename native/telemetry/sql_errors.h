// What statements are refused with, or end with, in the product's words: every number, level, state
// and text there is stands here once, as those of the ERRORLOG do in errorlog_writer.h. Where the
// product's text would not say what to do, it is worded by us.
#pragma once

#include <initializer_list>
#include <string_view>

#include "base/result.h"

namespace snapscope::telemetry {

struct SqlError {
  int number;
  int level;
  int state;
  /// Each %s stands for a value.
  std::string_view text;
  ErrorCode code = ErrorCode::kRefused;

  /// kNoSuchDatabase("sales") says "Msg 911, Level 16, State 1: Database 'sales' does not exist.
  /// …".
  template <typename... Values>
  Error operator()(const Values&... values) const {
    return With({values...});
  }

 private:
  Error With(std::initializer_list<std::string_view> values) const;
};

// USE of a database, and what reads it.
inline constexpr SqlError kNoSuchDatabase{
    911, 16, 1, "Database '%s' does not exist. Make sure that the name is entered correctly.",
    ErrorCode::kNotFound};
inline constexpr SqlError kBeingRecovered{
    922, 14, 1, "Database '%s' is being recovered. Waiting until recovery is finished."};
inline constexpr std::string_view kSuspectText =
    "Database '%s' cannot be opened. It has been marked SUSPECT by recovery. See the SQL Server "
    "errorlog for more information.";
inline constexpr SqlError kCannotOpenSuspect{926, 14, 1, kSuspectText, ErrorCode::kSnapshotSuspect};
/// It ends a session that reads a snapshot which became suspect meanwhile.
inline constexpr SqlError kReadOfSuspect{926, 21, 6, kSuspectText, ErrorCode::kSnapshotSuspect};
inline constexpr SqlError kInRestore{
    927, 14, 2, "Database '%s' cannot be opened. It is in the middle of a restore."};
inline constexpr SqlError kReadOnly{
    3906, 16, 1, "Failed to update database \"%s\" because the database is read-only."};
inline constexpr SqlError kShuttingDown{
    6005, 10, 1, "the server is being shut down. Give the command again once it has started."};

// Tables.
inline constexpr SqlError kObjectExists{2714, 16, 6,
                                        "There is already an object named '%s' in the database."};
inline constexpr SqlError kNoSuchTable{
    3701, 11, 5,
    "Cannot drop the table '%s', because it does not exist or you do not have permission."};

// Snapshots.
inline constexpr SqlError kDatabaseExists{
    1801, 16, 3, "Database '%s' already exists. Choose a different database name."};
inline constexpr SqlError kSourceNotOnline{
    1822, 16, 1, "The database must be online to have a database snapshot."};
inline constexpr SqlError kFailedToStart{
    1823, 16, 2, "A database snapshot cannot be created because it failed to start. (%s)",
    ErrorCode::kSnapshotSuspect};
inline constexpr SqlError kCannotRevert{
    3137, 16, 4,
    "Database cannot be reverted. Either the primary or the snapshot names are improperly "
    "specified, all other snapshots have not been dropped, or there are missing files. (%s)"};
inline constexpr SqlError kNoSuchSnapshot{
    3701, 11, 5,
    "Cannot drop the database snapshot '%s', because it does not exist or you do not have "
    "permission.",
    ErrorCode::kNotFound};
/// DROP DATABASE of the source, which is the run's own, or of a snapshot that somebody uses.
inline constexpr SqlError kDatabaseInUse{
    3702, 16, 4, "Cannot drop database \"%s\" because it is currently in use."};
inline constexpr SqlError kSourceHasSnapshot{
    3709, 16, 2,
    "Cannot drop the database while the database snapshot \"%s\" refers to it. Drop that database "
    "first."};
/// A consistency check that gets no hidden snapshot, nor the database for itself, fails with both.
inline constexpr SqlError kNoSnapshotToCheck{
    7928, 16, 1,
    "The database snapshot for online checks could not be created. Either the reason is given in "
    "a previous error or one of the underlying volumes does not support sparse files or alternate "
    "streams. Attempting to get exclusive access to run checks offline.",
    ErrorCode::kSnapshotSuspect};
inline constexpr SqlError kCheckAborted{
    7926, 16, 1,
    "Check statement aborted. The database could not be checked as a database snapshot could not "
    "be created and the database or table could not be locked. See Books Online for details of "
    "when this behavior is expected and what workarounds exist. Also see previous errors for more "
    "details.",
    ErrorCode::kSnapshotSuspect};

// Backups.
inline constexpr SqlError kNoFullBackup{
    3035, 16, 1,
    "a differential backup of %s needs a full backup first, since the server was started."};
inline constexpr SqlError kAlreadySuspended{
    3081, 16, 1, "Database '%s' was previously suspended for snapshot backup."};
inline constexpr SqlError kDamageFound{3043, 16, 1, "BACKUP found an error on page %s: %s",
                                       ErrorCode::kCorruptPage};
inline constexpr SqlError kNoChecksumsToVerify{
    3187, 16, 1,
    "RESTORE WITH CHECKSUM cannot be specified because the backup set does not contain checksum "
    "information."};
/// RESTORE VERIFYONLY WITH CHECKSUM has read a damaged page from a backup file.
inline constexpr SqlError kDamageInSet{
    3189, 16, 1, "Damage to the backup set was detected in %s. Damaged pages: %s, the first is %s.",
    ErrorCode::kCorruptPage};
inline constexpr SqlError kHasSomeFilesOnly{
    3135, 16, 2,
    "The backup set '%s' was created by BACKUP DATABASE...FILE=<name> and cannot be used for this "
    "restore operation."};
inline constexpr SqlError kTerminatesAbnormally{3013, 16, 1, "%s is terminating abnormally."};
inline constexpr SqlError kTooManyDevices{
    3205, 16, 1, "Too many backup devices specified for backup or restore; only %s are allowed."};
inline constexpr SqlError kNotWithinRange{
    3250, 16, 1, "The value '%s' is not within range for the %s parameter."};
inline constexpr SqlError kNoPowerOfTwo{
    3253, 16, 1, "The block size parameter must supply a value that is a power of 2."};
/// What the product lets the allocation of the buffers end with.
inline constexpr SqlError kNoMemoryForBuffers{
    701, 17, 123,
    "There is insufficient system memory to run this query: BUFFERCOUNT = %s and MAXTRANSFERSIZE "
    "= %s take %s bytes, and %s are there."};
inline constexpr SqlError kNoCodec{
    1844, 16, 1,
    "BACKUP DATABASE WITH COMPRESSION is not supported on this build, which has no zstd library."};
inline constexpr SqlError kOtherBlockSize{
    3268, 16, 1,
    "Cannot use the backup file '%s' because it was originally formatted with sector size %s and "
    "is now on a device with sector size %s."};
inline constexpr SqlError kDeviceInUse{
    3201, 16, 1,
    "Cannot open backup device '%s'. Operating system error 32(The process cannot access the file "
    "because it is being used by another process.)."};
inline constexpr SqlError kLogIsNotKept{
    4208, 16, 1,
    "%s has the recovery model simple, in which the log is not backed up; take a full or "
    "differential backup, or choose the model full."};
inline constexpr SqlError kNoLogChain{
    4214, 16, 1, "BACKUP LOG cannot be performed because there is no current database backup."};

// Restores: who stands in the way.
inline constexpr SqlError kRestoreNameTaken{
    1801, 16, 1, "there is a database %s already; restore under a name that is free."};
inline constexpr SqlError kNoExclusiveAccess{
    3101, 16, 1, "Exclusive access could not be obtained because the database is in use."};
inline constexpr SqlError kInUseByUsers{
    3101, 16, 1, "%s is in use: a restore needs it alone. Close its connections first."};
inline constexpr SqlError kInUseByRestore{
    3101, 16, 1, "%s is in use: another restore works on it. Wait for that."};
inline constexpr SqlError kTailNotBackedUp{
    3159, 16, 1,
    "the tail of the log of %s is not backed up. Back it up first, or have it lost (replace)."};
inline constexpr SqlError kWouldReplaceCopy{
    3159, 16, 1,
    "%s has been recovered, and the tail of its log is not backed up. Have it replaced (replace), "
    "or restore under another name."};
inline constexpr SqlError kNoRoomOnVolume{3257, 16, 1, "volume %s has no room for %s: %s",
                                          ErrorCode::kDiskFull};
inline constexpr SqlError kCannotRestoreSource{
    3709, 16, 2,
    "%s cannot be restored while the snapshot %s refers to it; drop the snapshot first."};

// Restores: which backups go on from each other. A backup is named by its kind and name.
inline constexpr SqlError kNoBackupNamed{3117, 16, 1, "no backup was named."};
inline constexpr SqlError kNothingToGoOnFrom{
    3117, 16, 1,
    "the %s cannot be restored first: no full backup has been restored that it could go on from."};
inline constexpr SqlError kNotRightAfterFull{
    3136, 16, 1, "the %s has to come right after the full backup that it goes with."};
inline constexpr SqlError kOfAnotherFull{
    3136, 16, 1,
    "the %s does not go with the %s: it goes with the last full backup before it that was not "
    "copy-only."};
inline constexpr SqlError kSecondFull{
    3136, 16, 1, "the %s is a full backup, and cannot go on from another one."};
inline constexpr SqlError kOfAnotherDatabase{
    3154, 16, 1, "the %s holds a backup of another database (%s) than the %s (%s)."};
inline constexpr SqlError kSetIsDamaged{
    3182, 16, 1,
    "the %s cannot be restored because the database was damaged when the backup occurred. Salvage "
    "attempts may exploit WITH CONTINUE_AFTER_ERROR."};
inline constexpr SqlError kLogTooRecent{
    4305, 16, 1,
    "the %s begins at %s, which is too recent: the database is at %s. An earlier backup of the "
    "log, which has that, is needed."};
/// The product says this at level 10, and leaves the database restoring; here nothing has begun.
inline constexpr SqlError kEndsBeforeStop{
    4322, 16, 1, "the %s ends before the point to stop at. A later backup of the log is needed."};
inline constexpr SqlError kLogTooEarly{
    4326, 16, 1,
    "the %s ends at %s, which is too early: the database is at %s already. A later backup of the "
    "log is needed."};
inline constexpr SqlError kStopTooEarly{
    4335, 16, 1,
    "the point to stop at is too early: the %s ends after it. An earlier backup has to be "
    "restored."};
inline constexpr SqlError kNoFullBackupByThen{
    4335, 16, 1, "no full backup was complete by the point to stop at."};

}  // namespace snapscope::telemetry
