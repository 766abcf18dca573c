// The extents that a backup reads.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "backup/format.h"
#include "buffer/buffer_pool.h"
#include "page/allocation_map.h"
#include "snapshot/source_store.h"

namespace snapscope::backup {

using Extents = std::set<page::ExtentId>;

/// Adds what is allocated, by the GAM pages, and the extents of maps, which nobody ever frees.
/// Errors: kIo, kCorruptPage.
runtime::Task<Status> AddAllocated(runtime::Worker& worker, buffer::BufferPool& pool, DbId db,
                                   page::DatabaseSize size, Extents& extents);

/// Of a database that has no pool: its GAM pages are read from its files.
runtime::Task<Status> AddAllocated(runtime::Worker& worker, snapshot::SourceStore& pages,
                                   page::DatabaseSize size, Extents& extents);

/// Neighbouring extents together, as many as a buffer takes.
std::vector<PageRun> RunsOf(const Extents& extents, uint32_t file_pages, uint32_t transfer_bytes);

uint64_t PagesOf(const std::vector<PageRun>& runs);

}  // namespace snapscope::backup
