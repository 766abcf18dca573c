// The storage of a scenario: volumes, their devices and room, and what is placed where.
#include <string>

#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "test/support/outcomes.h"
#include "test/support/run_support.h"

namespace snapscope::storage_test {
namespace {

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

TEST(StorageOfAScenario, SaysWhatADeviceLacks) {
  const auto lacks = [](test::Json device, const std::string& part, const std::string& key) {
    (part.empty() ? device : device[part]).erase(key);
    const auto parsed = scenario::ParseDevice(device.dump());
    const std::string place = (part.empty() ? "" : part + '.') + key;
    EXPECT_EQ(parsed.ok() ? "" : parsed.error().message,
              "the device cannot be read: storage.volumes.0.device." + place + ": is missing");
  };
  const test::Json composed = ComposedDevice();
  lacks(composed, "", "array");
  for (const auto& [part, value] : composed.items()) {
    for (const auto& [key, figure] : value.items()) lacks(composed, part, key);
  }
  const test::Json flash = FlashDevice();
  for (const auto& [key, figure] : flash["member"].items()) lacks(flash, "member", key);
  const test::Json queue = test::SmallScenario()["storage"]["volumes"][0]["device"];
  for (const char* key : {"parallelism", "readServiceUs", "writeServiceUs", "spread"}) {
    lacks(queue, "", key);
  }
  test::ExpectHas(scenario::ParseDevice("7").error().message, "parallelism: is missing");
}

}  // namespace
}  // namespace snapscope::storage_test
