import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { numberText, orOthers, spanText, timesText } from "./wording.ts";

const maxServerMemory = /^max server memory/i;
/** Below this an instance hardly works; a figure meant as gigabytes ends here. */
const littleMemoryMegabytes = 1024;

const megabytes = (figure: string): string => {
  const value = Number(figure);
  return Number.isFinite(value) && value < 2_147_483_647 ? `${numberText(value)} MB` : "no limit";
};

/** max server memory was changed: what was slow or short of memory before and after is not the same server. */
export const memorySetting = groupRule({
  id: "memorySetting",
  kinds: ["configurationChanged"],
  keyOf: ({ option, from, to }) => (maxServerMemory.test(option) && from !== to ? "all" : null),
  newState: () => ({ first: "", last: "" }),
  update: (state, { from, to }) => {
    if (state.last === "") state.first = from;
    state.last = to;
  },
  tell: ({ occurrences, state: { first, last } }) => {
    const isLittle = Number(last) < littleMemoryMegabytes;
    return finding(
      isLittle ? "warning" : "information",
      `max server memory was changed from ${megabytes(first)} to ${megabytes(last)}${occurrences.count === 1 ? "" : `, in ${numberText(occurrences.count)} steps`}`,
      `${isLittle ? "That is less than an instance works with: was it meant in gigabytes? " : ""}Plans are thrown away at the change, and a lower limit throws out cached pages, so reads go up for a while. Compare counters before and after it with care.`,
      occurrences,
    );
  },
});

/** A database that was set offline, which whoever uses it sees as an error. */
export const offlineDatabases = groupRule({
  id: "databaseOffline",
  kinds: ["databaseOption"],
  keyOf: ({ option, value, database }) =>
    /^(?:OFFLINE|ONLINE)$/i.test(option) && /^ON\b/i.test(value) ? database : null,
  newState: () => ({ times: 0, isOffline: false }),
  update: (state, { option }) => {
    state.isOffline = option.toUpperCase() === "OFFLINE";
    if (state.isOffline) state.times += 1;
  },
  tell: ({ key, occurrences, state: { times, isOffline } }) => {
    // Set online here, offline before the log begins.
    if (times === 0) return null;
    const length = (occurrences.endMs ?? 0) - (occurrences.startMs ?? 0);
    const until = isOffline
      ? "and is not set online in this log"
      : `and online again within ${spanText(length)}`;
    return finding(
      isOffline ? "warning" : "information",
      `${orOthers(key, "Further databases", "A database")} was set offline ${timesText(times)}, ${until}`,
      "Its users get errors, and log-ons that ask for it fail (18456, state 38). Somebody did this by statement or by a tool: the session is in the record. A snapshot of it cannot be used meanwhile either.",
      occurrences,
    );
  },
});
