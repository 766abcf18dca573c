#include "database/warm_pool.h"

#include <algorithm>
#include <utility>

#include "base/rng.h"
#include "database/database.h"

namespace snapscope::database {

namespace {

using btree::InitialIndex;

constexpr size_t kReadsInFlight = 64;

/// Leaves that the users touch. Entries of hot rows lie all over a nonclustered index.
uint64_t TouchedLeaves(const InitialIndex& index, const scenario::Scenario& scenario) {
  if (index.info.id != kAccounts || scenario.hot_rows == 0) return index.leaf_pages;
  const uint64_t leaves = (scenario.hot_rows + index.rows_per_leaf - 1) / index.rows_per_leaf;
  return std::min<uint64_t>(leaves, index.leaf_pages);
}

std::vector<PageId> InteriorPages(const InitialDatabase& initial) {
  std::vector<PageId> pages;
  for (const InitialIndex& index : initial.pages().indexes()) {
    for (uint32_t page = index.leaf_pages; page < index.pages; ++page) {
      pages.push_back(index.layout.PageAt(index.first_page + page));
    }
  }
  return pages;
}

}  // namespace

std::vector<PageId> PagesOfWarmPool(const InitialDatabase& initial,
                                    const scenario::Scenario& scenario, uint64_t most) {
  std::vector<PageId> interior = InteriorPages(initial);
  interior.resize(std::min<uint64_t>(interior.size(), most));
  uint64_t touched = 0;
  for (const InitialIndex& index : initial.pages().indexes()) {
    touched += TouchedLeaves(index, scenario);
  }
  const uint64_t taken = std::min(touched, most - interior.size());
  Rng rng(scenario.seed, "warm pool");
  std::vector<PageId> pages;
  pages.reserve(taken + interior.size());
  // One of each group of neighbours; group i ends before leaf (i + 1) * touched / taken.
  uint64_t first = 0;  // of the index, among all that are touched
  for (const InitialIndex& index : initial.pages().indexes()) {
    const uint64_t end = first + TouchedLeaves(index, scenario);
    while (pages.size() < taken) {
      const uint64_t group = pages.size();
      const uint64_t from = std::max(first, group * touched / taken);
      const uint64_t to = (group + 1) * touched / taken;
      if (from >= end) break;
      const uint64_t leaf = from + rng.Below(std::min(to, end) - from) - first;
      pages.push_back(index.layout.PageAt(index.first_page + static_cast<uint32_t>(leaf)));
    }
    first = end;
  }
  for (size_t left = pages.size(); left > 1; --left) {
    std::swap(pages[left - 1], pages[rng.Below(left)]);
  }
  pages.insert(pages.end(), interior.begin(), interior.end());
  return pages;
}

runtime::Task<Status> WarmPool(runtime::Worker& worker, buffer::BufferPool& pool,
                               const InitialDatabase* initial, const scenario::Scenario* scenario) {
  const std::vector<PageId> pages = PagesOfWarmPool(*initial, *scenario, pool.warm_frames());
  for (size_t next = 0; next < pages.size(); ++next) {
    if (pool.Place(kSourceDb, pages[next])) continue;
    if (next % kReadsInFlight == 0) {
      const size_t end = std::min(next + kReadsInFlight, pages.size());
      for (size_t ahead = next; ahead < end; ++ahead) {
        pool.Prefetch(worker, kSourceDb, pages[ahead]);
      }
    }
    CO_TRY(co_await pool.Fetch(worker, kSourceDb, pages[next], runtime::LatchMode::kShared));
  }
  co_return Status();
}

}  // namespace snapscope::database
