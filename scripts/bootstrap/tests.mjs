// npm test: GoogleTest through ctest, Vitest, then Playwright; all always run, and the totals come
// last, below what failed. `npm test -- cpp [ctest arguments]`, `npm test -- ts [vitest arguments]` or
// `npm test -- e2e [playwright arguments]` runs one of them. Among the end-to-end tests `npm test` runs the
// main path of each screen, CI all.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { inRoot, shown } from "./paths.mjs";
import { seconds } from "./report.mjs";
import { runCommand } from "./run.mjs";
import { mostSecondTries, playwrightSecondTries, writeSecondTries } from "./second-tries.mjs";

/** Counts of a JUnit report as ctest writes it. */
export function junitTotals(xml) {
  const suite = /<testsuite\b[^>]*>/.exec(xml)?.[0] ?? "";
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const [failed, skipped] = [count("failures"), count("skipped") + count("disabled")];
  return { passed: count("tests") - failed - skipped, failed, skipped };
}

/** Counts of Vitest's JSON report. A file that does not load counts as one failure. */
export function vitestTotals(report) {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's JSON report. A file that does not load counts as one failure. */
export function playwrightTotals({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/** Names of the tests that failed, of a JUnit report as ctest writes it. */
export function junitFailures(xml) {
  return [...xml.matchAll(/<testcase\b[^>]*>/g)]
    .map(([testcase]) => testcase)
    .filter((testcase) => /\bstatus="fail"/.test(testcase))
    .map((testcase) => /\bname="([^"]*)"/.exec(testcase)?.[1] ?? "a test without a name");
}

/** Names of the tests that failed, and of files that could not be run, of Vitest's JSON report. */
export function vitestFailures({ testResults }) {
  return testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      if (failed.length === 0) return [`${shown(name)}: ${message}`];
      return failed.map(({ fullName }) => `${shown(name)}: ${fullName}`);
    });
}

/** Names of the tests that failed, and errors outside tests, of Playwright's JSON report. */
export function playwrightFailures({ suites, errors }) {
  const failedIn = (suite) => [
    ...(suite.suites ?? []).flatMap(failedIn),
    ...(suite.specs ?? []).filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
  ];
  return [...suites.flatMap(failedIn), ...errors.map(({ message }) => message)];
}

const nothing = { totals: { passed: 0, failed: 0, skipped: 0 }, failures: [], secondTries: [] };

function readReport({ report, totals, failures, secondTries }) {
  try {
    const text = readFileSync(report, "utf8");
    return {
      totals: totals(text),
      failures: failures(text),
      secondTries: secondTries?.(text) ?? [],
    };
  } catch {
    return nothing;
  }
}

export function totalsLine(name, { passed, failed, skipped }, note = "") {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${name.padEnd(12)}${passed} passed, ${failed} failed${rest}${note}`;
}

const logs = inRoot("build", "logs");
/** Characters of a program's last error output that are shown again where no test failed. */
const shownErrors = 4000;

const kinds = {
  cpp: {
    name: "C++",
    report: `${logs}/ctest.xml`,
    command: (_node, args) => [
      "ctest",
      ["--preset", "release", "--output-junit", `${logs}/ctest.xml`, ...args],
    ],
    totals: junitTotals,
    failures: junitFailures,
  },
  ts: {
    name: "TypeScript",
    report: `${logs}/vitest.json`,
    command: (node, args) => [
      node,
      [
        inRoot("node_modules", "vitest", "vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${logs}/vitest.json`,
        // The threshold is of the whole: a part of the tests cannot reach it. CI counts, which costs much.
        ...(args.length === 0 && process.env.SNAPSCOPE_TEST_SIZE === "full" ? ["--coverage"] : []),
        ...args,
      ],
    ],
    totals: (text) => vitestTotals(JSON.parse(text)),
    failures: (text) => vitestFailures(JSON.parse(text)),
  },
  e2e: {
    name: "End to end",
    // Where playwright.config.ts has it.
    report: inRoot("build", "e2e", "report.json"),
    command: playwrightCommand,
    totals: (text) => playwrightTotals(JSON.parse(text)),
    failures: (text) => playwrightFailures(JSON.parse(text)),
    // The only tests that are tried again: Vitest and ctest are told of no retries.
    secondTries: (text) => playwrightSecondTries(JSON.parse(text)),
  },
};

/**
 * Which end-to-end tests run: those of each screen's main path, which carry this tag, unless the size is
 * the full one, or something was named: then all that are meant.
 */
export const chosenByTag = (args, { SNAPSCOPE_TEST_SIZE: size }) =>
  args.length > 0 || size === "full" ? [] : ["--grep", "@main"];

/** On Linux windows open on a display of their own, whether or not there is another. */
function playwrightCommand(node, args) {
  const cli = inRoot("node_modules", "@playwright", "test", "cli.js");
  const command = [node, cli, "test", ...args];
  const [program, ...rest] =
    process.platform === "linux"
      ? ["xvfb-run", "-a", "-s", "-screen 0 1920x1080x24", ...command]
      : command;
  return [program, rest];
}

/** Arguments are the one kind's that they name first; without such a name they go to all kinds. */
export async function runTests({ node, env }, args) {
  const only = kinds[args[0]];
  mkdirSync(logs, { recursive: true });
  // Each test starts programs of many modules: a second start of one takes half the time.
  const testEnv = { NODE_COMPILE_CACHE: inRoot("build", "compile-cache"), ...env };
  const lines = [];
  const failed = [];
  const triedAgain = [];
  const sum = { passed: 0, failed: 0, skipped: 0 };
  let worst = 0;
  for (const kind of only ? [only] : Object.values(kinds)) {
    const start = Date.now();
    rmSync(kind.report, { force: true });
    let errors = "";
    const given = only ? args.slice(1) : args;
    const chosen = kind === kinds.e2e ? chosenByTag(args, testEnv) : [];
    const code = await runCommand(...kind.command(node, [...given, ...chosen]), {
      env: testEnv,
      onErrorText: (text) => {
        errors = (errors + text).slice(-shownErrors);
      },
    });
    const { totals, failures, secondTries } = readReport(kind);
    failed.push(...failures);
    triedAgain.push(...secondTries);
    if (kind.secondTries !== undefined) writeSecondTries(secondTries);
    // A threshold was not reached, or there was an error outside all tests.
    if (code !== 0 && failures.length === 0) failed.push(`${kind.name}: exit ${code}\n${errors}`);
    for (const key of Object.keys(sum)) sum[key] += totals[key];
    const note = code !== 0 && totals.failed === 0 ? `, exit ${code}` : "";
    lines.push(totalsLine(kind.name, totals, `${note} (${seconds(start)})`));
    worst = worst || code;
  }
  if (triedAgain.length > mostSecondTries) {
    failed.push(`${triedAgain.length} second tries, where ${mostSecondTries} are allowed`);
    worst = worst || 1;
  }
  console.log(
    [
      "",
      ...triedAgain.map((what) => `needed a second try: ${what}`),
      ...failed.map((what) => `failed: ${what}`),
      ...lines,
      totalsLine("Total", sum),
    ].join("\n"),
  );
  return worst;
}
