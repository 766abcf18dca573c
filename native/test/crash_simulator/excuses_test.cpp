// Which fault excuses what: its own file or snapshot, from then on, until the restart.
#include "crash_simulator/excuses.h"

#include <gtest/gtest.h>

#include "page/layout.h"
#include "wal/format.h"

namespace snapscope::crash_simulator::excuses_test {
namespace {

using storage::FaultKind;

Error DeviceErrorOf(const std::string& path) {
  return {.code = ErrorCode::kIo, .message = "the device reports an error", .path = path};
}

class ExcusesTest : public ::testing::Test {
 protected:
  ExcusesTest() {
    plan_.scenario = UsualScenario();
    plan_.scenario["storage"]["sparseFileLimitMiB"] = 1;
    plan_.headroom_bytes = uint64_t{256} << 20;
    LifePlan life;
    for (const char* name : {"snap_1", "snap_2"}) {
      life.steps.push_back({.action = scenario::CreateSnapshot{name}});
    }
    plan_.lives.push_back(life);
    world_ = World::Create(plan_).value();
    for (const char* name : {"snap_1", "snap_2"}) world_->snapshots[name].stage = Stage::kComplete;
    for (const char* name : {"bak_1", "bak_2"}) {
      server::BackupAccount backup;
      backup.set.name = name;
      backup.files = {{nullptr, PathOf(name)}};
      world_->journal.backups.backups.push_back(backup);
    }
  }

  static std::string PathOf(const std::string& backup) { return "B:\\" + backup + ".bak"; }
  void StrikeAt(const std::string& path, FaultKind kind = FaultKind::kError) {
    world_->disk.Inject({.kind = kind, .path = path});
    (void)world_->disk.CountIo(storage::IoKind::kWrite, path, /*allocates=*/true);
  }
  std::string DataPath() { return world_->DataPaths().front(); }
  std::string HiddenPath() { return DataPath() + ":MSSQL_DBCC7"; }
  void FillDisk() {
    const std::string volume = world_->scenario.DataVolume(0);
    ASSERT_TRUE(world_->disk.Reserve(volume, world_->disk.AvailableBytes(volume)));
  }
  /// Asks a full disk for room, for a file that is not there.
  void AskForRoom(const std::string& path) {
    EXPECT_FALSE(world_->disk.Create(world_->scenario.DataVolume(0), path, {.size = 65'536}).ok());
  }
  /// The file had that size, and is gone.
  void Grow(const std::string& path, uint64_t bytes) {
    ASSERT_TRUE(world_->disk.Create(world_->scenario.DataVolume(0), path, {.size = bytes}).ok());
    world_->disk.EndEntryChange(world_->disk.BeginRemoval(path).value());
  }
  /// A power cut has torn the page of the first data file.
  PageId Damage(uint32_t number) {
    const uint64_t bytes = world_->scenario.data_bytes;
    auto file = world_->disk.Create(world_->scenario.DataVolume(0), DataPath(), {.size = bytes});
    file.value()->torn_pages.insert(number);  // which has zeros now
    return PageId::Of(page::DataFileId(0), number);
  }
  std::string SparsePath(const std::string& name) { return world_->SparsePaths(name).front(); }

  /// What the simulator does between two lives, if it has found the snapshots sound.
  void RestartServer() {
    for (auto& [name, record] : world_->snapshots) record.faults_before = world_->FaultsFor(name);
    world_->BeginLife();
  }

  Plan plan_;
  std::unique_ptr<World> world_;
};

TEST_F(ExcusesTest, WithoutAFaultNothingIsExcused) {
  for (const std::string& path : {DataPath(), world_->LogPath(), SparsePath("snap_1")}) {
    EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(path))) << path;
    EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(path), "snap_1")) << path;
  }
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(MayLoseAPush(*world_));
  EXPECT_TRUE(IsExcused(*world_, {ErrorCode::kPowerCut, "the power is off"}));
  EXPECT_FALSE(IsExcused(*world_, {ErrorCode::kInvalid, "whatever"}));
}

TEST_F(ExcusesTest, AFaultOfASnapshotsFileExcusesThatSnapshotAlone) {
  StrikeAt(SparsePath("snap_1"));
  EXPECT_TRUE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_2"));
  const Error error = DeviceErrorOf(SparsePath("snap_1"));
  EXPECT_TRUE(IsExcused(*world_, error, "snap_1"));
  EXPECT_FALSE(IsExcused(*world_, error, "snap_2"));
  EXPECT_FALSE(IsExcused(*world_, error)) << "the source must not notice";
  EXPECT_FALSE(MayLoseAPush(*world_)) << "nor a hidden snapshot";
}

TEST_F(ExcusesTest, AFaultOfTheDataFileExcusesWhoeverReadsIt) {
  StrikeAt(DataPath());
  EXPECT_TRUE(IsExcused(*world_, DeviceErrorOf(DataPath())));
  EXPECT_TRUE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_TRUE(MayLoseAPush(*world_));
}

TEST_F(ExcusesTest, AFaultOfOneFileIsNoExcuseForAnother) {
  StrikeAt(world_->LogPath());
  EXPECT_TRUE(IsExcused(*world_, DeviceErrorOf(world_->LogPath())));
  for (const std::string& path : {DataPath(), world_->CatalogPath(), world_->TempdbPath()}) {
    EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(path))) << path;
  }
  EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(""))) << "an error that names no file";
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(MayLoseAPush(*world_));
}

