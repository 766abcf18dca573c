/** The report of a paper's figure: what came out, the chart, every number, the checks, the inputs. */

import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import { FigureChart } from "../../charts/FigureChart.tsx";
import type { FigureAnswer, FigureCheckResult, FigureInput } from "../../contract/figure.ts";
import type { ReportMachine } from "../../contract/report.ts";
import {
  type FigureCell,
  type FigureTable,
  figureTable,
  sourcesOf,
  sourcesTitle,
} from "../../domain/figures/figure-table.ts";
import {
  computedText,
  explained,
  figureName,
  measuredText,
  nothingPrinted,
  standMeaning,
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
  const { figure, points, provenance, checks, conclusion } = answer;
  const written = { title: figureName(figure), subtitle: figure.question, generatedAt, machine };
  const sources = sourcesOf(figure);
  return (
    <PageShell written={written} subject={`figure ${figure.id}`}>
      <section className="conclusion">
        <h2>Conclusion</h2>
        {conclusion !== null && <p className="said">{withUnitsKept(conclusion)}</p>}
        <p>{`${atBegin(verdictCounts(checks))}. ${standMeaning(answer)}`}</p>
        <Note>{withUnitsKept(`The paper: ${figure.says}`)}</Note>
      </section>
      <section>
        <h2>1. What was measured</h2>
        {provenance !== null && (
          <ChartFigure
            number={1}
            caption={`${figure.title}. Medians of the runs, with ${intervalsText(points.flatMap(({ values }) => Object.values(values).map((center) => center?.interval ?? null)))} where there are several.`}
            chart={<FigureChart id="figure-1-chart" answer={answer} />}
          />
        )}
        <Values answer={answer} />
        <Note>
          {withUnitsKept(
            sources.length === 0 ? nothingPrinted : `${sourcesTitle}: ${sources.join("; ")}.`,
          )}
        </Note>
        <Note>{withUnitsKept(computedText(answer))}</Note>
      </section>
      <section>
        <h2>2. What the paper says, as checks</h2>
        <Outcome answer={answer} />
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
        <h2>About this report</h2>
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

interface OfFigure {
  readonly answer: FigureAnswer;
}

function Values({ answer }: OfFigure): ReactNode {
  const { stub, columns, rows } = figureTable(answer);
  return (
    <DataTable<FigureTable["rows"][number]>
      caption="The paper’s values beside those of this model"
      rows={rows}
      empty="Nothing was computed."
      columns={[
        words(stub, ({ name }) => name),
        ...columns.map(({ group, title }, at) =>
          rightAligned<FigureTable["rows"][number]>(
            group === "" ? title : group,
            group === "" ? undefined : title,
            ({ cells }) => <Cell cell={cells[at]} />,
          ),
        ),
      ]}
    />
  );
}

const Cell = ({ cell }: { readonly cell: FigureCell | undefined }): ReactNode =>
  cell !== undefined && (
    <span className="wraps">
      {cell.value === null ? (
        cell.text
      ) : (
        <Figure value={cell.value} text={withUnitsKept(cell.text)} />
      )}
      {cell.detail !== "" && (
        <>
          <br />
          <span className="unit">{withUnitsKept(cell.detail)}</span>
        </>
      )}
    </span>
  );

function Outcome({ answer }: OfFigure): ReactNode {
  const passed = answer.checks.filter(({ verdict }) => verdict === "pass");
  const others = explained(answer);
  return (
    <>
      {passed.length > 0 && <Checks caption="What comes out" checks={passed} />}
      {others.map(({ mechanism, checks }) => (
        <div key={checks[0]?.id}>
          {mechanism !== null && <h3>{withUnitsKept(mechanism.because)}</h3>}
          {mechanism !== null && mechanism.detail !== "" && (
            <Note>{withUnitsKept(mechanism.detail)}</Note>
          )}
          <Checks caption="What does not come out" checks={checks} />
        </div>
      ))}
    </>
  );
}

interface ChecksProps {
  readonly caption: string;
  readonly checks: readonly FigureCheckResult[];
}

const Checks = ({ caption, checks }: ChecksProps): ReactNode => (
  <DataTable<FigureCheckResult>
    caption={caption}
    rows={checks}
    empty="None."
    columns={[
      words("Statement", ({ statement }) => withUnitsKept(statement)),
      words("Verdict", ({ verdict }) => verdictNames[verdict]),
      words("Measured", (check) => withUnitsKept(measuredText(check))),
      words("Runs", ({ reason }) => withUnitsKept(reason)),
    ]}
  />
);
