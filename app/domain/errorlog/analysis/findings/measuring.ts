import { countOf } from "../../../format/numbers.ts";
import { finding } from "./finding.ts";
import { groupRule, latestRule } from "./group-rule.ts";
import { fileName, spanText } from "./wording.ts";

/** A start that ends within this of the record ends with it. */
const endOfStartMs = 60_000;

/** Writes of the log that do not begin and end with a sector. */
export const misalignedLogs = latestRule({
  id: "misalignedLog",
  kinds: ["misalignedLogIo"],
  keyOf: ({ file }) => file,
  tell: ({ key, occurrences, state }, { failedStartsMs }) => {
    const endsStart = occurrences.evidence.some(({ atMs }) =>
      failedStartsMs.some((endMs) => Math.abs(endMs - (atMs ?? Number.NaN)) <= endOfStartMs),
    );
    return finding(
      endsStart ? "critical" : "warning",
      `${countOf(state.writes, "write")} to ${key === null ? "further logs" : fileName(key)} did not fit the sectors of the volume${endsStart ? ", and the start of the server ended there" : ""}`,
      "Each of them was made synchronously, so commits wait longer. The volume reports larger sectors than those the log was made with: more than 4 KB, as some NVMe drives under Windows 11 and Server 2022 do and as the server does not support (fsutil fsinfo sectorinfo shows it; ForcedPhysicalSectorSizeInBytes in the registry sets 4 KB), or 4 KB under a log that came from a disk with sectors of 512 bytes (trace flag 1800 where it comes from).",
      occurrences,
    );
  },
});

/** I/Os for which the server itself stood still; 833 tells of those that it only waits for. */
export const longSyncIos = groupRule({
  id: "longSyncIo",
  kinds: ["longSyncIo"],
  keyOf: () => "all",
  newState: () => ({ requests: 0, thresholdMs: 0 }),
  update: (state, { requests, thresholdMs }) => {
    state.requests += requests;
    state.thresholdMs = thresholdMs;
  },
  tell: ({ occurrences, state: { requests, thresholdMs } }) => {
    const lengthMs = (occurrences.endMs ?? 0) - (occurrences.startMs ?? 0);
    return finding(
      "warning",
      `${countOf(requests, "synchronous I/O", "synchronous I/Os")} took longer than ${spanText(thresholdMs)}${lengthMs > 0 ? `, within ${spanText(lengthMs)}` : ""}`,
      "A scheduler waited for each of them without running anything else, so everybody on it waited along. Look at the latency of the volumes at that time: a storage that is throttled or shared, a file system that was full, growth of files.",
      occurrences,
    );
  },
});

/** What no Perfmon capture of this server can hold. */
export const disabledCounters = groupRule({
  id: "countersDisabled",
  kinds: ["countersDisabled"],
  keyOf: () => "all",
  newState: () => ({ numbers: new Set<number>() }),
  update: ({ numbers }, { number }) => void (number !== null && numbers.add(number)),
  tell: ({ occurrences, state: { numbers } }) =>
    finding(
      "warning",
      `The server's performance counters are disabled (${[...numbers].join(", ")})`,
      "Perfmon shows no SQLServer objects of this server until it is started again without the error; those of Windows are there. Another instance or an older process may hold the shared memory, or the registration of the counters is damaged: reinstall it for this instance (lodctr /T:perf-...sqlctr.ini), and restart the server.",
      occurrences,
    ),
});
