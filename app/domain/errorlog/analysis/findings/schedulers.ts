import type { MessageOf } from "../follower.ts";
import { finding } from "./finding.ts";
import { Events, groupRule, latestRule } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/** While a condition lasts it is reported every minute. */
const sameReportMs = 90_000;

type Part = MessageOf<"nonYielding">["part"];

const parts: Readonly<Record<Part, readonly [what: string, advice: string]>> = {
  worker: [
    "A worker did not give up its scheduler (17883",
    "Nothing else ran on that scheduler meanwhile. A single report is often a starved virtual machine or paged-out memory; several with a dump are for the product's support. See the CPU time in the message: little means that the machine did not run it, much that it looped.",
  ],
  resourceMonitor: [
    "The resource monitor did not give up its scheduler (17891",
    "It asks the caches to give memory back, and one of them took long or had much to give: memory is short, inside the server or around it. The message names how much was freed and the last clerk. Look for paged-out memory at these times, and for max server memory that leaves the machine too little.",
  ],
  ioCompletion: [
    "The listener for completed network I/O did not give up its thread (17887",
    "Connections hang meanwhile, and log-ons time out. A starved virtual machine and drivers of network adapters are the usual causes; it often mends itself.",
  ],
};

/** 17883, 17891 and 17887: a thread keeps its scheduler for itself. */
export const nonYielding = groupRule({
  id: "nonYieldingScheduler",
  kinds: ["nonYielding"],
  keyOf: ({ part }) => part,
  newState: () => ({ part: "worker" as Part, events: new Events() }),
  update: (state, { part }, place) => {
    state.part = part;
    state.events.add(place, sameReportMs);
  },
  tell: ({ occurrences, state }) => {
    const [what, advice] = parts[state.part];
    return finding(
      occurrences.count === 1 ? "warning" : "critical",
      `${what}, ${timesText(state.events.count)})`,
      advice,
      occurrences,
    );
  },
});

/** 17189 and 17300: no thread or session for who wanted one. */
export const noThreads = latestRule({
  id: "noThread",
  kinds: ["noThread"],
  keyOf: ({ wantedBy }) => wantedBy,
  tell: ({ occurrences, state }) =>
    finding(
      "critical",
      state.wantedBy === "connection"
        ? `New connections got no thread (17189, ${timesText(occurrences.count)})`
        : `The server could not run tasks of its own (17300, ${timesText(occurrences.count)})`,
      "Either memory is so short that no thread can be made, or max worker threads or user connections are used up. Look for failed allocations and paged-out memory at the time, and for one chain of blocking in which all sessions wait. A program that opens connections and never closes them does it too.",
      occurrences,
    ),
});

/** 17884 and 17888: no worker takes up new work. */
export const deadlockedSchedulers = groupRule({
  id: "deadlockedSchedulers",
  kinds: ["deadlockedSchedulers"],
  keyOf: () => "all",
  newState: () => ({ seconds: 0, events: new Events() }),
  update: (state, { seconds }, place) => {
    state.events.add(place, sameReportMs);
    state.seconds = Math.max(state.seconds, seconds ?? 0);
  },
  tell: ({ occurrences, state }) =>
    finding(
      "critical",
      `No worker took up new requests${state.seconds > 0 ? ` for ${state.seconds} s` : ""} (17884, ${timesText(state.events.count)})`,
      "All workers were waiting, usually in one long chain of blocking or behind one resource, and new connections hang. A dedicated administrator connection still gets in: look for the head of the chain. Raising max worker threads only lengthens it.",
      occurrences,
    ),
});
