#include "base/result.h"

namespace snapscope {
inline namespace base {

const char* ToString(ErrorCode code) {
  switch (code) {
    case ErrorCode::kIo:
      return "io";
    case ErrorCode::kDiskFull:
      return "diskFull";
    case ErrorCode::kFileLimit:
      return "fileLimit";
    case ErrorCode::kCorruptPage:
      return "corruptPage";
    case ErrorCode::kCorruptLog:
      return "corruptLog";
    case ErrorCode::kLogFull:
      return "logFull";
    case ErrorCode::kDatabaseFull:
      return "databaseFull";
    case ErrorCode::kDuplicateKey:
      return "duplicateKey";
    case ErrorCode::kDeadlock:
      return "deadlock";
    case ErrorCode::kNotFound:
      return "notFound";
    case ErrorCode::kSnapshotSuspect:
      return "snapshotSuspect";
    case ErrorCode::kRefused:
      return "refused";
    case ErrorCode::kInvalid:
      return "invalid";
    case ErrorCode::kPowerCut:
      return "powerCut";
  }
  return "unknown";
}

Error InContext(const std::string& where, const Error& cause) {
  Error error = cause;
  error.message = where + ": " + cause.message;
  return error;
}

}  // namespace base
}  // namespace snapscope
