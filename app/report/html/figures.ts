/** The charts of the report with their captions, and the data behind each. */

import type { Report, ReportCreation } from "../../contract/report.ts";
import { formatClock } from "../../domain/format/times.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { lanesChart } from "../charts/lanes-chart.ts";
import { type LanesSource, runLanes } from "../charts/lanes-source.ts";
import { type PhasesSource, phasesChart } from "../charts/phases-chart.ts";
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
  return lanesFigure(runLanes(report), { number, title, fromMs, toMs, ...runWords(report) });
}

/** Where the time of the creation went. */
export function phasesFigure(
  source: PhasesSource,
  creation: ReportCreation,
  number: number,
): Markup {
  const id = `figure-${number}`;
  return html`<figure id="${id}">
<div class="chart" role="region" aria-label="Figure ${number}" tabindex="0">${phasesChart(source, creation, id)}</div>
<figcaption>Figure ${number}. Phases of the creation of ${creation.snapshot}, to scale. The table of phases has the data.</figcaption>
</figure>`;
}

export const runFigure = (report: Report, number: number): Markup =>
  lanesFigure(runLanes(report), {
    number,
    title: "The whole run",
    fromMs: 0,
    toMs: Math.max(report.run.engineMs, 1),
    ...runWords(report),
  });

export interface LanesFigure {
  readonly number: number;
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** What a point is, as a sentence. */
  readonly points: string;
  /** Whose time the milliseconds are. */
  readonly timeTitle: string;
}

const runWords = (report: Report) => ({ points: pointsText(report), timeTitle: "Engine time" });

export function lanesFigure(source: LanesSource, options: LanesFigure): Markup {
  const { number, points, timeTitle, ...chart } = options;
  const id = `figure-${number}`;
  const rows = rowsWithin(source, chart.fromMs, chart.toMs);
  return html`<figure id="${id}">
<div class="chart" role="region" aria-label="Figure ${number}" tabindex="0">${lanesChart(source, { id, ...chart })}</div>
<figcaption>Figure ${number}. ${chart.title}. ${points}${asOfText(source, chart)} Data behind it: ${countText(rows.length, "point")}, below.</figcaption>
${samplesTable(source, rows, { caption: `Data of figure ${number}`, timeTitle })}
</figure>`;
}

/** Explained where it is drawn. */
const asOfText = (
  { creations }: LanesSource,
  { fromMs, toMs }: Pick<LanesFigure, "fromMs" | "toMs">,
): string =>
  creations.some(({ asOfMs }) => asOfMs !== null && asOfMs >= fromMs && asOfMs <= toMs)
    ? " Dashed: as-of line, left of which what was committed is in the snapshot."
    : "";

/** What a point is: one sample, or the mean of some. */
function pointsText({ samples, scenario }: Report): string {
  const interval = durationText(scenario.sampleIntervalMs);
  return samples.samplesPerPoint <= 1
    ? `Each step is a sample of ${interval}.`
    : `Each step is the mean of at most ${countText(samples.samplesPerPoint, "sample")} of ${interval}; the CSV has all of them.`;
}

const rowsWithin = ({ samples }: LanesSource, fromMs: number, toMs: number): number[] =>
  samples.timeMs.flatMap((endMs, row) =>
    endMs > fromMs && (row === 0 ? 0 : (samples.timeMs[row - 1] ?? 0)) < toMs ? row : [],
  );

function samplesTable(
  { origin, samples }: LanesSource,
  rows: readonly number[],
  { caption, timeTitle }: { readonly caption: string; readonly timeTitle: string },
): Markup {
  const originMs = clockOrigin(origin);
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
      title: timeTitle,
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
