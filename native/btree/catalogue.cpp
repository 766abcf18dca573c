#include "btree/catalogue.h"

namespace snapscope::btree {

namespace {

PageId RootOf(const page::BootRecord& boot, IndexId index) {
  return PageId{boot.roots.at(index.value - 1U)};
}

}  // namespace

Catalogue CatalogueIn(const page::BootRecord& boot, const Catalogue& known) {
  Catalogue found;
  for (IndexInfo tree : known.trees) {
    tree.root = RootOf(boot, tree.id);
    if (tree.root != PageId{}) found.trees.push_back(tree);
  }
  for (NonclusteredIndex index : known.nonclustered) {
    index.info.root = RootOf(boot, index.info.id);
    if (index.info.root != PageId{}) found.nonclustered.push_back(index);
  }
  return found;
}

Task<Result<page::BootRecord>> ReadBootRecord(Worker& worker, BufferPool& pool, DbId db) {
  const auto boot = co_await pool.Fetch(worker, db, page::kBootPage, LatchMode::kShared);
  CO_TRY(boot);
  if (boot.value().view().type() != page::PageType::kBoot) {
    co_return Error{ErrorCode::kCorruptPage, "page (1:9) is not a boot page"};
  }
  co_return page::ReadBoot(boot.value().view().bytes());
}

}  // namespace snapscope::btree
