// What one transaction of the workload is going to do: drawn before it begins, so that its draws do
// not depend on what it meets.
//
// How often each kind comes and what it does is in app/contract/transaction-mix.json.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "telemetry/catalog_generated.h"
#include "tpcc/requests.h"
#include "workload/row_set.h"
#include "workload/transaction_mix_generated.h"

namespace snapscope::workload {

enum class Profile : uint8_t { kSqlcat, kReadOnly, kTpcc };

/// In which order a transaction touches its rows. Transactions that lock in ascending order cannot
/// deadlock.
enum class AccessOrder : uint8_t { kAscending, kRandom };

enum class Action : uint8_t { kRead, kUpdate, kInsert, kDelete };

struct Step {
  uint64_t key = 0;
  Action action{};

  /// Its key is one of those that come and go.
  bool Exchanges() const { return action == Action::kInsert || action == Action::kDelete; }
};

struct TransactionPlan {
  telemetry::TransactionType type{};
  std::vector<Step> steps;  ///< of distinct keys; none of a request
  std::optional<tpcc::Request> request;
  bool rolls_back = false;
};

struct PlanOptions {
  uint32_t rollback_percent = 0;
  AccessOrder order = AccessOrder::kAscending;
};

/// Draws a transaction of a profile that works on the accounts. Reads and updates take rows that
/// stay; the keys of inserts and deletes are taken, and whoever carries the plan out releases them.
TransactionPlan DrawTransaction(Rng& rng, Profile profile, RowSet& rows, PlanOptions options);

}  // namespace snapscope::workload
