/**
 * The catalogue of counters, waits, transaction types and causes of pushes, typed. The JSON beside this
 * file is the only definition: the engine's headers are generated from it, so an index means the same column on
 * both sides of the boundary, and the same as in recordings of earlier versions: the lists grow at
 * their ends only.
 */
import catalog from "./telemetry-catalog.json" with { type: "json" };

export interface CounterDefinition {
  readonly id: string;
  /** Perfmon object and counter, without the host. */
  readonly path: string;
  readonly unit: string;
  readonly kind: string;
}

export interface WaitDefinition {
  readonly id: string;
  /** A background task with nothing to do. Who ranks waits asks app/domain/waits. */
  readonly idle: boolean;
}

export const counters: readonly CounterDefinition[] = catalog.counters;
export const waitTypes: readonly WaitDefinition[] = catalog.waits;
export const transactionTypes: readonly string[] = catalog.transactionTypes;

/** Why a page got into a sparse file. */
export type PushCause =
  | "workload"
  | "redo"
  | "undo"
  | "indexBuild"
  | "arming"
  | "along"
  | "restart";
/** In the order of their numbers in push records. */
export const pushCauses = catalog.pushCauses as readonly PushCause[];
