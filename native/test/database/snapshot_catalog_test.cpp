// What a start of the server makes of the catalogue of snapshots, and of files that are not as it
// says: nothing else tells it which snapshots there are.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "database/file_names.h"
#include "page/page_buffer.h"
#include "test/support/outcomes.h"
#include "test/support/run_support.h"
#include "test/support/simulated_server.h"

namespace snapscope::snapshot_catalog_test {
namespace {

using runtime::Task;
using runtime::Worker;
using snapshot::State;
using storage::FaultKind;
using test::Json;

constexpr char kSparse[] = "P:\\MSSQL\\night.ss";
constexpr char kCatalog[] = "Q:\\MSSQL\\snapshots.cat";

Json TinyScenario() {
  Json scenario = test::SmallScenario();
  scenario["timeline"] = Json::array();
  scenario["server"]["memoryMiB"] = 2;
  scenario["database"]["sizeMiB"] = 2;
  scenario["database"]["logSizeMiB"] = 4;
  return scenario;
}

/// A disk, and one server after the other over it.
class CatalogRestart : public ::testing::Test, public snapshot::SnapshotListener {
 protected:
  CatalogRestart()
      : scenario_(scenario::ParseScenario(TinyScenario().dump()).value()),
        initial_(database::InitialDatabase::Plan(scenario_).value()) {
    for (const storage::FilePlace& place : database::DataFilePlaces(Boot().machine, scenario_)) {
      disk_.SetAtomicWrites(place.path);
    }
    EXPECT_TRUE(Run(Create()).ok());
  }
  ~CatalogRestart() override { End(); }

  test::SimulatedServer& Boot() {
    server_ = std::make_unique<test::SimulatedServer>(disk_, scenario_, initial_, nullptr, this);
    return *server_;
  }
  /// The process dies, if the power is on.
  void End() { server_.reset(); }

  // What Run() runs, by the worker of that run.

  Task<Status> Create() { co_return co_await server_->Create(*worker_); }
  Task<Status> Open() {
    database::RestartFigures figures;
    co_return co_await server_->Restart(*worker_, &figures);
  }
  Task<Status> CreateSnapshot(std::string name) {
    snapshot::CreateRequest request{
        .name = name, .files = server_->database->SnapshotFiles(name), .source = "spid51"};
    const auto created = co_await snapshots().Create(*worker_, std::move(request));
    CO_TRY(created);
    co_return Status();
  }
  Task<Status> DropSnapshot(std::string name) {
    co_return co_await snapshots().Drop(*worker_, name, "spid51");
  }
  Task<Status> RevertTo(std::string name) {
    co_return co_await snapshots().BeginRevert(*worker_, name, "spid51", [] { return Status(); });
  }
  /// In the catalogue alone: there is no database yet.
  Task<Status> NoteSuspect(std::string name) {
    machine::SimulatedMachine& machine = server_->machine;
    auto catalog = co_await snapshot::SnapshotCatalog::Open(
        *worker_, database::SnapshotCatalogPlace(machine, scenario_),
        [&machine](const std::string& volume) { return &machine.volume(volume); });
    CO_TRY(catalog);
    co_return co_await catalog.value()->SetState(*worker_, name, snapshot::EntryState::kSuspect);
  }
  Task<Status> Check() { co_return co_await server_->database->Check(*worker_, "spid51"); }

  Status Run(Task<Status> job) {
    Status status = Error{ErrorCode::kPowerCut, "it did not end"};
    disk_.OnPowerCut([this] { server_->executor.Stop(); });
    workers_.push_back(std::make_unique<Worker>(server_->cpu, &server_->telemetry, "spid51"));
    worker_ = workers_.back().get();
    server_->executor.Spawn("job", Conduct(std::move(job), &status));
    server_->executor.Run();
    disk_.OnPowerCut(nullptr);
    return status;
  }
  Task<void> Conduct(Task<Status> job, Status* status) {
    co_await worker_->Start();
    *status = co_await std::move(job);
    co_await worker_->End();
    server_->executor.Stop();
  }
  /// The server dies where it stands, and starts again.
  Status Restart() {
    End();
    if (!disk_.powered()) disk_.Restart();
    disk_.CancelFaults();
    Boot();
    return Run(Open());
  }

