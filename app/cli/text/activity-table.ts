/** What a server spent time on beside the creation of snapshots: the longest ones, by what they are. */
import type { Phase } from "../../contract/phase.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { boundNote, type TimeColumn, workOf } from "./phase-table.ts";
import { left, renderTable, right } from "./table.ts";

/** How many of each activity are shown; the rest is counted. */
const mostShown = 10;

const durationOf = ({ startMs, endMs }: Phase) => (endMs === null ? Infinity : endMs - startMs);

export function activityTable(phases: readonly Phase[], time: TimeColumn): string {
  const byName = Map.groupBy(phases, ({ name }) => name);
  const rows = [...byName].flatMap(([name, all]) => {
    const longest = new Set(
      all.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, mostShown),
    );
    const hidden = all.length - longest.size;
    return [
      ...all.filter((phase) => longest.has(phase)).map((phase) => rowOf(phase, time)),
      ...(hidden > 0
        ? [[phaseTerm(name).title, "", "", "", "", `and ${hidden} more that are shorter`]]
        : []),
    ];
  });
  return renderTable(
    [
      left("activity"),
      left("database"),
      right(`start${time.unit}`),
      right(`end${time.unit}`),
      right("duration"),
      left(""),
    ],
    rows,
  );
}

function rowOf(phase: Phase, time: TimeColumn): string[] {
  const { name, database, startMs, endMs } = phase;
  const notes = [endMs === null ? "unfinished" : boundNote(phase), workOf(phase)];
  return [
    phaseTerm(name).title,
    database ?? "",
    time.text(startMs),
    endMs === null ? "-" : time.text(endMs),
    endMs === null ? "-" : formatTidyDuration(endMs - startMs),
    notes.filter((note) => note !== "").join("; "),
  ];
}
