import { Occurrences } from "../evidence.ts";
import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { spanText, timesText } from "./wording.ts";

/** Starts of the server that came up: after an orderly shut-down, or after none. */
export const serverRestarts = factRule({
  id: "serverRestart",
  fact: "start",
  keyOf: ({ isFailed, isConfirmed }) => (isFailed || !isConfirmed ? null : ""),
  newState: () => ({
    // Two records are evidence of each: the last before the gap, and the banner.
    crashes: new Occurrences(),
    shortestMs: null as number | null,
  }),
  copyState: ({ crashes, shortestMs }) => ({ crashes: crashes.copy(), shortestMs }),
  add: ({ occurrences, state }, { banner, before, afterStop, upMs }) => {
    if (upMs !== null) state.shortestMs = Math.min(state.shortestMs ?? upMs, upMs);
    // The logs begin with this start: how the server ended before is not in them.
    if (before === null || banner === null) return;
    if (!afterStop) state.crashes.addEvidence(before);
    (afterStop ? occurrences : state.crashes).add(banner.place);
  },
  tell: ({ occurrences, state: { crashes, shortestMs } }) => {
    const shortest =
      shortestMs === null
        ? ""
        : `; the shortest time from a start to a stop was ${spanText(shortestMs)}`;
    const crashed = finding(
      "critical",
      `The server came up without having been shut down in order, ${timesText(crashes.count / 2)}`,
      "No message of a shut-down stands before the start, so the process was killed, crashed or lost power, and every database went through crash recovery. If a log of the cycle is missing here, open it too. Look at the last records before the start, at the system's event log and for dump files.",
      crashes,
    );
    const inOrder = finding(
      "information",
      `The server was restarted in order ${timesText(occurrences.count)}${shortest}`,
      "After a restart caches are cold, counters and wait statistics begin at 0, and snapshots go on with the pages that they hold.",
      occurrences,
    );
    return [crashed, inOrder].filter(({ occurrences: count }) => count > 0);
  },
});
