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
std::optional<Cause> WhatIsWrong(const Findings& findings) {
  const auto wrong = [](std::string message) { return Cause{"verification", std::move(message)}; };
  if (findings.damage_left) {
    return wrong("The database is damaged, and nobody has restored it: " + *findings.damage_left);
  }
  if (findings.source && !findings.source->passed()) {
    return wrong("The database does not show what was committed before it was restarted: " +
                 findings.source->problem);
  }
  if (findings.consistency && !findings.consistency->holds()) {
    return wrong(findings.consistency->problem());
  }
  if (const server::RestoreAccount* restore = WrongRestore(findings.restores)) {
    return wrong("Database '" + restore->database +
                 "' does not show what was committed at the point that it was restored to: " +
                 restore->problem);
  }
  for (const auto& [name, verification] : findings.snapshots) {
    if (verification.passed()) continue;
    return wrong("Snapshot '" + name +
                 "' does not show what was committed at its split: " + verification.problem);
  }
  return std::nullopt;
}

bool HasCompared(const Findings& findings) {
  return !findings.snapshots.empty() || findings.source || findings.consistency ||
         std::ranges::any_of(findings.restores, [](const server::RestoreAccount& account) {
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

}  // namespace

Verdict Judge(const Findings& findings) {
  Verdict verdict;
  const std::optional<Cause> wrong = WhatIsWrong(findings);
  const server::SnapshotAccount* lost = FirstLost(findings.accounts);
  if (wrong || lost != nullptr) {
    verdict.verified = false;
  } else if (HasCompared(findings)) {
    verdict.verified = true;
  }
  const bool stalled = findings.status == RunStatus::kCompleted && findings.stalled_since;
  if (findings.error) {
    verdict.cause = Cause{ToString(findings.error->code), findings.error->message};
  } else if (wrong) {
    verdict.cause = wrong;
  } else if (stalled) {
    verdict.cause = Stalled(*findings.stalled_since, findings.end);
  } else if (lost != nullptr) {
    verdict.cause = Lost(*lost);
  }
  verdict.failed = findings.status == RunStatus::kFailed || wrong || stalled;
  if (findings.hung) verdict.warnings.push_back(Describe(*findings.hung));
  return verdict;
}

}  // namespace snapscope::experiment
