// What devices can do, as people are told.
#include "calibration/device_figures.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "scenario/scenario.h"

namespace snapscope::device_figures_test {
namespace {

using Json = nlohmann::json;

Json PresetAt(const std::filesystem::path& path) {
  std::ifstream file(path);
  return Json::parse(file)["device"];
}

Json FiguresOf(const Json& device) {
  const Result<std::string> figures = calibration::DeviceFigures(device.dump());
  EXPECT_TRUE(figures.ok()) << figures.error().message;
  return Json::parse(figures.value());
}

TEST(DeviceFigures, OfServersFollowFromTheirServiceTimes) {
  const Json figures = FiguresOf(Json::parse(
      R"({"parallelism": 4, "readServiceUs": 1000, "writeServiceUs": 2000, "spread": "fixed",
          "bandwidthMiBPerSecond": 100000})"));
  EXPECT_NEAR(figures["randomReadsPerSecond"].get<double>(), 4000, 10);
  EXPECT_NEAR(figures["randomWritesPerSecond"].get<double>(), 2000, 10);
  EXPECT_NEAR(figures["readUs"].get<double>(), 1000, 1);
  EXPECT_NEAR(figures["writeUs"].get<double>(), 2000, 1);
  EXPECT_EQ(figures["depth"], 64);
  EXPECT_TRUE(figures["capacityMiB"].is_null());
  EXPECT_TRUE(figures["writesAfterCliffPerSecond"].is_null());
}

TEST(DeviceFigures, OfACloudVolumeAreWhatIsSold) {
  const Json figures = FiguresOf(PresetAt("assets/devices/aws-gp3.json"));
  EXPECT_NEAR(figures["randomReadsPerSecond"].get<double>(), 3000, 10);
  EXPECT_NEAR(figures["randomWritesPerSecond"].get<double>(), 3000, 10);
  EXPECT_NEAR(figures["sequentialMiBPerSecond"].get<double>(), 125, 1);
  EXPECT_EQ(figures["capacityMiB"], 1024 * 1024);
}

TEST(DeviceFigures, WritesAreTheDisksOwnOnceTheCacheIsFull) {
  Json device = PresetAt("assets/devices/sqlskills-k.json");
  device["cache"]["sizeMiB"] = 16;
  const Json figures = FiguresOf(device);
  EXPECT_LT(figures["randomWritesPerSecond"].get<double>(), 900) << "six disks, four I/Os each";
  EXPECT_GT(figures["randomReadsPerSecond"].get<double>(), 1200);
  EXPECT_LT(figures["writeUs"].get<double>(), 1000) << "alone, a write finds room";
  EXPECT_LE(figures["sequentialMiBPerSecond"], 112) << "its link";
}

TEST(DeviceFigures, TellsTheRateAfterTheCliff) {
  const Json figures = FiguresOf(PresetAt("assets/devices/sata-ssd-qlc.json"));
  EXPECT_NEAR(figures["randomWritesPerSecond"].get<double>() /
                  figures["writesAfterCliffPerSecond"].get<double>(),
              3277.0 / 990, 0.1);
}

TEST(DeviceFigures, RefuseWhatIsNoDevice) {
  Json device = PresetAt("assets/devices/sqlcat-q.json");
  device["array"]["members"] = 81;
  EXPECT_FALSE(calibration::DeviceFigures(device.dump()).ok());
  EXPECT_FALSE(calibration::DeviceFigures("{}").ok());
  EXPECT_FALSE(calibration::DeviceFigures("[").ok());
}

TEST(DevicePresets, AreDevicesToTheEngine) {
  int presets = 0;
  for (const auto& file : std::filesystem::directory_iterator("assets/devices")) {
    const auto device = scenario::ParseDevice(PresetAt(file.path()).dump());
    EXPECT_TRUE(device.ok()) << file.path() << ": " << device.error().message;
    ++presets;
  }
  EXPECT_GT(presets, 20);
}

}  // namespace
}  // namespace snapscope::device_figures_test
