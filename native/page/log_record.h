// Log records and what they do to a page: pure bytes. One record changes at most one page.
//
// Encoding, little endian: length u32 | type u8 | flags u8 | index u16 | txn u64 | previous LSN of
// the transaction u64 | undo-next LSN u64 (compensation) | page id u64 (of a commit its engine
// time, ns) | slot u16 | zero u16 | before length u32 | after length u32 | before bytes | after
// bytes. Whether the bytes are those that were written is the log block's checksum to tell; Decode
// refuses what no writer can have meant. A page image is a page from offset 8 on with trailing
// zeros left out; the LSN in it means nothing.
//
// An update has of its row what it changes, and the key: the header of the row before and after.
// The filler follows from these and stands for columns that the update leaves alone, so redo
// computes the filler anew. Who sets every column logs the whole row, as the product does: a delete
// what the row was, an insert that lifts a ghost what the row is.
//
// Redo is physiological: to one page, by slot. Undo of a user's row change is logical: by key,
// through the tree, because a split may have moved the row; it only overwrites rows, so it never
// needs space: an insert is undone by making the row a ghost, a delete by lifting the ghost flag.
// Undo of a system transaction (a split) is physical, in reverse: its pages stay latched until it
// is complete, so nothing else can have changed them; and an entry of an allocation map that it set
// is nobody else's to change.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/result.h"
#include "page/layout.h"

namespace snapscope::page {

enum class RecordType : uint8_t {
  kBegin = 1,
  kCommit = 2,
  kAbort = 3,  ///< rollback complete
  // In a tree that is still being built rows belong to no transaction: redo only, transaction 0.
  kInsertRow = 4,  ///< after = row bytes
  kUpdateRow = 5,  ///< before, after = row header, or whole row; also a delete (ghost flag) and its
                   ///< reverse; a compensation, never undone itself, has no before
  kPurgeRows = 6,  ///< before = removed rows, found by key: ghosts of ended transactions, rows of
                   ///< a tree that is being built; redo only, transaction 0
  kFormatPage = 7,        ///< after = page image; the page's former content is free
  kTruncateRows = 8,      ///< split: rows from `slot` on (of a leaf's left sibling when that goes:
                          ///< none) and sibling move away; before = rows + old sibling u64, after =
                          ///< new sibling u64
  kInsertEntry = 9,       ///< interior: after = entry
  kBootChange = 10,       ///< before, after = BootRecord bytes
  kReplacePage = 11,      ///< before, after = page images (root split)
  kCheckpointBegin = 12,  ///< after = CheckpointBegin
  kCheckpointEnd = 13,
  kRestoreRows = 14,  ///< undo of kTruncateRows, its mirror: before = present sibling u64, after =
                      ///< rows + sibling u64
  kRemoveEntry = 15,  ///< of a leaf that goes, and undo of kInsertEntry: before = entry
  kMapChange = 16,    ///< allocation map: entry `slot`; before, after = its value u8
};

inline constexpr uint8_t kFlagCompensation = 1;  ///< redo only; undo goes on at undo_next
inline constexpr uint8_t kFlagSystem = 2;        ///< of a system transaction: physical undo

struct LogRecord {
  RecordType type = RecordType::kBegin;
  uint8_t flags = 0;
  IndexId index;
  TxnId txn;
  Lsn previous;
  Lsn undo_next;
  PageId page;
  /// When a commit was logged, for whoever restores to a point in time. A system transaction has
  /// a time only if it enters or drops a table, with all its rows.
  TimeNs time = 0;
  uint16_t slot = 0;
  std::vector<std::byte> before;
  std::vector<std::byte> after;

  bool IsCompensation() const { return (flags & kFlagCompensation) != 0; }
  bool IsSystem() const { return (flags & kFlagSystem) != 0; }
  /// True for a commit that changes what users read: a restore to a point in time stops at one.
  bool CommitsRows() const { return type == RecordType::kCommit && (!IsSystem() || time != 0); }
  /// True for the types that change a page.
  bool ChangesPage() const;
  uint32_t EncodedSize() const;
};

inline constexpr size_t kRecordHeaderSize = 52;

/// Appends the record's bytes. A record that Decode would refuse is a bug.
void Encode(const LogRecord& record, std::vector<std::byte>& into);
/// kCorruptLog for anything that is not a whole, known record.
Result<LogRecord> Decode(ConstByteSpan bytes);
const char* ToString(RecordType type);

/// The page as an image, for kFormatPage and kReplacePage.
std::vector<std::byte> ImageOf(PageView page);

/// Applies the record to its page (redo; also the first time). Does not set the page LSN.
/// kCorruptPage, the page untouched, when it cannot be the one the record was written for.
Status Redo(const LogRecord& record, PageView page);

/// The record that undoes a system transaction's record physically: a compensation record, its
/// `previous` left to the caller. A formatted page becomes a free one (what it held was free
/// already); everything else is restored to the byte.
LogRecord PhysicalInverse(const LogRecord& record);

/// What a checkpoint's begin says of the transactions at that instant. The log from `oldest_active`
/// on has every record of each transaction that was active, so there is no table of them.
struct CheckpointBegin {
  Lsn oldest_active;  ///< the lowest first record of an active transaction; none: nobody was active
  TxnId next_txn;     ///< above every id that had been given
};
inline constexpr size_t kCheckpointBeginSize = 16;  ///< oldest active LSN u64 | next id u64
std::vector<std::byte> EncodeCheckpointBegin(const CheckpointBegin& begin);
/// kCorruptLog for bytes of another size.
Result<CheckpointBegin> DecodeCheckpointBegin(ConstByteSpan bytes);

}  // namespace snapscope::page
