// A small server whose power failed, with the files that it left: a data file, a log with work to
// redo and to undo, a complete snapshot. Each trial damages copies of them and starts the server
// from these, in a world of its own.
//
//   text   | damage | damage | ...
//   damage | file u8 | place u16 | offset u16 | count u8 | bytes
//
// `file` is 0 data, 1 log, 2 sparse (modulo 3); `place` a page, or a block of the log. With
// kSealedDamage the page's, or the block's, checksum is made for what it then holds, which no decay
// does: that is for what lies behind the checksums.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/aligned_buffer.h"
#include "database/database.h"
#include "fuzz/byte_source.h"
#include "machine/simulated_machine.h"
#include "page/layout.h"
#include "scenario/default_scenario_generated.h"
#include "server/committed_rows.h"
#include "server/scenario_options.h"
#include "verification/verification.h"
#include "wal/format.h"
#include "workload/workload.h"

namespace snapscope::fuzz {

inline constexpr uint8_t kSealedDamage = 0x80;

/// What became of a server that started from damaged files.
struct Trial {
  bool refused = false;      ///< it did not start, with a reason
  bool damage_told = false;  ///< it did, and whoever reads what is damaged is told
  std::string wrong;         ///< what must never be: damage that was read as good
};

class CrashedServer final : private txn::CommitListener, private snapshot::SnapshotListener {
 public:
  CrashedServer() {
    nlohmann::json json = nlohmann::json::parse(scenario::kDefaultScenario);
    json.merge_patch(nlohmann::json::parse(R"({
      "durationSeconds": 1, "warmupSeconds": 0, "server": {"schedulers": 2, "memoryMiB": 1},
      "database": {"sizeMiB": 2, "logSizeMiB": 4, "rowBytes": 300, "targetRecoveryTimeSeconds": 0,
                   "nonclusteredIndexes": 1},
      "workload": {"users": 4, "thinkTimeMs": 10, "rollbackPercent": 20}})"));
    scenario_ = scenario::ParseScenario(json.dump()).value();
    initial_ = std::make_unique<database::InitialDatabase>(
        database::InitialDatabase::Plan(scenario_).value());
    oracle_ = std::make_unique<oracle::Oracle>(*initial_);
    oracle_->RetainFrom(Lsn{1});
    LiveAndDie();
    FindBlocks();
  }

  Trial RestartDamaged(ByteSource text) const {
    Files files = files_;
    const bool sealed = Damage(text, files);
    sim::Disk disk(1);
    for (const FileImage& file : files) Place(file, disk);
    Trial trial;
    Server server(*this, disk);
    server.executor.Spawn("restart", Restart(server, sealed, trial));
    server.executor.Run();
    server.executor.DestroyTasks();
    return trial;
  }

 private:
  /// A file's bytes, and which of its regions are allocated.
  struct FileImage {
    std::string path;
    bool sparse = false;
    std::vector<std::byte> bytes{};
    std::vector<bool> regions{};
  };
  using Files = std::array<FileImage, 4>;
  static constexpr size_t kData = 0;
  static constexpr size_t kLog = 1;

  struct Block {
    Lsn lsn;
    uint64_t offset = 0;
    uint32_t bytes = 0;
  };

  /// A process over a disk.
  struct Server {
    Server(const CrashedServer& crashed, sim::Disk& disk)
        : machine(disk),
          executor(machine.clock()),
          cpu(executor, crashed.scenario_.schedulers),
          telemetry(executor, {}, [](std::vector<std::byte>) {}),
          worker(cpu, &telemetry, "spid7s") {
      CHECK(machine.Prepare(executor, crashed.scenario_).ok(), "the machine has no volumes");
      options = {.scenario = &crashed.scenario_,
                 .initial = crashed.initial_.get(),
                 .machine = &machine,
                 .cpu = &cpu,
                 .telemetry = &telemetry};
    }

    machine::SimulatedMachine machine;
    runtime::Executor executor;
    runtime::CpuModel cpu;
    telemetry::Telemetry telemetry;
    runtime::Worker worker;
    database::DatabaseOptions options;
    std::unique_ptr<database::Database> database;
    std::unique_ptr<workload::Workload> users;
  };

