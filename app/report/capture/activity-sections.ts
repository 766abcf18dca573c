/** Tables of what took the server's time: the longest of each kind, with the figures that it logs. */
import type { CapturedPhase, CaptureReport, LongIoGroup } from "../../contract/capture-report.ts";
import type { PhaseName } from "../../contract/phase.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { backupText, consistencyText, recoveryText } from "../activity-text.ts";
import { html, type Markup } from "../html/markup.ts";
import { figure, type TableColumn, table } from "../html/table.ts";
import { isSet, numberOf, textOf } from "../phase-figures.ts";
import { durationOfPhase, sourceOfPhase, workOfPhase } from "../phase-text.ts";
import { countText, numberText, readableText, secondsText } from "../text.ts";
import { clockIn } from "./capture-clock.ts";

/** Of a kind that occurs thousands of times only the longest are of interest. */
const phasesShown = 20;

type Column = TableColumn<CapturedPhase>;

const phasesNamed = ({ phases }: CaptureReport, ...names: readonly PhaseName[]): CapturedPhase[] =>
  phases.filter(({ name }) => names.includes(name));

/** What has no end of its own goes behind what has: its duration says little. */
const rankOf = ({ durationMs, endSource }: CapturedPhase): number =>
  endSource === "bound" ? -1 : (durationMs ?? 0);

const longestFirst = (phases: readonly CapturedPhase[]): CapturedPhase[] =>
  phases.toSorted((a, b) => rankOf(b) - rankOf(a) || a.startMs - b.startMs);

/** Kept as they are where there are few; else the longest of them. */
const chosen = (phases: readonly CapturedPhase[]): CapturedPhase[] =>
  phases.length <= phasesShown
    ? [...phases]
    : longestFirst(phases)
        .slice(0, phasesShown)
        .toSorted((a, b) => a.startMs - b.startMs);

function hiddenNote(all: number, shown: number): Markup | null {
  return all > shown
    ? html`<p class="note">The ${numberText(shown)} longest of ${numberText(all)}; the CSV has all of them.</p>`
    : null;
}

const ofWhat = ({ snapshot, database }: CapturedPhase): string => snapshot ?? database ?? "–";

/** "≤ " before a duration that has a bound for an end. */
const durationColumn: Column = {
  title: "Duration",
  unit: "s",
  align: "figures",
  cell: (phase) =>
    phase.instant || phase.durationMs === null
      ? durationOfPhase(phase)
      : html`${/^[≤≥≈] /.exec(durationOfPhase(phase))?.[0] ?? ""}${figure(phase.durationMs, secondsText(phase.durationMs))}`,
};

const startColumn = (report: CaptureReport): Column => {
  const clock = clockIn(report);
  return { title: "Start", unit: "clock", align: "figures", cell: ({ startMs }) => clock(startMs) };
};

const countColumn = (key: string, title: string, unit: string, digits = 0): Column => ({
  title,
  unit,
  align: "figures",
  cell: (phase) => figure(numberOf(phase, key), numberText(numberOf(phase, key), digits)),
});

/** A column is left out where no row has it: older generations of the product log less. */
const ifTold = (phases: readonly CapturedPhase[], key: string, column: Column): Column[] =>
  phases.some((phase) => numberOf(phase, key) !== null) ? [column] : [];

