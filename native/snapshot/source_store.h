// The source database's pages: its data files and its log. What precedes a first change of them is
// CopyOnWrite's.
#pragma once

#include <optional>
#include <vector>

#include "btree/initial_pages.h"
#include "buffer/buffer_pool.h"
#include "page/page_bitmap.h"
#include "runtime/sync.h"
#include "snapshot/page_gate.h"
#include "storage/file.h"
#include "wal/log.h"

namespace snapscope::snapshot {

using runtime::Task;
using runtime::Worker;

class SourceStore final : public buffer::PageStore {
 public:
  /// `files`: in the order of their positions (page::DataFilePosition), the first at least.
  SourceStore(runtime::Executor& executor, std::vector<storage::File*> files,
              page::PageForm form = page::PageForm::kFull);

  /// No write of a page begins until the hold is destroyed: the files stay as they are, but for the
  /// writes that were under way.
  storage::WriteGate::Hold HoldNow() { return held_.HoldNow(executor_); }
  /// Returns once no write of a page is under way; none begins until the hold is destroyed. Who
  /// waits for that is billed to DISKIO_SUSPEND, as nobody is who waits for the end of HoldNow().
  Task<storage::WriteGate::Hold> Freeze() { return writes_.HoldWrites(executor_); }
  bool is_frozen() const { return !writes_.is_open(); }

  void SetLog(wal::Log* log) { log_ = log; }
  /// Notes in `written` the pages whose write begins from now on, until it is removed. A write that
  /// still waits for a reader of the page or for the end of a hold has not begun.
  void AddWritten(page::PageSet* written) { written_.push_back(written); }
  void RemoveWritten(page::PageSet* written) { std::erase(written_, written); }
  /// What the files compute the pages from that nobody has written; null: they compute none.
  void SetInitial(const btree::InitialPages* initial) { initial_ = initial; }
  const std::vector<storage::File*>& files() const { return files_; }
  /// What the pages in the files look like, and those that are read and written.
  page::PageForm form() const { return form_; }

  bool Recalls() const override { return form_ == page::PageForm::kCompact; }
  std::optional<page::Branch> RecallBranch(PageId page, uint64_t key) const override;
  Task<Status> WritePages(PageId first, std::vector<ConstByteSpan> pages) override;
  storage::WriteGate* writes() override { return &writes_; }
  wal::Log* log() override { return log_; }

  // The ways to read a page. But for ReadRange they verify what they read: kCorruptPage, or
  // kCorruptLog for a page that is younger than the log. Writing the log first makes that
  // impossible, so the log has lost its end.

  /// For the pool, of a page that is not there. Waits for no write, since a page that is being
  /// written is in the pool.
  Task<Status> ReadPage(PageId page, page::PageSpan into) override;
  /// For a snapshot that lacks the page, whether the pool has it or not: waits for a write of the
  /// page, and keeps writes of it waiting.
  Task<Status> ReadForSnapshot(PageId page, page::PageSpan into);
  /// For the push of an extent: neighbouring pages in one read, which waits as ReadForSnapshot
  /// does. They are not verified, since some of them may be of no interest, and damaged.
  Task<Status> ReadRange(PageId first, ByteSpan into);
  /// One page as the file has it now, outside engine time, in form(); waits for nothing. For the
  /// pool, which lacks no more than the bytes of the page, and for the comparison with the oracle.
  Status ReadStored(PageId page, page::PageSpan into) override;
  /// One page as the file has it now, in its full form, for whoever takes it apart outside the
  /// engine.
  Status ReadNow(PageId page, page::PageSpan into);

 private:
  Status Verify(PageId page, page::PageSpan bytes) const;
  /// Waits for each page in turn, in their order: so those who take several never wait in a circle.
  Task<void> EnterRange(PageId first, uint32_t count);
  void LeaveRange(PageId first, uint32_t count);
  /// Enters the pages once nothing holds their writes; no gate is held while that is waited for.
  Task<storage::WriteGate::Write> EnterToWrite(PageId first, uint32_t count);

  void NoteWritten(PageId first, uint32_t count);

  /// kCorruptLog for a page that the database does not have: a damaged record or page names it. It
  /// must not be taken for one that was never written, which redo formats.
  Status CheckExists(PageId page) const;
  storage::File& FileOf(PageId page) const {
    return *files_.at(page::DataFilePosition(page.file()));
  }

  runtime::Executor& executor_;
  const std::vector<storage::File*> files_;
  const page::PageForm form_;
  wal::Log* log_ = nullptr;
  const btree::InitialPages* initial_ = nullptr;
  std::vector<page::PageSet*> written_;
  PageGate gate_;
  storage::WriteGate held_;    ///< where writes wait for the end of HoldNow()
  storage::WriteGate writes_;  ///< where they wait for a thaw
};

}  // namespace snapscope::snapshot
