/** The charts of the report with their captions, and the data behind each. */

import { formatClock } from "../../../src/components/format/times.ts";
import type { Report, ReportCreation } from "../../contract/report.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { lanesChart } from "../charts/lanes-chart.ts";
import { phasesChart } from "../charts/phases-chart.ts";
import { sizeChart } from "../charts/size-chart.ts";
import { countText, durationText } from "../text.ts";
import { html, type Markup } from "./markup.ts";
import { figure, table } from "./table.ts";

/** A creation is shown with at least so many samples on either side of it. */
const samplesAround = 10;

export function creationFigure(report: Report, creation: ReportCreation, number: number): Markup {
  const { run, scenario } = report;
  const endMs = creation.endMs ?? run.engineMs;
  const around = Math.max(endMs - creation.startMs, samplesAround * scenario.sampleIntervalMs);
  const [fromMs, toMs] = [
    Math.max(0, creation.startMs - around),
    Math.min(run.engineMs, endMs + around),
  ];
  const title = `During the creation of ${creation.snapshot}`;
  return lanesFigure(report, { number, title, fromMs, toMs });
}

/** Where the time of the creation went. */
export function phasesFigure(report: Report, creation: ReportCreation, number: number): Markup {
  const id = `figure-${number}`;
  return html`<figure id="${id}">
<div class="chart" role="region" aria-label="Figure ${number}" tabindex="0">${phasesChart(report, creation, id)}</div>
<figcaption>Figure ${number}. Phases of the creation of ${creation.snapshot}, to scale. The table of phases has the data.</figcaption>
</figure>`;
}

export const runFigure = (report: Report, number: number): Markup =>
  lanesFigure(report, {
    number,
    title: "The whole run",
    fromMs: 0,
    toMs: Math.max(report.run.engineMs, 1),
  });

interface LanesFigure {
  readonly number: number;
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
}

function lanesFigure(report: Report, { number, ...chart }: LanesFigure): Markup {
  const id = `figure-${number}`;
  const rows = rowsWithin(report, chart.fromMs, chart.toMs);
  return html`<figure id="${id}">
<div class="chart" role="region" aria-label="Figure ${number}" tabindex="0">${lanesChart(report, { id, ...chart })}</div>
<figcaption>Figure ${number}. ${chart.title}. ${pointsText(report)} Dashed: as-of line, left of which what was committed is in the snapshot. Data behind it: ${countText(rows.length, "point")}, below.</figcaption>
${samplesTable(report, rows, `Data of figure ${number}`)}
</figure>`;
}

/** What a point is: one sample, or the mean of some. */
function pointsText({ samples, scenario }: Report): string {
  const interval = durationText(scenario.sampleIntervalMs);
  return samples.samplesPerPoint <= 1
    ? `Each step is a sample of ${interval}.`
    : `Each step is the mean of at most ${countText(samples.samplesPerPoint, "sample")} of ${interval}; the CSV has all of them.`;
}

const rowsWithin = ({ samples }: Report, fromMs: number, toMs: number): number[] =>
  samples.timeMs.flatMap((endMs, row) =>
    endMs > fromMs && (row === 0 ? 0 : (samples.timeMs[row - 1] ?? 0)) < toMs ? row : [],
  );

function samplesTable({ run, samples }: Report, rows: readonly number[], caption: string): Markup {
  const originMs = clockOrigin(run.origin);
  return html`<details><summary>${caption}</summary>
${table<number>({
  caption: `${caption}: end of each point's span, and its values with every digit`,
  rows,
  empty: "Nothing was recorded in this span.",
  columns: [
    {
      title: "Clock",
      align: "words",
      cell: (row) => formatClock(originMs, samples.timeMs[row] ?? 0),
    },
    {
      title: "Engine time",
      unit: "ms",
      align: "figures",
      cell: (row) => exactly(samples.timeMs[row] ?? null),
    },
    ...samples.lanes.map(({ title, unit, values }) => ({
      title,
      unit,
      align: "figures" as const,
      cell: (row: number) => exactly(values[row] ?? null),
    })),
  ],
})}</details>`;
}

const exactly = (value: number | null): Markup => figure(value, String(value));

export function sizeFigure(report: Report, number: number): Markup | null {
  const { snapshotSizes, run } = report;
  if (!snapshotSizes.some(({ points }) => points.length > 1)) return null;
  const originMs = clockOrigin(run.origin);
  const id = `figure-${number}`;
  const rows = snapshotSizes.flatMap(({ snapshot, points }) =>
    points.map((point) => ({ snapshot, ...point })),
  );
  const caption = `Data of figure ${number}`;
  return html`<figure id="${id}">
<div class="chart" role="region" aria-label="Figure ${number}" tabindex="0">${sizeChart(report, id)}</div>
<figcaption>Figure ${number}. Size on disk of the snapshots. Data behind it: ${countText(rows.length, "point")}, below.</figcaption>
<details><summary>${caption}</summary>
${table({
  caption: `${caption}: pages pushed and size on disk, with every digit`,
  rows,
  empty: "Nothing was recorded.",
  columns: [
    { title: "Snapshot", align: "words", cell: ({ snapshot }) => snapshot },
    { title: "Clock", align: "words", cell: ({ atMs }) => formatClock(originMs, atMs) },
    { title: "Engine time", unit: "ms", align: "figures", cell: ({ atMs }) => exactly(atMs) },
    {
      title: "Pages pushed",
      unit: "pages",
      align: "figures",
      cell: ({ pagesPushed }) => exactly(pagesPushed),
    },
    {
      title: "Size on disk",
      unit: "bytes",
      align: "figures",
      cell: ({ sizeOnDiskBytes }) => exactly(sizeOnDiskBytes),
    },
  ],
})}</details>
</figure>`;
}
