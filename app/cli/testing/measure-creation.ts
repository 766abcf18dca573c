/**
 * Runs the preset sqlcat-creation in the engine that users run, and prints its creation beside the one
 * whose ERRORLOG the paper shows:
 *
 *   node app/cli/testing/measure-creation.ts [--quick] [--seed N]
 *
 * The table goes to stderr, one JSON line to stdout, as the benchmarks of the engine do. More memory
 * than allowed ends it with 1, and so does a snapshot that is not verified by what changed and a sample.
 * Wall time is a bar like those of the engine's benchmarks: it is told whether it is met. With --quick
 * the creation comes early in a run of 40 s, which is made twice and must come out the same.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process, { argv, env, execPath, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openCapture } from "../../capture/capture.ts";
import type { Phase } from "../../contract/phase.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { type Summary, summarySchema } from "../../contract/summary.ts";
import { readPreset } from "../../services/presets.ts";
import { sampleLogPath } from "../../services/project-paths.ts";
import { type CreationFigure, compareCreations } from "./creation-comparison.ts";
import { renderComparison } from "./creation-table.ts";

const preset = "sqlcat-creation";
const commandLine = fileURLToPath(new URL("../main.ts", import.meta.url));

/** What the preset takes from the paper's log: by the moment of the creation, row width and think time. */
const inputs: ReadonlySet<CreationFigure> = new Set([
  "buffers",
  "bytesPerRecord",
  "recordsPerSecond",
]);

/** What a run should take on one core of a machine of CI, and the memory that it may take. */
const mostWallSeconds = 60;
const mostMemoryBytes = 3 * 2 ** 30;

const quickSeconds = { duration: 40, creation: 20 };

interface Measured {
  readonly summary: Summary;
  readonly wallSeconds: number;
}

function runOf(scenario: Scenario): Measured {
  const folder = mkdtempSync(join(tmpdir(), "snapscope-bench-"));
  try {
    const path = join(folder, "scenario.json");
    writeFileSync(path, JSON.stringify(scenario));
    const started = performance.now();
    const printed = execFileSync(execPath, [commandLine, "run", path, "--json"], {
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
    });
    const wallSeconds = (performance.now() - started) / 1000;
    return { summary: summarySchema.parse(JSON.parse(printed)), wallSeconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The phases of the creation that the paper prints, as any log is read. */
function phasesOfPaper(): readonly Phase[] {
  const opened = openCapture([{ name: "sqlcat-2006.log", path: sampleLogPath }]);
  if (!opened.ok) throw new Error(opened.error.message);
  const { capture } = opened.value;
  while (capture.readSlice());
  const { phases } = capture.overview();
  capture.close();
  return phases;
}

/** Why the run proves nothing; null if it does. */
function flawOf({ run, snapshots }: Summary): string | null {
  const [snapshot] = snapshots;
  if (run.status !== "completed") return `the run ${run.status}: ${run.error?.message}`;
  if (snapshot?.verified !== true) return "the snapshot was not verified";
  const coverage = snapshot.verification?.coverage;
  return coverage === "changedAndSampled" ? null : `the coverage was ${coverage}`;
}

const early = (scenario: Scenario): Scenario => ({
  ...scenario,
  durationSeconds: quickSeconds.duration,
  timeline: scenario.timeline.map((entry) => ({ ...entry, atSeconds: quickSeconds.creation })),
});

function measureTwice(scenario: Scenario): string | null {
  const [first, second] = [runOf(early(scenario)), runOf(early(scenario))];
  print({ scenario: early(scenario), runs: 2 }, resultsOf(first));
  const hashes = [first, second].map(({ summary }) => summary.telemetryHash);
  if (hashes[0] !== hashes[1]) return `the same run came out differently: ${hashes.join(", ")}`;
  return flawOf(first.summary);
}

function measureWhole(scenario: Scenario): string | null {
  const measured = runOf(scenario);
  const { summary, wallSeconds } = measured;
  const compared = compareCreations(phasesOfPaper(), summary.phases, inputs);
  const { peakMemoryBytes } = summary.executor;
  const bars = [
    { name: "wall seconds", most: mostWallSeconds, met: wallSeconds <= mostWallSeconds },
  ];
  const undone = summary.phases.find(({ name }) => name === "undo")?.figures ?? {};
  print(
    { scenario },
    { ...resultsOf(measured), bars, creation: compared, undone: undone.records ?? null },
  );
  stderr.write(
    [
      renderComparison(compared),
      `Records truly undone: ${undone.records}, of ${undone.transactions} transactions`,
      `${summary.run.engineMs / 1000} s of engine time in ${wallSeconds.toFixed(1)} s of wall time; the bar is ${mostWallSeconds}`,
      `${summary.executor.events} events, ${summary.transactions.total} transactions`,
      `${(peakMemoryBytes / 2 ** 20).toFixed(0)} MiB at most; allowed ${mostMemoryBytes / 2 ** 20}`,
      "",
    ].join("\n"),
  );
  return (
    flawOf(summary) ??
    (peakMemoryBytes <= mostMemoryBytes ? null : `${peakMemoryBytes} bytes of memory are too many`)
  );
}

function resultsOf({ summary, wallSeconds }: Measured) {
  const { executor, transactions, telemetryHash, snapshots } = summary;
  return {
    wallSeconds,
    ...executor,
    transactions: transactions.total,
    verification: snapshots[0]?.verification ?? null,
    telemetryHash,
  };
}

function print(configuration: object, results: object): void {
  const commit = env.SNAPSCOPE_COMMIT ?? "unknown";
  const line = { benchmark: preset, commit, timeBase: "wall", configuration, results };
  stdout.write(`${JSON.stringify(line)}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: { quick: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
  });
  const read = await readPreset(preset);
  if (!read.ok) throw new Error(read.error.message);
  const scenario = { ...read.value, seed: Number(values.seed) };
  const flaw = values.quick ? measureTwice(scenario) : measureWhole(scenario);
  if (flaw === null) return;
  stderr.write(`${preset}: ${flaw}\n`);
  process.exitCode = 1;
}

await main();
