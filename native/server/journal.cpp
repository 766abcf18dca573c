#include "server/journal.h"

#include <algorithm>
#include <cstdlib>

namespace snapscope::server {

void Journal::OnCrash(Lsn end) {
  oracle.DiscardFrom(end);
  commit_count.OnCrash(end);
  tables.DiscardFrom(end);
  std::erase_if(backups.commits, [end](const LoggedCommit& commit) { return commit.lsn >= end; });
}

std::optional<std::string> Journal::WrongPoint(const RestoreAccount& restore, Lsn end,
                                               TimeNs doubt) const {
  const oracle::History& history = oracle.history();
  const Lsn newest = history.NewestOfBranch(end);  // of the branch that the backups are of
  for (const LoggedCommit& commit : backups.commits) {
    const auto [time, lsn] = std::pair(commit.time, commit.lsn);
    if (!history.Has(newest, lsn)) continue;
    const bool is_kept = history.Has(end, lsn);
    const bool is_right = restore.stop.at       ? is_kept == (time <= *restore.stop.at)
                          : restore.stop.before ? is_kept == (lsn < *restore.stop.before)
                                                : is_kept || !restore.with_tail;
    if (is_right) continue;
    if (restore.stop.at && std::abs(time - *restore.stop.at) < doubt) continue;
    return "the commit at " + ToString(lsn) + ", " + std::to_string(time) + " ns, is " +
           (is_kept ? "in the restored database, which should end before it"
                    : "missing from the restored database");
  }
  return std::nullopt;
}

uint64_t Journal::CommitsNotAt(Lsn end) const {
  const oracle::History& history = oracle.history();
  return static_cast<uint64_t>(std::ranges::count_if(backups.commits, [&](const auto& commit) {
    return commit.is_users && history.Has(oracle::History::kNewest, commit.lsn) &&
           !history.Has(end, commit.lsn);
  }));
}

}  // namespace snapscope::server
