#include "crash_simulator/restore_check.h"

#include <algorithm>
#include <set>
#include <utility>

#include "backup/chunk_directory.h"
#include "backup/restore.h"
#include "base/aligned_buffer.h"
#include "crash_simulator/checks.h"
#include "crash_simulator/excuses.h"
#include "crash_simulator/restore_choice.h"
#include "crash_simulator/standby_server.h"
#include "page/page_buffer.h"

namespace snapscope::crash_simulator {

using backup::BackupKind;
using backup::BackupSet;
using storage::FaultKind;

namespace {

bool Says(const Error& error, const char* number) {
  return error.message.find(number) != std::string::npos;
}

Result<BackupSet> VerifyFiles(World& world, const std::vector<std::string>& paths,
                              bool with_checksum = false) {
  StandbyServer server(world);
  Result<BackupSet> verified = Error{ErrorCode::kPowerCut, "not verified"};
  const auto verify = [](StandbyServer* reader, backup::MediaSet files, bool checksum,
                         Result<BackupSet>* into) -> Task<Status> {
    *into = co_await backup::Verify(reader->worker(), std::move(files), nullptr, checksum);
    co_return Status();
  };
  (void)server.Run(verify(&server, server.FilesAt(paths), with_checksum, &verified));
  return verified;
}

// --- What became of those of the last life -------------------------------------------------------

/// A backup that nobody was told complete: its file says so if it is, and is refused if it is not.
void Settle(World& world, server::BackupAccount& backup) {
  const std::vector<std::string> paths = backup::PathsOf(backup.files);
  const Result<BackupSet> verified = VerifyFiles(world, paths);
  if (verified.ok()) {
    backup.set = *verified;
    backup.state = server::BackupState::kComplete;
    return world.backups.NoteComplete(*verified);
  }
  world.backups.notes[backup.set.name].is_none = true;
  const Error& error = verified.error();
  if (error.code == ErrorCode::kNotFound) return;
  world.coverage.Visit(RarePath::kIncompleteBackupRefused);
  // In the place of another one it may have some of its files, and the other one the others.
  const bool is_refused =
      error.code == ErrorCode::kInvalid && (Says(error, "(3270)") || Says(error, "(3241)") ||
                                            world.journal.backups.CountOf(backup.set.name) > 1);
  if (!is_refused) world.Fail(paths.front() + " was not completed, and says: " + error.message);
}

/// Of those of one name the newest has its files, unless an earlier one was to stay.
void SettleAll(World& world) {
  const server::BackupHistory& history = world.journal.backups;
  for (server::BackupAccount& backup : world.journal.backups.backups) {
    const std::string& name = backup.set.name;
    const bool is_open = history.Find(name)->state != server::BackupState::kComplete &&
                         history.NewestOf(name) == &backup && !world.backups.notes[name].is_none;
    if (!is_open) continue;
    if (!backup.to_nul()) {
      Settle(world, backup);
      continue;
    }
    // Its end may be in the log's header, or not.
    world.backups.notes[name].is_none = true;
    world.backups.chain_in_doubt |=
        backup.set.kind == BackupKind::kLog || world.backups.notes[name].begins_chain;
  }
}

std::vector<std::string> PathsOf(const World& world, const BackupSet& set) {
  return backup::PathsOf(world.journal.backups.FindComplete(set.name)->files);
}

// --- Damage and gaps -----------------------------------------------------------------------------

/// Turns bits of the file; twice the same leaves it as it was.
Task<Status> TurnBits(StandbyServer* server, storage::FilePlace place, uint64_t offset) {
  auto file = co_await place.volume->Open(place.path, storage::FileOptions{});
  CO_TRY(file);
  AlignedBuffer buffer(page::kPageSize);
  const uint64_t first = offset / page::kPageSize * page::kPageSize;
  CO_TRY(co_await file.value()->Read(first, buffer.span()));
  buffer.span()[offset % page::kPageSize] ^= std::byte{0x5a};
  std::vector<ConstByteSpan> buffers{buffer.span()};
  const Status written = co_await file.value()->WriteDurable(first, std::move(buffers));
  co_await server->worker().PayCpu();
  co_return written;
}

Status TurnBitsOf(World& world, const std::string& path, uint64_t offset) {
  StandbyServer server(world);
  return server.Run(TurnBits(&server, server.FilesAt({path}).front(), offset));
}

/// WITH CHECKSUM a set that has some is whole, and any other is refused.
void CheckChecksums(World& world, const BackupSet& set) {
  const Result<BackupSet> verified =
      VerifyFiles(world, PathsOf(world, set), /*with_checksum=*/true);
  if (set.has_checksums) {
    if (verified.ok()) return;
    return world.Fail("the backup " + set.name +
                      " does not verify WITH CHECKSUM: " + verified.error().message);
  }
  world.coverage.Visit(RarePath::kChecksumsRefused);
  if (verified.ok() || verified.error().number != 3187) {
    world.Fail("the backup " + set.name + " has no checksums, and is verified WITH CHECKSUM");
  }
}

/// What of the file means something: header, chunks and directory.
uint64_t MeantBytes(const World& world, const std::string& path) {
  AlignedBuffer header(backup::kHeaderBytes);
  world.disk.Find(path)->pages.Read(0, header.span());
  const Result<BackupSet> set = backup::DecodeSet(header.span());
  return set->directory_at + backup::DirectoryPages(set->directory_chunks) * page::kPageSize;
}

/// In the header; or anywhere in a file that has checksums.
void CheckDamageIsTold(World& world, const BackupSet& set, Rng rng) {
  const std::vector<std::string> paths = PathsOf(world, set);
  const std::string& path = paths[rng.Below(paths.size())];
  const bool in_header = !set.has_checksums || rng.Percent(20);
  const uint64_t offset = rng.Below(in_header ? 512 : MeantBytes(world, path));
  const Status damaged = TurnBitsOf(world, path, offset);
  const Result<BackupSet> verified = VerifyFiles(world, paths);
  const Status mended = TurnBitsOf(world, path, offset);
  if (!damaged.ok() || !mended.ok()) return world.Fail("damaging " + path + " did not go well");
  world.coverage.Visit(RarePath::kDamagedBackupRefused);
  if (!verified.ok()) return;
  world.Fail(path + " was damaged at byte " + std::to_string(offset) +
             ", and is verified as if it were not");
}

// --- A restore -----------------------------------------------------------------------------------

class RestoreCheck {
 public:
  RestoreCheck(World& world, const RestorePlan& plan, size_t life)
      : world_(world), plan_(plan), rng_(world.plan.seed, "restore " + std::to_string(life)) {}