  snapshot::SnapshotManager& snapshots() { return server_->database->snapshots(); }
  /// None if it is not listed.
  std::optional<State> StateOf(const std::string& name) {
    const auto snapshot = snapshots().Find(name);
    return snapshot == nullptr ? std::nullopt : std::optional(snapshot->state());
  }
  bool HasLine(const std::string& text) const {
    return std::ranges::any_of(server_->telemetry.errorlog(), [&](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  }
  void FailNext(const std::string& path, uint64_t count = 1) {
    disk_.Inject(
        {.kind = FaultKind::kError, .at_io = disk_.ios() + 1, .count = count, .path = path});
  }

  void OnSplit(const snapshot::Snapshot&) override {}
  void OnComplete(snapshot::Snapshot&) override {}
  void OnDrop(snapshot::Snapshot&) override {}
  void OnPhase(const std::string&, const std::string&) override {}

  const scenario::Scenario scenario_;
  const database::InitialDatabase initial_;
  sim::Disk disk_{1};
  std::vector<std::unique_ptr<Worker>> workers_;
  Worker* worker_ = nullptr;  ///< the last one
  std::unique_ptr<test::SimulatedServer> server_;
};

// Its file could not be opened at an earlier start, say.
TEST_F(CatalogRestart, ASnapshotThatOnlyTheCatalogueCallsSuspectStaysSo) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  End();
  Boot();
  ASSERT_TRUE(Run(NoteSuspect("night")).ok());
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), State::kSuspect);
  const auto connected = snapshots().Connect("night");
  ASSERT_FALSE(connected.ok());
  test::ExpectHas(connected.error().message, "Msg 926");
}

TEST_F(CatalogRestart, ASnapshotWhoseDropHasFailedIsStillInUse) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  FailNext(kCatalog);
  test::ExpectFails(ErrorCode::kIo, Run(DropSnapshot("night")));
  EXPECT_EQ(StateOf("night"), State::kOnline);
  const auto connected = snapshots().Connect("night");
  ASSERT_TRUE(connected.ok()) << connected.error().message;
  connected.value()->Disconnect();
  EXPECT_TRUE(Run(DropSnapshot("night")).ok());
}

TEST_F(CatalogRestart, KnowsASnapshotFromTheCatalogueAlone) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), State::kOnline);
  EXPECT_EQ(Run(CreateSnapshot("night")).error().code, ErrorCode::kRefused) << "1801";
  ASSERT_TRUE(Run(DropSnapshot("night")).ok());
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), std::nullopt);
  EXPECT_FALSE(disk_.Exists(kSparse));
  EXPECT_TRUE(Run(CreateSnapshot("night")).ok()) << "its name is free";
}

TEST_F(CatalogRestart, WithoutTheCatalogueTheDatabaseStartsAndSaysSo) {
  for (const bool is_gone : {true, false}) {
    const std::string name = is_gone ? "night" : "noon";
    ASSERT_TRUE(Run(CreateSnapshot(name)).ok());
    End();
    if (is_gone) {
      ASSERT_TRUE(disk_.Remove(kCatalog).ok());
    } else {
      const auto stored = disk_.Open(kCatalog);
      ASSERT_TRUE(stored.ok());
      page::PageBuffer garbage{};
      for (const uint64_t copy : {0, 1}) {
        const uint64_t at = copy * snapshot::kCatalogCopyBytes;
        (*stored)->pages.AddPending(1'000 + copy, at, {ConstByteSpan(garbage.span())});
        (*stored)->pages.Settle(1'000 + copy, at, page::kPageSize, sim::PendingOutcome::kKept,
                                nullptr);
      }
    }
    ASSERT_TRUE(Restart().ok());
    EXPECT_EQ(StateOf(name), std::nullopt);
    EXPECT_TRUE(HasLine("The catalogue of snapshots 'Q:\\MSSQL\\snapshots.cat' is lost"));
    EXPECT_TRUE(disk_.Exists("P:\\MSSQL\\" + name + ".ss")) << "no guess whose it is";
    ASSERT_TRUE(Run(CreateSnapshot(name + "_2")).ok());
    ASSERT_TRUE(Restart().ok());
    EXPECT_EQ(StateOf(name + "_2"), State::kOnline);
  }
}

TEST_F(CatalogRestart, AnErrorOfTheDeviceIsNoLostCatalogue) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  End();
  FailNext(kCatalog);
  Boot();
  test::ExpectFails(ErrorCode::kIo, Run(Open()), kCatalog);
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), State::kOnline);
}

