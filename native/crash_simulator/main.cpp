// snapscope_simulator: one simulation, drawn from a seed or read from standard input. `npm run sim`
// runs many of them, each in a process of its own: a failed CHECK ends one, not all.
//
//   snapscope_simulator draw SEED PROFILE          prints the plan of that seed
//   snapscope_simulator run [MUTATION] < PLAN      runs it twice, prints what came of it
//   snapscope_simulator mutations                  prints the known defects that a plan can show
//
// Exit code 0: everything held; 1: something did not; 2: usage.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

#include "base/mutation.h"
#include "crash_simulator/simulation.h"

namespace snapscope::crash_simulator {
namespace {

constexpr const char* kUsage =
    "usage: snapscope_simulator draw SEED PROFILE | run [MUTATION] < PLAN | mutations\n";

int Refuse(const std::string& what) {
  std::fprintf(stderr, "%s\n%s", what.c_str(), kUsage);
  return 2;
}

int Draw(const std::string& seed, const std::string& profile_name) {
  const Result<Profile> profile = ParseProfile(profile_name);
  if (!profile.ok()) return Refuse(profile.error().message);
  char* end = nullptr;
  const uint64_t number = std::strtoull(seed.c_str(), &end, 10);
  if (seed.empty() || *end != '\0') return Refuse("the seed '" + seed + "' is not a number");
  std::cout << ToJson(DrawPlan(number, *profile)).dump() << '\n';
  return 0;
}

int Run(const std::string& mutation) {
  if (!mutation.empty() && !SwitchOnMutation(mutation)) {
    return Refuse("this build has no mutation '" + mutation + "'");
  }
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  const Result<Plan> plan = ParsePlan(text);
  if (!plan.ok()) return Refuse(plan.error().message);
  const Result<Outcome> first = RunPlan(*plan);
  if (!first.ok()) return Refuse(first.error().message);
  Outcome outcome = *first;
  if (!outcome.problem) {
    const Result<Outcome> again = RunPlan(*plan);
    if (again.ok() && again->hash != outcome.hash) {
      outcome.problem = "the same plan gave two different runs";
    }
  }
  std::cout << ToJson(outcome).dump() << '\n';
  return outcome.problem ? 1 : 0;
}

int ListMutations() {
  for (const auto& [name, defect] : MutationsFor(NoticedBy::kSimulator)) {
    std::cout << name << '\t' << defect << '\n';
  }
  return 0;
}

int Main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "draw" && argc == 4) return Draw(argv[2], argv[3]);
  if (command == "run" && argc <= 3) return Run(argc == 3 ? argv[2] : "");
  if (command == "mutations" && argc == 2) return ListMutations();
  return Refuse("");
}

}  // namespace
}  // namespace snapscope::crash_simulator

int main(int argc, char** argv) { return snapscope::crash_simulator::Main(argc, argv); }
