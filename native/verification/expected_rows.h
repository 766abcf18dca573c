// What the leaves of an index must have at a split, in key order, by the oracle alone: the rows of
// a table, or the entries of a nonclustered index, each of which follows from its row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "btree/nonclustered.h"
#include "database/initial_database.h"
#include "oracle/oracle.h"
#include "page/layout.h"

namespace snapscope::verification {

class ExpectedRows {
 public:
  virtual ~ExpectedRows() = default;
  /// The row that comes next, nothing at the end.
  virtual std::optional<page::Row> Peek() = 0;
  virtual void Take() = 0;
  /// Those with a key below `key` are left out. What is near costs little.
  virtual void SkipTo(uint64_t key) = 0;
};

class ExpectedTable final : public ExpectedRows {
 public:
  ExpectedTable(const oracle::Oracle& oracle, const btree::IndexInfo& table, Lsn split)
      : content_(table.content), cursor_(oracle, table.id, split), more_(cursor_.Next()) {}

  std::optional<page::Row> Peek() override;
  void Take() override { more_ = cursor_.Next(); }
  void SkipTo(uint64_t key) override;

 private:
  const page::RowContent content_;
  oracle::Oracle::Cursor cursor_;
  bool more_;
};

/// Entries of the initial rows that no commit has changed can be computed by position; those of
/// changed rows are put in order once: 8 bytes for each.
class ExpectedEntries final : public ExpectedRows {
 public:
  ExpectedEntries(const database::InitialDatabase& initial, const oracle::Oracle& oracle,
                  const btree::NonclusteredIndex& index, Lsn split);

  std::optional<page::Row> Peek() override;
  void Take() override;
  void SkipTo(uint64_t key) override;

  /// Keys of the entries of changed rows, as they are at the split, ascending.
  std::span<const uint64_t> changed() const { return changed_; }

 private:
  uint64_t InitialKey(uint64_t position) const;
  /// Steps over initial entries whose row has changed.
  void SkipChanged();

  const oracle::Oracle& oracle_;
  const btree::NonclusteredIndex& index_;
  const uint64_t initial_rows_;
  std::vector<uint64_t> changed_;
  uint64_t next_initial_ = 0;
  size_t next_changed_ = 0;
};

}  // namespace snapscope::verification
