/** Tables of what took the server's time: the longest of each kind, with the figures that are told of it. */
import type { ReactNode } from "react";
import { DataTable, Figure, type TableColumn } from "../../charts/DataTable.tsx";
import { activityNames, type PhaseName } from "../../contract/phase.ts";
import type { LongIoGroup, Report, ReportLog, ReportPhase } from "../../contract/report.ts";
import { isOf } from "../../domain/creation-cost/creation-spans.ts";
import { formatNumber, formatReadable } from "../../domain/format/numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { backupText, consistencyText, recoveryText } from "../activity-text.ts";
import { clockIn } from "../clock.ts";
import { isSet, numberOf, textOf } from "../phase-figures.ts";
import { durationOfPhase, sourceOfPhase, workOfPhase } from "../phase-text.ts";
import { figures, Note, rightAligned, words } from "./columns.tsx";

/** Only the longest of a kind are of interest that occurs thousands of times. */
const phasesShown = 20;

type Column = TableColumn<ReportPhase>;

interface ReportProps {
  readonly report: Report;
}

const phasesNamed = ({ phases }: Report, ...names: readonly PhaseName[]): ReportPhase[] =>
  phases.filter(({ name }) => names.includes(name));

/** What has no end of its own goes behind what has: its duration says little. */
const rankOf = ({ durationMs, endSource }: ReportPhase): number =>
  endSource === "bound" ? -1 : (durationMs ?? 0);

const longestFirst = (phases: readonly ReportPhase[]): ReportPhase[] =>
  phases.toSorted((a, b) => rankOf(b) - rankOf(a) || a.startMs - b.startMs);

/** Kept as they are where there are few; else the longest of them. */
const chosen = (phases: readonly ReportPhase[], most: number): ReportPhase[] =>
  phases.length <= most
    ? [...phases]
    : longestFirst(phases)
        .slice(0, most)
        .toSorted((a, b) => a.startMs - b.startMs);

interface LongestProps {
  readonly report: Report;
  readonly caption: string;
  readonly phases: readonly ReportPhase[];
  readonly empty?: string;
  readonly most?: number;
  columns(rows: readonly ReportPhase[]): readonly Column[];
}

/** A table of phases, and how many of them it leaves out. */
function Longest({
  report,
  caption,
  phases,
  empty = "",
  most = phasesShown,
  columns,
}: LongestProps): ReactNode {
  const rows = chosen(phases, most);
  const file = report.run === null ? "CSV" : "JSON report";
  return (
    <>
      <DataTable caption={caption} rows={rows} empty={empty} columns={columns(rows)} />
      {phases.length > rows.length && (
        <Note>
          {`The ${formatNumber(rows.length)} longest of ${formatNumber(phases.length)}; the ${file} has all of them.`}
        </Note>
      )}
    </>
  );
}

const ofWhat = ({ snapshot, database }: ReportPhase): string => snapshot ?? database ?? "–";

/** "≤ " before a duration that has a bound for an end. */
export function Duration({ phase }: { readonly phase: ReportPhase }): ReactNode {
  const { instant, durationMs } = phase;
  const text = durationOfPhase(phase);
  if (instant || durationMs === null || text === "instant") return text;
  return (
    <>
      {/^[≤≥≈] /.exec(text)?.[0]}
      <Figure value={durationMs} text={formatTidyDuration(durationMs)} />
    </>
  );
}

const durationColumn: Column = rightAligned("Duration", undefined, (phase) => (
  <Duration phase={phase} />
));

function startColumn(report: Report): Column {
  const clock = clockIn(report);
  return rightAligned("Start", "clock", ({ startMs }) => clock(startMs));
}

/** Creations beyond these are in the timeline and in the tables. */
export const creationsDrawn = 6;

/** What was done, and how sure its times are. */
export const withSource =
  (work: (phase: ReportPhase) => string = workOfPhase) =>
  (phase: ReportPhase): string =>
    [work(phase), sourceOfPhase(phase)].filter((text) => text !== "").join("; ");

const whatColumn: Column = words("What", ({ name }) => phaseTerm(name).title);

/** Checkpoints by their phases; older generations of the product log less of them. */
export function LoggedCheckpoints({ report }: ReportProps): ReactNode {
  return (
    <Longest
      report={report}
      caption={report.run === null ? "Checkpoints in the log" : "Checkpoints that were recorded"}
      phases={phasesNamed(report, "checkpoint")}
      columns={(rows) => {
        const ifTold = (key: string, column: Column): Column[] =>
          rows.some((phase) => numberOf(phase, key) !== null) ? [column] : [];
        const count = (key: string, title: string, unit: string): Column[] =>
          ifTold(
            key,
            figures(title, unit, (phase) => numberOf(phase, key)),
          );
        return [
          startColumn(report),
          durationColumn,
          words("Of", checkpointOf),
          ...count("buffers", "Flushed", "buffers"),
          ...count("writes", "Writes", "writes"),
          ...ifTold(
            "buffers",
            figures("Throughput", "MiB/s", mebibytesPerSecond, (value) => formatNumber(value, 2)),
          ),
          ...ifTold(
            "writes",
            figures("Rate", "writes/s", writesPerSecond, (value) => formatNumber(value, 1)),
          ),
          ...count("averageWriteLatencyMs", "Latency", "ms per write"),
          ...count("ioSaturation", "Saturation", "of I/O"),
        ];
      }}
    />
  );
}

function checkpointOf(phase: ReportPhase): string {
  if (phase.snapshot !== null) return `creation of ${phase.snapshot}`;
  const id = numberOf(phase, "databaseId");
  return phase.database ?? (id === null ? "–" : `database id ${id}`);
}

