import { finding } from "./finding-rule.ts";
import { groupRule, keepNothing, noState } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/** 17883: a thread keeps its scheduler for itself. */
export const nonYielding = groupRule({
  id: "nonYieldingScheduler",
  kinds: ["nonYielding"],
  keyOf: () => "all",
  newState: noState,
  update: keepNothing,
  tell: ({ occurrences }) =>
    finding(
      occurrences.count === 1 ? "warning" : "critical",
      `A worker did not give up its scheduler (17883, ${timesText(occurrences.count)})`,
      "Nothing else ran on that scheduler meanwhile. A single report is often a starved virtual machine or paged-out memory; several with a dump are for the product's support. See the CPU time in the message: little means that the machine did not run it, much that it looped.",
      occurrences,
    ),
});

/** 17884 and 17888: no worker takes up new work. */
export const deadlockedSchedulers = groupRule({
  id: "deadlockedSchedulers",
  kinds: ["deadlockedSchedulers"],
  keyOf: () => "all",
  newState: () => ({ seconds: 0 }),
  update: (state, { seconds }) => {
    state.seconds = Math.max(state.seconds, seconds ?? 0);
  },
  tell: ({ occurrences, state }) =>
    finding(
      "critical",
      `No worker took up new requests${state.seconds > 0 ? ` for ${state.seconds} s` : ""} (17884, ${timesText(occurrences.count)})`,
      "All workers were waiting, usually in one long chain of blocking or behind one resource, and new connections hang. A dedicated administrator connection still gets in: look for the head of the chain. Raising max worker threads only lengthens it.",
      occurrences,
    ),
});