  void LiveAndDie() {
    sim::Disk disk(1);
    disk.SetAtomicWrites("Q:\\MSSQL\\sales.mdf");  // a torn page is damage that the trials bring
    {
      Server server(*this, disk);
      server.options.commits = this;
      server.options.snapshots = this;
      server.executor.Spawn("life", Live(server));
      server.executor.Run();
      disk.PowerCut(Rng(1, "cut"));
      server.executor.DestroyTasks();
    }
    disk.Restart();
    files_ = {Take(disk, "Q:\\MSSQL\\sales.mdf"), Take(disk, "J:\\MSSQL\\sales.ldf"),
              Take(disk, "P:\\MSSQL\\snap.ss"), Take(disk, "Q:\\MSSQL\\snapshots.cat")};
  }

  runtime::Task<void> Live(Server& server) {
    co_await server.worker.Start();
    auto created = co_await database::Database::Create(server.worker, server.options);
    CHECK(created.ok(), "the database was not created");
    server.database = std::move(created).value();
    const auto on_error = [](const Error& error) { CHECK(false, "%s", error.message.c_str()); };
    server.database->Start(on_error);
    server.users = std::make_unique<workload::Workload>(
        server.cpu, server.database->transactions(), server.telemetry,
        server::UsersOf(scenario_, *initial_), on_error);
    server.users->Start();
    // So long that the snapshot's recovery redoes pages which are not written before the end.
    co_await server.executor.Sleep(103 * kMillisecond);
    snapshot::CreateRequest request{
        .name = "snap", .files = server.database->SnapshotFiles("snap"), .source = "spid51"};
    const auto snapshot =
        co_await server.database->snapshots().Create(server.worker, std::move(request));
    CHECK(snapshot.ok(), "the snapshot was not created");
    CHECK((*snapshot)->figures().pages_pulled_by_redo > 0, "there was nothing to redo");
    co_await server.executor.Sleep(200 * kMillisecond);
    server.executor.Stop();
  }

  static FileImage Take(sim::Disk& disk, const char* path) {
    const auto stored = disk.Open(path);
    CHECK(stored.ok(), "%s is not there", path);
    FileImage file{.path = path, .sparse = (*stored)->sparse};
    file.bytes.resize((*stored)->size);
    (*stored)->pages.Read(0, file.bytes);
    file.regions = (*stored)->regions;
    return file;
  }

  static void Place(const FileImage& file, sim::Disk& disk) {
    disk.SetBase(file.path, [&file](uint64_t number, ByteSpan into) {
      std::memcpy(into.data(), file.bytes.data() + number * page::kPageSize, into.size());
    });
    const auto stored =
        disk.Create("Q", file.path, {.size = file.bytes.size(), .sparse = file.sparse});
    CHECK(stored.ok(), "%s cannot be placed", file.path.c_str());
    for (uint64_t region = 0; region < file.regions.size(); ++region) {
      if (file.regions[region]) (*stored)->AllocateRegions(region * sim::kRegionBytes, 1);
    }
  }

  void FindBlocks() {
    const ConstByteSpan log = files_[kLog].bytes;
    const auto header =
        wal::DecodeHeader(log.subspan(wal::kHeaderSlotStride, wal::kUnitBytes), log.size());
    CHECK(header.ok(), "the log has no header");
    for (Lsn lsn = header->first;;) {
      const uint64_t offset = header->geometry.OffsetOf(lsn);
      const auto bytes = wal::PeekBlockBytes(log.subspan(offset, wal::kUnitBytes), lsn);
      if (!bytes) break;
      const auto block = wal::DecodeBlock(log.subspan(offset, *bytes), lsn);
      if (!block.ok()) break;
      blocks_.push_back({lsn, offset, *bytes});
      lsn = block->end();
    }
    CHECK(blocks_.size() > 16, "the log has %zu blocks", blocks_.size());
  }

  /// True if some of it was sealed.
  bool Damage(ByteSource text, Files& files) const {
    bool sealed = false;
    while (!text.empty()) {
      const auto kind = text.Take<uint8_t>();
      const auto place = text.Take<uint16_t>();
      const auto offset = text.Take<uint16_t>();
      const ConstByteSpan bytes = text.TakeBytes(text.Take<uint8_t>());
      const bool seals = (kind & kSealedDamage) != 0;
      const size_t number = (kind & ~kSealedDamage) % files.size();
      const ByteSpan file = files[number].bytes;
      sealed |= seals;
      if (number == kLog && (place & 1) == 0) {
        const size_t block = place / 2U % blocks_.size();
        const uint32_t first = seals ? wal::kBlockHeaderBytes : 0;
        Overwrite(file.subspan(blocks_[block].offset + first, blocks_[block].bytes - first), offset,
                  bytes);
        if (seals) SealBlocksFrom(block, file);
        continue;
      }
      const auto page = file.subspan(place / 2U % (file.size() / page::kPageSize) * page::kPageSize,
                                     page::kPageSize);
      Overwrite(page, offset, bytes);
      if (seals) page::SealPage(page::PageSpan(page.data(), page::kPageSize));
    }
    return sealed;
  }

