/**
 * How often a fuzzer runs and from which seed. A run that failed is done again with the seed that it
 * printed: SNAPSCOPE_FUZZ_SEED=123. SNAPSCOPE_FUZZ_RUNS makes it longer.
 */
import { env } from "node:process";

export const fuzzSeed = Number(env.SNAPSCOPE_FUZZ_SEED ?? 20_061_023);

export const fuzzRuns = (usual: number) => ({
  seed: fuzzSeed,
  numRuns: Number(env.SNAPSCOPE_FUZZ_RUNS ?? usual),
});

export const seedText = `seed ${fuzzSeed}`;
