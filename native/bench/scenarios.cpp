#include "bench/scenarios.h"

#include "simulator/default_scenario_generated.h"

namespace snapscope::bench {
namespace {

Json DefaultScenario() {
  Json scenario = Json::parse(simulator::kDefaultScenario);
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

}  // namespace

Json OnPaperVolumes() {
  Json scenario = DefaultScenario();
  scenario["storage"]["volumes"] =
      Json::array({{{"name", "Q"}, {"device", Device(80, 6000, 5000, 400)}},
                   {{"name", "J"}, {"device", Device(8, 4000, 500, 200)}},
                   {{"name", "P"}, {"device", Device(40, 6000, 5000, 400)}}});
  scenario["storage"]["placement"].update({{"data", "Q"}, {"log", "J"}, {"snapshot", "P"}});
  return scenario;
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
