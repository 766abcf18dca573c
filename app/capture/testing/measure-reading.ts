/**
 * Measures how fast a large ERRORLOG is read, in one thread, from its first byte to its last finding:
 *
 *   node app/capture/testing/measure-reading.ts [--bytes N] [--folder F] [--seed N] [--readings N]
 *       [--all-cores] [--quick]
 *
 * Prints one JSON line per encoding, as the benchmarks of the engine do. lnav, where it is installed,
 * reads the same UTF-8 file beside it. Each reading is a process of its own, for its peak memory, and
 * all threads of it are held to one core: those of V8's collector and compiler count too.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, resourceUsage, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openCapture } from "../capture.ts";
import { largeLog, largeLogMix } from "./large-log.ts";

const encodings = ["utf-8", "utf-16le"] as const;
type LogEncoding = (typeof encodings)[number];

interface Reading {
  readonly bytes: number;
  readonly records: number;
  readonly wallMs: number;
  /** To the first overview, with the records of the first piece. */
  readonly firstOverviewMs: number;
  readonly peakMemoryBytes: number;
}

function readLog(path: string): Reading {
  const started = performance.now();
  const opened = openCapture([{ name: "ERRORLOG", path }]);
  if (!opened.ok) throw new Error(opened.error.message);
  const { capture } = opened.value;
  while (capture.records.count === 0 && capture.readSlice());
  capture.overview();
  const firstOverviewMs = performance.now() - started;
  while (capture.readSlice());
  capture.overview();
  const wallMs = performance.now() - started;
  const { bytesTotal, records } = capture.progress;
  return {
    bytes: bytesTotal,
    records,
    wallMs,
    firstOverviewMs,
    peakMemoryBytes: resourceUsage().maxRSS * 1024,
  };
}

function writeLog(path: string, encoding: LogEncoding, bytes: number, seed: number): void {
  const isWide = encoding === "utf-16le";
  const file = openSync(path, "w");
  if (isWide) writeSync(file, Buffer.from([0xff, 0xfe]));
  const characters = bytes / (isWide ? 2 : 1);
  for (const piece of largeLog({ seed, characters, lineEnd: "\r\n" })) {
    writeSync(file, Buffer.from(piece, isWide ? "utf16le" : "utf8"));
  }
  // Or the disk writes it while it is read.
  fsyncSync(file);
  closeSync(file);
}

/** The command and arguments that hold a process to one core; empty where that cannot be done. */
function heldToOneCore(): readonly string[] {
  // The last core: interrupts and what else runs on a machine are on the first more often.
  const hold = ["taskset", "--cpu-list", String(cpus().length - 1)];
  const { status } = spawnSync(hold[0] ?? "", [...hold.slice(1), "true"], { stdio: "ignore" });
  return status === 0 ? hold : [];
}

function readInOwnProcess(path: string, hold: readonly string[]): Reading {
  const [command = execPath, ...args] = [
    ...hold,
    execPath,
    fileURLToPath(import.meta.url),
    "--read",
    path,
  ];
  return JSON.parse(execFileSync(command, args).toString()) as Reading;
}

const megabytesPerSecond = (bytes: number, ms: number): number => Math.round(bytes / 1000 / ms);

const medianOf = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? Number.NaN;

/** Speed of lnav on the file that was read just now, so that its pages are in memory. Null: lnav is not there. */
function timeLnav(path: string, bytes: number): number | null {
  const started = performance.now();
  const { error } = spawnSync("lnav", ["-n", path], { stdio: ["ignore", "ignore", "ignore"] });
  return error === undefined ? megabytesPerSecond(bytes, performance.now() - started) : null;
}

interface Measurement {
  readonly folder: string;
  readonly bytes: number;
  readonly seed: number;
  readonly readings: number;
  readonly hold: readonly string[];
}

function measure(encoding: LogEncoding, measurement: Measurement): void {
  const { folder, bytes, seed, hold } = measurement;
  const path = join(folder, `ERRORLOG-${encoding}`);
  stderr.write(`writing ${path}\n`);
  writeLog(path, encoding, bytes, seed);
  const readings = Array.from({ length: measurement.readings }, (_, index) => {
    stderr.write(`reading it, ${index + 1} of ${measurement.readings}\n`);
    return readInOwnProcess(path, hold);
  });
  const speeds = readings
    .map((reading) => megabytesPerSecond(reading.bytes, reading.wallMs))
    .sort((a, b) => a - b);
  const records = readings[0]?.records ?? 0;
  const lnav = encoding === "utf-8" ? timeLnav(path, bytes) : null;
  rmSync(path);
  const worst = (pick: (reading: Reading) => number) => Math.round(Math.max(...readings.map(pick)));
  stdout.write(
    `${JSON.stringify({
      benchmark: `read-errorlog-${encoding}`,
      seed,
      timeBase: "wall",
      configuration: {
        bytes: readings[0]?.bytes ?? 0,
        records,
        cores: hold.length > 0 ? 1 : cpus().length,
        readings: readings.length,
        ...largeLogMix,
      },
      results: {
        megabytesPerSecond: medianOf(speeds),
        slowestMegabytesPerSecond: speeds[0] ?? null,
        fastestMegabytesPerSecond: speeds.at(-1) ?? null,
        firstOverviewMs: worst(({ firstOverviewMs }) => firstOverviewMs),
        peakMemoryMegabytes: worst(({ peakMemoryBytes }) => peakMemoryBytes / 1e6),
        lnavMegabytesPerSecond: lnav,
      },
    })}\n`,
  );
}

function main(): void {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      read: { type: "string" },
      bytes: { type: "string", default: "1000000000" },
      folder: { type: "string", default: tmpdir() },
      seed: { type: "string", default: "1" },
      readings: { type: "string", default: "5" },
      "all-cores": { type: "boolean", default: false },
      quick: { type: "boolean", default: false },
    },
  });
  if (values.read !== undefined) {
    stdout.write(JSON.stringify(readLog(values.read)));
    return;
  }
  const folder = mkdtempSync(join(values.folder, "snapscope-bench-"));
  try {
    const measurement = {
      folder,
      bytes: values.quick ? 100_000_000 : Number(values.bytes),
      seed: Number(values.seed),
      readings: values.quick ? 1 : Number(values.readings),
      hold: values["all-cores"] ? [] : heldToOneCore(),
    };
    for (const encoding of encodings) measure(encoding, measurement);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
