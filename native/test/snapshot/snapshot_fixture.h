// A source of three files, a snapshot of it, and the pages that both show.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "snapshot/snapshot.h"
#include "test/storage/test_machine.h"
#include "test/support/outcomes.h"

namespace snapscope::test {

using snapshot::Snapshot;
using snapshot::SourceStore;
using snapshot::SparseFile;

/// Not a multiple of a region's pages: the last region is shortened.
inline constexpr uint32_t kPages = 61;

inline PageId Page(uint32_t number) { return PageId::Of(1, number); }

inline std::vector<storage::File*> Pointers(
    const std::vector<std::unique_ptr<storage::File>>& files) {
  std::vector<storage::File*> pointers;
  for (const auto& file : files) pointers.push_back(file.get());
  return pointers;
}

/// A page that says `value` in its right sibling.
inline void MakePage(ByteSpan into, PageId page, uint64_t value, Lsn lsn = Lsn{}) {
  page::PageView view(page::PageSpan(into.data(), page::kPageSize));
  view.Format(page, page::PageType::kLeaf, IndexId{1}, 0, 64);
  view.set_right_sibling(PageId{value});
  view.set_lsn(lsn);
  page::SealPage(view.bytes());
}

/// A source of three files of kPages pages that say file * 1000 + number, and a snapshot of it.
class SnapshotTest : public ::testing::Test {
 protected:
  static constexpr uint32_t kFiles = 3;

  SnapshotTest() {
    for (uint32_t position = 0; position < kFiles; ++position) {
      source_files_.push_back(SourceFile(position));
    }
    source_ = std::make_unique<SourceStore>(executor(), Pointers(source_files_));
    snapshot_ = NewSnapshot();
    for (uint32_t position = 0; position < kFiles; ++position) {
      const storage::FilePlace place = PlaceOf(position);
      snapshot_->files().Add(
          SparseFile(page::DataFileId(position), place, Create(place.path, kSparse)));
      const PageId header = PageId::Of(page::DataFileId(position), 0);
      if (position == 0) continue;  // that is the snapshot's, which the tests write
      EXPECT_TRUE(Get(executor(), snapshot_->files().Of(header).WriteHeader({})).ok());
    }
  }

  std::unique_ptr<storage::File> SourceFile(uint32_t position) {
    auto file = Create(machine_.Path("source" + std::to_string(position)),
                       {.size = kPages * page::kPageSize});
    Buffer all(kPages * page::kPageSize);
    for (uint32_t number = 0; number < kPages; ++number) {
      const PageId page = PageId::Of(page::DataFileId(position), number);
      MakePage(all.span().subspan(number * page::kPageSize, page::kPageSize), page,
               page.file() * 1000 + number);
    }
    EXPECT_TRUE(Get(executor(), file->WriteDurable(0, all.list())).ok());
    return file;
  }

  runtime::Executor& executor() { return machine_.executor(); }

  std::unique_ptr<storage::File> Create(const std::string& path, storage::FileOptions options) {
    return Get(executor(), machine_.volume().Create(path, options)).value();
  }

  storage::FilePlace PlaceOf(uint32_t position) {
    return {&machine_.volume(), machine_.Path("snap" + std::to_string(position) + ".ss")};
  }

  std::unique_ptr<Snapshot> NewSnapshot() {
    return std::make_unique<Snapshot>(executor(), "snap", DbId{6}, *source_);
  }

  /// What a restart does, by a worker of its own.
  Status OpenFiles(Snapshot& snapshot, std::vector<storage::FilePlace> places) {
    return RunSession<Status>(executor(), [&](runtime::Worker& worker) {
      return snapshot.OpenFiles(worker, std::move(places), {});
    });
  }
  Status Reload(Snapshot& snapshot) {
    return RunSession<Status>(executor(),
                              [&](runtime::Worker& worker) { return snapshot.Reload(worker); });
  }

  /// Its creation has ended, and the mark is on the disk.
  void Complete() {
    snapshot_->life().Become(snapshot::State::kOnline);
    EXPECT_TRUE(Get(executor(), snapshot_->WriteHeader()).ok());
  }

  storage::File& FileOf(PageId page) { return snapshot_->files().Of(page).file(); }

  /// Writes a copied page into the sparse file.
  void Copy(uint32_t number, uint64_t value, Lsn lsn = Lsn{}) { Copy(Page(number), value, lsn); }
  void Copy(PageId page, uint64_t value, Lsn lsn = Lsn{}) {
    Buffer bytes(page::kPageSize);
    MakePage(bytes.span(), page, value, lsn);
    snapshot_->SetCopied(page);
    EXPECT_TRUE(Get(executor(), snapshot_->WritePages(page, bytes.list())).ok());
  }

  static uint64_t Shown(Snapshot& snapshot, uint32_t number) {
    return Shown(snapshot, Page(number));
  }
  static uint64_t Shown(Snapshot& snapshot, PageId page) {
    Buffer bytes(page::kPageSize);
    const page::PageSpan span(bytes.span().data(), page::kPageSize);
    ExpectOk(snapshot.ReadNow(page, span));
    return page::PageView(span).right_sibling().value;
  }

  SimMachine machine_;
  static constexpr storage::FileOptions kSparse{.size = kPages * page::kPageSize, .sparse = true};

  std::vector<std::unique_ptr<storage::File>> source_files_;
  std::unique_ptr<SourceStore> source_;
  std::unique_ptr<Snapshot> snapshot_;
};

}  // namespace snapscope::test
