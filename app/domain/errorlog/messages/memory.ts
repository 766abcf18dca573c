import {
  always,
  byNumber,
  byStart,
  indented,
  number,
  type Recogniser,
  says,
  text,
  textOrNull,
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
      /** The scheduler of a worker; null: for all else only the node is printed. */
      readonly scheduler: number | null;
    }
  /** 17884, 17888: no worker takes up new work. */
  | { readonly kind: "deadlockedSchedulers"; readonly seconds: number | null }
  /** 17189 and 17300: no thread for a connection, no session for a task of the server's own. */
  | { readonly kind: "noThread"; readonly wantedBy: "connection" | "systemTask" };

export const memoryRecognisers: readonly Recogniser[] = [
  says(
    "memoryPagedOut",
    String.raw`A significant part of sql server (?:process )?memory has been paged out\. .{0,120}?Duration: {int} seconds\. Working set \(KB\): {int}, committed \(KB\): {int}`,
    { durationSeconds: number, workingSetKilobytes: number, committedKilobytes: number },
  ),
  says(
    "memoryExhausted",
    "There is insufficient system memory (?:in resource pool '{name}' )?to run this query",
    { pool: textOrNull },
  ),
  byStart("There is insufficient memory available in the buffer pool", {
    kind: "memoryExhausted",
    pool: null,
  }),
  indented(
    says(
      "memoryExhausted",
      String.raw`Failed (?:allocate pages|Virtual Allocate Bytes): FAIL_(?:PAGE_ALLOCATION|VIRTUAL_RESERVE|VIRTUAL_COMMIT)\b`,
      { pool: always(null) },
      { starts: ["Failed allocate pages: ", "Failed Virtual Allocate Bytes: "] },
    ),
  ),
  says(
    "cacheFlushed",
    String.raw`SQL Server has encountered {int} occurrence\(s\) of cachestore flush for the '{name}' cachestore`,
    { occurrences: number, store: text },
  ),
  says("nonYielding", "Process .{1,160}? appears to be non-yielding on Scheduler {int}", {
    scheduler: number,
    part: always("worker"),
  }),
  says(
    "nonYielding",
    String.raw`(Resource Monitor|IO Completion Listener) \(0x[0-9a-fA-F]{1,16}\) Worker .{1,40}? appears to be non-yielding on Node \d`,
    {
      part: (word) => (word === "Resource Monitor" ? "resourceMonitor" : "ioCompletion"),
      scheduler: always(null),
    },
    { starts: ["Resource Monitor (", "IO Completion Listener ("], errors: [17_887, 17_891] },
  ),
  says(
    "noThread",
    "SQL Server failed with error code 0x[0-9a-fA-F]{1,16} to spawn a thread to process a new login or connection",
    { wantedBy: always("connection") },
  ),
  byStart("SQL Server was unable to run a new system task", {
    kind: "noThread",
    wantedBy: "systemTask",
  }),
  says(
    "deadlockedSchedulers",
    String.raw`New queries assigned to process on Node \d+ have not been picked up by a worker thread in the last {int} seconds`,
    { seconds: number },
  ),
  says("deadlockedSchedulers", String.raw`All schedulers on Node \d+ appear deadlocked`, {
    seconds: always(null),
  }),
  byNumber([17_189], () => ({ kind: "noThread", wantedBy: "connection" })),
  byNumber([17_300], () => ({ kind: "noThread", wantedBy: "systemTask" })),
  byNumber([701, 802], () => ({ kind: "memoryExhausted", pool: null })),
  byNumber([17884, 17888], () => ({ kind: "deadlockedSchedulers", seconds: null })),
];
