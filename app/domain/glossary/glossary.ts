/**
 * The glossary: one place to ask what a counter, a wait, a phase, a transaction or a record is. Names
 * that a newer engine or log may bring are answered too, by saying that nothing is known of them.
 */
import type { PhaseName } from "../../contract/phase.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { counterTerms, responseTerm } from "./counters.ts";
import { phaseTerms, snapshotTerms } from "./phases.ts";
import { recordTerms } from "./records.ts";
import type { Term } from "./term.ts";
import { transactionTerms } from "./transactions.ts";
import { waitTerms } from "./waits.ts";

export { recordKinds, recordSubjects } from "./records.ts";
export type { Term } from "./term.ts";

export const phaseTerm = (name: PhaseName): Term => phaseTerms[name];
export const snapshotTerm = (measure: keyof typeof snapshotTerms): Term => snapshotTerms[measure];

export const waitTerm = (waitType: string): Term => waitTerms[waitType] ?? unknown(waitType);
export const recordTerm = (kind: string): Term => recordTerms[kind] ?? unknown(kind);
/** A type means another transaction in each load: `scenario` is that of the run. */
export const transactionTerm = (
  type: string,
  { workload }: { readonly workload: Pick<Scenario["workload"], "profile"> },
): Term => transactionTerms[workload.profile][type] ?? unknown(type);

/** `p99Ms` is the lane of the response time. */
export const counterTerm = (id: string): Term =>
  id === "p99Ms" ? responseTerm : (counterTerms[id] ?? unknown(id));

const unknown = (title: string): Term => ({
  title,
  unit: null,
  what: "This version of Snapscope has no description of it.",
  reading: "It is shown as it was reported.",
});
