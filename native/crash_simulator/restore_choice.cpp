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

class Choosing {
 public:
  Choosing(World& world, const RestorePlan& plan, Rng& rng)
      : world_(world), plan_(plan), rng_(rng), sets_(world.backups.Complete()) {
    if (plan.without_copies) std::erase_if(sets_, &BackupSet::copy_only);
  }

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
    if (plan_.stop == RestoreStop::kLsn) StopAtCommit();
    if (plan_.stop == RestoreStop::kTime) StopAtTime();
  }

  /// The last backup of the chain that has pages: no stop lies before its end.
  const BackupSet& Base() const {
    const auto log = std::ranges::find(choice_.chain, BackupKind::kLog, &BackupSet::kind);
    return *std::prev(log);
  }

  /// One of the commits, as the plan says; none if there are none.
  std::optional<CommitTime> Choose(const std::vector<CommitTime>& commits) const {
    if (commits.empty()) return std::nullopt;
    return commits[commits.size() * plan_.permille / 1000];
  }

  /// Before it, or behind it.
  void StopAtCommit() {
    std::vector<CommitTime> commits;
    for (const CommitTime& commit : world_.backups.commits) {
      if (commit.lsn >= Base().last && commit.lsn < choice_.end) commits.push_back(commit);
    }
    const std::optional<CommitTime> at = Choose(commits);
    if (!at) return;
    choice_.end = Lsn{at->lsn.value + rng_.Below(2)};
    choice_.stop = {.at = {}, .before = choice_.end};
    world_.coverage.Visit(RarePath::kRestoreStoppedInLog);
  }

  /// Each life has a clock of its own: the backups are those of one.
  void StopAtTime() {
    const size_t life = world_.backups.Of(Base()).life;
    const auto is_of_another = [&](const BackupSet& set) {
      return world_.backups.Of(set).life != life;
    };
    const auto first_of_another = std::ranges::find_if(choice_.chain, is_of_another);
    if (first_of_another == choice_.chain.begin()) return;
    const BackupSet last = *std::prev(first_of_another);
    std::vector<CommitTime> commits;
    for (const CommitTime& commit : world_.backups.commits) {
      const bool is_covered = commit.time > Base().finished && commit.time <= last.reached;
      if (commit.life == life && is_covered) commits.push_back(commit);
    }
    const std::optional<CommitTime> at = Choose(commits);
    if (!at) return;
    const TimeNs time = at->time - static_cast<TimeNs>(rng_.Below(2));
    std::erase_if(sets_, is_of_another);
    choice_.end =
        std::min(last.last, world_.backups.FirstCommitAfter(life, time).value_or(last.last));
    choice_.stop = {.at = time};
    world_.coverage.Visit(RarePath::kRestoreStoppedByTime);
  }

  World& world_;
  const RestorePlan& plan_;
  Rng& rng_;
  std::vector<BackupSet> sets_;  ///< from which the chain is chosen
  RestoreChoice choice_;
};

}  // namespace

std::optional<RestoreChoice> ChooseRestore(World& world, const RestorePlan& plan, Rng& rng) {
  return Choosing(world, plan, rng).Choose();
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
