/** The sections of a report, in the order in which one reads: those that its recording has. */
import type { ReactNode } from "react";
import type { PhaseName } from "../../contract/phase.ts";
import type { Report } from "../../contract/report.ts";
import type { ReportSection } from "../../contract/rpc/services.ts";
import { hasBackups } from "../../domain/backup-words.ts";
import { editOf, headId, inOrder, noEdits } from "../../domain/report/report-edits.ts";
import {
  Backups,
  ConsistencyChecks,
  creationsDrawn,
  FurtherPhases,
  furtherPhases,
  LoggedCheckpoints,
  LongIo,
  OtherActivities,
  otherActivities,
  Recoveries,
} from "./Activities.tsx";
import { addedSections } from "./AddedCharts.tsx";
import { Assumptions } from "./Assumptions.tsx";
import { SummedBackups } from "./Backups.tsx";
import { Bookmarks } from "./Bookmarks.tsx";
import { Bottleneck } from "./Bottleneck.tsx";
import { CapturedCounters, EngineCounters } from "./Counters.tsx";
import { creationBody } from "./Creation.tsx";
import { Changes, Errors, Findings, RecordKinds } from "./Findings.tsx";
import { ForecastSection } from "./Forecast.tsx";
import { LanesFigure, wholeLanes } from "./Lanes.tsx";
import { PageMaps } from "./PageMaps.tsx";
import { Recommendations } from "./Recommendations.tsx";
import { Acts, Errorlog, Settings } from "./Settings.tsx";
import { hasSizes, Snapshots } from "./Snapshots.tsx";
import { OpenedFiles } from "./Sources.tsx";
import { Timeline, timelineRows } from "./Timeline.tsx";
import { DataFiles, SummedCheckpoints, Transactions } from "./Totals.tsx";
import { CapturedWaits, MeasuredWaits } from "./Waits.tsx";

interface Section {
  /** One id in every report, whatever else that has. */
  readonly id: string;
  readonly title: string;
  /** Drawn where it is shown: figures are numbered as they are drawn. */
  readonly body: () => ReactNode;
}

/** A section of a report that is printed. */
export interface ShownSection {
  readonly id: string;
  readonly heading: string;
  readonly note: string | null;
  readonly body: ReactNode;
}

/** Figures are numbered in the order in which they are asked for. */
type NextFigure = () => number;

/** Those that somebody left in, in the chosen order, with their numbers: "3. Snapshots". */
export function sectionsOf(report: Report): readonly ShownSection[] {
  const { edits = noEdits } = report;
  let last = 0;
  const all = usualSections(report, () => ++last);
  const chosen = inOrder(
    all.map(({ id }) => id),
    edits.order,
  );
  return chosen
    .flatMap((id) => all.find((section) => section.id === id) ?? [])
    .filter(({ id }) => editOf(edits, id).leftOut !== true)
    .map(({ id, title, body }, index) => {
      const edit = editOf(edits, id);
      return {
        id,
        heading: `${index + 1}. ${edit.title ?? title}`,
        note: edit.note ?? null,
        body: body(),
      };
    });
}

/** Added charts stand before all that a recording has by itself. */
const usualSections = (report: Report, nextFigure: NextFigure): readonly Section[] => [
  ...addedSections(report, nextFigure),
  ...order.flatMap((sections) => sections(report, nextFigure)),
];

/** Behind the sections, and without a number. */
export const originTitle = "About this report";
export const appendixTitle = "Appendix: settings";

/** All that can be edited of a report, in its usual order and under its usual titles. */
export const outlineOf = (
  report: Report,
  usualTitle: string = report.title,
): readonly ReportSection[] => [
  { id: headId, title: usualTitle, kind: "head" },
  ...usualSections(report, () => 0).map(({ id, title }) => ({
    ...{ id, title },
    kind: isAdded(report, id) ? ("chart" as const) : ("section" as const),
  })),
  { id: "origin", title: originTitle, kind: "end" },
  ...(report.scenario === null
    ? []
    : [{ id: "appendix", title: appendixTitle, kind: "end" as const }]),
];

const isAdded = ({ edits = noEdits }: Report, id: string): boolean =>
  edits.charts.some((chart) => chart.id === id);

const has = ({ phases }: Report, ...names: readonly PhaseName[]): boolean =>
  phases.some(({ name }) => names.includes(name));

const hasErrorlog = ({ log }: Report): boolean =>
  log?.files.some(({ kind }) => kind === "errorlog") ?? false;

/** That nothing was found is worth saying of a server; of a run, whose log is below, it is not. */
const hasFindings = (report: Report): boolean =>
  hasErrorlog(report) && (report.run === null || report.log?.findings.length !== 0);

/** None where it does not apply. */
const when = (applies: boolean, id: string, title: string, body: () => ReactNode): Section[] =>
  applies ? [{ id, title, body }] : [];

