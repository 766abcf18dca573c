// Finds passages that stand both in code for runs and in code for opened logs: six lines or more. What
// the two have in common belongs to recordings, in one place.
//
//   node scripts/check-duplicates.mjs [--text] [--all]
//
// `--text` prints the passages, `--all` compares every file with every other. Lines are compared as they
// read: without indentation, comments, blank lines and imports. Tests say in full what they expect, and
// are left out.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inRoot } from "./bootstrap/paths.mjs";

export const leastLines = 6;
const folders = ["app", "src"];
/** What is about runs alone, and what about opened logs alone. */
const sides = {
  runs: [
    "app/cli/commands/run",
    "app/cli/text/run-",
    "app/domain/recording/run-overview.ts",
    "app/domain/series/",
    "app/domain/timeline/run-timeline.ts",
    "app/report/html/",
    "app/report/report-model.ts",
    "app/services/library/",
    "app/services/live/",
    "app/services/recordings/recorded-runs.ts",
    "app/services/recordings/run-logs.ts",
    "src/features/experiments/",
    "src/features/live/",
    "src/features/runs/",
    "src/state/library/",
    "src/state/live/",
  ],
  logs: [
    "app/capture/",
    "app/capture-worker/",
    "app/cli/commands/import.ts",
    "app/cli/import/",
    "app/cli/text/imported-capture.ts",
    "app/domain/errorlog/",
    "app/domain/perfmon/",
    "app/domain/wait-stats/",
    "app/report/capture/",
    "app/services/captures/",
    "src/features/open-log/",
    "src/state/recordings/captures.ts",
  ],
};
const isLeftOut = /\.test\.tsx?$|\/testing\/|\/corpus\/|\/fuzz\/|\.d\.ts$/;

/** Code of a file, line by line, each with its number. */
export function linesOf(text) {
  const lines = [];
  let [inComment, inImport] = [false, false];
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (inComment || line.startsWith("/*")) {
      inComment = !line.includes("*/");
      continue;
    }
    if (inImport || /^(import\b|export (\{|\*|type \{))/.test(line)) {
      inImport = !line.endsWith(";");
      continue;
    }
    if (line === "" || line.startsWith("//")) continue;
    lines.push({ line, number: index + 1 });
  }
  return lines;
}

/** Brackets and words alone say nothing: many passages end alike. */
const saysSomething = (passage) =>
  passage.filter(({ line }) => /\w{3}/.test(line)).length >= leastLines - 2;

const sideOf = (name) =>
  Object.keys(sides).find((side) => sides[side].some((prefix) => name.startsWith(prefix)));

/** Whether two files may not say the same: one is of runs, the other of logs. */
export function areApart(one, other) {
  const [a, b] = [sideOf(one), sideOf(other)];
  return a !== undefined && b !== undefined && a !== b;
}

/** Passages that stand in two files that `apart` tells apart: `files` are [name, text]. */
export function duplicates(files, apart = areApart) {
  const seen = new Map();
  const found = [];
  for (const [name, text] of files) {
    const lines = linesOf(text);
    let until = 0;
    for (let at = 0; at + leastLines <= lines.length; ++at) {
      const passage = lines.slice(at, at + leastLines);
      const key = passage.map(({ line }) => line).join("\n");
      const before = seen.get(key) ?? [];
      seen.set(key, [...before, { name, number: passage[0].number }]);
      const first = before.find((place) => apart(place.name, name));
      if (first !== undefined && at >= until && saysSomething(passage)) {
        found.push({ first, second: { name, number: passage[0].number }, text: key });
        until = at + leastLines;
      }
    }
  }
  return found;
}

function sources() {
  return folders.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) =>
        `${entry.parentPath}/${entry.name}`.slice(inRoot().length + 1).replaceAll("\\", "/"),
      )
      .filter((name) => !isLeftOut.test(name))
      .map((name) => [name, readFileSync(inRoot(name), "utf8")]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const all = process.argv.includes("--all");
  const found = duplicates(sources(), all ? (one, other) => one !== other : areApart);
  for (const { first, second, text } of found) {
    console.error(`${second.name}:${second.number}: also in ${first.name}:${first.number}`);
    if (process.argv.includes("--text")) console.error(text.replaceAll(/^/gm, "    "));
  }
  console.log(found.length === 0 ? "duplicates: none" : `duplicates: ${found.length} passages`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
