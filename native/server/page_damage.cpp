// A page that the disk damages behind the server's back, and what becomes of it: users who read it
// get 824 and are rolled back, the server goes on, and the run ends well only if the page was
// restored.
#include <algorithm>
#include <utility>

#include "page/allocation_map.h"
#include "page/page_buffer.h"
#include "server/server.h"

namespace snapscope::server {

namespace {

/// Pages that are drawn before the table counts as wholly in memory.
constexpr int kMostDraws = 20'000;

Error IsInMemory(PageId page) {
  return {ErrorCode::kRefused,
          "Page " + ToString(page) +
              " is in memory, from where it would be written over the damage; allowed: a page that "
              "is not, or none, for one that is drawn."};
}

Error IsNoPage(PageId page, const page::DatabaseSize& size) {
  return {ErrorCode::kRefused, "There is no page " + ToString(page) + " in use: the database has " +
                                   std::to_string(size.files) + " data files of " +
                                   std::to_string(size.file_pages) + " pages."};
}

Error AllInMemory() {
  return {ErrorCode::kRefused,
          "No page of the table was found that is not in memory, from where it would be written "
          "over the damage; a smaller server.memoryMiB leaves some on the disk alone."};
}

}  // namespace

Task<Result<bool>> Server::IsAllocated(Worker& worker, PageId page) {
  const auto pfs = co_await database_->pool().Fetch(worker, database::kSourceDb, page::PfsOf(page),
                                                    runtime::LatchMode::kShared);
  CO_TRY(pfs);
  co_return (page::MapEntry(pfs->view(), page::PfsSlot(page)) & page::kPfsAllocated) != 0;
}

/// A leaf of the table that has no frame.
Task<Result<PageId>> Server::DrawPageOnDisk(Worker& worker) {
  const page::DatabaseSize size = parts_.initial.size();
  Rng rng(scenario().seed, "damaged page " + std::to_string(damaged_.size()));
  page::PageBuffer buffer;
  for (int draw = 0; draw < kMostDraws; ++draw) {
    const auto file = static_cast<uint32_t>(rng.Below(size.files));
    const auto number = static_cast<uint32_t>(rng.Below(size.file_pages));
    const PageId page = PageId::Of(page::DataFileId(file), number);
    if (database_->pool().Holds(database::kSourceDb, page)) continue;
    if (!database_->source().ReadStored(page, buffer.span()).ok()) continue;
    const page::PageView view(buffer.span(), database_->source().form());
    const bool of_table =
        view.type() == page::PageType::kLeaf && view.index() == database::kAccounts;
    if (!of_table) continue;
    const auto allocated = co_await IsAllocated(worker, page);
    CO_TRY(allocated);
    // Nobody may have read it meanwhile.
    if (*allocated && !database_->pool().Holds(database::kSourceDb, page)) co_return page;
  }
  co_return AllInMemory();
}

Task<Result<PageId>> Server::PageToDamage(Worker& worker, std::optional<PageId> asked) {
  if (!asked) co_return co_await DrawPageOnDisk(worker);
  if (!parts_.initial.size().Has(*asked)) co_return IsNoPage(*asked, parts_.initial.size());
  const auto allocated = co_await IsAllocated(worker, *asked);
  CO_TRY(allocated);
  if (!*allocated) co_return IsNoPage(*asked, parts_.initial.size());
  if (database_->pool().Holds(database::kSourceDb, *asked)) co_return IsInMemory(*asked);
  co_return *asked;
}

/// Garbage, which says that it is another page. A compact page has no checksum that could be wrong:
/// of it only that is garbage.
Status Server::Damage(PageId page) {
  database::Database& database = *database_;
  Rng rng(scenario().seed, "garbage " + std::to_string(damaged_.size()));
  page::PageBuffer buffer;
  Status read = database.source().ReadStored(page, buffer.span());
  if (!read.ok() && read.error().code != ErrorCode::kCorruptPage) return read;
  if (database.source().form() == page::PageForm::kFull) {
    for (size_t at = 0; at < buffer.bytes.size(); at += sizeof(uint64_t)) {
      Store(ByteSpan(buffer.bytes), at, rng.Next());
    }
  }
  const auto other = static_cast<uint32_t>(page.number() + 1 + rng.Below(1000));
  const PageId found = PageId::Of(page.file(), other);
  Store(ByteSpan(buffer.bytes), page::header_offset::kId, found);
  storage::File& file = *database.data_files()[page::DataFilePosition(page.file())];
  TRY(file.DamageNow(uint64_t{page.number()} * page::kPageSize, buffer.span()));
  journal().written.Add(page);
  damaged_.push_back({page, found, file.path()});
  return Status();
}

Task<Status> Server::Run(Session& session, scenario::DamagePage command) {
  const Result<PageId> page = co_await PageToDamage(*session.worker, command.page);
  CO_TRY(page);
  CO_TRY(Damage(*page));
  session.TellBegin();
  const size_t phase = telemetry().BeginPhase("", "pageDamage");
  telemetry().EndPhase(phase, {{"file", page->file()}, {"page", page->number()}});
  co_return Status();
}

const Server::DamagedPage* Server::DamageIn(const std::string& message) const {
  const auto named = std::ranges::find_if(damaged_, [&message](const DamagedPage& damaged) {
    return message.find(ToString(damaged.page)) != std::string::npos;
  });
  return named == damaged_.end() ? nullptr : &*named;
}

bool Server::TellDamage(const Worker& worker, const Error& error) {
  const DamagedPage* damaged = DamageIn(error.message);
  if (damaged == nullptr) return false;
  telemetry().Log(worker.name(), telemetry::PageDamaged({.page = damaged->page,
                                                         .found = damaged->found,
                                                         .database = database::kSourceDb.value,
                                                         .file = damaged->file}));
  return true;
}

/// By the disk alone: whoever has written the page since has mended it.
std::optional<std::string> Server::DamageLeft() const {
  page::PageBuffer buffer;
  for (const DamagedPage& damaged : damaged_) {
    const Status read = database_->source().ReadStored(damaged.page, buffer.span());
    if (!read.ok()) return read.error().message;
  }
  return std::nullopt;
}

}  // namespace snapscope::server
