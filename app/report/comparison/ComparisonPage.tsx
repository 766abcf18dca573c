/** The report of a comparison: the answer, every metric, response times, each run, phases, settings. */

import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import { PercentileCurves } from "../../charts/PercentileCurves.tsx";
import { RunDots } from "../../charts/RunDots.tsx";
import type { Band } from "../../contract/band.ts";
import type {
  ComparedMetric,
  ComparisonOfSides,
  ComparisonReport,
  DifferingSetting,
  RunComparison,
} from "../../contract/comparison.ts";
import { type CreationPhaseName, phaseNames } from "../../contract/phase.ts";
import type { RecordingRef } from "../../contract/rpc/recordings.ts";
import { sideRole } from "../../domain/comparison/side-role.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { withUnitsKept } from "../../domain/format/line-breaks.ts";
import { formatNumber } from "../../domain/format/numbers.ts";
import { atBegin, utcText } from "../../domain/format/report-text.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { changeText } from "../../domain/statistics/change-text.ts";
import { methodNames } from "../../domain/statistics/comparison.ts";
import { intervalsText } from "../../domain/statistics/interval.ts";
import { bareText, intervalText, metricHeading, unitName } from "../../domain/statistics/metric.ts";
import { chanceText, outcomeText } from "../../domain/statistics/outcome-text.ts";
import { Assumptions } from "../html/Assumptions.tsx";
import { ChartFigure } from "../html/ChartFigure.tsx";
import { Facts, Note, rightAligned, words } from "../html/columns.tsx";
import { PageShell } from "../html/PageShell.tsx";

export function ComparisonPage({ report }: { readonly report: ComparisonReport }): ReactNode {
  const { comparison, band, machine, generatedAt } = report;
  const recordings = comparison.sides.reduce((sum, side) => sum + side.recordings.length, 0);
  const sections = [...sectionsOf(comparison), ...(band === null ? [] : [bandSection(band)])];
  return (
    <PageShell written={report} subject={`comparison of ${formatNumber(recordings)} recordings`}>
      {comparison.against.map((compared, place) => (
        <Answer
          // biome-ignore lint/suspicious/noArrayIndexKey: a side is known by its place
          key={place}
          compared={compared}
          names={[comparison.sides[0]?.name ?? "", comparison.sides[place + 1]?.name ?? ""]}
          several={comparison.against.length > 1}
        />
      ))}
      {sections.map(({ heading, body }, place) => (
        <section key={heading}>
          <h2>{`${place + 1}. ${heading}`}</h2>
          {body}
        </section>
      ))}
      <footer>
        <h2>About this report</h2>
        <Facts
          facts={[
            ...comparison.sides.map(
              ({ name, recordings: of }, place) =>
                [`${sideRole(place)}: ${name}`, recordingsText(of)] as const,
            ),
            ["Snapscope", `${machine.program}, Node ${machine.node}`],
            [
              "Report written on",
              `${machine.platform}, ${formatNumber(machine.processors)} processors, ${formatBytes(machine.memoryBytes)} of memory`,
            ],
            ["Report written", utcText(generatedAt)],
          ]}
        />
      </footer>
    </PageShell>
  );
}

/** By the beginnings of their ids, as the command line takes them; the JSON report has them whole. */
const recordingsText = (recordings: readonly RecordingRef[]): string =>
  (["run", "capture"] as const)
    .flatMap((wanted) => {
      const ids = recordings.flatMap(({ kind, id }) => (kind === wanted ? id.slice(0, 8) : []));
      return ids.length === 0 ? [] : `${wanted}${ids.length > 1 ? "s" : ""} ${ids.join(", ")}`;
    })
    .join("; ");

interface AnswerProps {
  readonly compared: RunComparison;
  readonly names: readonly [string, string];
  readonly several: boolean;
}

function Answer({ compared: { sentences, notes }, names, several }: AnswerProps): ReactNode {
  return (
    <section className="conclusion">
      <h2>Answer</h2>
      {several && <p className="note">{`${names[0]} against ${names[1]}`}</p>}
      {sentences.map((sentence) => (
        <p key={sentence} className="said">
          {withUnitsKept(sentence)}
        </p>
      ))}
      <p className="note">{notes.join(" ")}</p>
    </section>
  );
}

/** After the figures of all sides, which have the numbers 1 and 2. */
function bandSection(band: Band): Section {
  let figure = 2;
  const nextFigure = () => ++figure;
  const heading = "What is assumed of the base";
  return { heading, body: <Assumptions {...{ band, nextFigure }} /> };
}

interface Section {
  readonly heading: string;
  readonly body: ReactNode;
}

