/** The report of a paper's figure: what was judged, the chart, every number, the inputs. */

import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import { FigureChart } from "../../charts/FigureChart.tsx";
import type { FigureAnswer, FigureCheckResult, FigureInput } from "../../contract/figure.ts";
import type { ReportMachine } from "../../contract/report.ts";
import {
  cellText,
  comparedText,
  figureName,
  measuresAreRows,
  pointText,
  printedName,
  printedText,
  provenanceText,
  publishedText,
  verdictCounts,
  verdictNames,
} from "../../domain/figures/figure-text.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { atBegin, utcText } from "../../domain/format/report-text.ts";
import { intervalsText } from "../../domain/statistics/interval.ts";
import { ChartFigure } from "../html/ChartFigure.tsx";
import { Facts, Note, rightAligned, words } from "../html/columns.tsx";
import { PageShell } from "../html/PageShell.tsx";

export interface FigureReport {
  readonly answer: FigureAnswer;
  /** UTC, ISO 8601. */
  readonly generatedAt: string;
  readonly machine: ReportMachine;
}

export function FigurePage({ report }: { readonly report: FigureReport }): ReactNode {
  const { answer, generatedAt, machine } = report;
  const { figure, points, provenance, checks } = answer;
  const written = { title: figureName(figure), subtitle: figure.question, generatedAt, machine };
  const published = figure.published.flatMap((one) => publishedText(answer, one) ?? []);
  return (
    <PageShell written={written} subject={`figure ${figure.id}`}>
      <section className="conclusion">
        <h2>Verdict</h2>
        <p className="said">{`${atBegin(verdictCounts(checks))}.`}</p>
        <Note>{`${comparedText(figure)} ${provenanceText(provenance)}`}</Note>
      </section>
      <section>
        <h2>1. What was measured</h2>
        {provenance !== null && (
          <ChartFigure
            number={1}
            caption={`${figure.title}. Medians of the repeats, with ${intervalsText(points.flatMap(({ values }) => Object.values(values).map((center) => center?.interval ?? null)))} where there are several.`}
            chart={<FigureChart id="figure-1-chart" answer={answer} />}
          />
        )}
        {measuresAreRows(answer) ? <ByMeasure answer={answer} /> : <ByPoint answer={answer} />}
        {published.length > 0 && <Note>{`Published: ${published.join("; ")}.`}</Note>}
      </section>
      <section>
        <h2>2. What the paper says, as checks</h2>
        <Checks checks={checks} />
        <Note>{`The paper: ${figure.says}`}</Note>
      </section>
      <section>
        <h2>3. What was put in</h2>
        <DataTable<FigureInput>
          caption="Inputs"
          rows={figure.inputs}
          empty="Nothing."
          columns={[
            words("Input", ({ what }) => what),
            words("Value", ({ value }) => value),
            words("From", ({ source }) => source),
          ]}
        />
      </section>
      <footer>
        <h2>How this came about</h2>
        <Facts
          facts={[
            ["Computed again by", `snapscope figures run ${figure.id}`],
            ["Preset", figure.preset],
            ["With", figure.settings.map(settingText).join(", ") || "nothing changed"],
            ["Snapscope", `${machine.program}, Node ${machine.node}`],
            ["Report written", utcText(generatedAt)],
          ]}
        />
      </footer>
    </PageShell>
  );
}

/** Whole timelines are in the scenario that a run has; here their name says enough. */
const settingText = (setting: string): string =>
  setting.length <= 60 ? setting : `${setting.slice(0, setting.indexOf("="))} of its own`;

interface MeasuredProps {
  readonly answer: FigureAnswer;
}

function Median({ answer, point, measure }: MeasuredProps & Place): ReactNode {
  const { figure, points } = answer;
  const measured = figure.measures[measure];
  if (measured === undefined) return null;
  const value = points[point]?.values[measured.id]?.value ?? null;
  const text = withUnitsKept(cellText(answer, point, measured));
  return (
    <span className="wraps">
      <Figure value={value} text={text} />
    </span>
  );
}

interface Place {
  readonly point: number;
  readonly measure: number;
}

function ByMeasure({ answer }: MeasuredProps): ReactNode {
  const { figure, points } = answer;
  const runs = points.map((point) => point?.runs ?? 0);
  return (
    <>
      <DataTable<number>
        caption="Medians of all points"
        rows={[...figure.measures.keys()]}
        empty="Nothing was computed."
        columns={[
          words("Measured", (measure) => atBegin(figure.measures[measure]?.metric.name ?? "")),
          ...figure.points.map((_, point) =>
            rightAligned<number>(pointText(answer, point), undefined, (measure) => (
              <Median {...{ answer, point, measure }} />
            )),
          ),
          ...(figure.published.length === 0
            ? []
            : [
                rightAligned<number>(printedName(figure), undefined, (measure) => {
                  const measured = figure.measures[measure];
                  return measured === undefined ? null : printedText(figure, measured);
                }),
              ]),
        ]}
      />
      <Note>{`Runs of each: ${new Set(runs).size === 1 ? runs[0] : runs.join(", ")}.`}</Note>
    </>
  );
}

function ByPoint({ answer }: MeasuredProps): ReactNode {
  const { figure, points } = answer;
  return (
    <DataTable<number>
      caption="Medians of all points"
      rows={[...points.keys()]}
      empty="Nothing was computed."
      columns={[
        words("Point", (row) => pointText(answer, row)),
        rightAligned("Runs", undefined, (row) => points[row]?.runs ?? 0),
        ...figure.measures.map(({ metric }, measure) =>
          rightAligned<number>(atBegin(metric.name), undefined, (point) => (
            <Median {...{ answer, point, measure }} />
          )),
        ),
      ]}
    />
  );
}

const Checks = ({ checks }: { readonly checks: readonly FigureCheckResult[] }): ReactNode => (
  <DataTable<FigureCheckResult>
    caption="Checks"
    rows={checks}
    empty="None."
    columns={[
      words("Statement", ({ statement }) => statement),
      words("Verdict", ({ verdict }) => verdictNames[verdict]),
      words("Measured", ({ measured }) =>
        withUnitsKept(measured.map(({ what, text }) => `${what}: ${text}`).join("; ")),
      ),
      words("Why", ({ reason }) => reason),
    ]}
  />
);