export function checkpointsSection(report: CaptureReport): Markup {
  const all = phasesNamed(report, "checkpoint");
  const rows = chosen(all);
  return html`${table<CapturedPhase>({
    caption: "Checkpoints that the log tells of",
    rows,
    empty: "The log tells of no checkpoint.",
    columns: [
      startColumn(report),
      durationColumn,
      { title: "Of", align: "words", cell: checkpointOf },
      ...ifTold(rows, "buffers", countColumn("buffers", "Flushed", "buffers")),
      ...ifTold(rows, "writes", countColumn("writes", "Writes", "writes")),
      ...ifTold(rows, "buffers", {
        title: "Throughput",
        unit: "MiB/s",
        align: "figures",
        cell: (phase) =>
          figure(mebibytesPerSecond(phase), numberText(mebibytesPerSecond(phase), 2)),
      }),
      ...ifTold(rows, "writes", {
        title: "Rate",
        unit: "writes/s",
        align: "figures",
        cell: (phase) => figure(writesPerSecond(phase), numberText(writesPerSecond(phase), 1)),
      }),
      ...ifTold(
        rows,
        "averageWriteLatencyMs",
        countColumn("averageWriteLatencyMs", "Latency", "ms per write"),
      ),
      ...ifTold(rows, "ioSaturation", countColumn("ioSaturation", "Saturation", "of I/O")),
    ],
  })}
${hiddenNote(all.length, rows.length)}`;
}

function checkpointOf(phase: CapturedPhase): string {
  if (phase.snapshot !== null) return `creation of ${phase.snapshot}`;
  const id = numberOf(phase, "databaseId");
  return phase.database ?? (id === null ? "–" : `database id ${id}`);
}

/** What the log prints as MB/sec, or what follows from its buffers of 8 KiB. */
function mebibytesPerSecond(phase: CapturedPhase): number | null {
  const buffers = numberOf(phase, "buffers");
  const ms = numberOf(phase, "durationMs") ?? phase.durationMs;
  return (
    numberOf(phase, "megabytesPerSecond") ??
    (buffers === null || ms === null || ms <= 0 ? null : (buffers * 8) / 1024 / (ms / 1000))
  );
}

function writesPerSecond(phase: CapturedPhase): number | null {
  const writes = numberOf(phase, "writes");
  const ms = numberOf(phase, "durationMs") ?? phase.durationMs;
  return (
    numberOf(phase, "writesPerSecond") ??
    (writes === null || ms === null || ms <= 0 ? null : writes / (ms / 1000))
  );
}

/** Parts of recoveries are phases of their own: they stand in the row of their recovery. */
export function recoveriesSection(report: CaptureReport): Markup {
  const all = phasesNamed(report, "recovery");
  const rows = chosen(all);
  return html`${table<CapturedPhase>({
    caption: "Recoveries of databases",
    rows,
    empty: "The log tells of no recovery.",
    columns: [
      { title: "Database", align: "words", cell: ofWhat },
      startColumn(report),
      durationColumn,
      { title: "Work", align: "words", cell: withSource(recoveryText) },
    ],
  })}
${hiddenNote(all.length, rows.length)}`;
}

export function backupsSection(report: CaptureReport): Markup {
  const all = phasesNamed(report, "backup", "restore");
  const failed = all.filter((phase) => isSet(phase, "failed"));
  const rows = chosen(all.filter((phase) => !isSet(phase, "failed")));
  const columns: Column[] = [
    { title: "What", align: "words", cell: ({ name }) => phaseTerm(name).title },
    { title: "Database", align: "words", cell: ofWhat },
    startColumn(report),
    durationColumn,
    { title: "Work", align: "words", cell: withSource(backupText) },
  ];
  const failures = failed.slice(0, phasesShown);
  return html`${
    failed.length === 0
      ? null
      : html`${table<CapturedPhase>({ caption: "Failed backups and restores", rows: failures, empty: "", columns })}
${failed.length > failures.length ? html`<p class="note">The first ${numberText(failures.length)} of ${numberText(failed.length)}; the CSV has all of them.</p>` : null}`
  }
${table<CapturedPhase>({
  caption: "Backups and restores that ended well",
  rows,
  empty: "The log tells of none that ended well.",
  columns,
})}
${hiddenNote(all.length - failed.length, rows.length)}`;
}

