/**
 * Stands in for the native engine in tests of transport, flow control and process handling. What it
 * does is chosen by the scenario's description:
 *
 *   "rich:N"     the same with two samples a batch and every kind of event
 *   "batches:N"  sends N batches of one sample as credits allow, then ends; the default, with 3
 *   "endless"    sends batches until it is cancelled
 *   "crash"      kills its process
 *   "overrun"    ignores credits
 *   "garbage"    sends a batch that is none
 *   "ignore"     obeys nothing, not even cancel
 *   "unverified" ends with a snapshot that does not show what it should
 *   "broken"     ends with a TPC-C-style database of which a condition does not hold
 *
 * Logs are read by the real addon.
 */
import { unlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { LogReader, Run } from "../../addon/addon.ts";
import { addonPath } from "../../addon/addon-path.ts";
import { encodeBatch } from "../../contract/frame.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { someFigures } from "../../contract/testing/device-figures.ts";
import { brokenConsistency } from "../../contract/testing/fake-consistency.ts";
import { fakeSummary } from "../../contract/testing/fake-summary.ts";
import { fittedDevice, fittedServer } from "../../contract/testing/fitted-device.ts";
import { initialCredits } from "../../transport/credits.ts";

const realAddon = createRequire(import.meta.url)(addonPath({})) as LogReader;
export const { RecordScanner, narrow } = realAddon;

export const version = () => ({ engine: "fake", compiler: "none", build: "test" });

/** Every device has the same. */
export const deviceFigures = () => JSON.stringify(someFigures);

/** Three loads, each of which takes a moment. */
export class Calibration {
  readonly #file: string;
  #done = 0;

  constructor(file: string) {
    writeFileSync(file, "pages", { flag: "wx" });
    this.#file = file;
  }

  measureNext(): string | null {
    if (this.#done === 3) return null;
    this.#done += 1;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    return JSON.stringify({ done: this.#done, of: 3, ...this.#load() });
  }

  fit(): string {
    const loads = [{ ...this.#load(), predictedPerSecond: 1100 }];
    return JSON.stringify({ device: fittedDevice, server: fittedServer, unbuffered: true, loads });
  }

  close(): void {
    unlinkSync(this.#file);
  }

  #load() {
    const kind = {
      isWrite: false,
      durable: false,
      sequential: false,
      target: "written",
      depth: 1,
      ioBytes: 8192,
    };
    return { ...kind, iosPerSecond: 1000, meanUs: 1000, processorUs: 20 };
  }
}

export function start(
  scenarioJson: string,
  onBatch: (bytes: Uint8Array) => void,
  onEnd: (summaryJson: string) => void,
): Run {
  const scenario = JSON.parse(scenarioJson) as Scenario;
  const behaviour = scenario.description;
  const endless = ["endless", "ignore", "overrun"].includes(behaviour);
  const limit = endless ? Infinity : Number(/^(?:batches|rich):(\d+)$/.exec(behaviour)?.[1] ?? 3);
  let [credits, sent, ended] = [initialCredits, 0, false];

  for (const volume of scenario.storage.volumes) {
    if (typeof volume.folder === "string") {
      writeFileSync(join(volume.folder, "data", `${scenario.database.name}.mdf`), "rows");
    }
  }

  const end = (status: "completed" | "cancelled") => {
    if (ended) return;
    ended = true;
    const summary = fakeSummary(scenario, status);
    const run = { ...summary.run, verified: behaviour !== "unverified" };
    const consistency = behaviour === "broken" ? brokenConsistency : null;
    onEnd(JSON.stringify({ ...summary, run, consistency }));
  };
  const pump = () => {
    if (ended) return;
    if (behaviour === "crash") process.kill(process.pid, "SIGKILL");
    if (behaviour === "garbage") onBatch(new Uint8Array([1, 2, 3]));
    const overrun = behaviour === "overrun";
    while (sent < limit && (credits > 0 || overrun) && sent < 1000) {
      credits -= 1;
      sent += 1;
      onBatch(behaviour.startsWith("rich:") ? richBatch(sent) : sampleBatch(sent));
    }
    if (sent >= limit) end("completed");
  };
  setImmediate(pump);
  return {
    command: (json) => {
      const { kind } = JSON.parse(json) as { kind: string };
      if (kind === "prolong") onBatch(prolongedBatch(json));
      if (kind === "cancel" && behaviour !== "ignore") setImmediate(() => end("cancelled"));
    },
    grant: (granted) => {
      credits += granted;
      setImmediate(pump);
    },
    close: () => {
      setImmediate(() => end("cancelled"));
    },
  };
}

/** It is told of, and nothing else comes of it. */
const prolongedBatch = (json: string): Uint8Array =>
  encodeBatch({
    timeMs: [],
    counters: {},
    waits: {},
    events: [{ kind: "command", atNs: 0, command: JSON.parse(json), outcome: "applied" }],
  });

const sampleBatch = (index: number): Uint8Array =>
  encodeBatch({
    timeMs: [index * 1000],
    counters: { transactionsPerSecond: [index] },
    waits: {},
    events: [{ kind: "state", atMs: index * 1000, state: "running", pace: 0 }],
  });

/** A creation goes on in every ten batches; each batch has a line of the ERRORLOG and waits. */
function richBatch(index: number): Uint8Array {
  const timeMs = [index * 1000 - 500, index * 1000];
  const [, atMs = 0] = timeMs;
  const creation = Math.ceil(index / 10);
  const startMs = (creation - 1) * 10_000;
  const snapshot = `s${creation}`;
  const ends = index % 10 === 0;
  return encodeBatch({
    timeMs,
    counters: { transactionsPerSecond: [index, index + 0.5], freePages: [1000 - index, 999] },
    waits: { WRITELOG: { tasks: [index, 1], waitMs: [0.5 * index, 2], signalMs: [0, 0.25] } },
    events: [
      { kind: "errorlog", atMs, line: `2006-10-23 21:48:07.00 spid51      line ${index}` },
      {
        kind: "phase",
        snapshot,
        name: "redo",
        startMs,
        endMs: ends ? atMs : null,
        progress: ends ? 1 : (index % 10) / 10,
        figures: {},
      },
      { kind: "snapshot", atMs, name: snapshot, pagesPushed: index, sizeOnDiskBytes: 8192 * index },
      { kind: "latency", atMs, type: "transaction1", p99Ms: 9, count: 3 },
      {
        kind: "latency",
        atMs,
        type: "all",
        p99Ms: 1,
        count: 3,
        buckets: [
          [900, 2],
          [1000, 1],
        ],
      },
    ],
  });
}
