/**
 * The transactions of a workload's profile: how often each kind comes and what it does. The white paper
 * gives only the kinds: 1 and 3 write-intensive, 2 and 4 light writers, 5 read-only; the figures are our
 * reading of it. The engine's table is generated from the same file. Those of the TPC-C-style load are
 * in tpcc.json and tpcc-work.ts.
 */
import type { Scenario } from "./scenario.ts";
import { type TpccAccess, tpccWork } from "./tpcc-work.ts";
import sqlcat from "./transaction-mix.json" with { type: "json" };

export interface TransactionKind {
  /** The share of all transactions. */
  readonly percent: number;
  readonly reads: number;
  readonly updates: number;
  readonly inserts: number;
  readonly deletes: number;
  readonly statements: number;
  /** Ways down a tree, to a leaf each. */
  readonly descents: number;
  /** Whether `rollbackPercent` of it roll back. */
  readonly rollsBack: boolean;
}

type Counts = Pick<TransactionKind, "reads" | "updates" | "inserts" | "deletes">;
type Profile = Scenario["workload"]["profile"];

const changesOf = ({ updates, inserts, deletes }: Counts) => updates + inserts + deletes;

/** Each row is a statement of its own, which finds it from the root. */
const sqlcatKinds = sqlcat.map((kind) => {
  const rows = kind.reads + changesOf(kind);
  return { ...kind, statements: rows, descents: rows, rollsBack: changesOf(kind) > 0 };
});
const readOnlyKinds = sqlcatKinds
  .filter(({ type }) => type === "transaction5")
  .map((kind) => ({ ...kind, percent: 100 }));

const tpccKinds = tpccWork.map(({ percent, statements, accesses }, index): TransactionKind => {
  const sum = (of: (access: TpccAccess) => number) =>
    accesses.reduce((total, access) => total + of(access), 0);
  return {
    percent,
    statements,
    reads: sum(({ reads }) => reads),
    updates: sum(({ updates }) => updates),
    inserts: sum(({ inserts }) => inserts),
    deletes: sum(({ deletes }) => deletes),
    descents: sum(({ descents }) => descents),
    // The specification has it so: a New-Order with an item that does not exist.
    rollsBack: index === 0,
  };
});

const kindsOf: Readonly<Record<Profile, readonly TransactionKind[]>> = {
  sqlcat: sqlcatKinds,
  "read-only": readOnlyKinds,
  tpcc: tpccKinds,
};

/** Its kinds, whose shares add up to 100. */
export const transactionMix = (profile: Profile): readonly TransactionKind[] => kindsOf[profile];

/** The share of transactions that write: they alone wait for the log. */
export const writerShare = (profile: Profile): number =>
  shareOf(profile, (kind) => changesOf(kind) > 0);

/** The share of transactions that do not roll back. */
export const committedShare = ({ profile, rollbackPercent }: Scenario["workload"]): number =>
  1 - (shareOf(profile, ({ rollsBack }) => rollsBack) * rollbackPercent) / 100;

const shareOf = (profile: Profile, isMeant: (kind: TransactionKind) => boolean): number =>
  transactionMix(profile)
    .filter(isMeant)
    .reduce((sum, { percent }) => sum + percent / 100, 0);

/** Rows that a transaction reads, that it changes, and of these those that the log has whole, on the average. */
export function meanRows(profile: Profile): {
  readonly reads: number;
  readonly changes: number;
  readonly loggedWhole: number;
} {
  const mean = (of: (kind: TransactionKind) => number) =>
    transactionMix(profile).reduce((sum, kind) => sum + (kind.percent / 100) * of(kind), 0);
  return {
    reads: mean(({ reads }) => reads),
    changes: mean(changesOf),
    loggedWhole: mean(({ inserts, deletes }) => inserts + deletes),
  };
}
