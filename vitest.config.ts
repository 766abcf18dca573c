import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: ".",
    include: [
      "app/**/*.test.ts",
      "e2e/**/*.test.ts",
      "native/test/**/*.test.ts",
      "scripts/**/*.test.mjs",
    ],
    // Runs of the engine are processes of their own; two cores are all a CI machine has.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
