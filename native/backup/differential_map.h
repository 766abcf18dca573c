// Which extents have changed since the last full backup: what the DIFF maps of the product say.
//
// A page counts when it is written to its data file. A backup begins with a checkpoint, so by then
// every change before it has been.
//
// Known while the server runs: after a restart a differential backup needs a new full one first.
#pragma once

#include <iterator>
#include <memory>
#include <set>

#include "base/ids.h"
#include "base/mutation.h"
#include "page/allocation_map.h"
#include "page/page_bitmap.h"
#include "snapshot/source_store.h"

namespace snapscope::backup {

MUTATION(kDifferentialExtentLost, "a differential backup leaves out an extent that has changed");
MUTATION(kDifferentialClearedByFailure,
         "a full backup that fails begins the changes for differential ones anew");

/// The pages that are written to the data files while it lives.
class WrittenPages {
 public:
  /// `source` outlives it.
  WrittenPages(snapshot::SourceStore& source, const page::DatabaseSize& size)
      : source_(source), pages_(size) {
    source_.AddWritten(&pages_);
  }
  ~WrittenPages() { source_.RemoveWritten(&pages_); }
  WrittenPages(const WrittenPages&) = delete;
  WrittenPages& operator=(const WrittenPages&) = delete;

  std::set<page::ExtentId> Extents() const {
    std::set<page::ExtentId> extents;
    pages_.ForEach([&](PageId page) { extents.insert(page::ExtentOf(page)); });
    return extents;
  }

 private:
  snapshot::SourceStore& source_;
  page::PageSet pages_;
};

/// The full backup that differential ones go with.
struct DifferentialBase {
  Lsn checkpoint;    ///< none of an array snapshot that was taken before the first
  uint64_t set = 0;  ///< its id: array snapshots that follow one checkpoint are told apart by it

  bool IsNone() const { return set == 0; }
};

class DifferentialMap {
 public:
  /// `source` outlives the map.
  DifferentialMap(snapshot::SourceStore& source, page::DatabaseSize size)
      : source_(source), size_(size) {}
  DifferentialMap(const DifferentialMap&) = delete;
  DifferentialMap& operator=(const DifferentialMap&) = delete;

  const DifferentialBase& base() const { return base_; }
  const page::DatabaseSize& size() const { return size_; }
  /// What it says of the time since its base is not known to be all: the next differential reads
  /// every allocated extent. Until the next full backup.
  bool is_invalid() const { return is_invalid_; }
  void Invalidate() { is_invalid_ = true; }

  /// The extents with a page that has been written since.
  std::set<page::ExtentId> Extents() const {
    std::set<page::ExtentId> extents;
    if (changed_) extents = changed_->Extents();
    if (Mutated(kDifferentialExtentLost) && !extents.empty()) {
      extents.erase(std::next(extents.begin(), static_cast<ptrdiff_t>(extents.size() / 2)));
    }
    return extents;
  }

  /// What is written from the begin of a full backup on. It becomes the map if the backup ends
  /// well, and is forgotten otherwise.
  class Pending {
   public:
    explicit Pending(DifferentialMap& map)
        : map_(map), written_(std::make_unique<WrittenPages>(map.source_, map.size_)) {}
    ~Pending() {
      if (written_ && Mutated(kDifferentialClearedByFailure)) Become(map_.base_);
    }
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;

    void Become(DifferentialBase base) {
      map_.changed_ = std::move(written_);
      map_.base_ = base;
      map_.is_invalid_ = false;
    }

   private:
    DifferentialMap& map_;
    std::unique_ptr<WrittenPages> written_;
  };

 private:
  snapshot::SourceStore& source_;
  const page::DatabaseSize size_;
  std::unique_ptr<WrittenPages> changed_;
  DifferentialBase base_;
  bool is_invalid_ = false;
};

}  // namespace snapscope::backup
