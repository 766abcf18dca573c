/** How many runs this machine takes at a time: by its processors and by its memory. */
import { availableParallelism, freemem, totalmem } from "node:os";
import { failure, type Result, success } from "../../contract/result.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { predictRunMemory } from "../../domain/run-memory.ts";

export interface Capacity {
  /** Most runs at a time. */
  readonly atOnce: number;
  /** What all that run at a time may take together. */
  readonly memoryBytes: number;
}

/** Share of the free memory that runs may take. */
const usableShare = 0.8;

export const memoryOf = (scenario: Scenario): number => predictRunMemory(scenario).totalBytes;

/** Refuses what can never run here. `nameOf`: what the message calls a scenario. */
export function capacityFor(
  scenarios: readonly Scenario[],
  nameOf: (index: number) => string = () => "A run",
): Result<Capacity> {
  const needed = scenarios.map(memoryOf);
  const tooLarge = needed.findIndex((bytes) => bytes > totalmem());
  if (tooLarge >= 0) {
    const [wanted, there] = [needed[tooLarge] ?? 0, totalmem()].map(mebibytes);
    return failure(
      "badInput",
      `${nameOf(tooLarge)} would take ${wanted} MiB of memory, and this machine has ${there}; ` +
        "make the database or the buffer pool smaller, or fewer users.",
    );
  }
  const memoryBytes = usableShare * freemem();
  // Each real run wants the machine for itself.
  if (scenarios.some(({ mode }) => mode === "real")) return success({ atOnce: 1, memoryBytes });
  const byMemory = Math.floor(memoryBytes / Math.min(...needed));
  return success({ atOnce: Math.max(1, Math.min(availableParallelism(), byMemory)), memoryBytes });
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
