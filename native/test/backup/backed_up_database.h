// A small database in the recovery model full, on the simulated machine: one session changes rows,
// another one backs up, and restores beside. What should succeed fails the test if it does not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "backup/chunk_directory.h"
#include "database/file_names.h"
#include "database/restored_database.h"
#include "page/page_buffer.h"
#include "test/support/outcomes.h"
#include "test/support/scenarios.h"
#include "test/support/simulated_server.h"

namespace snapscope::backup {

class BackedUpDatabase final : public txn::CommitListener {
 public:
  explicit BackedUpDatabase(uint32_t data_files = 1)
      : scenario_(scenario::ParseScenario(Small(data_files).dump()).value()),
        initial_(database::InitialDatabase::Plan(scenario_).value()),
        user_(server_.cpu, &server_.telemetry, "spid51"),
        admin_(server_.cpu, &server_.telemetry, "spid1001") {}
  ~BackedUpDatabase() override { server_.executor.DestroyTasks(); }
  BackedUpDatabase(const BackedUpDatabase&) = delete;
  BackedUpDatabase& operator=(const BackedUpDatabase&) = delete;

  /// A test's body, which may use user().
  using Body = Task<void> (*)(BackedUpDatabase&);
  void Run(Body body) {
    server_.executor.Spawn("test", Conduct(body));
    server_.executor.Run();
    ASSERT_TRUE(is_over_) << "the test did not end";
  }

  database::Database& database() { return *server_.database; }
  sim::Disk& disk() { return disk_; }
  runtime::Executor& executor() { return server_.executor; }
  Worker& user() { return user_; }

  // Rows are named by their positions at the beginning.

  Task<txn::Transaction> Begin() {
    auto begun = co_await server_.database->transactions().Begin(user_);
    EXPECT_TRUE(begun.ok());
    co_return std::move(begun).value();
  }
  Task<void> Change(txn::Transaction& txn, uint64_t row, int64_t value) {
    test::ExpectOk(co_await server_.database->transactions().Update(user_, txn, database::kAccounts,
                                                                    KeyOf(row), value));
  }
  Task<void> Commit(txn::Transaction& txn) {
    test::ExpectOk(co_await server_.database->transactions().Commit(user_, txn));
  }
  /// In a transaction of its own.
  Task<void> Update(uint64_t row, int64_t value) { return UpdateBy(user_, row, value); }
  /// By another session.
  Task<void> UpdateBy(Worker& session, uint64_t row, int64_t value) {
    txn::TransactionManager& transactions = server_.database->transactions();
    auto begun = co_await transactions.Begin(session);
    test::ExpectOk(begun);
    test::ExpectOk(
        co_await transactions.Update(session, *begun, database::kAccounts, KeyOf(row), value));
    test::ExpectOk(co_await transactions.Commit(session, *begun));
  }
  /// When the last commit was logged.
  TimeNs committed_at() const { return committed_at_; }

  /// Nothing splits here: a row stays where it began.
  Task<PageId> PageOf(uint64_t row) {
    auto position = co_await server_.database->transactions()
                        .tree(database::kAccounts)
                        .Find(user_, KeyOf(row), runtime::LatchMode::kShared);
    EXPECT_TRUE(position.ok());
    co_return position->leaf.id();
  }
  /// Writes a page out as the lazy writer does.
  Task<void> WriteOut(PageId page) {
    auto gather = co_await server_.database->pool().BeginGather(user_, database::kSourceDb, page,
                                                                buffer::WriteReason::kLazyWriter);
    EXPECT_TRUE(gather.ok());
    EXPECT_FALSE(gather->pages.empty()) << ToString(page) << " is clean";
    test::ExpectOk(co_await server_.database->pool().WriteGather(std::move(gather).value()));
  }

  Task<BackupSet> BackUp(BackupKind kind, std::string name) {
    return BackUp(kind, std::move(name), BackupRequest());
  }
  /// `request` has its options.
  Task<BackupSet> BackUp(BackupKind kind, std::string name, BackupRequest request) {
    request.kind = kind;
    request.name = name;
    request.files = FilesOf(name, kind);
    request.source = admin_.name();
    auto done = co_await server_.database->BackUp(admin_, std::move(request));
    EXPECT_TRUE(done.ok()) << done.error().message;
    co_return done.ok() ? *done : BackupSet{};
  }
  /// Takes a backup while the test goes on.
  void BeginBackup(BackupKind kind, const std::string& name, BackupRequest request = {}) {
    ended_.reset();
    server_.executor.Spawn("backup", BackUpBeside(kind, name, std::move(request)));
  }
  bool has_ended() const { return ended_.has_value(); }
  Task<BackupSet> AwaitBackup() {
    while (!ended_) co_await user_.Think(kMillisecond);
    co_return *ended_;
  }
  /// Writes of chunks to the backup that have begun.
  uint64_t ChunksOf(const std::string& name, BackupKind kind) {
    constexpr uint64_t kFirst = 1;  // of a file's writes, by which its header is made
    const auto file = disk_.Find(FilesOf(name, kind).front().path);
    return file == nullptr ? 0 : file->next_sequence - std::min(file->next_sequence, 1 + kFirst);
  }

