/** Phases of creations over a span, to scale: a row for each kind. */
import type { ReactNode } from "react";
import { BarsChart } from "../../charts/BarsChart.tsx";
import { occasionalPhases, phaseNames } from "../../contract/phase.ts";
import type { Report, ReportPhase } from "../../contract/report.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { formatClock } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import type { Span } from "../../domain/timeline/span.ts";
import { bandsOf } from "../bands.ts";
import { isSet } from "../phase-figures.ts";
import { durationOfPhase, phaseLabel } from "../phase-text.ts";
import { ChartFigure } from "./ChartFigure.tsx";

interface PhasesProps {
  readonly report: Report;
  readonly title: string;
  readonly view: Span;
  readonly asOf: readonly number[];
  readonly phases: readonly ReportPhase[];
  readonly number: number;
}

/** Instants have no row: `open` comes with the end of the checkpoint, `complete` with that of the flush. */
const rowNames = phaseNames.filter((name) => name !== "open" && name !== "complete");

export function PhasesFigure(props: PhasesProps): ReactNode {
  const { report, title, view, asOf, phases, number } = props;
  const originMs = clockOrigin(report.origin);
  const fromStartup = phases.some((phase) => isSet(phase, "phasesNotLogged"));
  const firstLogged = fromStartup ? rowNames.indexOf("startup") : 0;
  return (
    <ChartFigure
      number={number}
      caption={`${title}, to scale. The table of phases has the data.`}
      chart={
        <BarsChart
          id={`figure-${number}-chart`}
          title={title}
          description={phases
            .filter(({ instant }) => !instant)
            .map(
              (phase) =>
                `${phaseTerm(phase.name).title} from ${formatClock(originMs, phase.startMs)}: ${durationOfPhase(phase)}`,
            )
            .join("; ")}
          {...{ originMs, view, asOf }}
          rows={rowNames.flatMap((name, row) => {
            const named = phases.filter((phase) => phase.name === name);
            if (named.length === 0 && occasionalPhases.has(name)) return [];
            const notLogged = named.length === 0 && row < firstLogged;
            const text = notLogged ? "not logged" : lengthText(named);
            return { label: phaseLabel(name), bands: bandsOf(named), text };
          })}
          phasesShareRow={false}
          marks={[]}
          barTitle={({ band }) => (band.phase === null ? "" : phaseTerm(band.phase).title)}
          marksTitle={() => ""}
        />
      }
    />
  );
}

function lengthText(phases: readonly ReportPhase[]): string {
  const [first, ...more] = phases;
  if (first === undefined) return "";
  return more.length === 0 ? durationOfPhase(first) : countOf(phases.length, "phase");
}
