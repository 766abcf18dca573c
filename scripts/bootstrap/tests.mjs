// npm test: GoogleTest through ctest, Vitest, then Playwright; all always run, and the totals come
// last. `npm test -- cpp [ctest arguments]`, `npm test -- ts [vitest arguments]` or
// `npm test -- e2e [playwright arguments]` runs one of them.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { inRoot } from "./paths.mjs";
import { seconds } from "./report.mjs";
import { runCommand } from "./run.mjs";

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

function readReport(path, parse) {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

export function totalsLine(name, { passed, failed, skipped }, note = "") {
  const rest = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${name.padEnd(12)}${passed} passed, ${failed} failed${rest}${note}`;
}

const logs = inRoot("build", "logs");

const kinds = {
  cpp: {
    name: "C++",
    report: `${logs}/ctest.xml`,
    command: (_node, args) => [
      "ctest",
      ["--preset", "test", "--output-junit", `${logs}/ctest.xml`, ...args],
    ],
    parse: junitTotals,
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
        // The threshold is of the whole: a part of the tests cannot reach it.
        ...(args.length === 0 ? ["--coverage"] : []),
        ...args,
      ],
    ],
    parse: (text) => vitestTotals(JSON.parse(text)),
  },
  e2e: {
    name: "End to end",
    // Where playwright.config.ts has it.
    report: inRoot("build", "e2e", "report.json"),
    command: playwrightCommand,
    parse: (text) => playwrightTotals(JSON.parse(text)),
  },
};

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
  const sum = { passed: 0, failed: 0, skipped: 0 };
  let worst = 0;
  for (const kind of only ? [only] : Object.values(kinds)) {
    const start = Date.now();
    rmSync(kind.report, { force: true });
    const code = await runCommand(...kind.command(node, only ? args.slice(1) : args), {
      env: testEnv,
    });
    const totals = readReport(kind.report, kind.parse);
    for (const key of Object.keys(sum)) sum[key] += totals[key];
    const note = code !== 0 && totals.failed === 0 ? `, exit ${code}` : "";
    lines.push(totalsLine(kind.name, totals, `${note} (${seconds(start)})`));
    worst = worst || code;
  }
  console.log(["", ...lines, totalsLine("Total", sum)].join("\n"));
  return worst;
}
