import { globSync, readFileSync } from "node:fs";
import { configDefaults, defineConfig } from "vitest/config";

/**
 * Tests that leave nothing behind: pure functions, and the page's parts. They share what they import,
 * which for most takes longer than what they test.
 */
const sharing = [
  "app/{contract,domain,report,charts}/**/*.test.ts",
  "app/capture/{corpus,errorlog,views}/**/*.test.ts",
  "src/**/*.test.ts",
];
/** Of components, in a document: apart, since what is shared goes where the environment changes. */
const components = ["src/**/*.test.tsx"];

/** But for those that replace a module: it would be replaced for the other files, too. */
const replacing = globSync([...sharing, ...components]).filter((path) =>
  readFileSync(path, "utf8").includes("vi.mock("),
);
const exclude = [...configDefaults.exclude, ...replacing];

export default defineConfig({
  test: {
    root: ".",
    projects: [
      { extends: true, test: { name: "sharing", include: sharing, exclude, isolate: false } },
      { extends: true, test: { name: "components", include: components, exclude, isolate: false } },
      {
        extends: true,
        test: {
          name: "rest",
          include: [
            "app/**/*.test.{ts,tsx}",
            ...replacing,
            "e2e/cli/**/*.test.ts",
            "native/test/**/*.test.ts",
            "scripts/**/*.test.mjs",
          ],
          exclude: [
            ...configDefaults.exclude,
            ...globSync(sharing).filter((path) => !replacing.includes(path)),
          ],
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
