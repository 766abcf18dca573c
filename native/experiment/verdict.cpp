#include "experiment/verdict.h"

#include <algorithm>
#include <cstdio>

namespace snapscope::experiment {

namespace {

using Cause = Verdict::Cause;

/// "12.3 s"
std::string InTenths(TimeNs time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(time) / kSecond);
  return text;
}

/// The first snapshot that became suspect; null if none did.
const server::SnapshotAccount* FirstLost(const std::vector<server::SnapshotAccount>& accounts) {
  const server::SnapshotAccount* first = nullptr;
  for (const server::SnapshotAccount& account : accounts) {
    if (account.loss && (first == nullptr || account.loss->at < first->loss->at)) first = &account;
  }
  return first;
}

/// The first database restored under another name that is not what it must be; null without one.
const server::RestoreAccount* WrongRestore(const std::vector<server::RestoreAccount>& restores) {
  const auto wrong = std::ranges::find_if(restores, [](const server::RestoreAccount& account) {
    return !account.database.empty() && account.verified == std::optional(false);
  });
  return wrong == restores.end() ? nullptr : &*wrong;
}

/// What the comparisons have found wrong.
std::optional<Cause> WhatIsWrong(const RunRecord& run) {
  const auto wrong = [](std::string message) { return Cause{"verification", std::move(message)}; };
  if (run.compared.damage_left) {
    return wrong("The database is damaged, and nobody has restored it: " +
                 *run.compared.damage_left);
  }
  if (run.compared.source && !run.compared.source->passed()) {
    return wrong("The database does not show what was committed before it was restarted: " +
                 run.compared.source->problem);
  }
  if (run.compared.consistency && !run.compared.consistency->holds()) {
    return wrong(run.compared.consistency->problem());
  }
  if (const server::RestoreAccount* restore = WrongRestore(run.restores)) {
    return wrong("Database '" + restore->database +
                 "' does not show what was committed at the point that it was restored to: " +
                 restore->problem);
  }
  for (const auto& [name, verification] : run.compared.snapshots) {
    if (verification.passed()) continue;
    return wrong("Snapshot '" + name +
                 "' does not show what was committed at its split: " + verification.problem);
  }
  return std::nullopt;
}

bool HasCompared(const RunRecord& run) {
  return !run.compared.snapshots.empty() || run.compared.source || run.compared.consistency ||
         std::ranges::any_of(run.restores, [](const server::RestoreAccount& account) {
           return account.verified.has_value();
         });
}

Cause Stalled(TimeNs since, TimeNs end) {
  return {"stalled", "Users got nothing done from " + InTenths(since) +
                         " to the end of the run at " + InTenths(end) +
                         ", and no command explains it. The ERRORLOG and the waits say what kept "
                         "them."};
}

Cause Lost(const server::SnapshotAccount& snapshot) {
  return {"snapshotLost", "Snapshot '" + snapshot.name + "' was lost at " +
                              InTenths(snapshot.loss->at) + ": " + snapshot.loss->reason};
}

std::string Describe(const HungIo& io) {
  return (io.direction == storage::IoDirection::kRead ? "A read of " : "A write of ") +
         std::to_string(io.bytes) + " bytes at offset " + std::to_string(io.offset) + " of " +
         io.path + ", asked for at " + InTenths(io.issued) + ", was still under way " +
         InTenths(io.age) + " later.";
}

std::string Describe(const server::ReserveRecord& record) {
  using Kind = storage::ReserveEvent::Kind;
  const std::string at = "At " + InTenths(record.at) + " ";
  const std::string volume = "volume " + record.event.volume;
  switch (record.event.kind) {
    case Kind::kWarning:
      return at + "the reserve for snapshots of " + volume + " was nearly full.";
    case Kind::kDeleted:
      return at + "the array deleted what its snapshot '" + record.event.snapshot + "' had of " +
             volume + ", to have room in the reserve: no database can be opened from it any more.";
    case Kind::kOffline:
      return at + "the array took " + volume +
             " and its snapshots offline, since their reserve was full.";
    case Kind::kOnline:
      return at + "the array took " + volume + " and its snapshots online again.";
  }
  return {};
}

}  // namespace

Verdict Judge(const RunRecord& run) {
  Verdict verdict;
  const std::optional<Cause> wrong = WhatIsWrong(run);
  const server::SnapshotAccount* lost = FirstLost(run.server.snapshots);
  if (wrong || lost != nullptr) {
    verdict.verified = false;
  } else if (HasCompared(run)) {
    verdict.verified = true;
  }
  const bool stalled = run.status == RunStatus::kCompleted && run.stalled_since;
  if (run.error) {
    verdict.cause = Cause{ToString(run.error->code), run.error->message};
  } else if (wrong) {
    verdict.cause = wrong;
  } else if (stalled) {
    verdict.cause = Stalled(*run.stalled_since, run.end);
  } else if (lost != nullptr) {
    verdict.cause = Lost(*lost);
  }
  verdict.failed = run.status == RunStatus::kFailed || wrong || stalled;
  if (run.hung) verdict.warnings.push_back(Describe(*run.hung));
  for (const server::ArraySnapshotAccount& account : run.array_snapshots) {
    if (!account.torn.empty()) verdict.warnings.push_back(account.torn);
  }
  for (const server::ReserveRecord& record : run.reserves) {
    verdict.warnings.push_back(Describe(record));
  }
  return verdict;
}

}  // namespace snapscope::experiment
