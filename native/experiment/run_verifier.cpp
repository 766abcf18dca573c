#include "experiment/run_verifier.h"

#include <utility>
#include <variant>

namespace snapscope::experiment {

using verification::Verification;

namespace {

/// Databases up to here are verified whole; of others what changed, and so many other leaves.
constexpr uint64_t kVerifiedWholeBytes = uint64_t{10} << 30;
constexpr uint32_t kSampledLeaves = 100'000;

/// Where the log ends that the server has started with: what committed below is in the database.
Lsn EndOf(const database::RestartFigures& figures) {
  return figures.restored ? figures.restored->end : figures.reverted_to.value_or(figures.end);
}

/// Whether a comparison counts, which may have met damage that a command has done.
bool Counts(Verification& verification, bool is_damage_final) {
  if (!verification.problem.empty() || verification.damage.empty()) return true;
  verification.problem = verification.damage;
  return is_damage_final;
}

void TakeInto(server::RestoreAccount& account, const Verification& compared) {
  // Pages that are damaged in a backup were restored so on purpose, and cannot be compared.
  const bool is_partly_compared =
      compared.problem.empty() && !compared.damage.empty() && account.figures.suspect_pages > 0;
  if (!is_partly_compared) account.verified = compared.passed();
  account.problem = compared.problem.empty() ? compared.damage : compared.problem;
  account.consistency = compared.consistency;
}

}  // namespace

// --- Points in the history -----------------------------------------------------------------------

Status RunVerifier::CheckPoint(const server::RestoreAccount& restore, Lsn end) const {
  // On a real clock a commit is dated a moment before the run hears of it.
  const TimeNs doubt = parts_.scenario.real ? kMillisecond : 0;
  const auto wrong = parts_.journal.WrongPoint(restore, end, doubt);
  if (wrong) return Error{ErrorCode::kCorruptLog, "after the restore: " + *wrong};
  return Status();
}

server::RestoreAccount* RunVerifier::RestoreInPlace() const {
  const auto* restoring = std::get_if<server::Restoring>(&parts_.server.life());
  return restoring == nullptr ? nullptr : &parts_.journal.backups.restores[restoring->account];
}

// What a crash took are commits that nobody was told of, and nothing else; a revert takes all since
// the split.
Status RunVerifier::CheckStart(const database::RestartFigures& figures) {
  server::Journal& journal = parts_.journal;
  const Lsn end = EndOf(figures);
  if (!figures.restored && !figures.reverted_to) {
    if (const auto lost = journal.oracle.CheckAcknowledged(end)) {
      return Error{ErrorCode::kCorruptLog, "after the restart: " + *lost};
    }
    journal.OnCrash(end);
    return Status();
  }
  if (server::RestoreAccount* restored = RestoreInPlace()) {
    TRY(CheckPoint(*restored, end));
    restored->figures = *figures.restored;
    restored->discarded = journal.CommitsNotAt(end);
    journal.commit_count.OnRestore(restored->discarded);
  } else {
    const auto& reverting = std::get<server::Reverting>(parts_.server.life());
    journal.backups.reverts.push_back({reverting.snapshot, journal.commit_count.OnRevert(end)});
  }
  if (figures.log_begin <= journal.oracle.last_commit()) {
    return Error{ErrorCode::kCorruptLog, "the log begins anew at " + ToString(figures.log_begin) +
                                             ", but there was a commit at " +
                                             ToString(journal.oracle.last_commit()) +
                                             ": LSNs of two histories cannot be told apart"};
  }
  journal.oracle.Fork(end, figures.log_begin);
  return Status();
}

// --- Comparisons ---------------------------------------------------------------------------------

void RunVerifier::VerifyStart(const database::RestartFigures& figures) {
  database::Database& database = *parts_.server.database();
  std::optional<Verification> compared =
      Compare([&database](PageId page,
                          page::PageSpan into) { return database.source().ReadStored(page, into); },
              EndOf(figures),
              [this, &database] { return database.ChangedPages(parts_.journal.written, nullptr); });
  if (compared && Counts(*compared, figures.restored.has_value())) {
    if (!found_.source || found_.source->passed()) found_.source = compared;
    if (server::RestoreAccount* restored = RestoreInPlace()) TakeInto(*restored, *compared);
  }
  VerifyOnlineSnapshots(false);
}

Status RunVerifier::VerifyCopy(server::RestoredCopy& copy, server::RestoreAccount& account) {
  const Lsn end = account.figures.end;
  TRY(CheckPoint(account, end));
  account.discarded = parts_.journal.CommitsNotAt(end);
  const std::optional<Verification> compared = Compare(
      [&copy](PageId page, page::PageSpan into) { return copy.database->ReadStored(page, into); },
      end,
      [this, &copy] {
        page::PageSet changed =
            parts_.server.database()->ChangedPages(parts_.journal.written, nullptr);
        copy.database->AddMissingTo(changed);
        return changed;
      });
  if (compared) TakeInto(account, *compared);
  return Status();
}

void RunVerifier::VerifyEnd() {
  VerifyOnlineSnapshots(true);
  found_.damage_left = parts_.server.DamageLeft();
  if (parts_.initial.warehouses() > 0) found_.consistency = CommittedConsistency();
}

void RunVerifier::VerifyOnlineSnapshots(bool is_at_end) {
  for (const auto& snapshot : parts_.server.database()->snapshots().snapshots()) {
    if (snapshot->state() == snapshot::State::kOnline) VerifySnapshot(*snapshot, is_at_end);
  }
}

// A snapshot is damaged where its source is; whether that stays so is told at the end.
void RunVerifier::VerifySnapshot(snapshot::Snapshot& snapshot, bool is_at_end) {
  std::optional<Verification> compared = Compare(
      [&snapshot](PageId page, page::PageSpan into) { return snapshot.ReadStored(page, into); },
      snapshot.split(),
      [this, &snapshot] {
        return parts_.server.database()->ChangedPages(parts_.journal.written, &snapshot);
      });
  if (!compared || !Counts(*compared, is_at_end)) return;
  const auto found = found_.snapshots.find(snapshot.name());
  if (found == found_.snapshots.end() || found->second.passed()) {
    found_.snapshots[snapshot.name()] = *std::move(compared);
  }
}

std::optional<Verification> RunVerifier::Compare(
    const verification::PageReader& read, Lsn split,
    const std::function<page::PageSet()>& changed_pages) {
  parts_.machine.Freeze();
  // Nothing changes under the reader's eyes.
  for (const scenario::VolumeDescription& volume : parts_.scenario.volumes) {
    parts_.machine.volume(volume.name).Drain();
  }
  verification::VerificationScope scope = verification::ScopeOf(parts_.initial, split);
  scope.form = parts_.machine.page_form();
  std::optional<page::PageSet> changed;
  if (parts_.scenario.data_bytes > kVerifiedWholeBytes) {
    changed = changed_pages();
    scope.sample = {
        .changed = &*changed, .leaves = kSampledLeaves, .rng = Rng(sample_seeds_.Next(), "sample")};
  }
  scope.is_damage = [this](const std::string& problem) {
    return parts_.server.NamesDamage(problem);
  };
  scope.cancelled = [this] { return parts_.queue.cancelled(); };
  Verification verification = verification::Verify(read, parts_.journal.oracle, scope);
  parts_.machine.Thaw();
  if (parts_.queue.cancelled()) return std::nullopt;
  return verification;
}

tpcc::Consistency RunVerifier::CommittedConsistency() const {
  const oracle::Oracle& oracle = parts_.journal.oracle;
  const tpcc::RangeReader rows = [&oracle](tpcc::Table table, uint64_t first, uint64_t last,
                                           const std::function<void(const page::Row&)>& visit) {
    oracle::Oracle::Cursor cursor(oracle, tpcc::IndexOf(table), oracle::Oracle::kNewest, first);
    while (cursor.Next() && cursor.key() <= last) {
      const oracle::RowState& row = cursor.row();
      visit({.key = cursor.key(), .value = row.value, .version = row.version});
    }
    return Status();
  };
  return tpcc::CheckConsistency(rows, parts_.initial.warehouses());
}

}  // namespace snapscope::experiment
