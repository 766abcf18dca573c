/** One creation of a snapshot: when, whose data, what it cost, and where its time went. */
import type { ReactNode } from "react";
import { BarsChart } from "../../charts/BarsChart.tsx";
import { DataTable } from "../../charts/DataTable.tsx";
import { phaseNames } from "../../contract/phase.ts";
import type {
  Report,
  ReportCreation,
  ReportMeans,
  ReportPhase,
  UsualRange,
} from "../../contract/report.ts";
import {
  byteRateText,
  changeText,
  countText,
  numberText,
  readableText,
  secondsText,
} from "../../domain/format/report-text.ts";
import { formatClock } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { bandsOf } from "../bands.ts";
import { clockIn } from "../clock.ts";
import { isOf } from "../creations.ts";
import { durationOfPhase } from "../phase-text.ts";
import { durationColumn, startColumn, withSource } from "./Activities.tsx";
import { ChartFigure } from "./ChartFigure.tsx";
import { figures, rightAligned, words } from "./columns.tsx";
import { LanesFigure, lanesAround } from "./Lanes.tsx";

/** Creations beyond these are in the timeline and in the tables. */
export const creationsDrawn = 6;

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
      {lanes !== null && <LanesFigure {...lanes} number={nextFigure()} />}
      <PhasesFigure {...{ report, creation, phases }} number={nextFigure()} />
      <PhasesTable {...{ report, creation, phases }} />
    </>
  );
}

const isMeasured = ({ before, during, after }: ReportCreation): boolean =>
  [before, during, after].some((means) => (means?.transactionsPerSecond ?? null) !== null);

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
  readonly means: ReportMeans;
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
    const means = creation[when];
    return means === null ? [] : [{ when, means }];
  });
  const base = creation.before?.transactionsPerSecond ?? null;
  const ifShown = (
    key: Exclude<keyof ReportMeans, "fromMs" | "toMs">,
    title: string,
    unit: string,
    text: (value: number | null) => string,
  ) =>
    !measuredOnly || rows.some(({ means }) => means[key] !== null)
      ? [figures<CostRow>(title, unit, ({ means }) => means[key], text)]
      : [];
  return (
    <DataTable<CostRow>
      caption={`Before, during and after the creation of ${creation.snapshot}`}
      rows={rows}
      empty="No sample was recorded around the creation."
      columns={[
        words("When", ({ when }) => whenWords[when]),
        figures("Span", "s", ({ means: { fromMs, toMs } }) => toMs - fromMs, secondsText),
        figures(
          "Throughput",
          "transactions/s",
          ({ means }) => means.transactionsPerSecond,
          (value) => numberText(value, 1),
        ),
        rightAligned("Change", "from before", ({ when, means }) =>
          when === "before" ? null : (
            <Change base={base} value={means.transactionsPerSecond} usual={creation.usual} />
          ),
        ),
        ...ifShown("dataWriteBytesPerSecond", "Data writes", "MiB/s", byteRateText),
        ...ifShown("snapshotWriteBytesPerSecond", "Snapshot writes", "MiB/s", byteRateText),
        ...ifShown("logReadBytesPerSecond", "Log reads", "MiB/s", byteRateText),
        ...ifShown("highestP99Ms", "Highest p99", "ms, of a point", readableText),
      ]}
    />
  );
}

interface ChangeProps {
  readonly base: number | null;
  readonly value: number | null;
  readonly usual: UsualRange | null;
}

/** Direction by sign and word, not by colour alone. */
function Change({ base, value, usual }: ChangeProps): ReactNode {
  const change = changeText(base, value);
  if (change === null || value === null) return "–";
  if (usual === null) return change;
  const [name, text] =
    value < usual.lowest
      ? ["worse", "↓ lower"]
      : ["better", value > usual.highest ? "↑ higher" : "~ as usual"];
  return (
    <>
      {`${change} `}
      <span className={name}>{text}</span>
    </>
  );
}

interface PhasesProps {
  readonly report: Report;
  readonly creation: ReportCreation;
  readonly phases: readonly ReportPhase[];
}

/** Instants have no row: `open` comes with the end of the checkpoint, `complete` with that of undo. */
const rowNames = phaseNames.filter((name) => name !== "open" && name !== "complete");

function PhasesFigure(props: PhasesProps & { readonly number: number }): ReactNode {
  const { report, creation, phases, number } = props;
  const originMs = clockOrigin(report.origin);
  const view = { startMs: creation.startMs, endMs: creation.endMs ?? report.endMs };
  return (
    <ChartFigure
      number={number}
      caption={`Phases of the creation of ${creation.snapshot}, to scale. The table of phases has the data.`}
      chart={
        <BarsChart
          id={`figure-${number}-chart`}
          title={`Phases of the creation of ${creation.snapshot}`}
          description={phases
            .filter(({ instant }) => !instant)
            .map(
              (phase) =>
                `${phaseTerm(phase.name).title} from ${formatClock(originMs, phase.startMs)}: ${durationOfPhase(phase)}`,
            )
            .join("; ")}
          {...{ originMs, view }}
          rows={rowNames.map((name) => {
            const [phase] = phases.filter((candidate) => candidate.name === name);
            return {
              label: phaseTerm(name).title,
              bands: phase === undefined ? [] : bandsOf([phase]),
              text: phase === undefined ? "" : durationOfPhase(phase),
            };
          })}
          phasesShareRow={false}
          marks={[]}
          asOf={creation.asOfMs === null ? [] : [creation.asOfMs]}
          barTitle={({ band }) => (band.phase === null ? "" : phaseTerm(band.phase).title)}
          marksTitle={() => ""}
        />
      }
    />
  );
}

function PhasesTable({ report, creation, phases }: PhasesProps): ReactNode {
  const { snapshot, durationMs } = creation;
  return (
    <DataTable<ReportPhase>
      caption={`Phases of the creation of ${snapshot}${durationMs === null ? "" : `: ${countText(phases.length, "phase")}`}`}
      rows={phases}
      empty="None of its phases lies in this part."
      columns={[
        words("Phase", ({ name }) => phaseTerm(name).title),
        startColumn(report),
        durationColumn,
        rightAligned("Share", "% of creation", (phase) =>
          phase.instant || phase.durationMs === null || durationMs === null || durationMs === 0
            ? null
            : numberText((100 * phase.durationMs) / durationMs, 1),
        ),
        words("Work", withSource()),
      ]}
    />
  );
}
