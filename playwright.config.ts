/**
 * End-to-end tests: the app as its user meets it. `browser` drives Chromium against the loopback
 * server, `electron` the desktop application; `screenshots` makes pictures instead of checking.
 */
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/**
 * Playwright's own browser cannot be had on every network; a system's Chromium can. Best is the one
 * without a window of its own, which nobody would see: a page costs a third less, as Playwright's does.
 */
const chromium = [
  process.env.SNAPSCOPE_CHROMIUM,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
];
const executablePath = chromium.find((path) => path !== undefined && existsSync(path));

const browser = {
  viewport: { width: 1280, height: 800 },
  // What the app writes and reads is English, whatever the language of the machine: tests read its numbers back.
  locale: "de-DE",
  timezoneId: "UTC",
  acceptDownloads: true,
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  },
};

export default defineConfig({
  outputDir: "build/e2e/results",
  // An engine and a browser each: more than two at a time only take turns.
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // On two busy processors a start can take longer than any time that a test should wait. What
  // passes only the second time is listed as flaky.
  retries: 1,
  timeout: 150_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["json", { outputFile: "build/e2e/report.json" }]],
  use: {
    // Of what is tried again only: a picture of the page at each step is half the work of a test.
    trace: { mode: "on-first-retry", screenshots: false, sources: false },
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "browser", testDir: "e2e/app/tests", use: browser },
    { name: "electron", testDir: "e2e/electron", timeout: 180_000 },
    // Only where asked for by name: nothing is checked, and it takes its time.
    ...(process.env.SNAPSCOPE_SCREENSHOTS === undefined
      ? []
      : [{ name: "screenshots", testDir: "e2e/app/screenshots", use: browser }]),
  ],
});
