// What passed only when it was tried again: of Playwright's tests, and of the starts that a test
// makes. Nothing else in this repository is tried twice. CI prints the list as its last lines.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { inRoot } from "./paths.mjs";

/** By which a test notes that something within it was tried again: e2e/electron/launch.ts. */
const annotationType = "tried again";

/**
 * More of them fail the tests. A busy machine now and then makes one wait too long; three in one run of
 * a hundred tests are a defect of the tests or of the product, which a second try must not hide.
 */
export const mostSecondTries = 2;

/** What Playwright's JSON report tells: file, title, and what was tried again where it was not the whole test. */
export function playwrightSecondTries({ suites }) {
  const triedAgainIn = (suite) => [
    ...(suite.suites ?? []).flatMap(triedAgainIn),
    ...(suite.specs ?? []).flatMap(({ file, title, tests = [] }) =>
      tests.flatMap(({ status, annotations = [] }) => [
        ...(status === "flaky" ? [`${file}: ${title}`] : []),
        ...annotations
          .filter(({ type }) => type === annotationType)
          .map(({ description }) => `${file}: ${title} (${description})`),
      ]),
    ),
  ];
  return suites.flatMap(triedAgainIn);
}

const list = inRoot("build", "logs", "second-tries.txt");

/** Replaces the list; with `keep`, adds to it what is not in it yet. */
export function writeSecondTries(tries, { keep = false, file = list } = {}) {
  const before = keep && existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const lines = [...new Set([...before.filter((line) => line !== ""), ...tries])];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
}