/** What the log prints as MB/sec, or what follows from its buffers of 8 KiB. */
const mebibytesPerSecond = (phase: ReportPhase): number | null =>
  numberOf(phase, "megabytesPerSecond") ?? perSecond(phase, "buffers", 8 / 1024);

const writesPerSecond = (phase: ReportPhase): number | null =>
  numberOf(phase, "writesPerSecond") ?? perSecond(phase, "writes", 1);

function perSecond(phase: ReportPhase, key: string, scale: number): number | null {
  const count = numberOf(phase, key);
  const ms = numberOf(phase, "durationMs") ?? phase.durationMs;
  return count === null || ms === null || ms <= 0 ? null : (count * scale) / (ms / 1000);
}

/** Parts of recoveries are phases of their own: they stand in the row of their recovery. */
export const Recoveries = ({ report }: ReportProps): ReactNode => (
  <Longest
    report={report}
    caption="Recoveries of databases"
    phases={phasesNamed(report, "recovery")}
    columns={() => [
      words("Database", ofWhat),
      startColumn(report),
      durationColumn,
      words("Work", withSource(recoveryText)),
    ]}
  />
);

export function Backups({ report }: ReportProps): ReactNode {
  const all = phasesNamed(report, "backup", "restore");
  const failed = all.filter((phase) => isSet(phase, "failed"));
  const failures = failed.slice(0, phasesShown);
  const columns = [
    whatColumn,
    words("Database", ofWhat),
    startColumn(report),
    durationColumn,
    words("Work", withSource(backupText)),
  ];
  return (
    <>
      {failures.length > 0 && (
        <DataTable
          caption="Failed backups and restores"
          rows={failures}
          empty=""
          columns={columns}
        />
      )}
      {failed.length > failures.length && (
        <Note>
          {`The first ${formatNumber(failures.length)} of ${formatNumber(failed.length)}; the CSV has all of them.`}
        </Note>
      )}
      <Longest
        report={report}
        caption="Successful backups and restores"
        phases={all.filter((phase) => !isSet(phase, "failed"))}
        empty="The log shows none that succeeded."
        columns={() => columns}
      />
    </>
  );
}

export const ConsistencyChecks = ({ report }: ReportProps): ReactNode => (
  <Longest
    report={report}
    caption="Consistency checks"
    phases={phasesNamed(report, "consistencyCheck")}
    columns={() => [
      words("Database", ofWhat),
      startColumn(report),
      durationColumn,
      words("Result", withSource(consistencyText)),
      words("Split LSN", (phase) => <code>{textOf(phase, "splitLsn") ?? "–"}</code>),
    ]}
  />
);

interface LogProps extends ReportProps {
  readonly log: ReportLog;
}

export function LongIo({ report, log }: LogProps): ReactNode {
  const clock = clockIn(report);
  return (
    <DataTable<LongIoGroup>
      caption="I/O that took longer than 15 s (message 833), by file"
      rows={log.longIo}
      empty="The log shows none."
      columns={[
        words("File", ({ file }) => <code>{file === "" ? "not named" : file}</code>),
        figures("Occurrences", "I/Os", ({ occurrences }) => occurrences),
        figures("Messages", undefined, ({ messages }) => messages),
        rightAligned("Longest", "s", ({ longestMs }) => (
          <Figure
            value={longestMs}
            text={formatReadable(longestMs === null ? null : longestMs / 1000)}
          />
        )),
        rightAligned("First", "clock", ({ firstMs }) => clock(firstMs)),
        rightAligned("Last", "clock", ({ lastMs }) => clock(lastMs)),
      ]}
    />
  );
}

const inOwnTables: ReadonlySet<PhaseName> = new Set<PhaseName>([
  "recovery",
  "backup",
  "restore",
  "arrayRestore",
  "restoreFiles",
  "restoreData",
  "restoreLog",
  "restoreFlush",
  "restoreRecovery",
  "consistencyCheck",
  "longIo",
]);

/** What is in none of the other tables. */
export const otherActivities: readonly PhaseName[] = activityNames.filter(
  (name) => !inOwnTables.has(name),
);

export const OtherActivities = ({ report }: ReportProps): ReactNode => (
  <Longest
    report={report}
    caption="What else took time: starts of the server, reverts, changes of tables, array snapshots, freezes, time-outs, dumps"
    phases={phasesNamed(report, ...otherActivities)}
    columns={() => [
      whatColumn,
      words("Of", ofWhat),
      startColumn(report),
      durationColumn,
      words("Told", withSource()),
    ]}
  />
);

const shownElsewhere: ReadonlySet<PhaseName> = new Set<PhaseName>(activityNames);

/** Phases of creations that have no section of their own, or that a log does not name. */
export function furtherPhases({ phases, creations }: Report): readonly ReportPhase[] {
  const drawn = creations.slice(0, creationsDrawn);
  return phases.filter(
    (phase) =>
      !shownElsewhere.has(phase.name) &&
      // A part of a database's own recovery stands in the row of that recovery.
      (phase.snapshot !== null || phase.database === null) &&
      (phase.snapshot !== null || phase.name !== "checkpoint") &&
      !drawn.some((creation) => isOf(creation, phase)),
  );
}

const furtherShown = 200;

export const FurtherPhases = ({ report }: ReportProps): ReactNode => (
  <Longest
    report={report}
    caption="Phases beyond those of the creations above"
    phases={furtherPhases(report)}
    most={furtherShown}
    columns={() => [
      words("Phase", ({ name }) => phaseTerm(name).title),
      words("Of", ({ snapshot }) => snapshot ?? "a snapshot that is not named"),
      startColumn(report),
      durationColumn,
      words("Work", withSource()),
    ]}
  />
);
