/**
 * What a scenario's server can do at most: transactions a second when nothing but processors limits
 * them. It follows from the costs of operations and the mix of transactions; engine and disks add waits,
 * never less work.
 */
import { calibrationMachine, cpuCostNs } from "../contract/cpu-costs.ts";
import type { Scenario } from "../contract/scenario.ts";
import type { ServerPresetFigures } from "../contract/server-presets.ts";
import { type TransactionKind, transactionMix } from "../contract/transaction-mix.ts";
import { countOf, formatExact } from "./format/numbers.ts";

export interface ServerFigures {
  /** Processor time of a transaction on a scheduler of this server, on the average. */
  readonly microsecondsPerTransaction: number;
  /** With all schedulers busy. */
  readonly transactionsPerSecond: number;
}

/** Pages from an index's root to its leaf, in databases of some hundred MiB to some TiB. */
const levels = 3;
/** Nonclustered indexes are on the value: a change moves the entry, which is removed and inserted. */
export const entriesOfAnUpdate = 2;

export function serverFigures(scenario: Scenario): ServerFigures {
  const { server, workload } = scenario;
  const ns = transactionMix(workload.profile).reduce(
    (sum, kind) => sum + (kind.percent / 100) * transactionNs(kind, scenario),
    0,
  );
  const microsecondsPerTransaction = (ns / 1000) * (100 / server.coreSpeedPercent);
  const transactionsPerSecond = (server.schedulers * 1e6) / microsecondsPerTransaction;
  return { microsecondsPerTransaction, transactionsPerSecond };
}

function transactionNs(kind: TransactionKind, { server, database, workload }: Scenario): number {
  const { reads, updates, inserts, deletes, statements, descents } = kind;
  const changes = updates + inserts + deletes;
  const entries = database.nonclusteredIndexes * (updates * entriesOfAnUpdate + inserts + deletes);
  const descent = levels * cpuCostNs("pageVisit");
  const change = cpuCostNs("rowChange") + cpuCostNs("pageChange");
  const rolledBack = kind.rollsBack ? workload.rollbackPercent / 100 : 0;
  return (
    cpuCostNs("transactionBegin") +
    cpuCostNs("transactionEnd") +
    statements * server.statementUs * 1000 +
    reads * cpuCostNs("rowRead") +
    (descents + entries) * descent +
    (changes + entries) * (change + rolledBack * (change + descent))
  );
}

/** What a preset's server can do without what a scenario asks of it: its statements. */
export function describeServerPreset(server: ServerPresetFigures): string {
  const { schedulers, coreSpeedPercent } = server;
  return `${countOf(schedulers, "scheduler")} at ${coreSpeedPercent} % of ${calibrationMachine}`;
}

/** "8 schedulers at 100 %: at most about 43,000 transactions/s of this workload, 190 µs of processor time each". */
export function describeServer(scenario: Scenario): string {
  const { schedulers, coreSpeedPercent } = scenario.server;
  const { transactionsPerSecond, microsecondsPerTransaction } = serverFigures(scenario);
  return (
    `${countOf(schedulers, "scheduler")} at ${coreSpeedPercent} %: at most about ${twoDigits(transactionsPerSecond)} transactions/s ` +
    `of this workload, ${twoDigits(microsecondsPerTransaction)} µs of processor time each`
  );
}

/** 4,873 is 4,900: a model is not known better. */
const twoDigits = (value: number): string => formatExact(Number(value.toPrecision(2)));
