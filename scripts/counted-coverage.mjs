// Vitest's coverage as V8 counts it, but not of tests of scale: they run what others run, only more
// often, and counting costs more than they do. `vitest.config.ts` says which they are.
import v8 from "@vitest/coverage-v8";

const isCounted = process.env.SNAPSCOPE_TEST_COUNTED !== "no";

export default isCounted ? v8 : { getProvider: () => v8.getProvider() };
