/** Tests of the packaged app alone: scripts/test-package.mjs says where it is. */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "../../build/e2e/package-results",
  timeout: 120_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: "../../build/e2e/package-report.json" }]],
  use: { trace: "retain-on-failure" },
});
