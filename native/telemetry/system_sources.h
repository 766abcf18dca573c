// Sessions of the server itself, as the ERRORLOG names them: a spid that ends in "s". The product
// gives these numbers as it starts, so they differ from server to server; here each task has one.
#pragma once

namespace snapscope::telemetry {

inline constexpr char kLazyWriterSource[] = "spid3s";
inline constexpr char kLockMonitorSource[] = "spid5s";
inline constexpr char kRestartSource[] = "spid7s";
inline constexpr char kCheckpointSource[] = "spid9s";
inline constexpr char kRecoveryWriterSource[] = "spid10s";
inline constexpr char kPreImageWriterSource[] = "spid11s";
inline constexpr char kGhostCleanupSource[] = "spid12s";
/// The job of log backups is a session like the users', whose spids begin behind it.
inline constexpr char kLogBackupSource[] = "spid50";

}  // namespace snapscope::telemetry