TEST_F(ExcusesTest, AFaultOfABackupsFileExcusesThatBackupAlone) {
  const std::string path = PathOf("bak_1");
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_1", DeviceErrorOf(path)));
  StrikeAt(path);
  EXPECT_TRUE(MayFailToBackUp(*world_, "bak_1", DeviceErrorOf(path)));
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_2", DeviceErrorOf(path)));
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_1", DeviceErrorOf(DataPath())));
  EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(path))) << "the source must not notice";
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
}

TEST_F(ExcusesTest, RoomMayBeLackingWhereTheDiskHasRefusedItAndNowhereElse) {
  const Error full{ErrorCode::kDiskFull, "there is not enough space on the disk"};
  EXPECT_FALSE(MayLackRoom(*world_)) << "that the disk is small is no excuse";
  EXPECT_FALSE(MayFailToCreate(*world_, "snap_1"));
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_1", full));
  FillDisk();
  AskForRoom(SparsePath("snap_1"));
  EXPECT_TRUE(MayFailToCreate(*world_, "snap_1"));
  EXPECT_FALSE(MayFailToCreate(*world_, "snap_2"));
  EXPECT_FALSE(MayLackRoom(*world_));
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_1", full));
  AskForRoom(PathOf("bak_1"));
  EXPECT_TRUE(MayFailToBackUp(*world_, "bak_1", full));
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_2", full));
  AskForRoom(world_->TempdbPath());
  EXPECT_TRUE(MayLackRoom(*world_));
}

TEST_F(ExcusesTest, AFullDiskOfAHiddenSnapshotIsALackOfRoomAndNoDeviceError) {
  FillDisk();
  AskForRoom(HiddenPath());
  EXPECT_TRUE(MayLackRoom(*world_));
  EXPECT_TRUE(MayLoseAPush(*world_));
  EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(HiddenPath())));
}

TEST_F(ExcusesTest, ASnapshotThatHasHadAFileMayHaveMetTheLimitOfOneWithWritesOnTheirWay) {
  const uint64_t limit = world_->scenario.sparse_file_limit_bytes;
  ASSERT_GT(limit, 0U);
  Grow(SparsePath("snap_1"), limit / 8);
  EXPECT_TRUE(MayFailToCreate(*world_, "snap_1"));
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1")) << "what it holds is far from the limit";
  EXPECT_FALSE(MayFailToCreate(*world_, "snap_2")) << "it has had no file";
  EXPECT_FALSE(MayLackRoom(*world_));
}

TEST_F(ExcusesTest, DamageOfAPageExcusesWhatNamesThatPage) {
  const PageId page = Damage(200);
  EXPECT_TRUE(IsDataDamaged(*world_));
  EXPECT_FALSE(IsExcused(*world_, {ErrorCode::kCorruptPage, "page (1:201) is damaged"}));
  EXPECT_FALSE(world_->damage_detected);
  EXPECT_TRUE(
      IsExcused(*world_, {ErrorCode::kCorruptPage, "page " + ToString(page) + " is damaged"}));
  EXPECT_TRUE(world_->damage_detected);
}

TEST_F(ExcusesTest, AStrayPageOfTheLogExcusesWhatNamesItsBlock) {
  const auto geometry =
      wal::LogGeometry::For(world_->scenario.log_bytes, world_->scenario.log_vlfs);
  const Lsn hit = Lsn::Of(3, 0, 0);
  world_->stray_log_pages.insert(geometry->OffsetOf(hit) / page::kPageSize);
  const auto broken_at = [](Lsn lsn) {
    return Error{ErrorCode::kCorruptLog, "the chain of log blocks is broken at " + ToString(lsn)};
  };
  EXPECT_TRUE(IsExcused(*world_, broken_at(hit)));
  EXPECT_TRUE(IsExcused(*world_, broken_at(Lsn::Of(2, 700, 0)))) << "the next VLF begins there";
  world_->damage_detected = false;
  EXPECT_FALSE(IsExcused(*world_, broken_at(Lsn::Of(4, 0, 0))));
  EXPECT_FALSE(IsExcused(*world_, {ErrorCode::kCorruptLog, "the log file has no valid header"}));
  EXPECT_FALSE(world_->damage_detected);
}

TEST_F(ExcusesTest, ARestartEndsEveryExcuse) {
  StrikeAt(SparsePath("snap_1"));
  StrikeAt(DataPath());
  FillDisk();
  AskForRoom(HiddenPath());
  RestartServer();
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(DataPath())));
  EXPECT_FALSE(IsExcused(*world_, DeviceErrorOf(SparsePath("snap_1")), "snap_1"));
  EXPECT_FALSE(MayLoseAPush(*world_));
}

}  // namespace
}  // namespace snapscope::crash_simulator::excuses_test
