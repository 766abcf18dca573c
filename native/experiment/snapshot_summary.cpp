// What the summary tells of snapshots, and of what was compared.
#include "experiment/summary_json.h"

namespace snapscope::experiment {

namespace {

Json VerificationJson(const verification::Verification& verification,
                      const snapshot::SnapshotFigures& figures) {
  return {{"coverage", verification.sampled ? "changedAndSampled" : "all"},
          {"pagesCompared", verification.pages_compared},
          {"pagesSampled", verification.pages_sampled},
          {"pagesTotal", verification.pages_total},
          {"rowsCompared", verification.rows_compared},
          {"rowsExpected", verification.rows_expected},
          {"rowsMismatched", verification.rows_mismatched},
          {"entriesCompared", verification.entries_compared},
          {"pagesPushedBeforeSplit", figures.pages_pushed_before_split},
          {"pagesPulledByRedo", figures.pages_pulled_by_redo},
          {"transactionsUndone", figures.transactions_undone},
          {"witness",
           {{"newestMs", MsOrNull(verification.witness_newest)},
            {"expectedMs", MsOrNull(verification.witness_expected)}}},
          {"consistency", ConsistencyJson(verification.consistency)},
          {"problem", TextOrNull(verification.problem)}};
}

Json LossJson(const snapshot::Loss& loss) {
  return {{"atMs", Ms(loss.at)}, {"reason", loss.reason}};
}

Json SnapshotJson(const server::SnapshotAccount& snapshot,
                  const verification::Verification* compared) {
  const bool split = !snapshot.split.IsNone();
  const snapshot::SnapshotFigures& figures = snapshot.figures;
  Json verified = nullptr;
  if (compared != nullptr) verified = compared->passed();
  if (snapshot.loss) verified = false;
  uint64_t size = 0;
  uint64_t size_on_disk = 0;
  for (const server::FileAccount& file : snapshot.files) {
    size += file.size;
    size_on_disk += file.size_on_disk;
  }
  return {{"name", snapshot.name},
          {"state", snapshot::ToString(snapshot.state)},
          {"splitLsn", split ? Json(ToString(snapshot.split)) : Json(nullptr)},
          {"asOfMs", split ? Json(Ms(snapshot.as_of)) : Json(nullptr)},
          {"createdMs",
           figures.completed == 0 ? Json(nullptr) : Json(Ms(figures.completed - figures.created))},
          {"pagesPushed", figures.pages_pushed},
          {"pagesPushedAlong", figures.pages_pushed_along},
          {"pagesDeferred", figures.pages_deferred},
          {"sizeBytes", size},
          {"sizeOnDiskBytes", size_on_disk},
          {"regionBytes", snapshot.region_bytes},
          {"lost", OrNull(snapshot.loss, LossJson)},
          {"verified", verified},
          {"verification",
           compared == nullptr ? Json(nullptr) : VerificationJson(*compared, snapshot.figures)}};
}

}  // namespace

Json SnapshotsJson(const RunRecord& run) {
  Json snapshots = Json::array();
  for (const server::SnapshotAccount& snapshot : run.server.snapshots) {
    const auto found = run.compared.snapshots.find(snapshot.name);
    const bool was_compared = found != run.compared.snapshots.end();
    snapshots.push_back(SnapshotJson(snapshot, was_compared ? &found->second : nullptr));
  }
  return snapshots;
}

Json ConsistencyJson(const std::optional<tpcc::Consistency>& consistency) {
  if (!consistency) return nullptr;
  Json conditions = Json::array();
  for (size_t place = 0; place < tpcc::Consistency::kConditions; ++place) {
    const std::string& problem = consistency->problems[place];
    conditions.push_back(
        {{"condition", place + 1}, {"holds", problem.empty()}, {"problem", TextOrNull(problem)}});
  }
  return {{"districts", consistency->districts},
          {"districtsTotal", consistency->districts_total},
          {"conditions", conditions}};
}

}  // namespace snapscope::experiment
