/** Services that keep everything in memory and run nothing: for tests of what carries the calls. */

import { failure, success } from "../../contract/result.ts";
import type { RecordingUpdate } from "../../contract/rpc/recordings.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { LibraryChange, Services } from "../../contract/rpc/services.ts";
import type { LiveUpdate } from "../../contract/rpc/timeline-data.ts";
import { runEntryOf } from "../../contract/testing/run-entry.ts";

export const runId = "6f1f5e0e-5d0c-4d0e-9f4a-0d6e1f2a3b4c";

export const runEntry: RunEntry = runEntryOf({ id: runId, name: "a run" });

/** A piece with one column of `points` doubles, the first of them `first`. */
export function livePiece(first: number, points = 1, ended = false): LiveUpdate {
  const column = Float64Array.from({ length: points }, (_, index) => first + index);
  return {
    entry: runEntry,
    recordsLeftOut: 0,
    restart: false,
    origin: "2026-01-01T00:00:00.000",
    series: { timeMs: column, counters: {}, waits: {}, p99Ms: column, samplesPerPoint: 1 },
    events: [],
    summary: null,
    ended,
  };
}

/** The only piece of a recording that cannot be read. */
const recordingUpdate: RecordingUpdate = {
  progress: { state: "failed", bytesRead: 0, bytesTotal: 0, records: 0, message: "not kept here" },
  overview: null,
};

export interface MemoryServices extends Services {
  readonly settingValues: Map<string, unknown>;
}

const absent = () => Promise.resolve(failure("notFound", "not kept here"));

export function memoryServices(overrides: Partial<Services> = {}): MemoryServices {
  const settingValues = new Map<string, unknown>();
  return {
    settingValues,
    presets: { list: () => Promise.resolve([]) },
    lessons: { list: () => Promise.resolve([]), begin: absent },
    devices: { figures: absent },
    experiments: {
      start: absent,
      command: () => Promise.resolve(success(null)),
      kill: absent,
      removeLeftovers: () => Promise.resolve(success(0)),
      async *watch() {
        yield livePiece(0, 1, true);
      },
    },
    library: {
      list: () => Promise.resolve([runEntry]),
      timeline: absent,
      details: absent,
      steadyState: absent,
      change: absent,
      remove: absent,
      restore: absent,
      removed: () => Promise.resolve([]),
      exportRun: absent,
      importRun: absent,
      async *changes(signal): AsyncGenerator<LibraryChange> {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    },
    comparisons: { compare: absent, export: absent, share: absent, open: absent },
    studies: {
      start: absent,
      list: () => Promise.resolve([]),
      state: absent,
      async *watch() {
        yield* [];
      },
      results: absent,
      addFile: absent,
      importRun: absent,
      band: absent,
      cancel: absent,
      resume: absent,
      remove: absent,
    },
    figures: {
      list: absent,
      plan: absent,
      scenario: absent,
      studyOf: absent,
      here: absent,
      export: absent,
    },
    uploads: { begin: absent, append: absent, abandon: absent },
    captures: {
      list: () => Promise.resolve([]),
      open: absent,
      openSample: absent,
      remove: absent,
    },
    recordings: {
      async *watch() {
        yield recordingUpdate;
      },
      cancel: absent,
      rows: absent,
      facets: absent,
      hits: absent,
      nextHit: absent,
      rowOf: absent,
      rowAt: absent,
      series: absent,
      responses: absent,
      async *pushes() {
        yield { batches: [], ended: true };
      },
      creationCosts: absent,
      advice: absent,
      steps: absent,
    },
    reports: { preview: absent, export: absent, exportRecords: absent },
    settings: {
      all: () => Promise.resolve(Object.fromEntries(settingValues)),
      put: (key, value) => {
        settingValues.set(key, value);
        return Promise.resolve(success(null));
      },
    },
    system: {
      info: () =>
        Promise.resolve({
          version: "0",
          engine: null,
          node: process.versions.node,
          platform: process.platform,
          processors: 1,
          memoryBytes: 1,
          libraryPath: "",
          pdf: { available: false as const, fix: "none in tests" },
          commandLine: null,
          shells: ["sh"],
        }),
    },
    ...overrides,
  };
}
