import { finding } from "./finding.ts";
import { Events, groupRule, latestRule } from "./group-rule.ts";
import { numberText, spanText, timesText } from "./wording.ts";

/** 17890: the operating system took the server's memory. */
export const memoryPagedOut = groupRule({
  id: "memoryPagedOut",
  kinds: ["memoryPagedOut"],
  keyOf: () => "all",
  newState: () => ({ seconds: 0, lowest: 100, events: new Events() }),
  update: (state, message, place) => {
    const { durationSeconds, workingSetKilobytes, committedKilobytes } = message;
    // Reported again as long as it lasts, with the time since its first report; a second is rounding.
    state.events.add(place, durationSeconds === 0 ? 0 : (durationSeconds + 1) * 1000);
    state.seconds = Math.max(state.seconds, durationSeconds);
    if (committedKilobytes <= 0) return;
    state.lowest = Math.min(state.lowest, (workingSetKilobytes / committedKilobytes) * 100);
  },
  tell: ({ occurrences, state }) =>
    finding(
      "critical",
      `The server's memory was paged out ${timesText(state.events.count)}${state.seconds === 0 ? "" : `, for ${spanText(state.seconds * 1000)} or longer`}; at worst ${numberText(Math.round(state.lowest))} % of it was left in RAM`,
      "Everything is slow until it is read back, and timings of that stretch say little about the server itself. Something else asked for memory: a file copy, another instance, the hypervisor's balloon. Set max server memory so that the machine keeps some, or lock pages in memory.",
      occurrences,
    ),
});

/** 701 and failed allocations. */
export const memoryExhausted = latestRule({
  id: "memoryExhausted",
  kinds: ["memoryExhausted"],
  keyOf: ({ pool }) => pool ?? "",
  tell: ({ key, occurrences }) =>
    finding(
      "critical",
      `Memory ran out${key === null || key === "" ? "" : ` in pool ${key}`} ${timesText(occurrences.count)}`,
      "Queries failed for lack of memory. The memory report that the server writes right after names the largest clerks: a plan cache full of ad hoc queries, large grants, or columnstore and in-memory tables are the usual ones.",
      occurrences,
    ),
});
