/** `snapscope runs`: the library on the command line. Loaded when asked for: it opens a database. */

import { basename, resolve } from "node:path";
import { findRun, shortId } from "../../services/library/find-run.ts";
import { printResult, reportFailure } from "../console.ts";
import { renderRunEntry, renderRunList } from "../text/run-list.ts";
import { renderSummary } from "../text/run-summary.ts";
import { writeNewFile } from "../write-new-file.ts";
import { withServices } from "./with-services.ts";

/** None of a run's samples is shown here, and two points are the fewest. */
const points = 2;

interface JsonOption {
  readonly json?: true;
}

export const listRuns = ({ json }: JsonOption) =>
  withServices(async ({ library }) => {
    const entries = await library.list();
    printResult(json ? JSON.stringify(entries, null, 2) : renderRunList(entries));
  });

export const showRun = (text: string, { json }: JsonOption) =>
  withServices(async ({ library, recordings }) => {
    const entry = findRun(await library.list(), text);
    if (!entry.ok) return reportFailure(entry.error);
    const timeline = await library.timeline({ runId: entry.value.id, points });
    if (!timeline.ok) return reportFailure(timeline.error);
    const { scenario, summary, events } = timeline.value;
    const errorlog = events.flatMap((event) => (event.kind === "errorlog" ? event.line : []));
    if (json) {
      printResult(JSON.stringify({ entry: entry.value, scenario, summary, errorlog }, null, 2));
      return;
    }
    const about = renderRunEntry(entry.value);
    if (summary !== null) {
      const costs = await recordings.creationCosts({ kind: "run", id: entry.value.id });
      if (!costs.ok) return reportFailure(costs.error);
      const recording = { kind: "run", id: entry.value.id } as const;
      const advised = await recordings.advice({ recording, span: null });
      if (!advised.ok) return reportFailure(advised.error);
      const advice = { ...advised.value, base: [[shortId(entry.value)]] };
      printResult(`${about}\n\n${renderSummary(summary, costs.value, advice)}`);
      return;
    }
    const log = errorlog.length === 0 ? "" : `\n\nERRORLOG\n${errorlog.join("\n")}`;
    printResult(`${about}\n\nIt has no summary; what was recorded is in the library.${log}`);
  });

export const deleteRuns = (texts: readonly string[]) =>
  withServices(async ({ library }) => {
    const entries = await library.list();
    const found = texts.map((text) => findRun(entries, text));
    const missing = found.find((entry) => !entry.ok);
    if (missing !== undefined && !missing.ok) return reportFailure(missing.error);
    const runs = found.flatMap((entry) => (entry.ok ? entry.value : []));
    const removed = await library.remove(runs.map(({ id }) => id));
    if (!removed.ok) return reportFailure(removed.error);
    for (const run of runs) printResult(`deleted ${shortId(run)} ${run.name}`);
  });

export const exportRun = (
  text: string,
  file: string | undefined,
  { force }: { readonly force?: true },
) =>
  withServices(async ({ library }) => {
    const entry = findRun(await library.list(), text);
    if (!entry.ok) return reportFailure(entry.error);
    const exported = await library.exportRun(entry.value.id);
    if (!exported.ok) return reportFailure(exported.error);
    const path = resolve(file ?? exported.value.fileName);
    const written = await writeNewFile(path, exported.value.bytes, force === true);
    if (!written.ok) return reportFailure(written.error);
    printResult(written.value);
  });

export const importRuns = (files: readonly string[], { json }: JsonOption) =>
  withServices(async ({ library }) => {
    for (const file of files) {
      const entry = await library.importRun({ name: basename(file), path: file });
      if (!entry.ok) return reportFailure(entry.error);
      const { name } = entry.value;
      printResult(json ? JSON.stringify(entry.value) : `imported ${shortId(entry.value)} ${name}`);
    }
  });