TEST_F(CatalogRestart, ACompleteSnapshotWhoseFileIsGoneIsSuspectAndCanBeDropped) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  End();
  ASSERT_TRUE(disk_.Remove(kSparse).ok());
  for (int start = 0; start < 2; ++start) {
    ASSERT_TRUE(Restart().ok());
    EXPECT_EQ(StateOf("night"), State::kSuspect);
    EXPECT_EQ(HasLine("Database snapshot 'night' has failed an IO operation"), start == 0);
    EXPECT_FALSE(snapshots().Connect("night").ok()) << "926";
  }
  EXPECT_TRUE(Run(DropSnapshot("night")).ok());
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), std::nullopt);
}

TEST_F(CatalogRestart, ASnapshotThatCannotBeReadIsSuspectForGood) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  End();
  FailNext(kSparse, 100);  // the reads of the restart go through the device
  Boot();
  ASSERT_TRUE(Run(Open()).ok());
  EXPECT_EQ(StateOf("night"), State::kSuspect);
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), State::kSuspect) << "the source may have changed meanwhile";
}

TEST_F(CatalogRestart, TheBitmapsAreRebuiltInEngineTime) {
  ASSERT_TRUE(Restart().ok());
  const TimeNs without = server_->executor.Now();
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  ASSERT_TRUE(Restart().ok());
  const auto snapshot = snapshots().Find("night");
  ASSERT_NE(snapshot, nullptr);
  EXPECT_GT(snapshot->files().io().reads, 1U);
  EXPECT_GT(server_->executor.Now(), without);
}

TEST_F(CatalogRestart, APowerCutAtAnyIoOfACreationLeavesASnapshotOrNothing) {
  std::set<std::optional<State>> found;
  for (uint64_t io = 1;; ++io) {
    disk_.Inject({.kind = FaultKind::kPowerCut, .at_io = disk_.ios() + io});
    const bool created = Run(CreateSnapshot("night")).ok();
    ASSERT_TRUE(Restart().ok());
    const std::optional<State> state = StateOf("night");
    found.insert(state);
    ASSERT_TRUE(!created || state == State::kOnline);
    ASSERT_EQ(disk_.Exists(kSparse), state.has_value()) << "cut at I/O " << io;
    if (created) break;
    if (state) {
      ASSERT_TRUE(Run(DropSnapshot("night")).ok());
    }
  }
  EXPECT_EQ(found.size(), 2U);
}

TEST_F(CatalogRestart, ADropThatThePowerCutsOffIsFinishedOrNeverWas) {
  std::set<std::optional<State>> found;
  for (uint64_t io = 1; io <= 8; ++io) {
    if (StateOf("night") == std::nullopt) {
      ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
    }
    disk_.Inject({.kind = FaultKind::kPowerCut, .at_io = disk_.ios() + io});
    (void)Run(DropSnapshot("night"));
    ASSERT_TRUE(Restart().ok());
    found.insert(StateOf("night"));
    ASSERT_EQ(disk_.Exists(kSparse), StateOf("night").has_value()) << "cut at I/O " << io;
  }
  EXPECT_EQ(found.size(), 2U);
}

