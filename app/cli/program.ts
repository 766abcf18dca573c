/** The command line: what there is to say, and how it is explained. */
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { schemaNames } from "../contract/json-schemas.ts";
import { planFailures } from "../contract/protection-plan.ts";
import { reportFormats } from "../contract/rpc/exports.ts";
import { runFileExtension } from "../contract/rpc/runs.ts";
import type { BandOptions } from "./commands/band.ts";
import { cleanCommand } from "./commands/clean.ts";
import type { CompareOptions } from "./commands/compare-options.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import { addFigures } from "./commands/figures-commands.ts";
import type { ForecastOptions } from "./commands/forecast.ts";
import type { ImportOptions } from "./commands/import.ts";
import type { PlanOptions } from "./commands/plan.ts";
import { presetsCommand } from "./commands/presets.ts";
import type { ReportOptions } from "./commands/report.ts";
import type { RunOptions } from "./commands/run.ts";
import { addRuns } from "./commands/runs-commands.ts";
import { schemaCommand } from "./commands/schema.ts";
import { parsePort, type ServeOptions } from "./commands/serve-options.ts";
import { addSweep } from "./commands/sweep-commands.ts";
import { outputStreams } from "./console.ts";
import { terminalText } from "./text/terminal-text.ts";

function programVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

const collect = (value: string, previous: readonly string[]) => [...previous, value];

export function buildProgram(): Command {
  const program = new Command("snapscope")
    .description("Shows what database snapshots cost, and why, before production does.")
    .version(programVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => outputStreams().stdout.write(terminalText(text)),
      writeErr: (text) => outputStreams().stderr.write(terminalText(text)),
    })
    .addHelpText(
      "after",
      `
Examples:
  snapscope presets
  snapscope devices sqlcat-q
  snapscope run creation-under-load
  snapscope run creation-under-load --seed 7 --set workload.users=400 --json
  snapscope run creation-on-this-machine --out results
  snapscope import ERRORLOG perfmon.csv
  snapscope run two-snapshots --report html,pdf --out results
  snapscope run two-snapshots --save && snapscope runs show latest

Results go to stdout, progress and messages to stderr.
Exit code: 0 done, 1 the run failed, 2 bad input.`,
    );
  addRun(program);
  addRuns(program);
  addCompare(program);
  addSweep(program);
  addBand(program);
  addFigures(program);
  program
    .command("presets [name]")
    .description("list the presets, or show one")
    .option("--json", "print the scenario itself, to start one of your own from")
    .action(presetsCommand);
  program
    .command("devices [name]")
    .description("list the devices that a virtual volume can be, or show one and what it can do")
    .option("--json", "print JSON")
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const { devicesCommand } = await import("./commands/devices.ts");
      await devicesCommand(name, options);
    });
  program
    .command("servers [name]")
    .description("list the servers that a virtual run can have, or show one and what it can do")
    .option("--json", "print JSON")
    .action(async (name: string | undefined, options: { readonly json?: true }) => {
      const { serversCommand } = await import("./commands/servers.ts");
      serversCommand(name, options);
    });
  program
    .command("import <files...>")
    .description(
      "read ERRORLOGs, Perfmon captures and wait statistics of a server, on one timeline",
    )
    .option("--json", "print one JSON object (see: snapscope schema capture)")
    .option("--records", "with --json: every record too, verbatim")
    .option("--report <list>", `write reports: ${reportFormats.join(", ")}, with commas between`)
    .option("--out <folder>", "write the reports there", ".")
    .option("--force", "let --report overwrite files")
    .addHelpText(
      "after",
      `
Examples:
  snapscope import ERRORLOG ERRORLOG.1 perfmon.csv
  snapscope import ERRORLOG --json | jq '.findings[].title'
  snapscope import ERRORLOG --report html,pdf --out results`,
    )
    .action(async (files: readonly string[], options: ImportOptions) => {
      const { importCommand } = await import("./commands/import.ts");
      await importCommand(files, options);
    });
  program
    .command("clean [folder]")
    .description(
      "remove what an interrupted real run left in a folder (default: the default folder)",
    )
    .action(cleanCommand);
  program
    .command("report <run>")
    .description(
      `write reports of a run: an id, its first characters, a name, latest, or a ${runFileExtension} file`,
    )
    .option("--format <list>", `${reportFormats.join(", ")}, with commas between`, "html")
    .option("--out <folder>", "write them there", ".")
    .option("--force", "overwrite files")
    .action(async (run: string, options: ReportOptions) => {
      const { reportCommand } = await import("./commands/report.ts");
      await reportCommand(run, options);
    });
  program
    .command("forecast <run>")
    .description(
      `say what becomes of the snapshots of a run if the load stays as it is: their size, when their volume is full, what a revert takes and loses; a run as report takes it, or a ${runFileExtension} file`,
    )
    .option("--hours <list>", "how far ahead, with commas between", "1,8,24")
    .option("--at <seconds>", "by what was known so many seconds after the start; default: its end")
    .option("--json", "print one JSON object (see: snapscope schema forecast)")
    .addHelpText(
      "after",
      `
Examples:
  snapscope forecast latest
  snapscope forecast 3f2a --hours 4,12 --at 600
  snapscope forecast monday.snapscope-run --json | jq '.snapshots[0].full'`,
    )
    .action(async (run: string, options: ForecastOptions) => {
      const { forecastCommand } = await import("./commands/forecast.ts");
      await forecastCommand(run, options);
    });
  addPlan(program);
  program
    .command("doctor")
    .description("say what works on this machine, what is missing, and how to get it")
    .option("--json", "print one JSON object")
    .option("--calibrate", "measure this machine's disk for some 20 s, and fit a device to it")
    .option("--folder <folder>", "with --calibrate: an empty folder on the disk")
    .option("--out <file>", "with --calibrate: write the device there, as JSON")
    .option(
      "--compare",
      "with --calibrate: run creation-on-this-machine on the disk and on the device",
    )
    .addHelpText(
      "after",
      `
Examples:
  snapscope doctor --calibrate --out disk.json
  snapscope run creation-under-load --set "storage.volumes.0.device=$(cat disk.json)"`,
    )
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import("./commands/doctor.ts");
      await doctorCommand(options);
    });
  program
    .command("serve")
    .description("serve the app to a browser on this machine, and print its address")
    .option("--port <number>", "port to listen on; 0: any free one", parsePort, 0)
    .option("--open", "open the address in the browser")
    .action(async (options: ServeOptions) => {
      // Loaded when asked for: the services and their database are nothing to the other commands.
      const { serveCommand } = await import("./commands/serve.ts");
      await serveCommand(options);
    });
  program
    .command("schema [name]")
    .description(`print a JSON Schema: scenario (default), ${schemaNames.slice(1).join(", ")}`)
    .action((name: string | undefined) => schemaCommand(name ?? "scenario"));
  return program;
}

