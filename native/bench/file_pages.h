// Pages as they are in a data file, without a log: what redo and undo work on as a restart does.
#pragma once

#include <vector>

#include "buffer/buffer_pool.h"
#include "page/layout.h"
#include "storage/file.h"

namespace snapscope::bench {

class FilePages final : public buffer::PageStore {
 public:
  /// `file` outlives it. The pool that it is for holds all of its pages: none is written.
  explicit FilePages(storage::File& file) : file_(file) {}

  runtime::Task<Status> ReadPage(PageId page, page::PageSpan into) override {
    CO_TRY(co_await file_.Read(uint64_t{page.number()} * page::kPageSize, into));
    co_return page::VerifyPage(into, page, page::PageForm::kFull);
  }
  runtime::Task<Status> WritePages(PageId, std::vector<ConstByteSpan>) override {
    CHECK(false, "the pool holds every page");
    co_return Status();
  }
  wal::Log* log() override { return nullptr; }

 private:
  storage::File& file_;
};

}  // namespace snapscope::bench
