/**
 * What operations of the engine cost a processor in virtual mode: measured, not guessed. The engine's
 * table is generated from the same file.
 */
import table from "./cpu-costs.json" with { type: "json" };

export interface CpuCost {
  readonly id: string;
  /** Processor time of a core of 100 %, rounded to two digits. */
  readonly ns: number;
  readonly covers: string;
  /** What `cpu-costs` of the benchmarks does to measure it. */
  readonly measuredAs: string;
}

/** The machine that is 100 %. */
export const calibrationMachine = table.machine;
export const cpuCosts: readonly CpuCost[] = table.costs;

export function cpuCostNs(id: string): number {
  const cost = cpuCosts.find((each) => each.id === id);
  if (cost === undefined) throw new Error(`${id} is no kind of work`);
  return cost.ns;
}
