/**
 * The transactions of a workload's profile: how often each kind comes and what it does. The white paper
 * gives only the kinds: 1 and 3 write-intensive, 2 and 4 light writers, 5 read-only; the figures are our
 * reading of it. The engine's table is generated from the same file.
 */
import type { Scenario } from "./scenario.ts";
import kinds from "./transaction-mix.json" with { type: "json" };

export interface TransactionKind {
  /** Of all transactions. */
  readonly percent: number;
  readonly reads: number;
  readonly updates: number;
  readonly inserts: number;
  readonly deletes: number;
}

/** Its kinds, whose shares add up to 100. */
export function transactionMix(
  profile: Scenario["workload"]["profile"],
): readonly TransactionKind[] {
  if (profile === "sqlcat") return kinds;
  return kinds
    .filter(({ type }) => type === "transaction5")
    .map((kind) => ({ ...kind, percent: 100 }));
}

/** Rows that a transaction reads, that it changes, and of these those that the log has whole, on the average. */
export function meanRows(profile: Scenario["workload"]["profile"]): {
  readonly reads: number;
  readonly changes: number;
  readonly loggedWhole: number;
} {
  const mean = (of: (kind: TransactionKind) => number) =>
    transactionMix(profile).reduce((sum, kind) => sum + (kind.percent / 100) * of(kind), 0);
  return {
    reads: mean(({ reads }) => reads),
    changes: mean(({ updates, inserts, deletes }) => updates + inserts + deletes),
    loggedWhole: mean(({ inserts, deletes }) => inserts + deletes),
  };
}