function sectionsOf(comparison: ComparisonOfSides): Section[] {
  const { sides, settings, sameSettings } = comparison;
  const curves = sides.flatMap(({ name, percentiles }, side) =>
    percentiles === null ? [] : [{ name, side, points: percentiles }],
  );
  return [
    { heading: "Metrics", body: <Metrics comparison={comparison} /> },
    ...(curves.length === 0
      ? []
      : [
          {
            heading: "Response times",
            body: (
              <ChartFigure
                number={1}
                caption="Response time by percentile, ms, of all runs of a side together, from their histograms."
                narrow
                chart={<PercentileCurves id="percentiles" curves={curves} />}
              />
            ),
          },
        ]),
    ...(sides.some(({ values }) => values.length > 1)
      ? [{ heading: "Each run", body: <EachRun comparison={comparison} /> }]
      : []),
    ...(sides.some(({ phases }) => phases.length > 0)
      ? [{ heading: "Creation of the first snapshot", body: <Phases comparison={comparison} /> }]
      : []),
    {
      heading: "Settings that differ",
      body: (
        <>
          <DataTable
            caption="Values of the sides"
            rows={settings}
            empty={sameSettings === 0 ? "Only runs have settings." : "None of them."}
            columns={[
              words<DifferingSetting>("Setting", ({ label, path }) => (
                <abbr title={path}>{label}</abbr>
              )),
              ...sides.map(({ name }, place) =>
                words<DifferingSetting>(
                  `${sideRole(place)}: ${name}`,
                  ({ values }) => values[place] ?? "–",
                ),
              ),
            ]}
          />
          {sameSettings > 0 && <Note>{`${formatNumber(sameSettings)} others are the same.`}</Note>}
        </>
      ),
    },
  ];
}

function Metrics({ comparison: { against, sides } }: { readonly comparison: ComparisonOfSides }) {
  return against.map(({ metrics }, place) => {
    const methods = [...new Set(metrics.flatMap(({ comparison }) => comparison.method ?? []))];
    const name = sides[place + 1]?.name ?? "";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a side is known by its place
      <div key={place}>
        <DataTable<ComparedMetric>
          caption={`${sides[0]?.name} against ${name}: medians, with ${intervalsText(metrics.flatMap(({ comparison: { base, variant } }) => [base.interval, variant.interval]))} where there are several runs`}
          rows={metrics}
          empty="They have no metric in common."
          columns={[
            words("Metric", ({ comparison }) => metricHeading(comparison.metric.name)),
            words("Unit", ({ comparison: { metric } }) =>
              metric.unit === "duration" || metric.unit === "bytes" ? "" : unitName(metric.unit),
            ),
            rightAligned(sideRole(0), sides[0]?.name, ({ comparison }) => (
              <Value comparison={comparison} of="base" />
            )),
            rightAligned(sideRole(place + 1), name, ({ comparison }) => (
              <Value comparison={comparison} of="variant" />
            )),
            rightAligned("Change", undefined, ({ comparison }) => changeText(comparison) || "–"),
            rightAligned("p", undefined, ({ comparison }) => chanceText(comparison) || "–"),
            rightAligned("n", undefined, ({ comparison: { runs } }) =>
              runs.base === runs.variant ? String(runs.base) : `${runs.base}, ${runs.variant}`,
            ),
            words("Verdict", ({ comparison }) => <VerdictWord comparison={comparison} />),
          ]}
        />
        <Note>
          {methods.length === 0
            ? "Nothing was tested: one value of each side."
            : `${methods.map((method) => methodNames[method]).join("; ")}; p is corrected for the number of metrics, but of the one that was named beforehand. A tilde: not proven, which is not the same as no difference.`}
        </Note>
      </div>
    );
  });
}

interface ValueProps {
  readonly comparison: ComparedMetric["comparison"];
  readonly of: "base" | "variant";
}

function Value({ comparison, of }: ValueProps): ReactNode {
  const { base, variant, metric } = comparison;
  const { value, interval } = comparison[of];
  const { unit } = metric;
  const among = [base.value, variant.value];
  return (
    <>
      <Figure value={value} text={bareText(unit, value, among)} />
      {interval !== null && <span className="interval">{intervalText(unit, interval, among)}</span>}
    </>
  );
}

function VerdictWord({ comparison }: Pick<ComparedMetric, "comparison">): ReactNode {
  const { outcome, judgement, shift } = comparison;
  if (outcome.kind !== "proven") return outcomeText(comparison);
  const arrow = shift > 0 ? "↑" : "↓";
  return <span className={judgement ?? ""}>{`${arrow} ${outcomeText(comparison)}`}</span>;
}

function EachRun({ comparison }: { readonly comparison: ComparisonOfSides }): ReactNode {
  const { sides, against, primary, metric: shown = primary } = comparison;
  const metric = against.flatMap(({ metrics }) => metrics).find(({ id }) => id === shown);
  if (metric === undefined) return null;
  const { name, unit } = metric.comparison.metric;
  const rows = sides.map((side, place) => ({
    name: side.name,
    side: place,
    values: side.values.filter((value) => value !== null),
  }));
  const unitText = unitName(unit);
  return (
    <ChartFigure
      number={2}
      caption={`${atBegin(name)}, ${unitText}, a dot a run, with quartiles and median.`}
      narrow
      chart={<RunDots id="runs" what={name} unit={unitText} rows={rows} />}
    />
  );
}

function Phases({ comparison: { sides } }: { readonly comparison: ComparisonOfSides }): ReactNode {
  const names = phaseNames.filter((name) =>
    sides.some(({ phases }) => phases.some((phase) => phase.name === name)),
  );
  return (
    <DataTable
      caption={`How long its phases took${sides.some(({ recordings }) => recordings.length > 1) ? ", medians" : ""}`}
      rows={names}
      empty=""
      columns={[
        words<CreationPhaseName>("Phase", (name) => phaseTerm(name).title),
        ...sides.map((side, place) =>
          rightAligned<CreationPhaseName>(sideRole(place), side.name, (name) => {
            const ms = side.phases.find((phase) => phase.name === name)?.ms ?? null;
            return <Figure value={ms} text={formatTidyDuration(ms)} />;
          }),
        ),
      ]}
    />
  );
}