  void Run() {
    std::vector<BackupSet> sets = world_.journal.backups.Complete();
    if (plan_.without_copies) std::erase_if(sets, &BackupSet::copy_only);
    const std::optional<RestoreChoice> choice = ChooseRestore(world_, std::move(sets), plan_, rng_);
    if (!choice || world_.problem) return;
    choice_ = *choice;
    const std::vector<BackupSet>& chain = choice_.chain;
    CheckGapIsRefused(world_, chain);
    CheckFilegroupsAreRefused();
    // WITH NO_CHECKSUM a damaged page is in the backup, and nobody was told.
    const bool has_all = std::ranges::all_of(chain, &BackupSet::has_checksums);
    if (!has_all && WasDataDamaged(world_)) return;
    if (plan_.damage > 0) {
      const BackupSet& set = chain[rng_.Below(chain.size())];
      CheckChecksums(world_, set);
      CheckDamageIsTold(world_, set, rng_);
    }
    world_.coverage.Visit(RarePath::kRestoredWithoutChecksums, has_all ? 0 : 1);
    if (!world_.problem) Restore();
  }

 private:
  void CheckFilegroupsAreRefused() {
    for (const BackupSet& set : world_.journal.backups.Complete()) {
      if (!set.is_partial) continue;
      world_.coverage.Visit(RarePath::kFilegroupRefused);
      const Status checked = backup::CheckChain({set}, {});
      if (checked.ok() || checked.error().number != 3135) {
        world_.Fail("the backup " + set.name + " has some filegroups, and is taken for whole");
      }
    }
  }

  void Fail(const std::string& what, const Error& error) {
    world_.Fail("a restore up to " + ToString(choice_.end) + " " + what + ": " + error.message);
  }

  void Restore() {
    PrepareFiles(choice_.chain.back().last);
    if (world_.problem) return;
    world_.standby.disk.CancelFaults();
    const uint64_t ios = world_.standby.disk.ios();
    if (plan_.cut_at_io > 0) {
      world_.standby.disk.Inject({.kind = FaultKind::kPowerCut, .at_io = ios + plan_.cut_at_io});
    }
    if (plan_.error_at_io > 0) {
      world_.standby.disk.Inject({.kind = FaultKind::kError, .at_io = ios + plan_.error_at_io});
    }
    const uint64_t errors = world_.standby.disk.struck(FaultKind::kError);
    const Status first = TryToRestore();
    const bool cut = !world_.standby.disk.powered();
    const bool failed = world_.standby.disk.struck(FaultKind::kError) > errors;
    world_.standby.disk.CancelFaults();
    world_.standby.disk.Restart();
    if (world_.problem || (first.ok() && !cut)) return NoteRestored();
    if (!cut && !(failed && first.error().code == ErrorCode::kIo)) {
      return Fail("did not succeed", first.error());
    }
    CheckUnfinished();
    if (world_.problem) return;
    const Status again = TryToRestore();
    if (!again.ok()) return Fail("that was begun again did not succeed", again.error());
    world_.coverage.Visit(cut ? RarePath::kRestoreCutAndBegunAgain
                              : RarePath::kRestoreFailedAndBegunAgain);
    NoteRestored();
  }