function addPlan(program: Command): void {
  program
    .command("plan <plan>")
    .description(
      "say of a protection plan, a file or one that comes with the program, what may be lost and how long a way back takes, for failures at any time of its day",
    )
    .option("--at <seconds>", "all ways back from a failure at this second of the day")
    .option("--failure <kind>", `what fails then: ${planFailures.join(", ")}`, planFailures[0])
    .option("--run <seconds>", "run the best of them, and say how far its estimate is off")
    .option("--save", "record that run into the library too")
    .option("--json", "print one JSON object (see: snapscope schema planResult)")
    .addHelpText(
      "after",
      `
Examples:
  snapscope plan paper-2011
  snapscope plan plan.json --at 36000 --failure lostVolumes
  snapscope plan plan.json --run 1500 --json | jq .outcome.time.ratio
  snapscope schema plan`,
    )
    .action(async (file: string, options: PlanOptions) => {
      const { planCommand } = await import("./commands/plan.ts");
      await planCommand(file, options);
    });
}

function addRun(program: Command): void {
  program
    .command("run <scenario>")
    .description("run a preset, a scenario file, or the scenario of an earlier run's summary.json")
    .option("--seed <number>", "seed of all random draws")
    .option("--set <path=value>", "change one value of the scenario; may be repeated", collect, [])
    .option("--mode <mode>", "virtual (simulated disks and time) or real (this machine's)")
    .option("--pace <factor>", "engine seconds per second of wall time; 0 = as fast as possible")
    .option("--duration <seconds>", "engine time of the run, warm-up included")
    .option("--json", "print the summary as one JSON object")
    .option("--out <folder>", "write errorlog.txt, counters.csv and summary.json there")
    .option("--report <list>", `write reports: ${reportFormats.join(", ")}, with commas between`)
    .option("--export <file>", `write the run as one ${runFileExtension} file, if it completes`)
    .option("--force", "let --out, --report and --export overwrite files")
    .option("--save", "record the run into the library too, where the app shows it (default: off)")
    .option(
      "--estimate",
      "print what the run will do and the memory it will take, and do not run it",
    )
    .option("--steer", "read live commands from stdin, one JSON object a line")
    .addHelpText(
      "after",
      `
Examples:
  snapscope run two-snapshots --set storage.volumes.2.device.writeServiceUs=800
  snapscope run creation-under-load --set 'timeline.1={"atSeconds":60,"command":{"kind":"setUsers","users":400}}'
  snapscope run two-snapshots --set 'storage.volumes.2.device={"preset":"sqlskills-k"}'
  snapscope run results/summary.json
  echo '{"kind":"createSnapshot","name":"now"}' | snapscope run creation-under-load --pace 10 --steer`,
    )
    .action(async (scenario: string, options: RunOptions) => {
      const { runCommand } = await import("./commands/run.ts");
      await runCommand(scenario, options);
    });
}

