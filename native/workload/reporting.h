// The reporting workload: sessions that read a snapshot, or a database that was restored beside the
// source, as reports do that must not disturb the source's users.
//
// A session takes one of them as its database, and thinks and queries until it is told to leave. A
// query looks rows up by key, or scans a range of them. What it reads has buffers of its own under
// the snapshot's database id, so it competes with the source's pages for the pool; a page that was
// never copied is read from the source's volume; and one that is being pushed is waited for
// (FCB_REPLICA_READ). No locks are modelled: nobody can change a snapshot.
//
// Sessions end as the product's do: when they are told to (one that thinks at once, one that
// queries after its query), and with 926 when they find their snapshot suspect. A snapshot with
// sessions cannot be dropped (3702).
//
// Throughput and response times are kept apart from those of the users' transactions.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "btree/btree.h"
#include "runtime/cpu.h"
#include "snapshot/snapshot_manager.h"
#include "telemetry/telemetry.h"
#include "workload/session.h"
#include "workload/transaction_plan.h"

namespace snapscope::workload {

/// Hears of each key that a query has looked up, or met in a scan, and the row that it found there.
using ReportRowListener = std::function<void(const snapshot::ReadOnlyDatabase& database,
                                             uint64_t key, const std::optional<page::Row>& row)>;
/// The database of that name that is none of the snapshots. Errors: 911, 927.
using FindRestored =
    std::function<Result<std::shared_ptr<snapshot::ReadOnlyDatabase>>(const std::string& name)>;

enum class ReportQuery : uint8_t { kPointReads, kScan };

struct ReportingOptions {
  ReportQuery query = ReportQuery::kPointReads;
  uint64_t rows_per_query = 0;  ///< looked up, or scanned from a random key on; from 1
  TimeNs think_mean = 0;
  TimeNs statement_cost = 0;  ///< CPU of a server for a query, beyond the engine's own
  KeySpace accounts;
  btree::IndexInfo index;  ///< the clustered index of the accounts
  uint64_t seed = 0;
  FindRestored find_restored{};  ///< empty: there are none
  ReportRowListener on_row{};    ///< may be empty
  /// True if only the session ends that has met the error, as of WorkloadOptions::on_damage.
  std::function<bool(const runtime::Worker&, const Error&)> on_damage{};
};

struct ReportCounts {
  uint64_t rows = 0;          ///< read by them
  uint64_t disconnected = 0;  ///< sessions that their snapshot's failure ended (926, 824)

  ReportCounts& operator+=(const ReportCounts& other);
};

class Reporting {
 public:
  /// `on_error` hears of the first error that no healthy run has, such as a damaged page.
  Reporting(runtime::CpuModel& cpu, buffer::BufferPool& pool, snapshot::SnapshotManager& snapshots,
            telemetry::Telemetry& telemetry, ReportingOptions options,
            std::function<void(Error)> on_error);
  ~Reporting();

  /// So many sessions read `database` from now on; after RequestStop() users() alone tells of them.
  /// Errors: 911, 922, 926, 927, which more sessions than there are meet.
  Status SetUsers(const std::string& database, uint32_t users);
  /// Sessions by database that are to read it; a database may have none.
  std::map<std::string, uint32_t> users() const;
  /// Everybody leaves.
  void RequestStop();
  /// True once nobody is in a query.
  bool stopped() const;

  /// What all sessions that ever lived have done, warm-up included.
  ReportCounts counts() const;
  SessionTotals TotalsAt(TimeNs now) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace snapscope::workload
