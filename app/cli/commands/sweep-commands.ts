/** What `snapscope sweep` offers, declared apart from the doing: help must not open the library. */
import type { Command } from "commander";
import { runFileExtension } from "../../contract/rpc/runs.ts";
import { usualRepeats } from "../../contract/study.ts";

const sweep = () => import("./sweep.ts");
const files = () => import("./sweep-files.ts");
const whichStudy = "an id, its first characters, a name, or latest";
const collect = (value: string, previous: readonly string[]) => [...previous, value];

export function addSweep(program: Command): void {
  const group = program
    .command("sweep")
    .description("run a scenario with all of several values, and say what they change");
  withPlan(
    group
      .command("run <scenario>", { isDefault: true })
      .description("run a sweep into the library (the default)"),
  )
    .option("--json", "print one JSON object: study, metrics")
    .addHelpText(
      "after",
      `
Examples:
  snapscope sweep creation-under-load --over workload.users=100..400/100
  snapscope sweep two-snapshots --over workload.users=50,100 --over database.dataFiles=1,4 --repeats 6
  snapscope sweep my-scenario.json`,
    )
    .action(async (scenario, options) => (await sweep()).runSweep(scenario, options));
  group
    .command("resume <study>")
    .description(`run what is missing of a study: ${whichStudy}`)
    .option("--json", "print one JSON object: study, metrics")
    .action(async (study, options) => (await sweep()).resumeSweep(study, options));
  group
    .command("list")
    .description("list the studies of the library, the newest first")
    .option("--json", "print one JSON array")
    .action(async (options) => (await sweep()).listSweeps(options));
  group
    .command("show <study>")
    .description(`say what a study comes to so far: ${whichStudy}`)
    .option("--metric <metric>", "tell of this metric too")
    .option("--json", "print one JSON object: study, metrics")
    .action(async (study, options) => (await sweep()).showSweep(study, options));
  group
    .command("delete <study...>")
    .description("delete studies with their runs, for good")
    .action(async (studies) => (await sweep()).deleteSweeps(studies));
  withPlan(
    group
      .command("export <scenario>")
      .description(
        "write a sweep, or what is missing of a study, as commands that other machines can run",
      ),
  )
    .requiredOption("--into <folder>", "write it there: commands.txt, slurm-array.sh, scenarios")
    .option("--program <command>", "how Snapscope is called there", "snapscope")
    .option("--force", "write into a folder that is not empty")
    .addHelpText(
      "after",
      `
Examples:
  snapscope sweep export creation-under-load --over workload.users=100..400/100 --into sweep
  cd sweep && parallel < commands.txt && snapscope sweep import .
  cd sweep && sbatch slurm-array.sh`,
    )
    .action(async (what, options) => (await files()).exportSweep(what, options));
  group
    .command("import <path...>")
    .description(
      `take in results that were computed elsewhere: a folder of sweep export, or ${runFileExtension} files`,
    )
    .option("--json", "print one JSON object")
    .action(async (paths, options) => (await files()).importSweep(paths, options));
}

/** What a sweep is made from. */
const withPlan = (command: Command): Command =>
  command
    .option(
      "--over <path=values>",
      "what is varied: path=value,value,... or path=from..to/step; of several, every combination",
      collect,
      [],
    )
    .option("--set <path=value>", "change one value of all points; may be repeated", collect, [])
    .option(
      "--repeats <number>",
      `runs of each point, from seeds that all points share (default: the scenario's, else ${usualRepeats})`,
    )
    .option(
      "--primary <metric>",
      "the metric asked about, whose chances are not corrected for the others",
    )
    .option("--name <name>", "name of the study");
