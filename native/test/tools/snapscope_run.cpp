// snapscope_run SCENARIO.json [MUTATION]: runs a resolved scenario in this process and prints its
// summary; with a mutation, where the build has them. For comparing builds and for what a mutation
// does to figures; users have the CLI. Exit code 0 completed, 1 failed, 2 usage.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/mutation.h"
#include "machine/run.h"

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: snapscope_run SCENARIO.json [MUTATION]\n");
    return 2;
  }
  if (argc == 3 && !snapscope::SwitchOnMutation(argv[2])) {
    std::fprintf(stderr, "this build has no mutation '%s'\n", argv[2]);
    return 2;
  }
  std::ifstream file(argv[1]);
  std::stringstream text;
  text << file.rdbuf();
  snapscope::Result<snapscope::scenario::Scenario> scenario =
      snapscope::scenario::ParseScenario(text.str());
  if (!file || !scenario.ok()) {
    std::fprintf(stderr, "%s: %s\n", argv[1],
                 scenario.ok() ? "cannot be read" : scenario.error().message.c_str());
    return 2;
  }
  snapscope::experiment::CommandQueue commands;
  const std::string summary = snapscope::machine::RunScenario(std::move(scenario).value(), commands,
                                                              [](std::vector<std::byte>) {});
  std::cout << summary << '\n';
  return summary.find("\"status\":\"completed\"") == std::string::npos ? 1 : 0;
}
