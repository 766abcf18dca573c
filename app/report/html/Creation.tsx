/** One creation of a snapshot: when, whose data, what it cost, and where its time went. */
import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import type { Judged } from "../../contract/creation-cost.ts";
import type { Report, ReportCreation, ReportFigures, ReportPhase } from "../../contract/report.ts";
import { type CreationRow, creationRows } from "../../domain/creation-cost/creation-rows.ts";
import { isOf } from "../../domain/creation-cost/creation-spans.ts";
import { countOf, formatNumber, formatReadable } from "../../domain/format/numbers.ts";
import { byteRateText, changeText } from "../../domain/format/report-text.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { clockIn } from "../clock.ts";
import { Duration, withSource } from "./Activities.tsx";
import { figures, Note, rightAligned, words } from "./columns.tsx";
import { LanesFigure, lanesAround } from "./Lanes.tsx";
import { PhasesFigure } from "./Phases.tsx";

interface CreationProps {
  readonly report: Report;
  readonly creation: ReportCreation;
  readonly nextFigure: () => number;
}

export function creationBody({ report, creation, nextFigure }: CreationProps): ReactNode {
  const phases = report.phases.filter((phase) => isOf(creation, phase));
  const lanes = isMeasured(creation) || report.run !== null ? lanesAround(report, creation) : null;
  return (
    <>
      <p>{whenText(report, creation)}</p>
      {(isMeasured(creation) || report.run !== null) && (
        <Cost creation={creation} measuredOnly={report.run === null} />
      )}
      <PhasesFigure
        {...{ report, phases }}
        title={`Phases of the creation of ${creation.snapshot}`}
        view={{ startMs: creation.startMs, endMs: creation.endMs ?? report.endMs }}
        asOf={creation.asOfMs === null ? [] : [creation.asOfMs]}
        number={nextFigure()}
      />
      <PhasesTable {...{ report, creation, phases }} />
      {lanes !== null && <LanesFigure {...lanes} number={nextFigure()} />}
    </>
  );
}

const isMeasured = ({ before, during, after }: ReportCreation): boolean =>
  [before, during, after].some((figures) => (figures?.transactionsPerSecond ?? null) !== null);

function whenText(report: Report, { asOfMs, startMs, endMs }: ReportCreation): string {
  const clock = clockIn(report);
  const [end, asOf] =
    report.run === null
      ? [
          "an end that the log does not show",
          "The log does not show the start of its analysis, so whose data it shows is not known.",
        ]
      : ["an end that was not recorded", "Its analysis had not begun."];
  return `${clock(startMs)} to ${endMs === null ? end : clock(endMs)}. ${
    asOfMs === null ? asOf : `It shows the data as of ${clock(asOfMs)}, the start of its analysis.`
  }`;
}

interface CostRow {
  readonly when: "before" | "during" | "after";
  readonly figures: ReportFigures;
}

const whenWords = { before: "Before", during: "During", after: "After" } as const;

