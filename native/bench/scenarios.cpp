#include "bench/scenarios.h"

#include "scenario/default_scenario_generated.h"

namespace snapscope::bench {
namespace {

Json DefaultScenario() {
  Json scenario = Json::parse(scenario::kDefaultScenario);
  scenario["name"] = "bench";
  scenario["server"]["engineVersion"] = "2005";
  scenario["database"]["targetRecoveryTimeSeconds"] = 0;
  return scenario;
}

Json Device(uint32_t parallelism, uint32_t read_us, uint32_t write_us, uint32_t bandwidth) {
  return {{"parallelism", parallelism},
          {"readServiceUs", read_us},
          {"writeServiceUs", write_us},
          {"spread", "exponential"},
          {"bandwidthMiBPerSecond", bandwidth}};
}

// 15k disks of 136 GiB in pairs; cache and link shared out by disks, as in assets/devices.
Json DiskArray(uint32_t disks, uint32_t cache_mib) {
  const Json disk = {{"kind", "spindle"},           {"capacityGiB", 136},
                     {"rotationsPerMinute", 15000}, {"trackToTrackSeekUs", 200},
                     {"averageSeekUs", 3500},       {"fullStrokeSeekUs", 7400},
                     {"writeSettleUs", 500},        {"transferMiBPerSecond", 95}};
  const Json array = {
      {"level", "raid10"}, {"members", disks}, {"groups", 1}, {"stripeUnitKiB", 64}};
  const Json cache = {{"sizeMiB", cache_mib}, {"hitUs", 300}, {"destageFromPercent", 60}};
  const Json link = {{"ports", 2}, {"portMiBPerSecond", 190}, {"latencyUs", 100},
                     {"depth", 0}, {"limitIosPerSecond", 0},  {"limitMiBPerSecond", 0}};
  return {{"member", disk}, {"array", array}, {"cache", cache}, {"link", link}};
}

Json PlacedOn(const Json& data, const Json& log, const Json& snapshot) {
  Json scenario = DefaultScenario();
  scenario["storage"]["volumes"] = Json::array({{{"name", "Q"}, {"device", data}},
                                                {{"name", "J"}, {"device", log}},
                                                {{"name", "P"}, {"device", snapshot}}});
  scenario["storage"]["placement"].update({{"data", "Q"}, {"log", "J"}, {"snapshot", "P"}});
  return scenario;
}

}  // namespace

Json OnComposedVolumes() {
  return PlacedOn(DiskArray(80, 1755), DiskArray(8, 176), DiskArray(28, 614));
}

Json OnPaperVolumes() {
  return PlacedOn(Device(80, 6000, 5000, 400), Device(8, 4000, 500, 200),
                  Device(40, 6000, 5000, 400));
}

Json OnFilesIn(const std::string& folder) {
  Json scenario = DefaultScenario();
  scenario["mode"] = "real";
  Json volume;
  volume["name"] = "local";
  volume["folder"] = folder;
  scenario["storage"]["volumes"] = Json::array();
  scenario["storage"]["volumes"].push_back(std::move(volume));
  scenario["storage"]["placement"].update(
      {{"data", "local"}, {"log", "local"}, {"snapshot", "local"}});
  return scenario;
}

}  // namespace snapscope::bench
