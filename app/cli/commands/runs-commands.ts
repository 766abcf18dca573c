/** What `snapscope runs` offers, declared apart from the doing: help must not open the library. */
import type { Command } from "commander";

const runs = () => import("./runs.ts");
const whichRun = "an id, its first characters, a name, or latest";

export function addRuns(program: Command): void {
  const group = program
    .command("runs")
    .description("the run library, which the app and run --save write");
  group
    .command("list", { isDefault: true })
    .description("list the runs, the newest first (the default)")
    .option("--json", "print one JSON array")
    .action(async (options) => (await runs()).listRuns(options));
  group
    .command("show <run>")
    .description(`show a run: ${whichRun}`)
    .option("--json", "print one JSON object: entry, scenario, summary, errorlog")
    .action(async (run, options) => (await runs()).showRun(run, options));
  group
    .command("delete <run...>")
    .description("delete runs, for good")
    .action(async (names) => (await runs()).deleteRuns(names));
  group
    .command("export <run> [file]")
    .description("write a run as one file, for another machine or a colleague")
    .option("--force", "overwrite the file")
    .action(async (run, file, options) => (await runs()).exportRun(run, file, options));
  group
    .command("import <file...>")
    .description("take exported runs into the library")
    .option("--json", "print one JSON object a line")
    .action(async (files, options) => (await runs()).importRuns(files, options));
}
