/** A recording, as comparisons look at it: its numbers, wherever they were measured. */
import type { CreationPhaseName } from "../../contract/phase.ts";
import type { LatencyHistogram } from "../series/latency-histogram.ts";
import type { ThroughputSamples } from "./steady-throughput.ts";

export interface ComparedWait {
  readonly waitType: string;
  readonly msPerSecond: number;
  /** Waits that ended. */
  readonly tasks: number;
}

export interface PhaseLength {
  readonly name: CreationPhaseName;
  readonly ms: number;
}

export interface ComparedRun {
  /** By the ids of run-metrics.ts; what it does not have is left out. */
  readonly values: ReadonlyMap<string, number>;
  /** Null: not measured. */
  readonly waits: readonly ComparedWait[] | null;
  /** The phases of its first creation that was completed, in order. */
  readonly phases: readonly PhaseLength[];
  /** Response times of all transactions after the warm-up; null: not measured. */
  readonly responses: LatencyHistogram | null;
  readonly throughput: ThroughputSamples;
  /** From when on a person says that it is steady, ms; null: what is found counts. */
  readonly steadyFromMs: number | null;
  /** Version of the engine; null: a server. */
  readonly engine: string | null;
}
