// BACKUP DATABASE and BACKUP LOG, to one file or several.
//
// A full backup begins with a checkpoint. Then the allocated extents are read from the data files,
// in file order, by one reader for each volume, while users go on; what they change
// meanwhile is in the log, which the backup holds: from the older of the checkpoint's begin and the
// begin of the oldest transaction active then, to the end of the reading. A differential backup
// reads the extents that have changed since the full backup it goes with. A log backup has the
// blocks of the log from the end of the one before on.
//
// A page that is being written is not read: the source's gate keeps one waiting for the other. WITH
// CHECKSUM what is read is verified, and a damaged page ends the backup, or is taken as it is WITH
// CONTINUE_AFTER_ERROR. WITH NO_CHECKSUM nobody looks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backup/backup_writer.h"
#include "backup/differential_map.h"
#include "runtime/turns.h"
#include "snapshot/copy_on_write.h"
#include "snapshot/engine_parts.h"

namespace snapscope::backup {

/// The database that is backed up, and what its backups share.
struct BackupSource {
  const snapshot::EngineParts& engine;
  snapshot::CopyOnWrite& copy_on_write;
  bool full_recovery = false;  ///< its recovery model
  uint32_t volumes = 1;        ///< on which its data files are
  uint64_t memory_bytes = 0;   ///< of the server
  uint64_t family = 0;
  DifferentialMap differential;
  runtime::Turns turns{engine.cpu->executor()};  ///< of its full and differential backups
};

/// A set of that kind that begins now: what is known of it before anything is read.
BackupSet NewSet(const BackupSource& source, BackupKind kind, std::string name, TimeNs now);

/// The first full backup begins the chain of log backups, at its end, which later ones leave alone.
/// Whether it is the first shows in its turn; its hold keeps the log until the begin is written.
Task<Status> BeginLogChain(Worker& worker, BackupSource& source, Lsn end);

/// Tells what a page of a backup file is like: the page of a data file, by its place in the
/// backup file; false for what is none.
using PageInFile = std::function<bool(uint64_t number, PageId& page)>;

struct BackupRequest {
  BackupKind kind = BackupKind::kFull;
  bool copy_only = false;
  bool checksum = true;               ///< else WITH NO_CHECKSUM
  bool continue_after_error = false;  ///< damaged pages are taken as they are
  std::string name{};
  MediaSet files{};                   ///< 1 to kMaxBackupFiles
  std::optional<uint32_t> buffers{};  ///< WITH BUFFERCOUNT, at least 1; none: UsualBuffers
  uint32_t transfer_bytes = kUsualTransferBytes;  ///< WITH MAXTRANSFERSIZE
  uint32_t block_bytes = kUsualBlockBytes;        ///< WITH BLOCKSIZE
  bool compress = false;                          ///< WITH COMPRESSION
  Overwriting overwriting = Overwriting::kNever;
  /// FILEGROUP: only the data files of these volumes, by their places. None: all files. A set of
  /// some is no base of others, and cannot be restored.
  std::vector<uint32_t> volumes{};
  std::string source{};  ///< spid of who asks
  /// The server's own affair, as of a job to NUL: told by its message alone, without a phase.
  bool is_untold = false;
  /// Called before the first file that is there is removed, and none is if it fails; may be null.
  std::function<Status()> on_overwriting{};
  /// Called of each file before it is made; may be null.
  std::function<void(const std::string& path, PageInFile)> expect_pages{};
  /// Called for each damaged page that is taken; may be null.
  std::function<void(const Worker& worker, const Error& damage)> on_damage{};
};

/// Errors: kRefused (3035: a differential without a full backup before; 4214: no chain of log
/// backups), kDiskFull, kIo, kCorruptPage (3043), kCorruptLog. The source is as it was, and the
/// file, if there is one, says that it is incomplete. The ERRORLOG hears of either end.
Task<Result<BackupSet>> BackUp(Worker& worker, BackupSource& source, BackupRequest request);

}  // namespace snapscope::backup
