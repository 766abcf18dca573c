// What one transaction of the workload is going to do: drawn before it begins, so that its draws do
// not depend on what it meets.
//
// How often each kind comes and what it does is in app/contract/transaction-mix.json.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"
#include "telemetry/catalog_generated.h"
#include "workload/transaction_mix_generated.h"

namespace snapscope::workload {

/// The keys that transactions touch: initial ones are (i + 1) * stride, i < rows, the others lie
/// between them.
struct KeySpace {
  IndexId index;
  uint64_t rows = 0;
  uint64_t stride = 0;
};

enum class Profile : uint8_t { kSqlcat, kReadOnly };

/// In which order a transaction touches its rows. Transactions that lock in ascending order cannot
/// deadlock.
enum class AccessOrder : uint8_t { kAscending, kRandom };

enum class Action : uint8_t { kRead, kUpdate, kInsert, kDelete };

struct Step {
  uint64_t key = 0;
  Action action{};
};

struct TransactionPlan {
  telemetry::TransactionType type{};
  std::vector<Step> steps;  ///< of distinct keys
  bool rolls_back = false;
};

struct PlanOptions {
  uint32_t rollback_percent = 0;
  AccessOrder order = AccessOrder::kAscending;
};

/// Draws a transaction. Reads, updates and deletes take initial keys, which an earlier delete may
/// have removed; inserts take keys between them, so that pages split all over the index.
TransactionPlan DrawTransaction(Rng& rng, Profile profile, const KeySpace& keys,
                                PlanOptions options);

}  // namespace snapscope::workload
