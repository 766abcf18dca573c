// The storage of a scenario: volumes, their devices and room, and what is placed where.
#include <string>

#include <gtest/gtest.h>

#include "database/initial_database.h"
#include "scenario/scenario.h"
#include "test/support/run_support.h"

namespace snapscope::storage_json_test {
namespace {

/// Why the small scenario with four data files and this storage is refused; empty if it is not.
std::string ProblemOfStorage(const char* pointer, const test::Json& value) {
  test::Json scenario = test::SmallScenario();
  scenario["database"]["dataFiles"] = 4;
  scenario["storage"][test::Json::json_pointer(pointer)] = value;
  const auto parsed = scenario::ParseScenario(scenario.dump());
  return parsed.ok() ? "" : parsed.error().message;
}

TEST(StorageOfAScenario, RefusesAPlacementOnAVolumeThatIsNotThere) {
  const auto refuses = [](const char* pointer, const test::Json& value, const std::string& reason) {
    const std::string problem = ProblemOfStorage(pointer, value);
    EXPECT_NE(problem.find(reason), std::string::npos) << pointer << ": " << problem;
  };
  const std::string allowed = "is not a volume of this scenario; allowed: 'Q', 'J', 'P'";
  refuses("/placement/data", "Z", "storage.placement.data: 'Z' " + allowed);
  refuses("/placement/log", "Z", "storage.placement.log: 'Z' " + allowed);
  refuses("/placement/snapshot", "Z", "storage.placement.snapshot: 'Z' " + allowed);
  refuses("/placement/backup", test::Json::array({"Q", "Z"}),
          "storage.placement.backup.1: 'Z' " + allowed);
  refuses("/placement/tempdb", "Z", "storage.placement.tempdb: 'Z' " + allowed);
  refuses("/placement/log", 7, "storage.placement.log: 7 is not allowed; allowed: a volume of 'Q'");
  const test::Json unknown = {"Q", "Z"};
  refuses("/placement/data", unknown, "storage.placement.data.1: 'Z' " + allowed);
  const test::Json twice = {"Q", "P", "Q"};
  refuses("/placement/data", twice, "data.2: 'Q' is named twice; allowed: each volume once");
  refuses("/placement/data", test::Json::array(), "storage.placement.data: [] names no volume");
  for (const char* file : {"data", "log", "snapshot", "tempdb"}) {
    test::Json placement = test::SmallScenario()["storage"]["placement"];
    placement.erase(file);
    refuses("/placement", placement,
            std::string("placement.") + file + ": is missing; allowed: 'Q'");
  }
  test::Json scenario = test::SmallScenario();
  scenario["storage"].erase("placement");
  EXPECT_NE(scenario::ParseScenario(scenario.dump()).error().message.find("placement: is missing"),
            std::string::npos);
  scenario = test::SmallScenario();
  scenario["storage"]["placement"]["data"] = {"Q", "P"};
  EXPECT_NE(scenario::ParseScenario(scenario.dump())
                .error()
                .message.find("are more volumes than data files; allowed: at most 1"),
            std::string::npos);
}

TEST(StorageOfAScenario, DealsDataFilesAmongVolumesInTurn) {
  test::Json scenario = test::SmallScenario();
  scenario["database"]["dataFiles"] = 5;
  scenario["storage"]["placement"]["data"] = {"P", "Q"};
  const scenario::Scenario read = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_EQ(read.DataVolume(0), "P");
  EXPECT_EQ(read.DataVolume(1), "Q");
  EXPECT_EQ(read.DataVolume(4), "P");
  EXPECT_EQ(read.tempdb_volume, "P") << "with the first data file";
}

TEST(StorageOfAScenario, AVolumeMayBeWithoutFilesButNotWithoutANameOfItsOwn) {
  test::Json volumes = test::SmallScenario()["storage"]["volumes"];
  volumes.push_back(volumes[0]);
  volumes[3]["name"] = "R";
  EXPECT_EQ(ProblemOfStorage("/volumes", volumes), "");
  volumes[3]["name"] = "J";
  EXPECT_NE(ProblemOfStorage("/volumes", volumes)
                .find("storage.volumes.3.name: 'J' is used twice; allowed: a name of its own"),
            std::string::npos);
}

TEST(StorageOfAScenario, SaysWhatAVolumeLacks) {
  for (const std::string key : {"name", "device"}) {
    test::Json volumes = test::SmallScenario()["storage"]["volumes"];
    volumes[1].erase(key);
    EXPECT_NE(ProblemOfStorage("/volumes", volumes).find("volumes.1." + key + ": is missing"),
              std::string::npos);
  }
}

test::Json ComposedDevice() {
  return test::Json::parse(R"({
    "member": {"kind": "spindle", "capacityGiB": 136, "rotationsPerMinute": 15000,
               "trackToTrackSeekUs": 200, "averageSeekUs": 3500, "fullStrokeSeekUs": 7400,
               "writeSettleUs": 500, "transferMiBPerSecond": 95},
    "array": {"level": "raid10", "members": 8, "groups": 1, "stripeUnitKiB": 64},
    "cache": {"sizeMiB": 512, "hitUs": 300, "destageFromPercent": 60},
    "link": {"ports": 2, "portMiBPerSecond": 190, "latencyUs": 100, "depth": 32,
             "limitIosPerSecond": 0, "limitMiBPerSecond": 0}})");
}

test::Json FlashDevice() {
  test::Json device = ComposedDevice();
  device["member"] = test::Json::parse(R"({
    "kind": "flash", "capacityGiB": 400, "channels": 32, "pageKiB": 16, "readUs": 80,
    "programUs": 800, "sustainedProgramUs": 0, "fastWriteMiB": 0, "bufferMiB": 64,
    "bufferedWriteUs": 15, "storedPercent": 100})");
  device["cache"] = nullptr;
  device["link"] = nullptr;
  return device;
}

