import {
  byNumber,
  byPattern,
  byStart,
  group,
  indented,
  name,
  numberOf,
  type Recogniser,
} from "./recogniser.ts";

export type MemoryMessage =
  /** 17890. */
  | {
      readonly kind: "memoryPagedOut";
      readonly durationSeconds: number;
      readonly workingSetKilobytes: number;
      readonly committedKilobytes: number;
    }
  /** 701, and failed allocations. */
  | { readonly kind: "memoryExhausted"; readonly pool: string | null }
  | { readonly kind: "cacheFlushed"; readonly occurrences: number; readonly store: string }
  /** 17883, 17891, 17887: what does not let others run. */
  | {
      readonly kind: "nonYielding";
      readonly part: "worker" | "resourceMonitor" | "ioCompletion";
      /** Of a worker; null: of the others only the node is printed. */
      readonly scheduler: number | null;
    }
  /** 17884, 17888: no worker takes up new work. */
  | { readonly kind: "deadlockedSchedulers"; readonly seconds: number | null }
  /** 17189 and 17300: no thread for a connection, no session for a task of the server's own. */
  | { readonly kind: "noThread"; readonly wantedBy: "connection" | "systemTask" };

export const memoryRecognisers: readonly Recogniser[] = [
  byPattern(
    ["A significant part of sql server"],
    /^A significant part of sql server (?:process )?memory has been paged out\. .{0,120}?Duration: (\d+) seconds\. Working set \(KB\): (\d+), committed \(KB\): (\d+)/,
    (match) => ({
      kind: "memoryPagedOut",
      durationSeconds: numberOf(match, 1),
      workingSetKilobytes: numberOf(match, 2),
      committedKilobytes: numberOf(match, 3),
    }),
  ),
  byPattern(
    ["There is insufficient system memory"],
    new RegExp(
      `^There is insufficient system memory (?:in resource pool '${name}' )?to run this query`,
    ),
    (match) => ({ kind: "memoryExhausted", pool: match[1] ?? null }),
  ),
  byStart("There is insufficient memory available in the buffer pool", {
    kind: "memoryExhausted",
    pool: null,
  }),
  indented(
    byPattern(
      ["Failed allocate pages: ", "Failed Virtual Allocate Bytes: "],
      /^Failed (?:allocate pages|Virtual Allocate Bytes): FAIL_(?:PAGE_ALLOCATION|VIRTUAL_RESERVE|VIRTUAL_COMMIT)\b/,
      () => ({ kind: "memoryExhausted", pool: null }),
    ),
  ),
  byPattern(
    ["SQL Server has encountered "],
    new RegExp(
      String.raw`^SQL Server has encountered (\d+) occurrence\(s\) of cachestore flush for the '${name}' cachestore`,
    ),
    (match) => ({ kind: "cacheFlushed", occurrences: numberOf(match, 1), store: group(match, 2) }),
  ),
  byPattern(
    ["Process "],
    /^Process .{1,160}? appears to be non-yielding on Scheduler (\d+)/,
    (match) => ({ kind: "nonYielding", part: "worker", scheduler: numberOf(match, 1) }),
  ),
  byPattern(
    ["Resource Monitor (", "IO Completion Listener ("],
    /^(Resource Monitor|IO Completion Listener) \(0x[0-9a-fA-F]{1,16}\) Worker .{1,40}? appears to be non-yielding on Node \d/,
    (match) => ({
      kind: "nonYielding",
      part: group(match, 1) === "Resource Monitor" ? "resourceMonitor" : "ioCompletion",
      scheduler: null,
    }),
    [17_887, 17_891],
  ),
  byPattern(
    ["SQL Server failed with error code "],
    /^SQL Server failed with error code 0x[0-9a-fA-F]{1,16} to spawn a thread to process a new login or connection/,
    () => ({ kind: "noThread", wantedBy: "connection" }),
  ),
  byStart("SQL Server was unable to run a new system task", {
    kind: "noThread",
    wantedBy: "systemTask",
  }),
  byPattern(
    ["New queries assigned to process on Node "],
    /^New queries assigned to process on Node \d+ have not been picked up by a worker thread in the last (\d+) seconds/,
    (match) => ({ kind: "deadlockedSchedulers", seconds: numberOf(match, 1) }),
  ),
  byPattern(["All schedulers on Node "], /^All schedulers on Node \d+ appear deadlocked/, () => ({
    kind: "deadlockedSchedulers",
    seconds: null,
  })),
  byNumber([17_189], () => ({ kind: "noThread", wantedBy: "connection" })),
  byNumber([17_300], () => ({ kind: "noThread", wantedBy: "systemTask" })),
  byNumber([701, 802], () => ({ kind: "memoryExhausted", pool: null })),
  byNumber([17884, 17888], () => ({ kind: "deadlockedSchedulers", seconds: null })),
];