const order: readonly ((report: Report, nextFigure: NextFigure) => Section[])[] = [
  (report) =>
    when(hasFindings(report), "findings", "Findings", () => <Findings {...logOf(report)} />),
  ({ bottleneck }) =>
    bottleneck === null
      ? []
      : [
          {
            id: "bottleneck",
            title: "Where the bottleneck is",
            body: () => <Bottleneck found={bottleneck} />,
          },
        ],
  ({ recommendations }) =>
    when(recommendations.length > 0, "recommendations", "Recommendations", () => (
      <Recommendations recommendations={recommendations} />
    )),
  timelineSection,
  (report, nextFigure) =>
    report.creations.slice(0, creationsDrawn).map((creation) => ({
      // A report of a part has fewer creations: they cannot be counted.
      id: `creation-${creation.startMs}`,
      title: `Creation of ${creation.snapshot}`,
      body: () => creationBody({ report, creation, nextFigure }),
    })),
  lanesSection,
  (report) =>
    when(report.bookmarks !== undefined, "bookmarks", "Bookmarks and notes", () => (
      <Bookmarks report={report} />
    )),
  (report, nextFigure) =>
    when(report.run !== null, "snapshots", "Snapshots", () => (
      <Snapshots report={report} number={hasSizes(report) ? nextFigure() : null} />
    )),
  ({ pageMaps = [] }, nextFigure) =>
    when(pageMaps.length > 0, "page-map", "Page map", () => (
      <PageMaps stills={pageMaps} nextFigure={nextFigure} />
    )),
  ({ forecast }) =>
    forecast === null
      ? []
      : [
          {
            id: "forecast",
            title: "Forecast",
            body: () => <ForecastSection forecast={forecast} />,
          },
        ],
  ({ band }, nextFigure) =>
    band === null
      ? []
      : [
          {
            id: "assumptions",
            title: "What is assumed",
            body: () => <Assumptions {...{ band, nextFigure }} />,
          },
        ],
  ({ counters, scenario, log, span }) =>
    when(
      counters.length > 0 || (log !== null && log.counters.length + log.countersOutside > 0),
      "counters",
      "Counters",
      () => (
        <>
          {scenario !== null && (
            <EngineCounters counters={counters} database={scenario.database.name} />
          )}
          {log !== null && log.counters.length + log.countersOutside > 0 && (
            <CapturedCounters {...{ log, span }} />
          )}
        </>
      ),
    ),
  (report) =>
    when(report.run !== null || (report.log?.waits.length ?? 0) > 0, "waits", "Waits", () => (
      <>
        {report.run !== null && <MeasuredWaits waits={report.waits} />}
        {report.log !== null && report.log.waits.length > 0 && <CapturedWaits {...logOf(report)} />}
      </>
    )),
  ({ run, summary }) =>
    when(run !== null, "transactions", "Transactions", () => <Transactions summary={summary} />),
  (report) =>
    when(report.summary !== null || has(report, "checkpoint"), "checkpoints", "Checkpoints", () =>
      report.summary === null ? (
        <LoggedCheckpoints report={report} />
      ) : (
        <SummedCheckpoints report={report} checkpoints={report.summary.checkpoints} />
      ),
    ),
  (report) =>
    when(has(report, "recovery"), "recoveries", "Recoveries", () => <Recoveries report={report} />),
  (report) =>
    when(
      hasBackups(report.summary) || has(report, "backup", "restore"),
      "backups",
      "Backups and restores",
      () =>
        report.summary !== null && hasBackups(report.summary) ? (
          <SummedBackups report={report} summary={report.summary} />
        ) : (
          <Backups report={report} />
        ),
    ),
  (report) =>
    when(has(report, "consistencyCheck"), "consistency-checks", "Consistency checks", () => (
      <ConsistencyChecks report={report} />
    )),
  (report) =>
    when((report.log?.longIo.length ?? 0) > 0, "long-io", "Long I/O", () => (
      <LongIo {...logOf(report)} />
    )),
  (report) =>
    when(has(report, ...otherActivities), "other-activity", "Other activity", () => (
      <OtherActivities report={report} />
    )),
  (report) =>
    when(furtherPhases(report).length > 0, "further-phases", "Further phases", () => (
      <FurtherPhases report={report} />
    )),
  ({ run, summary }) => when(run !== null, "files", "Files", () => <DataFiles summary={summary} />),
  (report) =>
    when((report.log?.errors.groups.length ?? 0) > 0, "errors", "Errors", () => (
      <Errors {...logOf(report)} />
    )),
  (report) =>
    when((report.log?.changes.length ?? 0) > 0, "configuration", "Configuration", () => (
      <Changes {...logOf(report)} />
    )),
  (report) => when(report.run !== null, "acts", "Actions", () => <Acts report={report} />),
  ({ run, errorlog }) =>
    when(run !== null, "errorlog", "ERRORLOG", () => <Errorlog lines={errorlog} />),
  ({ run, log }) =>
    log === null || run !== null
      ? []
      : [
          ...when(log.recordKinds.length > 0, "record-kinds", "Kinds of records", () => (
            <RecordKinds log={log} />
          )),
          { id: "opened", title: "What was opened", body: () => <OpenedFiles log={log} /> },
        ],
  ({ scenario }) =>
    scenario === null
      ? []
      : [
          {
            id: "settings",
            title: "Settings",
            body: () => <Settings scenario={scenario} />,
          },
        ],
];

/** The log of a report that has one, for sections that are of it. */
function logOf(report: Report) {
  if (report.log === null) throw new Error("a section of a log in a report without one");
  return { report, log: report.log };
}

function timelineSection(report: Report, nextFigure: NextFigure): Section[] {
  const { run, log, span } = report;
  // The phases of a run are drawn with its creations and lanes.
  if (log === null || run !== null) return [];
  const drawn = timelineRows(report).length > 0 || log.marks.length > 0;
  if (drawn) {
    return [
      {
        id: "timeline",
        title: "Timeline",
        body: () => <Timeline {...{ report, log }} number={nextFigure()} />,
      },
    ];
  }
  return when(hasErrorlog(report), "timeline", "Timeline", () => (
    <p className="empty">
      {`Nothing in ${span.whole ? "the log" : "this part of the log"} takes time or is worth a mark.`}
    </p>
  ));
}

function lanesSection(report: Report, nextFigure: NextFigure): Section[] {
  const lanes = wholeLanes(report);
  return lanes === null
    ? []
    : [
        {
          id: "lanes",
          title: lanes.title,
          body: () => <LanesFigure {...lanes} number={nextFigure()} />,
        },
      ];
}