TEST(StorageOfAScenario, ReadsComposedDevices) {
  test::Json scenario = test::SmallScenario();
  scenario["storage"]["volumes"][0]["device"] = ComposedDevice();
  scenario["storage"]["sparseRegionWrites"] = 3;
  const scenario::Scenario read = scenario::ParseScenario(scenario.dump()).value();
  EXPECT_EQ(read.sparse_region_writes, 3U);
  const auto& device = std::get<storage::ComposedOptions>(read.volumes.at(0).device);
  const auto& spindle = std::get<storage::SpindleOptions>(device.member);
  EXPECT_EQ(spindle.capacity_bytes, 136ULL << 30);
  EXPECT_EQ(spindle.average_seek, 3500 * kMicrosecond);
  EXPECT_EQ(device.array.level, storage::RaidLevel::kRaid10);
  EXPECT_EQ(device.array.members, 8U);
  EXPECT_EQ(device.cache->bytes, 512ULL << 20);
  EXPECT_EQ(device.cache->destage_from_percent, 60U);
  EXPECT_EQ(device.link->bytes_per_second, 190ULL << 20);
  EXPECT_EQ(device.link->depth, 32U);
  const auto flash =
      std::get<storage::ComposedOptions>(scenario::ParseDevice(FlashDevice().dump()).value());
  EXPECT_EQ(std::get<storage::FlashOptions>(flash.member).sustained_program, 800 * kMicrosecond)
      << "0 is no slower";
  EXPECT_FALSE(flash.cache);
  EXPECT_FALSE(flash.link);
}

std::string ProblemOf(test::Json device, const char* pointer, const test::Json& value) {
  device[test::Json::json_pointer(pointer)] = value;
  const auto parsed = scenario::ParseDevice(device.dump());
  return parsed.ok() ? "" : parsed.error().message;
}

TEST(StorageOfAScenario, RefusesDevicesThatCannotBe) {
  const auto refuses = [](const test::Json& device, const char* pointer, const test::Json& value,
                          const std::string& reason) {
    const std::string problem = ProblemOf(device, pointer, value);
    EXPECT_NE(problem.find(reason), std::string::npos) << pointer << ": " << problem;
  };
  const test::Json array = ComposedDevice();
  refuses(array, "/array/members", 0,
          "storage.volumes.0.device.array.members: 0 is not allowed; allowed: an integer");
  refuses(array, "/array/members", 7, "7 disks cannot be paired");
  refuses(array, "/array/members", 2, "2 is too few for raid10; allowed: at least 4");
  refuses(array, "/array/groups", 3, "8 cannot be parted into groups alike");
  refuses(array, "/array/level", "raid3", "device.array.level: \"raid3\" is not allowed");
  refuses(array, "/link/latencyUs", -1, "device.link.latencyUs: -1 is not allowed");
  refuses(array, "/link/ports", 0, "device.link.ports: 0");
  refuses(array, "/cache/sizeMiB", 0, "device.cache.sizeMiB: 0");
  refuses(array, "/member/averageSeekUs", 100, "device.member.averageSeekUs: 100 is no mean");
  refuses(array, "/member/averageSeekUs", 2599, "allowed: from 2600 to 5480");
  refuses(array, "/member/averageSeekUs", 5481, "5481 is no mean");
  refuses(array, "/member/fullStrokeSeekUs", 199, "199 is less than trackToTrackSeekUs (200)");
  refuses(array, "/member/rotationsPerMinute", 0, "device.member.rotationsPerMinute: 0");
  refuses(array, "/member/transferMiBPerSecond", 1.5, "1.5 is not allowed");
  refuses(array, "/member/kind", "tape", "\"tape\" is not allowed; allowed: spindle, flash");
  refuses(FlashDevice(), "/member/sustainedProgramUs", 700, "700 is less than programUs");
  refuses(FlashDevice(), "/member/channels", 0, "device.member.channels: 0");
  refuses(FlashDevice(), "/member/storedPercent", 101, "device.member.storedPercent: 101");
  EXPECT_EQ(ProblemOf(array, "/array/members", 10), "");
  EXPECT_EQ(ProblemOf(array, "/member/averageSeekUs", 2600), "");
  EXPECT_EQ(ProblemOf(array, "/member/averageSeekUs", 5480), "");
  const test::Json queue = test::SmallScenario()["storage"]["volumes"][0]["device"];
  refuses(queue, "/spread", "normal",
          "device.spread: \"normal\" is not allowed; allowed: exponential, uniform, fixed");
  refuses(queue, "/spread", nullptr, "device.spread: null is not allowed");
}