TEST_F(CatalogRestart, ADropThatTheCatalogueDoesNotTakeIsNone) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  FailNext(kCatalog);
  const Status dropped = Run(DropSnapshot("night"));
  ASSERT_FALSE(dropped.ok());
  test::ExpectHas(dropped.error().message, kCatalog);
  EXPECT_EQ(StateOf("night"), State::kOnline);
  EXPECT_TRUE(snapshots().Find("night")->life().armed());
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), State::kOnline);
}

TEST_F(CatalogRestart, ACreationThatFailsLeavesNothingBehind) {
  disk_.Inject({.kind = FaultKind::kDiskFull, .at_io = disk_.ios() + 1, .path = kSparse});
  EXPECT_FALSE(Run(CreateSnapshot("night")).ok());
  EXPECT_FALSE(disk_.Exists(kSparse));
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok()) << "its name is free";
  ASSERT_TRUE(Run(DropSnapshot("night")).ok());
  FailNext(kCatalog);
  EXPECT_FALSE(Run(CreateSnapshot("night")).ok());
  EXPECT_FALSE(disk_.Exists(kSparse)) << "no file is made that the catalogue does not know";
  ASSERT_TRUE(Restart().ok());
  EXPECT_EQ(StateOf("night"), std::nullopt);
}

// Where its first file takes neither the mark of the revert nor that of a suspect snapshot, it is
// removed while the catalogue still tells of the revert.
TEST_F(CatalogRestart, ARevertWhoseMarkIsRefusedKeepsNoStartFromGoingOn) {
  bool was_gone = false;
  for (uint64_t io = 1;; ++io) {
    ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
    FailNext(kSparse, 1'000);
    disk_.Inject({.kind = FaultKind::kPowerCut, .at_io = disk_.ios() + io});
    const Status begun = Run(RevertTo("night"));
    ASSERT_FALSE(begun.ok());
    was_gone = was_gone || (!disk_.powered() && !disk_.Exists(kSparse));
    const Status started = Restart();
    ASSERT_TRUE(started.ok()) << "cut at I/O " << io << ": " << started.error().message;
    if (begun.error().code != ErrorCode::kPowerCut) break;
    ASSERT_TRUE(Run(DropSnapshot("night")).ok());
  }
  EXPECT_EQ(StateOf("night"), State::kSuspect);
  EXPECT_TRUE(was_gone) << "a cut found the file removed";
}

TEST_F(CatalogRestart, ARevertThatWasBegunAtAStartNeedsItsFile) {
  ASSERT_TRUE(Run(CreateSnapshot("night")).ok());
  ASSERT_TRUE(Run(RevertTo("night")).ok());
  End();
  const auto paths = disk_.paths();
  const auto log =
      std::ranges::find_if(paths, [](const auto& path) { return path.ends_with(".ldf"); });
  ASSERT_NE(log, paths.end());
  FailNext(*log, 100);
  Boot();
  ASSERT_FALSE(Run(Open()).ok()) << "its new log cannot be written";
  End();
  ASSERT_TRUE(disk_.Remove(kSparse).ok());
  const Status started = Restart();
  ASSERT_FALSE(started.ok()) << "the source may be half its snapshot";
  test::ExpectHas(started.error().message, kSparse);
}

TEST_F(CatalogRestart, TheFilesOfAConsistencyCheckAreGoneAfterARestart) {
  bool left = false;
  for (uint64_t io = 4; io <= 60; io += 7) {
    disk_.Inject({.kind = FaultKind::kPowerCut, .at_io = disk_.ios() + io});
    (void)Run(Check());
    const auto is_hidden = [](const std::string& path) {
      return path.find("MSSQL_DBCC") != std::string::npos;
    };
    left = left || std::ranges::any_of(disk_.paths(), is_hidden);
    ASSERT_TRUE(Restart().ok());
    EXPECT_TRUE(std::ranges::none_of(disk_.paths(), is_hidden)) << "cut at I/O " << io;
    EXPECT_TRUE(snapshots().snapshots().empty()) << "it is of no list";
  }
  EXPECT_TRUE(left) << "a cut found a check under way";
}

}  // namespace
}  // namespace snapscope::snapshot_catalog_test
