// What a page's first change since a snapshot was armed must be preceded by, and the write of a
// page that has changed since.
#pragma once

#include "base/ids.h"
#include "base/mutation.h"
#include "base/result.h"
#include "page/layout.h"
#include "runtime/cpu.h"
#include "runtime/task.h"

namespace snapscope::buffer {

MUTATION(kPushAfterChange, "the pre-image is taken after the page has changed");

/// What is awaited before a page of a database changes for the first time: the source's pages are
/// pushed to the armed snapshots; a snapshot's own are claimed for it by its recovery. Whether a
/// page may be changed at all is another question (PageStore::MayChange).
///
/// The pool calls Push until NeedsPush is false, then changes the page without suspending. It does
/// so with the pre-image still in the frame, under the page's EX latch.
class BeforeFirstChange {
 public:
  virtual ~BeforeFirstChange() = default;

  /// The cheap test, made before every change: whether a snapshot lacks the page.
  virtual bool NeedsPush(PageId page) const = 0;
  /// Makes the pre-image durable in every snapshot that lacks the page (that of a snapshot: claims
  /// the page for its sparse file); bills the worker.
  virtual runtime::Task<Status> Push(runtime::Worker& worker, PageId page,
                                     page::ConstPageSpan pre_image) = 0;
  /// Pushes the page before redo applies the record at `lsn` once more.
  virtual runtime::Task<Status> PushForRedo(runtime::Worker& worker, PageId page,
                                            page::ConstPageSpan pre_image, Lsn /*lsn*/) {
    return Push(worker, page, pre_image);
  }
  /// True while every change must be in the log: a snapshot that is being created reads it, from
  /// its arming to the end of its creation, and so does a backup.
  virtual bool MustLog() const { return false; }
  /// True while a pre-image of the page is in memory alone. The page must not be written before
  /// that image is durable: AwaitPreImage asks for it, and waits.
  virtual bool HoldsPreImage(PageId) const { return false; }
  virtual runtime::Task<Status> AwaitPreImage(runtime::Worker&, PageId) { co_return Status(); }
};

}  // namespace snapscope::buffer