/** Before, during and after: the table for which one makes the experiment. */
function Cost(props: {
  readonly creation: ReportCreation;
  /** A real server's files seldom have all rates. */
  readonly measuredOnly: boolean;
}): ReactNode {
  const { creation, measuredOnly } = props;
  const rows = (["before", "during", "after"] as const).flatMap((when) => {
    const figures = creation[when];
    return figures === null ? [] : [{ when, figures }];
  });
  const ifShown = (
    value: (figures: ReportFigures) => number | null,
    title: string,
    unit: string,
    text: (value: number | null) => string,
  ) =>
    !measuredOnly || rows.some((row) => value(row.figures) !== null)
      ? [figures<CostRow>(title, unit, (row) => value(row.figures), text)]
      : [];
  const change = (
    judged: Judged | null,
    value: (figures: ReportFigures) => number | null,
    better: "rose" | "fell",
  ) =>
    judged === null
      ? []
      : [
          rightAligned<CostRow>("Change", "from before", ({ when, figures: of }) => {
            const told = when === "before" ? null : judged[when];
            const base = creation.before === null ? null : value(creation.before);
            return told === null ? null : (
              <Change {...{ told, better }} change={changeText(base, value(of))} />
            );
          }),
        ];
  const table = (
    <DataTable<CostRow>
      caption={`Before, during and after the creation of ${creation.snapshot}`}
      rows={rows}
      empty="No sample was recorded around the creation."
      columns={[
        words("When", ({ when }) => whenWords[when]),
        figures(
          "Span",
          undefined,
          ({ figures: { fromMs, toMs } }) => toMs - fromMs,
          formatTidyDuration,
        ),
        ...ifShown(
          ({ transactionsPerSecond }) => transactionsPerSecond,
          "Throughput, all sessions",
          "transactions/s",
          (value) => formatNumber(value, 1),
        ),
        ...change(creation.throughput, (told) => told.transactionsPerSecond, "rose"),
        ...ifShown(({ responses }) => responses?.p50Ms ?? null, "p50", "ms", formatReadable),
        ...ifShown(({ responses }) => responses?.p95Ms ?? null, "p95", "ms", formatReadable),
        ...ifShown(({ responses }) => responses?.p99Ms ?? null, "p99", "ms", formatReadable),
        ...change(creation.p99, (told) => told.responses?.p99Ms ?? null, "fell"),
        ...ifShown((told) => told.dataWriteBytesPerSecond, "Data writes", "MiB/s", byteRateText),
        ...ifShown(
          (told) => told.snapshotWriteBytesPerSecond,
          "Snapshot writes",
          "MiB/s",
          byteRateText,
        ),
        ...ifShown((told) => told.logReadBytesPerSecond, "Log reads", "MiB/s", byteRateText),
      ]}
    />
  );
  if (creation.before !== null) return table;
  return (
    <>
      {table}
      <Note>
        The time before it is shorter than a sample: too short to measure, so there is nothing to
        compare with.
      </Note>
    </>
  );
}

const judgementWords: Readonly<Record<Judged["during"], string>> = {
  rose: "↑ higher",
  fell: "↓ lower",
  unchanged: "~ unchanged",
  unknown: "",
};

interface ChangeProps {
  readonly told: Judged["during"];
  readonly better: "rose" | "fell";
  /** Null: there is nothing to compare with. */
  readonly change: string | null;
}

/** Direction by sign and word, not by colour alone. */
function Change({ told, better, change }: ChangeProps): ReactNode {
  if (change === null) return "–";
  const isWorse = (told === "rose" || told === "fell") && told !== better;
  return (
    <>
      {`${change} `}
      <span className={isWorse ? "worse" : "better"}>{judgementWords[told]}</span>
    </>
  );
}

interface PhasesProps {
  readonly report: Report;
  readonly creation: ReportCreation;
  readonly phases: readonly ReportPhase[];
}

type PhaseRow = CreationRow<ReportPhase>;

/** With the spans that no phase tells of: durations add up to what is known of the creation. */
function PhasesTable({ report, creation, phases }: PhasesProps): ReactNode {
  const { snapshot, durationMs } = creation;
  const fromStartup = creation.fromStartup === true;
  const least = fromStartup ? "at least " : "";
  const clock = clockIn(report);
  const work = withSource();
  return (
    <DataTable<PhaseRow>
      caption={`Phases of the creation of ${snapshot}${durationMs === null ? "" : `: ${countOf(phases.length, "phase")} in ${least}${formatTidyDuration(durationMs)}`}`}
      rows={creationRows(phases, creation)}
      empty="None of its phases lies in this part."
      columns={[
        words("Phase", ({ phase }) =>
          phase === null ? <span className="missing">between</span> : phaseTerm(phase.name).title,
        ),
        rightAligned("Start", "clock", ({ startMs }) => clock(startMs)),
        rightAligned("Duration", undefined, ({ phase, startMs, endMs }) =>
          phase === null ? (
            <Figure
              value={endMs === null ? null : endMs - startMs}
              text={formatTidyDuration(endMs === null ? null : endMs - startMs)}
            />
          ) : (
            <Duration phase={phase} />
          ),
        ),
        ...(fromStartup
          ? []
          : [
              rightAligned<PhaseRow>("Share", "% of creation", ({ phase, startMs, endMs }) =>
                phase?.instant === true || endMs === null || durationMs === null || durationMs === 0
                  ? null
                  : formatNumber((100 * (endMs - startMs)) / durationMs, 1),
              ),
            ]),
        words("Work", ({ phase }) =>
          phase === null ? <span className="missing">nothing logged</span> : work(phase),
        ),
      ]}
    />
  );
}
