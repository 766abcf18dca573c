/**
 * How often a fuzzer runs and from which seed. A run that failed is done again with the seed that it
 * printed: SNAPSCOPE_FUZZ_SEED=123. SNAPSCOPE_FUZZ_RUNS makes it longer.
 */
import { env } from "node:process";
import { bySize } from "../../../contract/testing/test-size.ts";

export const fuzzSeed = Number(env.SNAPSCOPE_FUZZ_SEED ?? 20_061_023);

/** At the small size the first quarter of those that the full size runs. */
export const fuzzRuns = (full: number) => ({
  seed: fuzzSeed,
  numRuns: Number(env.SNAPSCOPE_FUZZ_RUNS ?? bySize({ small: Math.ceil(full / 4), full })),
});

export const seedText = `seed ${fuzzSeed}`;
