/**
 * Writes what is made of logs, for a comparison of before and after a change:
 *
 *   node app/capture/testing/write-outcomes.ts FOLDER [FILE[,FILE...]...]
 *
 * One JSON file for each capture of the corpus, for the sample log, and for each further argument, whose files are
 * opened together: findings, phases, snapshots, marks, and counts of records. `diff -ru BEFORE AFTER` shows what differs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argv, exit, stderr } from "node:process";
import { fileURLToPath } from "node:url";
import { messageKinds } from "../../domain/errorlog/messages/recognise.ts";
import { type Capture, openCapture } from "../capture.ts";
import { corpusPath } from "../corpus/corpus-files.ts";
import { expectations } from "../corpus/expectations/all.ts";

const sample = fileURLToPath(
  new URL("../../../assets/sample-logs/sqlcat-2006.log", import.meta.url),
);

function kindsOf({ records }: Capture): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let record = 0; record < records.count; record++) {
    const kind = messageKinds[records.kindId(record)] ?? "?";
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** What is read of the files together; a refusal is what it says. */
function outcomeOf(paths: readonly string[]): unknown {
  const opened = openCapture(paths.map((path) => ({ name: basename(path), path })));
  if (!opened.ok) return { refused: opened.error.message };
  const { capture } = opened.value;
  try {
    while (capture.readSlice());
    const { phases, phasesLeftOut, marks, marksLeftOut, snapshots, findings } = capture.overview();
    const told = findings.map(({ evidence, ...finding }) => ({
      ...finding,
      lines: evidence.map(({ file, line }) => `${file}:${line}`).join(" "),
    }));
    const counts = { phasesLeftOut, marksLeftOut, kinds: kindsOf(capture) };
    return { findings: told, phases, snapshots, marks, counts };
  } finally {
    capture.close();
  }
}

const [folder, ...files] = argv.slice(2);
if (folder === undefined) {
  stderr.write("usage: write-outcomes.ts FOLDER [FILE...]\n");
  exit(2);
}
mkdirSync(folder, { recursive: true });
const sets = [
  ...expectations.map(({ open }) => ({
    name: open.join("+"),
    paths: open.map((name) => corpusPath(name)),
  })),
  ...[sample, ...files].map((list) => {
    const paths = list.split(",");
    return { name: paths.map((path) => basename(path)).join("+"), paths };
  }),
];
for (const { name, paths } of sets) {
  const text = JSON.stringify(outcomeOf(paths), null, 1);
  writeFileSync(join(folder, `${name.replaceAll("/", "_")}.json`), `${text}\n`);
}
