/**
 * Measures how fast a large ERRORLOG is read, in one thread, from its first byte to its last finding:
 *
 *   node app/capture/testing/measure-reading.ts [--bytes N] [--folder F] [--seed N] [--quick]
 *
 * Prints one JSON line per encoding, as the benchmarks of the engine do. lnav, where it is installed,
 * reads the same UTF-8 file beside it. Each reading is a process of its own, for its peak memory.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, cpuUsage, execPath, resourceUsage, stderr, stdout } from "node:process";
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
  readonly processorMs: number;
  /** To the first overview, with the records of the first piece. */
  readonly firstOverviewMs: number;
  readonly peakMemoryBytes: number;
}

function readLog(path: string): Reading {
  const started = performance.now();
  const before = cpuUsage();
  const opened = openCapture([{ name: "ERRORLOG", path }]);
  if (!opened.ok) throw new Error(opened.error.message);
  const { capture } = opened.value;
  while (capture.records.count === 0 && capture.readSlice());
  capture.overview();
  const firstOverviewMs = performance.now() - started;
  while (capture.readSlice());
  capture.overview();
  const wallMs = performance.now() - started;
  const { user, system } = cpuUsage(before);
  const { bytesTotal, records } = capture.progress;
  return {
    bytes: bytesTotal,
    records,
    wallMs,
    processorMs: (user + system) / 1000,
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
  closeSync(file);
}

const megabytesPerSecond = (bytes: number, ms: number): number => Math.round(bytes / 1000 / ms);

/** Of the file that was read just now, so that its pages are in memory. Null: lnav is not there. */
function timeLnav(path: string, bytes: number): number | null {
  const started = performance.now();
  const { error } = spawnSync("lnav", ["-n", path], { stdio: ["ignore", "ignore", "ignore"] });
  return error === undefined ? megabytesPerSecond(bytes, performance.now() - started) : null;
}

function measure(encoding: LogEncoding, folder: string, bytes: number, seed: number): void {
  const path = join(folder, `ERRORLOG-${encoding}`);
  stderr.write(`writing ${path}\n`);
  writeLog(path, encoding, bytes, seed);
  stderr.write("reading it\n");
  const output = execFileSync(execPath, [fileURLToPath(import.meta.url), "--read", path]);
  const reading = JSON.parse(output.toString()) as Reading;
  const lnav = encoding === "utf-8" ? timeLnav(path, reading.bytes) : null;
  rmSync(path);
  stdout.write(
    `${JSON.stringify({
      benchmark: `read-errorlog-${encoding}`,
      seed,
      timeBase: "wall",
      configuration: { bytes: reading.bytes, records: reading.records, ...largeLogMix },
      results: {
        megabytesPerSecond: megabytesPerSecond(reading.bytes, reading.wallMs),
        megabytesPerProcessorSecond: megabytesPerSecond(reading.bytes, reading.processorMs),
        firstOverviewMs: Math.round(reading.firstOverviewMs),
        peakMemoryMegabytes: Math.round(reading.peakMemoryBytes / 1e6),
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
      quick: { type: "boolean", default: false },
    },
  });
  if (values.read !== undefined) {
    stdout.write(JSON.stringify(readLog(values.read)));
    return;
  }
  const folder = mkdtempSync(join(values.folder, "snapscope-bench-"));
  try {
    const bytes = values.quick ? 100_000_000 : Number(values.bytes);
    for (const encoding of encodings) measure(encoding, folder, bytes, Number(values.seed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
