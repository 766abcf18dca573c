// The workload: user sessions with think time that run the white paper's five transactions, and one
// witness session that inserts its engine time all along.
//
// Transactions (rows uniform over those that are touched, in ascending or in random order): 1
// and 3 write-intensive, 2 and 4 light writers, 5 read-only. A share of the writers rolls back at
// the end. Who is chosen as a deadlock's victim runs again. Response time runs from the end of
// think time to the acknowledged commit, so it includes the queue for a scheduler.
//
// Or the TPC-C-style load's five (native/tpcc): then a user keys a transaction in before it begins,
// which is no part of the response time, and thinks after it, as long as its type asks for.
//
// The witness inserts key = sequence number, value = engine time of the insert: the commit record
// is appended a little later, at an engine time that the row cannot know. It observes: neither its
// waits nor its transactions are in the server's figures.
//
// Users are numbered from 1 and are spid 50 + number. SetUsers() lets surplus users finish their
// transaction and leave; a user who comes back is a new session with a random stream of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/ids.h"
#include "base/result.h"
#include "runtime/cpu.h"
#include "telemetry/telemetry.h"
#include "txn/transaction.h"
#include "workload/session.h"
#include "workload/transaction_plan.h"

namespace snapscope::workload {

struct WorkloadOptions {
  uint32_t users = 0;
  TimeNs think_mean = 0;  ///< with the profile tpcc of keying and thinking together, over the mix
  TimeNs statement_cost = 0;  ///< CPU of a server for a statement, beyond the engine's own
  Profile profile = Profile::kSqlcat;
  uint32_t rollback_percent = 0;
  AccessOrder access_order = AccessOrder::kAscending;
  KeySpace accounts;        ///< none with the profile tpcc
  uint32_t warehouses = 0;  ///< with the profile tpcc
  /// Where their rows are, as an earlier life of the server left them; null: as the table begins.
  std::shared_ptr<RowSet> rows{};
  IndexId witness;
  TimeNs witness_interval = 100 * kMillisecond;  ///< 0: no witness
  uint64_t witness_from = 1;                     ///< its first key (after a restart: a later one)
  uint64_t seed = 0;
  /// Asked of an error 824, with the session that met it: true if the session goes on once it has
  /// rolled back. Null: it never does.
  std::function<bool(const runtime::Worker&, const Error&)> on_damage{};
};

struct TransactionCounts {
  uint64_t committed = 0;
  uint64_t rolled_back = 0;  ///< by plan
  uint64_t deadlocked = 0;   ///< attempts that ended as a deadlock's victim
  uint64_t log_full = 0;     ///< rolled back because a statement failed with 9002
  uint64_t no_room = 0;      ///< rolled back because a statement failed with 1105
  uint64_t damaged = 0;      ///< rolled back because a statement failed with 824
  uint64_t read_only = 0;    ///< rolled back because the table is page-compressed

  TransactionCounts& operator+=(const TransactionCounts& other);
};

class Workload {
 public:
  Workload(runtime::CpuModel& cpu, txn::TransactionManager& transactions,
           telemetry::Telemetry& telemetry, WorkloadOptions options,
           std::function<void(Error)> on_error);
  ~Workload();

  /// Starts the witness and `options.users` sessions.
  void Start();
  /// So many users work from now on; after RequestStop() users() alone tells of them.
  void SetUsers(uint32_t users);
  uint32_t users() const;
  std::shared_ptr<RowSet> rows() const;
  /// The first key that the witness has not used.
  uint64_t next_witness() const;
  /// Sessions leave after their transaction (end of run in real mode, before files are removed).
  void RequestStop();
  /// True once no session is in a transaction nor will begin one; those who think just never
  /// return.
  bool stopped() const;

  /// Transactions of users so far, warm-up included; the witness's inserts are not among them.
  TransactionCounts counts() const;
  /// Over all sessions of users that ever lived. That the witness's account adds up is in it too.
  SessionTotals TotalsAt(TimeNs now) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace snapscope::workload
