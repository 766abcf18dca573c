import { configDefaults, defineConfig } from "vitest/config";

/** Pure functions, whose tests leave nothing behind: they share what they import. */
const pure = "app/{contract,domain}/**/*.test.ts";

export default defineConfig({
  test: {
    root: ".",
    projects: [
      { extends: true, test: { name: "pure", include: [pure], isolate: false } },
      {
        extends: true,
        test: {
          name: "rest",
          include: [
            "app/**/*.test.{ts,tsx}",
            "src/**/*.test.{ts,tsx}",
            "e2e/cli/**/*.test.ts",
            "native/test/**/*.test.ts",
            "scripts/**/*.test.mjs",
          ],
          exclude: [...configDefaults.exclude, pure],
        },
      },
    ],
    // Runs of the engine are processes of their own; two cores are all a CI machine has.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: {
      provider: "v8",
      include: [
        "app/contract/**/*.ts",
        "app/services/**/*.ts",
        "app/domain/**/*.ts",
        "app/capture/**/*.ts",
        "app/report/**/*.{ts,tsx}",
        "app/charts/**/*.{ts,tsx}",
        "app/transport/**/*.ts",
        "src/**/*.{ts,tsx}",
      ],
      exclude: [
        "**/*.test.{ts,tsx}",
        "src/bench/**",
        "**/testing/**",
        "app/capture/{corpus,fuzz}/**",
      ],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: "build/coverage",
      // The page is driven by the end-to-end tests too, which are not counted here.
      thresholds: {
        "app/{contract,services,domain,capture}/**": { branches: 85 },
        "app/{report,charts}/**": { branches: 85 },
        "app/transport/**": { branches: 70 },
        "src/{client,state}/**": { lines: 50 },
        "src/components/**": { lines: 40 },
      },
    },
  },
});
