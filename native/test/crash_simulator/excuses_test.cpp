// Which fault excuses what: its own file or snapshot, from then on, until the restart.
#include "crash_simulator/excuses.h"

#include <gtest/gtest.h>

namespace snapscope::crash_simulator::excuses_test {
namespace {

using storage::FaultKind;

const Error kDeviceError{ErrorCode::kIo, "the device reports an error"};

class ExcusesTest : public ::testing::Test {
 protected:
  ExcusesTest() {
    plan_.scenario = UsualScenario();
    plan_.headroom_bytes = uint64_t{256} << 20;
    LifePlan life;
    for (const char* name : {"snap_1", "snap_2"}) {
      life.steps.push_back({.kind = StepKind::kCreateSnapshot, .snapshot = name});
    }
    for (const char* name : {"bak_1", "bak_2"}) {
      life.steps.push_back({.kind = StepKind::kBackUp, .backup = name});
    }
    plan_.lives.push_back(life);
    world_ = World::Create(plan_).value();
    for (const char* name : {"snap_1", "snap_2"}) world_->snapshots[name].stage = Stage::kComplete;
    for (const std::string& path : world_->backup_paths) {
      BackupRecord record;
      record.set.name = path.find("bak_1") != std::string::npos ? "bak_1" : "bak_2";
      record.paths = {path};
      world_->backups.Begin(record);
    }
  }

  void StrikeAt(const std::string& path, FaultKind kind = FaultKind::kError) {
    world_->disk.Inject({.kind = kind, .path = path});
    (void)world_->disk.CountIo(storage::IoKind::kWrite, path, /*allocates=*/true);
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
  EXPECT_FALSE(IsExcused(*world_, kDeviceError));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError, "snap_1"));
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(MayLoseAPush(*world_));
  EXPECT_TRUE(IsExcused(*world_, {ErrorCode::kPowerCut, "the power is off"}));
  EXPECT_FALSE(IsExcused(*world_, {ErrorCode::kInvalid, "whatever"}));
}

TEST_F(ExcusesTest, AFaultOfASnapshotsFileExcusesThatSnapshotAlone) {
  StrikeAt(SparsePath("snap_1"));
  EXPECT_TRUE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_2"));
  EXPECT_TRUE(IsExcused(*world_, kDeviceError, "snap_1"));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError, "snap_2"));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError)) << "the source must not notice";
  EXPECT_FALSE(MayLoseAPush(*world_)) << "nor a hidden snapshot";
}

TEST_F(ExcusesTest, AFaultOfTheDataFileExcusesWhoeverReadsIt) {
  StrikeAt(world_->DataPaths().front());
  EXPECT_TRUE(IsExcused(*world_, kDeviceError));
  EXPECT_TRUE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_TRUE(MayLoseAPush(*world_));
}

TEST_F(ExcusesTest, AFaultOfABackupsFileExcusesThatBackupAlone) {
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_1", kDeviceError));
  StrikeAt(world_->backups.records.at("bak_1").paths.front());
  EXPECT_TRUE(MayFailToBackUp(*world_, "bak_1", kDeviceError));
  EXPECT_FALSE(MayFailToBackUp(*world_, "bak_2", kDeviceError));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError)) << "the source must not notice";
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
}

TEST_F(ExcusesTest, AFaultOfTheLogExcusesNoSnapshot) {
  StrikeAt(world_->LogPath());
  EXPECT_TRUE(IsExcused(*world_, kDeviceError));
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
}

TEST_F(ExcusesTest, AFullDiskIsALackOfRoomAndNoDeviceError) {
  StrikeAt(world_->DataPaths().front() + ":MSSQL_DBCC7", FaultKind::kDiskFull);
  EXPECT_TRUE(MayLackRoom(*world_));
  EXPECT_TRUE(MayLoseAPush(*world_));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError));
}

TEST_F(ExcusesTest, ARestartEndsEveryExcuse) {
  StrikeAt(SparsePath("snap_1"));
  StrikeAt(world_->DataPaths().front());
  StrikeAt(world_->DataPaths().front() + ":MSSQL_DBCC7", FaultKind::kDiskFull);
  RestartServer();
  EXPECT_FALSE(MayBeSuspect(*world_, "snap_1"));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError));
  EXPECT_FALSE(IsExcused(*world_, kDeviceError, "snap_1"));
  EXPECT_FALSE(MayLoseAPush(*world_));
}

}  // namespace
}  // namespace snapscope::crash_simulator::excuses_test
