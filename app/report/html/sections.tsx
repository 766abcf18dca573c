/** The sections of a report, in the order in which one reads: those that its recording has. */
import type { ReactNode } from "react";
import type { PhaseName } from "../../contract/phase.ts";
import type { Report } from "../../contract/report.ts";
import { hasBackups } from "../../domain/backup-words.ts";
import {
  Backups,
  ConsistencyChecks,
  FurtherPhases,
  furtherPhases,
  LoggedCheckpoints,
  LongIo,
  OtherActivities,
  otherActivities,
  Recoveries,
} from "./Activities.tsx";
import { Assumptions } from "./Assumptions.tsx";
import { SummedBackups } from "./Backups.tsx";
import { CapturedCounters, EngineCounters } from "./Counters.tsx";
import { creationBody, creationsDrawn } from "./Creation.tsx";
import { Changes, Errors, Findings, RecordKinds } from "./Findings.tsx";
import { ForecastSection } from "./Forecast.tsx";
import { LanesFigure, wholeLanes } from "./Lanes.tsx";
import { Recommendations } from "./Recommendations.tsx";
import { Acts, Errorlog, Settings } from "./Settings.tsx";
import { hasSizes, Snapshots } from "./Snapshots.tsx";
import { OpenedFiles } from "./Sources.tsx";
import { Timeline, timelineRows } from "./Timeline.tsx";
import { DataFiles, SummedCheckpoints, Transactions } from "./Totals.tsx";
import { CapturedWaits, MeasuredWaits } from "./Waits.tsx";

interface Section {
  readonly title: string;
  readonly body: ReactNode;
}

/** Figures are numbered in the order in which they are asked for. */
type NextFigure = () => number;

/** With their numbers: "3. Snapshots". */
export function sectionsOf(report: Report) {
  let last = 0;
  const nextFigure = () => ++last;
  return order
    .flatMap((sections) => sections(report, nextFigure))
    .map(({ title, body }, index) => ({ heading: `${index + 1}. ${title}`, body }));
}

const has = ({ phases }: Report, ...names: readonly PhaseName[]): boolean =>
  phases.some(({ name }) => names.includes(name));

const hasErrorlog = ({ log }: Report): boolean =>
  log?.files.some(({ kind }) => kind === "errorlog") ?? false;

/** That nothing was found is worth saying of a server; of a run, whose log is below, it is not. */
const hasFindings = (report: Report): boolean =>
  hasErrorlog(report) && (report.run === null || report.log?.findings.length !== 0);

/** None where it does not apply. */
const when = (applies: boolean, title: string, body: () => ReactNode): Section[] =>
  applies ? [{ title, body: body() }] : [];

const order: readonly ((report: Report, nextFigure: NextFigure) => Section[])[] = [
  (report) => when(hasFindings(report), "Findings", () => <Findings {...logOf(report)} />),
  ({ recommendations }) =>
    when(recommendations.length > 0, "Recommendations", () => (
      <Recommendations recommendations={recommendations} />
    )),
  timelineSection,
  (report, nextFigure) =>
    report.creations.slice(0, creationsDrawn).map((creation) => ({
      title: `Creation of ${creation.snapshot}`,
      body: creationBody({ report, creation, nextFigure }),
    })),
  lanesSection,
  (report, nextFigure) =>
    when(report.run !== null, "Snapshots", () => (
      <Snapshots report={report} number={hasSizes(report) ? nextFigure() : null} />
    )),
  ({ forecast }) =>
    forecast === null ? [] : [{ title: "Forecast", body: <ForecastSection forecast={forecast} /> }],
  ({ band }, nextFigure) =>
    band === null
      ? []
      : [{ title: "What is assumed", body: <Assumptions {...{ band, nextFigure }} /> }],
  ({ counters, scenario, log, span }) =>
    when(
      counters.length > 0 || (log !== null && log.counters.length + log.countersOutside > 0),
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
    when(report.run !== null || (report.log?.waits.length ?? 0) > 0, "Waits", () => (
      <>
        {report.run !== null && <MeasuredWaits waits={report.waits} />}
        {report.log !== null && report.log.waits.length > 0 && <CapturedWaits {...logOf(report)} />}
      </>
    )),
  ({ run, summary }) =>
    when(run !== null, "Transactions", () => <Transactions summary={summary} />),
  (report) =>
    when(report.summary !== null || has(report, "checkpoint"), "Checkpoints", () =>
      report.summary === null ? (
        <LoggedCheckpoints report={report} />
      ) : (
        <SummedCheckpoints report={report} checkpoints={report.summary.checkpoints} />
      ),
    ),
  (report) => when(has(report, "recovery"), "Recoveries", () => <Recoveries report={report} />),
  (report) =>
    when(
      hasBackups(report.summary) || has(report, "backup", "restore"),
      "Backups and restores",
      () =>
        report.summary !== null && hasBackups(report.summary) ? (
          <SummedBackups report={report} summary={report.summary} />
        ) : (
          <Backups report={report} />
        ),
    ),
  (report) =>
    when(has(report, "consistencyCheck"), "Consistency checks", () => (
      <ConsistencyChecks report={report} />
    )),
  (report) =>
    when((report.log?.longIo.length ?? 0) > 0, "Long I/O", () => <LongIo {...logOf(report)} />),
  (report) =>
    when(has(report, ...otherActivities), "Other activity", () => (
      <OtherActivities report={report} />
    )),
  (report) =>
    when(furtherPhases(report).length > 0, "Further phases", () => (
      <FurtherPhases report={report} />
    )),
  ({ run, summary }) => when(run !== null, "Files", () => <DataFiles summary={summary} />),
  (report) =>
    when((report.log?.errors.groups.length ?? 0) > 0, "Errors", () => (
      <Errors {...logOf(report)} />
    )),
  (report) =>
    when((report.log?.changes.length ?? 0) > 0, "Configuration", () => (
      <Changes {...logOf(report)} />
    )),
  (report) => when(report.run !== null, "Acts", () => <Acts report={report} />),
  ({ run, errorlog }) => when(run !== null, "ERRORLOG", () => <Errorlog lines={errorlog} />),
  ({ run, log }) =>
    log === null || run !== null
      ? []
      : [
          ...when(log.recordKinds.length > 0, "Kinds of records", () => <RecordKinds log={log} />),
          { title: "What was opened", body: <OpenedFiles log={log} /> },
        ],
  ({ scenario }) =>
    scenario === null ? [] : [{ title: "Settings", body: <Settings scenario={scenario} /> }],
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
    return [{ title: "Timeline", body: <Timeline {...{ report, log }} number={nextFigure()} /> }];
  }
  return when(hasErrorlog(report), "Timeline", () => (
    <p className="empty">
      {`Nothing in ${span.whole ? "the log" : "this part of the log"} takes time or is worth a mark.`}
    </p>
  ));
}

function lanesSection(report: Report, nextFigure: NextFigure): Section[] {
  const lanes = wholeLanes(report);
  return lanes === null
    ? []
    : [{ title: lanes.title, body: <LanesFigure {...lanes} number={nextFigure()} /> }];
}