function addCompare(program: Command): void {
  program
    .command("compare <base> [new]")
    .description(
      "run a scenario, or that of a run of the library, as it is and with a change, or take two runs or a shared comparison, and say what differs",
    )
    .option("--with <path=value>", "what the new setting changes; may be repeated", collect, [])
    .option("--set <path=value>", "change one value of both settings; may be repeated", collect, [])
    .option("--repeats <number>", "runs of each side, from seeds that both share", "10")
    .option(
      "--primary <metric>",
      "the metric asked about, whose chance is not corrected for the others",
    )
    .option(
      "--least-effect <percent>",
      "a difference that is shown to be smaller does not matter, % of the base (default: 1)",
    )
    .option(
      "--steady-from <seconds>",
      "of two runs, where the steady state begins, if not as detected: of both, or base,new",
    )
    .option(
      "--fail-if <limit>",
      'exit 1 when a change passes it, as "p99 > +10 %"; may be repeated',
      collect,
      [],
    )
    .option("--export <file>", "write two runs' comparison as one file that opens elsewhere")
    .option("--force", "overwrite that file")
    .option("--json", "print the comparison as one JSON object")
    .addHelpText(
      "after",
      `
Examples:
  snapscope compare creation-under-load --with 'timeline=[]'
  snapscope compare two-snapshots --with workload.users=200 --repeats 5 --fail-if "p99 > +10 %"
  snapscope compare 3f2a --with storage.volumes.2.device='{"preset":"sqlcat-q"}'
  snapscope compare latest 3f2a --export for-ann.snapscope-comparison
  snapscope compare for-ann.snapscope-comparison`,
    )
    .action(async (base: string, variant: string | undefined, options: CompareOptions) => {
      const { compareCommand } = await import("./commands/compare.ts");
      await compareCommand(base, variant, options);
    });
}

function addBand(program: Command): void {
  program
    .command("band <scenario>")
    .description(
      "say what a result is over all that is assumed of its server and devices: low, given, high",
    )
    .option("--set <path=value>", "change one value of the scenario; may be repeated", collect, [])
    .option(
      "--repeats <number>",
      "runs at each end of each assumed figure, from seeds that all share",
      "1",
    )
    .option("--primary <metric>", "the metric that is told first")
    .option("--name <name>", "name of the study, which sweep resume and sweep show take")
    .option("--json", "print one JSON object: study, band")
    .addHelpText(
      "after",
      `
Examples:
  snapscope band creation-on-a-busy-array
  snapscope band two-snapshots --set 'storage.volumes.2.device={"preset":"sqlskills-k"}' --primary creation
  snapscope sweep resume latest`,
    )
    .action(async (scenario: string, options: BandOptions) => {
      const { bandCommand } = await import("./commands/band.ts");
      await bandCommand(scenario, options);
    });
}
