import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const tests = globSync([
  "app/**/*.test.{ts,tsx}",
  "src/**/*.test.{ts,tsx}",
  "e2e/cli/**/*.test.ts",
  "native/test/**/*.test.ts",
  "scripts/**/*.test.mjs",
]);
const having = (...texts: string[]) =>
  tests.filter((path) => {
    const source = readFileSync(path, "utf8");
    return texts.some((text) => source.includes(text));
  });

/** Those of scale have a process each, which their memory goes with, and are not counted in the coverage. */
const ofScale = having("bySize(", "fuzzRuns(");
/** Those that replace a module have one each, too: it would be replaced for the other files. */
const replacing = having("vi.mock(").filter((path) => !ofScale.includes(path));
const apart = [...ofScale, ...replacing];
/** Those of components have a document: what is shared goes where the environment changes. */
const inDocument = having("@vitest-environment").filter((path) => !apart.includes(path));
/** All others share what they import, which for most takes longer than what they test. */
const sharing = tests.filter((path) => ![...apart, ...inDocument].includes(path));

export default defineConfig({
  test: {
    root: ".",
    // Tests change the folder and the environment, which threads would share.
    pool: "forks",
    projects: [
      { extends: true, test: { name: "sharing", include: sharing, isolate: false } },
      { extends: true, test: { name: "components", include: inDocument, isolate: false } },
      { extends: true, test: { name: "replacing", include: replacing } },
      {
        extends: true,
        test: {
          name: "scale",
          include: ofScale,
          env: { SNAPSCOPE_TEST_COUNTED: "no" },
        },
      },
    ],
    // Runs of the engine are processes of their own; two cores are all a CI machine has.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    coverage: {
      provider: "custom",
      customProviderModule: "scripts/counted-coverage.mjs",
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