export function consistencySection(report: CaptureReport): Markup {
  const all = phasesNamed(report, "consistencyCheck");
  const rows = chosen(all);
  return html`${table<CapturedPhase>({
    caption: "Consistency checks",
    rows,
    empty: "The log tells of none.",
    columns: [
      { title: "Database", align: "words", cell: ofWhat },
      startColumn(report),
      durationColumn,
      { title: "Result", align: "words", cell: withSource(consistencyText) },
      {
        title: "Split LSN",
        align: "words",
        cell: (phase) => html`<code>${textOf(phase, "splitLsn") ?? "–"}</code>`,
      },
    ],
  })}
${hiddenNote(all.length, rows.length)}`;
}

/** What was done, and how sure its times are. */
const withSource =
  (work: (phase: CapturedPhase) => string) =>
  (phase: CapturedPhase): string =>
    [work(phase), sourceOfPhase(phase)].filter((text) => text !== "").join("; ");

export function longIoSection(report: CaptureReport): Markup {
  const clock = clockIn(report);
  return table<LongIoGroup>({
    caption: "I/O that took longer than 15 s (message 833), by file",
    rows: report.longIo,
    empty: "The log tells of none.",
    columns: [
      {
        title: "File",
        align: "words",
        cell: ({ file }) => html`<code>${file === "" ? "not named" : file}</code>`,
      },
      {
        title: "Occurrences",
        unit: "I/Os",
        align: "figures",
        cell: ({ occurrences }) => figure(occurrences, numberText(occurrences)),
      },
      {
        title: "Messages",
        align: "figures",
        cell: ({ messages }) => figure(messages, numberText(messages)),
      },
      {
        title: "Longest",
        unit: "s",
        align: "figures",
        cell: ({ longestMs }) =>
          figure(longestMs, readableText(longestMs === null ? null : longestMs / 1000)),
      },
      { title: "First", unit: "clock", align: "figures", cell: ({ firstMs }) => clock(firstMs) },
      { title: "Last", unit: "clock", align: "figures", cell: ({ lastMs }) => clock(lastMs) },
    ],
  });
}

/** What is in none of the other tables. */
export const otherActivities = [
  "serverStart",
  "revert",
  "ioFreeze",
  "latchTimeout",
  "stackDump",
] as const satisfies readonly PhaseName[];

export function otherActivitiesSection(report: CaptureReport): Markup {
  const all = phasesNamed(report, ...otherActivities);
  const rows = chosen(all);
  return html`${table<CapturedPhase>({
    caption: "Starts of the server, reverts, freezes by backup software, latch time-outs and dumps",
    rows,
    empty: "The log tells of none.",
    columns: [
      { title: "What", align: "words", cell: ({ name }) => phaseTerm(name).title },
      { title: "Of", align: "words", cell: ofWhat },
      startColumn(report),
      durationColumn,
      { title: "Told", align: "words", cell: withSource(workOfPhase) },
    ],
  })}
${hiddenNote(all.length, rows.length)}`;
}

export function creationPhasesTable(
  report: CaptureReport,
  creation: CaptureReport["creations"][number],
): Markup {
  const { snapshot, startMs, endMs, durationMs } = creation;
  const rows = report.phases.filter(
    (phase) =>
      phase.snapshot === snapshot &&
      phase.startMs >= startMs &&
      phase.startMs <= (endMs ?? Number.POSITIVE_INFINITY),
  );
  return table<CapturedPhase>({
    caption: `Phases of the creation of ${snapshot}${durationMs === null ? "" : `: ${countText(rows.length, "phase")}`}`,
    rows,
    empty: "None of its phases lies in this part.",
    columns: [
      { title: "Phase", align: "words", cell: ({ name }) => phaseTerm(name).title },
      startColumn(report),
      durationColumn,
      {
        title: "Share",
        unit: "% of creation",
        align: "figures",
        cell: (phase) =>
          phase.instant || phase.durationMs === null || durationMs === null || durationMs === 0
            ? ""
            : numberText((100 * phase.durationMs) / durationMs, 1),
      },
      { title: "Work", align: "words", cell: withSource(workOfPhase) },
    ],
  });
}