TEST(StorageOfAScenario, SaysWhatADeviceLacks) {
  const auto lacks = [](test::Json device, const std::string& part, const std::string& key) {
    (part.empty() ? device : device[part]).erase(key);
    const auto parsed = scenario::ParseDevice(device.dump());
    const std::string place = (part.empty() ? "" : part + '.') + key;
    EXPECT_EQ(parsed.ok() ? "" : parsed.error().message,
              "the device cannot be read: storage.volumes.0.device." + place + ": is missing");
  };
  const test::Json composed = ComposedDevice();
  for (const auto& [part, value] : composed.items()) {
    if (part != "member") lacks(composed, "", part);  // else it is of another kind
    for (const auto& [key, figure] : value.items()) lacks(composed, part, key);
  }
  const test::Json flash = FlashDevice();
  for (const auto& [key, figure] : flash["member"].items()) lacks(flash, "member", key);
  const test::Json queue = test::SmallScenario()["storage"]["volumes"][0]["device"];
  for (const char* key : {"parallelism", "readServiceUs", "writeServiceUs", "spread"}) {
    lacks(queue, "", key);
  }
  EXPECT_NE(scenario::ParseDevice("7").error().message.find("parallelism: is missing"),
            std::string::npos);
}

test::Json Room(uint64_t mebibytes) {
  test::Json device;
  device["capacityMiB"] = mebibytes;
  return device;
}

TEST(StorageOfAScenario, RefusesAVolumeThatIsSmallerThanItsFiles) {
  test::Json scenario = test::SmallScenario();
  scenario["database"].update({{"sizeMiB", 300}, {"dataFiles", 3}, {"logSizeMiB", 40}});
  scenario["server"]["tempdbSizeMiB"] = 10;
  scenario["storage"]["placement"] = {
      {"data", {"Q", "J"}}, {"log", "J"}, {"snapshot", "P"}, {"tempdb", nullptr}};
  const auto problem = [&scenario](size_t volume, const test::Json& device) {
    test::Json changed = scenario;
    changed["storage"]["volumes"][volume]["device"].update(device);
    const auto parsed = scenario::ParseScenario(changed.dump());
    return parsed.ok() ? std::string() : parsed.error().message;
  };
  EXPECT_EQ(problem(0, Room(210)), "") << "two data files and tempdb";
  EXPECT_EQ(problem(1, Room(140)), "");
  EXPECT_EQ(problem(2, Room(1)), "") << "snapshots grow";
  EXPECT_EQ(problem(0, Room(209)),
            "the scenario cannot be read: storage.volumes.0.device.capacityMiB: 209 MiB of the "
            "volume are too little for 2 data files (200 MiB) and tempdb (10 MiB); allowed: enough "
            "for 210 MiB");
  EXPECT_NE(problem(1, Room(139)).find("the data file (100 MiB) and the log (40 MiB)"),
            std::string::npos);
  scenario["storage"]["placement"]["tempdb"] = "J";
  EXPECT_NE(problem(1, Room(149))
                .find("the data file (100 MiB), the log (40 MiB) and tempdb (10 MiB); allowed: "
                      "enough for 150 MiB"),
            std::string::npos);
  test::Json flash = FlashDevice();
  flash["member"]["capacityGiB"] = 1;
  flash["array"].update({{"level", "raid1"}, {"members", 2}});
  scenario["database"]["sizeMiB"] = 1536;
  EXPECT_EQ(problem(0, flash), "") << "two of three data files are 1 GiB";
  scenario["database"]["sizeMiB"] = 1539;
  EXPECT_NE(problem(0, flash).find("storage.volumes.0.device.member.capacityGiB: 1024 MiB of the "
                                   "volume are too little for 2 data files (1026 MiB)"),
            std::string::npos);
}

}  // namespace
}  // namespace snapscope::storage_json_test
