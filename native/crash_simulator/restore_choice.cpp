#include "crash_simulator/restore_choice.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "crash_simulator/world.h"

namespace snapscope::crash_simulator {

using backup::BackupKind;
using backup::BackupSet;

namespace {

/// Behind the last commit until then of the branch that `base` is of. What comes before the next
/// one, as an index that is created, may be later than that time.
Lsn EndOfCommits(const World& world, TimeNs until, Lsn base) {
  Lsn end = base;
  for (const server::LoggedCommit& commit : world.journal.backups.commits) {
    if (commit.lsn < base) continue;
    if (commit.time > until) break;
    end = Lsn{commit.lsn.value + 1};
  }
  return end;
}

class Choosing {
 public:
  Choosing(World& world, std::vector<BackupSet> sets, const RestorePlan& plan, Rng& rng)
      : world_(world), plan_(plan), rng_(rng), sets_(std::move(sets)) {}

  std::optional<RestoreChoice> Choose() {
    if (!ChooseAll()) return std::nullopt;
    DrawStop();
    if (!choice_.stop.at && !choice_.stop.before) return std::move(choice_);
    auto chain = backup::ChooseChain(sets_, choice_.stop);
    if (!chain.ok()) return Fail(ToString(choice_.end) + " is refused: " + chain.error().message);
    choice_.chain = std::move(chain).value();
    return std::move(choice_);
  }

 private:
  std::nullopt_t Fail(const std::string& what) {
    world_.Fail("a restore up to " + what);
    return std::nullopt;
  }

  /// The chain that goes as far as the backups do.
  bool ChooseAll() {
    const std::optional<Lsn> reach = ReachOf(sets_);
    auto chain = backup::ChooseChain(sets_, {});
    if (!reach) {
      ExpectRefused(chain, 4335, "no full backup is there");
      return false;
    }
    choice_.end = *reach;
    if (HasGap(sets_)) {
      world_.coverage.Visit(RarePath::kGapRefused);
      ExpectRefused(chain, 4305, "some of the log is missing");
      choice_.stop.before = *reach;
      chain = backup::ChooseChain(sets_, choice_.stop);
    }
    if (!chain.ok()) {
      Fail(ToString(*reach) + " is refused: " + chain.error().message);
      return false;
    }
    choice_.chain = std::move(chain).value();
    if (choice_.stop.before || choice_.chain.back().last == *reach) return true;
    Fail(ToString(*reach) + " can be had, the chain that was chosen ends at " +
         ToString(choice_.chain.back().last));
    return false;
  }

  void ExpectRefused(const Result<std::vector<BackupSet>>& chain, int number,
                     const std::string& why) {
    if (chain.ok()) return world_.Fail(why + ", and a restore is not refused");
    if (chain.error().number == number) return;
    world_.Fail(why + ", and a restore is refused for another reason: " + chain.error().message);
  }

  void DrawStop() {
    choice_.base = Base().last;
    if (plan_.stop == RestoreStop::kLsn) StopAtCommit();
    if (plan_.stop == RestoreStop::kTime) StopAtTime();
  }

  /// The last backup of the chain that has pages: no stop lies before its end.
  const BackupSet& Base() const {
    const auto log = std::ranges::find(choice_.chain, BackupKind::kLog, &BackupSet::kind);
    return *std::prev(log);
  }

  /// One of the commits that the chain has, as the plan says; none if there are none.
  std::optional<server::LoggedCommit> Choose(TimeNs after, TimeNs until) const {
    std::vector<server::LoggedCommit> commits;
    for (const server::LoggedCommit& commit : world_.journal.backups.commits) {
      const bool is_in = commit.lsn >= choice_.base && commit.lsn < choice_.end;
      if (is_in && commit.time > after && commit.time <= until) commits.push_back(commit);
    }
    if (commits.empty()) return std::nullopt;
    return commits[commits.size() * plan_.permille / 1000];
  }

  /// Before it, or behind it.
  void StopAtCommit() {
    const auto at = Choose(-1, kNever);
    if (!at) return;
    choice_.end = Lsn{at->lsn.value + rng_.Below(2)};
    choice_.stop = {.at = {}, .before = choice_.end};
    world_.coverage.Visit(RarePath::kRestoreStoppedInLog);
  }

  void StopAtTime() {
    const auto at = Choose(Base().finished, choice_.chain.back().reached);
    if (!at) return;
    choice_.stop = {.at = at->time - static_cast<TimeNs>(rng_.Below(2))};
    choice_.end = std::min(choice_.end, EndOfCommits(world_, *choice_.stop.at, choice_.base));
    world_.coverage.Visit(RarePath::kRestoreStoppedByTime);
  }

  World& world_;
  const RestorePlan& plan_;
  Rng& rng_;
  std::vector<BackupSet> sets_;  ///< from which the chain is chosen
  RestoreChoice choice_;
};

}  // namespace

std::optional<RestoreChoice> ChooseRestore(World& world, std::vector<BackupSet> sets,
                                           const RestorePlan& plan, Rng& rng) {
  return Choosing(world, std::move(sets), plan, rng).Choose();
}

Lsn EndOf(const World& world, const backup::StopPoint& stop, Lsn base) {
  if (stop.before) return *stop.before;
  const Lsn reach = ReachOf(world.journal.backups.Complete()).value();
  return stop.at ? std::min(reach, EndOfCommits(world, *stop.at, base)) : reach;
}

void CheckGapIsRefused(World& world, const std::vector<BackupSet>& chain) {
  for (size_t place = 1; place + 1 < chain.size(); ++place) {
    const bool is_needed =
        chain[place].kind == BackupKind::kLog && chain[place + 1].first > chain[place - 1].last;
    if (!is_needed) continue;
    std::vector<BackupSet> with_gap = chain;
    with_gap.erase(with_gap.begin() + static_cast<ptrdiff_t>(place));
    const Status checked = backup::CheckChain(with_gap, {});
    world.coverage.Visit(RarePath::kGapRefused);
    if (checked.ok() || checked.error().number != 4305) {
      world.Fail("the chain of backups lacks " + chain[place].name + ", and is taken for whole");
    }
    return;
  }
}

}  // namespace snapscope::crash_simulator