  static void Overwrite(ByteSpan place, uint16_t offset, ConstByteSpan bytes) {
    const ByteSpan rest = place.subspan(offset % place.size());
    std::copy_n(bytes.begin(), std::min(bytes.size(), rest.size()), rest.begin());
  }

  /// Each block names the checksum of the one before it: so all that follow are made anew, too.
  void SealBlocksFrom(size_t block, ByteSpan log) const {
    uint64_t previous = Load<wal::BlockHeader>(log, blocks_[block].offset).previous_checksum;
    for (; block < blocks_.size(); ++block) {
      const ByteSpan bytes = log.subspan(blocks_[block].offset, blocks_[block].bytes);
      const auto header = Load<wal::BlockHeader>(bytes, 0);
      wal::SealBlock(bytes, {blocks_[block].lsn, header.generation, previous}, header.payload_bytes,
                     header.record_count);
      previous = Load<wal::BlockHeader>(bytes, 0).checksum;
    }
  }

  runtime::Task<void> Restart(Server& server, bool sealed, Trial& trial) const {
    co_await server.worker.Start();
    database::RestartFigures figures;
    auto restarted = co_await database::Database::Restart(server.worker, server.options, &figures);
    if (!restarted.ok()) {
      trial.refused = true;
      if (restarted.error().message.empty()) trial.wrong = "it was refused without a reason";
    } else {
      server.database = std::move(restarted).value();
      // What is behind a checksum that was made for it cannot be told from what was meant.
      if (!sealed) Compare(*server.database, figures.end, trial);
    }
    server.executor.Stop();
  }

  void Compare(database::Database& database, Lsn end, Trial& trial) const {
    CompareWith("the source", end, trial, [&](PageId page, page::PageSpan into) -> Status {
      TRY(database.source().ReadNow(page, into));
      return CheckNotOvertaken(page, into, end);
    });
    const auto snapshot = database.snapshots().Find("snap");
    if (snapshot == nullptr || snapshot->state() != snapshot::State::kOnline) {
      trial.damage_told = true;
      return;
    }
    CompareWith("the snapshot", snapshot->split(), trial,
                [&](PageId page, page::PageSpan into) { return snapshot->ReadNow(page, into); });
  }

  /// A page with a change that the log has lost is told by its LSN for as long as the log ends
  /// before that. The restart writes on from the end that it found, and a page that it does not
  /// read is overtaken: it then has an LSN as of today. Nothing on it tells, so it counts as told.
  Status CheckNotOvertaken(PageId page, ConstByteSpan now, Lsn end) const {
    const uint64_t offset = uint64_t{page.number()} * page::kPageSize;
    const Lsn lsn = Load<Lsn>(now, page::header_offset::kLsn);
    const Lsn left = Load<Lsn>(files_[kData].bytes, offset + page::header_offset::kLsn);
    if (lsn != left || lsn < end) return Status();
    return Error{ErrorCode::kCorruptLog, "the log ended before page " + ToString(page)};
  }

  void CompareWith(const char* what, Lsn split, Trial& trial,
                   const verification::PageReader& read) const {
    bool told = false;
    const auto noting = [&](PageId page, page::PageSpan into) {
      Status status = read(page, into);
      told = told || !status.ok();
      return status;
    };
    const auto result =
        verification::Verify(noting, *oracle_, verification::ScopeOf(*initial_, split));
    trial.damage_told = trial.damage_told || told;
    if (!result.passed() && !told) trial.wrong = std::string(what) + ": " + result.problem;
  }

  void OnSplit(const snapshot::Snapshot& snapshot) override { oracle_->Pin(snapshot.split()); }
  void OnComplete(snapshot::Snapshot&) override {}
  void OnDrop(snapshot::Snapshot&) override {}
  void OnPhase(const std::string&, const std::string&) override {}
  void OnCommit(TxnId txn, Lsn lsn, std::span<const txn::CommittedChange> changes) override {
    oracle_->Commit(txn, lsn, server::CommittedRows(changes));
  }
  void OnAcknowledged(TxnId, Lsn) override {}

  scenario::Scenario scenario_;
  std::unique_ptr<database::InitialDatabase> initial_;
  std::unique_ptr<oracle::Oracle> oracle_;
  Files files_;
  std::vector<Block> blocks_;
};

}  // namespace snapscope::fuzz
