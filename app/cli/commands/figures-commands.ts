/** What `snapscope figures` offers, declared apart from the doing. */
import type { Command } from "commander";

const figures = () => import("./figures.ts");
const repeatsOfPoint = "runs of each point, from seeds that follow each other";

export function addFigures(program: Command): void {
  const group = program
    .command("figures")
    .description(
      "the figures of the papers, on the papers' hardware, with what was measured and judged",
    );
  group
    .command("list", { isDefault: true })
    .description("list them, with how their checks stand (the default)")
    .option("--json", "print one JSON array")
    .action(async (options) => (await figures()).listFigures(options));
  group
    .command("show <figure>")
    .description(
      "show one: its inputs, what was measured, and what became of the paper's statements",
    )
    .option("--json", "print one JSON object: figure, provenance, points, checks")
    .action(async (figure, options) => (await figures()).showFigure(figure, options));
  group
    .command("run <figure>")
    .description(
      "compute one here, and say whether its runs and verdicts are those that came with the program",
    )
    .option("--repeats <number>", `${repeatsOfPoint} (default: as many as were shipped)`)
    .option("--seed <number>", "seed of the first (default: the preset's)")
    .option(
      "--json",
      "print one JSON object: figure, provenance, points, checks, and beside the shipped ones hashes, verdicts",
    )
    .action(async (figure, options) => (await figures()).runFigure(figure, options));
  group
    .command("check [figures...]")
    .description("judge the paper's statements by the results that come with the program")
    .option("--all", "of all figures")
    .option("--json", "print one JSON array: per check its statement, measured values, verdict")
    .action(async (ids, options) => (await figures()).checkFigures(ids, options));
  group
    .command("compute [figures...]")
    .description(
      "compute figures, and write the results that come with the program: assets/figures",
    )
    .option("--all", "all figures")
    .option("--repeats <number>", `${repeatsOfPoint} (default: as many as were shipped, else 6)`)
    .option("--seed <number>", "seed of the first (default: the preset's)")
    .option("--keep", "keep the runs that came with the program, and compute what is missing")
    .option(
      "--under-a-minute",
      "keep those too that took a minute and more, whatever engine they are of: only shorter ones of another revision are computed anew",
    )
    .action(async (ids, options) => (await figures()).computeFigures(ids, options));
  group
    .command("verify [figure]")
    .description(
      "run one point again, and compare the hash of its telemetry with the shipped one, where that is of this engine's revision",
    )
    .option("--point <point>", "its id, as figures show --json has it (default: a random one)")
    .option("--seed <number>", "one of the shipped seeds (default: a random one)")
    .option("--json", "print one JSON object")
    .action(async (figure, options) => (await figures()).verifyFigure(figure, options))
    .addHelpText(
      "after",
      `
Without a figure, a run is chosen at random, of under a minute where there is any. What was chosen is
printed as the command that repeats it.

A result says of which engine revision it is. One of another revision is not verified: the engine has
changed since, and gives other telemetry.

Examples:
  snapscope figures show sqlskills-1
  snapscope figures run sqlskills-2 --repeats 2
  snapscope figures run sqlskills-1 --seed 101      whether other seeds give the same verdicts
  snapscope figures check --all --json
  snapscope figures verify sqlcat-1 --point 100-users --seed 1

Exit code: 1 where a check fails, a result is not what this engine gives, or as many repeats of other
seeds give another verdict.`,
    );
}
