#include "snapshot/refusal.h"

namespace snapscope::snapshot {

namespace {

struct MessageHead {
  int number;
  int level;
  int state;
};

Error Refusal(ErrorCode code, MessageHead head, const std::string& text) {
  return Error{code, "Msg " + std::to_string(head.number) + ", Level " +
                         std::to_string(head.level) + ", State " + std::to_string(head.state) +
                         ": " + text};
}

std::string SuspectText(const std::string& snapshot) {
  return "Database '" + snapshot +
         "' cannot be opened. It has been marked SUSPECT by recovery. See the SQL Server errorlog "
         "for more information.";
}

}  // namespace

Error NameTaken(const std::string& name) {
  return Refusal(ErrorCode::kRefused, {1801, 16, 3},
                 "Database '" + name + "' already exists. Choose a different database name.");
}

Error FailedToStart(const std::string& cause) {
  return Refusal(
      ErrorCode::kSnapshotSuspect, {1823, 16, 2},
      "A database snapshot cannot be created because it failed to start. (" + cause + ")");
}

Error CannotRevert(const std::string& cause) {
  return Refusal(ErrorCode::kRefused, {3137, 16, 4},
                 "Database cannot be reverted. Either the primary or the snapshot names are "
                 "improperly specified, all other snapshots have not been dropped, or there are "
                 "missing files. (" +
                     cause + ")");
}

Error NoSuchSnapshot(const std::string& name) {
  return Refusal(ErrorCode::kNotFound, {3701, 11, 5},
                 "Cannot drop the database snapshot '" + name +
                     "', because it does not exist or you do not have permission.");
}

Error InUse(const std::string& database) {
  return Refusal(ErrorCode::kRefused, {3702, 16, 4},
                 "Cannot drop database \"" + database + "\" because it is currently in use.");
}

Error SourceHasSnapshot(const std::string& snapshot) {
  return Refusal(ErrorCode::kRefused, {3709, 16, 2},
                 "Cannot drop the database while the database snapshot \"" + snapshot +
                     "\" refers to it. Drop that database first.");
}

Error InRestore(const std::string& database) {
  return Refusal(ErrorCode::kRefused, {927, 14, 2},
                 "Database '" + database + "' cannot be opened. It is in the middle of a restore.");
}

Error SourceNotOnline() {
  return Refusal(ErrorCode::kRefused, {1822, 16, 1},
                 "The database must be online to have a database snapshot.");
}

Error NoExclusiveAccess() {
  return Refusal(ErrorCode::kRefused, {3101, 16, 1},
                 "Exclusive access could not be obtained because the database is in use.");
}

Error NoSuchDatabase(const std::string& name) {
  return Refusal(
      ErrorCode::kNotFound, {911, 16, 1},
      "Database '" + name + "' does not exist. Make sure that the name is entered correctly.");
}

Error BeingRecovered(const std::string& snapshot) {
  return Refusal(
      ErrorCode::kRefused, {922, 14, 1},
      "Database '" + snapshot + "' is being recovered. Waiting until recovery is finished.");
}

Error CannotOpenSuspect(const std::string& snapshot) {
  return Refusal(ErrorCode::kSnapshotSuspect, {926, 14, 1}, SuspectText(snapshot));
}

Error ReadOfSuspect(const std::string& snapshot) {
  return Refusal(ErrorCode::kSnapshotSuspect, {926, 21, 6}, SuspectText(snapshot));
}

Error CannotCheck() {
  Error error = Refusal(
      ErrorCode::kSnapshotSuspect, {7928, 16, 1},
      "The database snapshot for online checks could not be created. Either the reason is given in "
      "a previous error or one of the underlying volumes does not support sparse files or "
      "alternate streams. Attempting to get exclusive access to run checks offline.");
  error.message += ' ';
  error.message +=
      Refusal(ErrorCode::kSnapshotSuspect, {7926, 16, 1},
              "Check statement aborted. The database could not be checked as a database snapshot "
              "could not be created and the database or table could not be locked. See Books "
              "Online for details of when this behavior is expected and what workarounds exist. "
              "Also see previous errors for more details.")
          .message;
  return error;
}

Error ReadOnly(const std::string& snapshot) {
  return Refusal(
      ErrorCode::kRefused, {3906, 16, 1},
      "Failed to update database \"" + snapshot + "\" because the database is read-only.");
}

}  // namespace snapscope::snapshot