  /// They may have all LSNs up to `last` from now on.
  void PrepareFiles(Lsn last) {
    Standby& standby = world_.standby;
    standby.log_restart = std::max(standby.log_restart, last.vlf() + 1);
    if (standby.has_files) return;
    StandbyServer server(world_);
    const Status created = server.Run(server.CreateFiles());
    if (!created.ok()) world_.Fail("files to restore into: " + created.error().message);
  }

  Status TryToRestore() {
    StandbyServer server(world_);
    database::RestoreUnderWay restore;
    for (const BackupSet& set : choice_.chain) {
      restore.backups.push_back(server.FilesAt(PathsOf(world_, set)));
    }
    restore.stop = choice_.stop;
    restore.source = "spid51";
    restore.log_restart = world_.standby.log_restart;
    // What is drawn anyway decides: another draw would change all that follow.
    restore.in_steps = plan_.permille % 2 == 1;
    header_before_ = HeaderOfLog();
    const Status restored = server.Run(server.Restore(&restore));
    if (restored.ok()) CheckServer(server);
    if (restored.ok() && restore.in_steps && restore.backups.size() > 1) {
      world_.coverage.Visit(RarePath::kRestoredInSteps);
    }
    return restored;
  }

  void CheckServer(StandbyServer& server) {
    CheckRestored(world_, *server.database(), choice_.end);
    world_.standby.log_restart =
        std::max(world_.standby.log_restart, server.database()->log().end_lsn().vlf() + 1);
  }

  /// What a restore has left that was cut off: the files as they were, or a database that cannot be
  /// opened; or it was over but for the telling.
  void CheckUnfinished() {
    if (HeaderOfLog() == header_before_) return;
    StandbyServer server(world_);
    const Status opened = server.Run(server.Open());
    if (opened.ok()) return CheckServer(server);
    if (opened.error().code == ErrorCode::kCorruptLog) return;
    Fail("was cut off; opening the database ended otherwise than for its log", opened.error());
  }

  std::vector<std::byte> HeaderOfLog() {
    const std::string path = world_.LogPath();
    std::vector<std::byte> header(page::kPageSize);
    if (const sim::StoredFile* stored = world_.standby.disk.Find(path)) {
      page::PageBuffer buffer;
      stored->pages.Read(0, buffer.span());
      std::ranges::copy(buffer.bytes, header.begin());
    }
    return header;
  }

  void NoteRestored() {
    if (world_.problem) return;
    Coverage& coverage = world_.coverage;
    coverage.Visit(RarePath::kDatabaseRestored);
    std::set<uint32_t> lives;
    const BackupNote& base = world_.backups.notes[choice_.chain.front().name];
    if (base.met_many_open) coverage.Visit(RarePath::kRestoredWithManyOpen);
    for (const BackupSet& set : choice_.chain) {
      if (set.kind == BackupKind::kDifferential) {
        coverage.Visit(RarePath::kDifferentialRestored);
        if (base.met_completion) coverage.Visit(RarePath::kDifferentialOverCompletion);
      }
      if (set.kind == BackupKind::kLog) lives.insert(AccountOf(set).server);
    }
    if (lives.size() > 1) coverage.Visit(RarePath::kLogsOfSeveralLivesRestored);
    CheckTail(AccountOf(choice_.chain.back()));
  }

  /// After the backup of the tail there is nothing more to restore.
  void CheckTail(const server::BackupAccount& last) {
    const server::Journal& journal = world_.journal;
    const bool is_all =
        last.is_tail && last.server == journal.starts && choice_.end == last.set.last;
    if (!is_all || journal.CommitsNotAt(choice_.end) == 0) return;
    world_.Fail("the tail of the log was backed up at rest up to " + ToString(choice_.end) +
                ", and lacks " + std::to_string(journal.CommitsNotAt(choice_.end)) + " commits");
  }

  const server::BackupAccount& AccountOf(const BackupSet& set) const {
    return *world_.journal.backups.FindComplete(set.name);
  }

  World& world_;
  const RestorePlan plan_;
  Rng rng_;
  RestoreChoice choice_;
  std::vector<std::byte> header_before_;
};

}  // namespace

void CheckBackups(World& world, const std::optional<RestorePlan>& restore, size_t life) {
  if (world.journal.backups.backups.empty()) return;
  world.disk.Restart();
  SettleAll(world);
  if (world.problem || world.damage_detected || !restore) return;
  RestoreCheck(world, *restore, life).Run();
}

}  // namespace snapscope::crash_simulator