  /// Restores a database of its own, over what the restore before this one has left.
  Task<Status> RestoreBeside(std::vector<BackupSet> sets, StopPoint stop,
                             bool continue_after_error = false) {
    copy_.reset();
    const DbId db{++last_db_};
    database::RestoredDatabaseOptions options;
    options.scenario = &scenario_;
    options.initial = &initial_;
    options.machine = &server_.machine;
    options.server = &server_.database->engine();
    options.db = db;
    options.name = "copy";
    options.source = admin_.name();
    auto made = co_await database::RestoredDatabase::Create(admin_, std::move(options));
    CO_TRY(made);
    copy_ = std::move(made).value();
    std::vector<MediaSet> files;
    for (const BackupSet& set : sets) files.push_back(FilesOf(set.name, set.kind));
    Status restored = co_await copy_->Add(admin_, std::move(files), stop, ChainEnd::kRecovery,
                                          continue_after_error);
    if (restored.ok()) {
      const auto recovered = co_await copy_->Recover(admin_);
      if (!recovered.ok()) restored = recovered.error();
    }
    if (!restored.ok()) co_await server_.database->pool().Detach(admin_, db);
    co_return restored;
  }
  Task<Status> Verify(BackupSet set, bool with_checksum = false) {
    const auto verified =
        co_await backup::Verify(admin_, FilesOf(set.name, set.kind), nullptr, with_checksum);
    CO_TRY(verified);
    co_return Status();
  }
  /// Where the directory of the backup begins in its file.
  uint64_t DirectoryAt(const BackupSet& set) { return HeaderOf(set).directory_at; }
  /// The chunks that its file has.
  std::vector<DirectoryEntry> DirectoryOf(const BackupSet& set) {
    const BackupSet header = HeaderOf(set);
    std::vector<DirectoryEntry> chunks;
    for (uint64_t page = 0; page < DirectoryPages(header.directory_chunks); ++page) {
      FileOf(set).pages.Read(header.directory_at + page * page::kPageSize, page_.bytes);
      test::ExpectOk(DecodeDirectoryPage(page_.bytes, header, page, chunks));
    }
    return chunks;
  }
  /// Makes the byte of the backup another, or what it was before.
  void FlipByte(const BackupSet& set, uint64_t offset) {
    FlipByte(FilesOf(set.name, set.kind).front().path, offset);
  }
  void FlipByte(const std::string& path, uint64_t offset) {
    sim::StoredFile& file = **disk_.Open(path);
    const uint64_t page = offset / page::kPageSize * page::kPageSize;
    file.pages.Read(page, page_.bytes);
    page_.bytes[offset - page] ^= std::byte{1};
    const uint64_t sequence = file.next_sequence++;
    file.pages.AddPending(sequence, page, {page_.bytes});
    file.pages.Settle(sequence, page, page::kPageSize, sim::PendingOutcome::kKept, nullptr);
  }
  database::RestoredDatabase& copy() { return *copy_; }
  /// Where its first data file is.
  std::string restored_path() const { return copy_->places().front().path; }
  page::PageView Restored(PageId page) {
    const Status read = copy_->ReadStored(page, page_.span());
    EXPECT_TRUE(read.ok()) << ToString(page);
    return page::PageView(page_.span());
  }
  /// The value of the row, on that page.
  int64_t RestoredValue(PageId page, uint64_t row) {
    const page::PageView view = Restored(page);
    return page::PeekRow(view.row_at(view.LowerBound(KeyOf(row)))).value;
  }

 private:
  static test::Json Small(uint32_t data_files) {
    test::Json scenario = test::FullRecovery({});
    scenario["database"].update(
        {{"sizeMiB", 32}, {"filledPercent", 25}, {"logSizeMiB", 16}, {"dataFiles", data_files}});
    for (test::Json& volume : scenario["storage"]["volumes"]) {
      volume["device"] = {{"parallelism", 8},
                          {"readServiceUs", 5000},
                          {"writeServiceUs", 5000},
                          {"spread", "fixed"},
                          {"bandwidthMiBPerSecond", 400}};
    }
    return scenario;
  }

  Task<void> Conduct(Body body) {
    co_await user_.Start();
    co_await admin_.Start();
    const Status created = co_await server_.Create(user_);
    EXPECT_TRUE(created.ok());
    if (!created.ok()) co_return;
    co_await body(*this);
    is_over_ = true;
    server_.executor.Stop();
  }

  Task<void> BackUpBeside(BackupKind kind, std::string name, BackupRequest request) {
    ended_ = co_await BackUp(kind, std::move(name), std::move(request));
  }

  sim::StoredFile& FileOf(const BackupSet& set) {
    return **disk_.Open(FilesOf(set.name, set.kind).front().path);
  }
  BackupSet HeaderOf(const BackupSet& set) {
    FileOf(set).pages.Read(0, page_.bytes);
    return DecodeSet(page_.bytes).value();
  }
  MediaSet FilesOf(const std::string& name, BackupKind kind) {
    return database::BackupFilePlaces(server_.machine, scenario_, name, kind == BackupKind::kLog,
                                      1);
  }
  uint64_t KeyOf(uint64_t row) const { return initial_.KeyAt(database::kAccounts, row); }

  void OnCommit(TxnId, Lsn, std::span<const txn::CommittedChange>) override {
    committed_at_ = server_.executor.Now();
  }
  void OnAcknowledged(TxnId, Lsn) override {}

  const scenario::Scenario scenario_;
  const database::InitialDatabase initial_;
  sim::Disk disk_{1};
  test::SimulatedServer server_{disk_, scenario_, initial_, this};
  Worker user_;
  Worker admin_;
  std::unique_ptr<database::RestoredDatabase> copy_;
  std::optional<BackupSet> ended_;
  page::PageBuffer page_;
  TimeNs committed_at_ = 0;
  uint32_t last_db_ = 100;
  bool is_over_ = false;
};

}  // namespace snapscope::backup
