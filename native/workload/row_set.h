// The rows that the users touch: how many there are, and how many bytes a transaction logs, is the
// same after an hour as after a minute.
//
// Most of them stay: reads and updates take those, and always find their row. Every fourth comes
// and goes. Such a row has two places, its initial key and a key between the initial ones, each of
// which has a row or has none; at the start the initial keys have theirs. A delete takes a place
// with a row, an insert one without, both drawn from all places, so that either meets a page that
// its transaction had nothing to do with so far. A transaction inserts as many rows as it deletes,
// and whether it commits or rolls back as many places have a row as before.
//
// What a transaction takes nobody else gets until it has ended, so that no two wait for a row of
// those, or meet it gone. When too few are left for a transaction it does without.
//
// This is memory of the users, not of the server: after a crash or a revert, places may differ from
// what is said of them here. A delete then finds no row, or an insert finds one, and is right
// again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/rng.h"

namespace snapscope::workload {

/// The initial keys of a table, (i + 1) * stride, i < rows, and those between them.
struct KeySpace {
  IndexId index;
  uint64_t rows = 0;
  uint64_t stride = 0;
};

class RowSet {
 public:
  /// The keys are of at least 64 rows, and their stride is at least 2.
  explicit RowSet(const KeySpace& keys);

  /// The key of a row that stays.
  uint64_t DrawStaying(Rng& rng) const;

  struct Exchange {
    uint64_t deleted = 0;
    uint64_t inserted = 0;
  };
  /// Takes a place with a row and one without; nothing if others have taken nearly all.
  std::optional<Exchange> TakeExchange(Rng& rng);
  /// A transaction has committed: `key`, which it took, has a row or has none.
  void SetPresent(uint64_t key, bool present);
  void Release(uint64_t key);
  /// Whoever had taken something is gone.
  void ReleaseAll();

 private:
  std::optional<uint64_t> Take(Rng& rng, bool present);
  uint64_t KeyOf(uint64_t place) const;
  uint64_t PlaceOf(uint64_t key) const;
  bool IsPresent(uint64_t place) const;

  uint64_t rows_;
  uint64_t stride_;
  uint64_t group_rows_;  ///< neighbours of which the last comes and goes
  uint64_t groups_;
  // By place: 2 * group is the initial key of its last row, 2 * group + 1 the key below it.
  std::vector<bool>
      changed_;  ///< has a row where it began without, or none where it began with one
  std::vector<bool> taken_;
};

}  // namespace snapscope::workload
