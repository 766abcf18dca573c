/** Counters and waits: what the server's own instruments say. */
import type { CapturedCounter, WaitCapture } from "../../contract/capture.ts";
import type { CaptureReport } from "../../contract/capture-report.ts";
import { laneOfCounter, lanesOfCounters } from "../../domain/timeline/counter-lanes.ts";
import { isSnapshotWait } from "../../domain/waits/waits-in-span.ts";
import { type LanesSource, stepsOf } from "../charts/lanes-source.ts";
import { lanesFigure } from "../html/figures.ts";
import { html, type Markup } from "../html/markup.ts";
import { figure, table } from "../html/table.ts";
import { waitsTable } from "../html/waits-table.ts";
import { countText, durationText, numberText, readableText } from "../text.ts";
import { clockIn } from "./capture-clock.ts";

/** A capture may have hundreds; those that are lanes come first. */
const countersShown = 60;

export function countersSection(report: CaptureReport): Markup {
  const { counters, countersOutside, span } = report;
  const rows = counters
    .toSorted((a, b) => Number(a.lane === null) - Number(b.lane === null))
    .slice(0, countersShown);
  const hidden = counters.length - rows.length;
  const of = span.whole ? "of a sample" : "of a point";
  const shown = (counter: CapturedCounter, value: number | null) =>
    figure(value, readableText(value === null ? null : value * laneOfCounter(counter).scale));
  return html`${table<CapturedCounter>({
    caption: `Counters over ${span.whole ? "the whole capture" : "this part"}`,
    rows,
    empty: "None of the counters was measured in this part.",
    columns: [
      { title: "Counter", align: "words", cell: ({ path }) => html`<code>${path}</code>` },
      { title: "Unit", align: "words", cell: (counter) => laneOfCounter(counter).unit },
      {
        title: "Lowest",
        unit: of,
        align: "figures",
        cell: (counter) => shown(counter, counter.minimum),
      },
      { title: "Mean", align: "figures", cell: (counter) => shown(counter, counter.mean) },
      {
        title: "Highest",
        unit: of,
        align: "figures",
        cell: (counter) => shown(counter, counter.maximum),
      },
      {
        title: "With a value",
        unit: span.whole ? "samples" : "points",
        align: "figures",
        cell: ({ samples }) => figure(samples, numberText(samples)),
      },
    ],
  })}
${hidden > 0 ? html`<p class="note">${countText(hidden, "further counter")}: see the JSON report.</p>` : null}
${countersOutside > 0 ? html`<p class="note">${countText(countersOutside, "further counter")} of the files ${countersOutside === 1 ? "was" : "were"} not chosen for this report.</p>` : null}`;
}

/** More lanes than these do not fit a page. */
const lanesDrawn = 12;

/** Null where there is nothing to draw. */
export function lanesOfCapture(report: CaptureReport, number: number): Markup | null {
  const { samples, span, origin, phases, creations } = report;
  const measured = samples.lanes.filter(({ values }) => values.some((value) => value !== null));
  if (measured.length === 0) return null;
  const ids = new Set(measured.map(({ id }) => id));
  const lanes = lanesOfCounters(report.counters)
    .filter(({ id }) => ids.delete(id))
    .slice(0, lanesDrawn);
  const shown = new Set(lanes.map(({ id }) => id));
  const source: LanesSource = {
    origin,
    warmupMs: 0,
    phases,
    creations,
    acts: [],
    samples: { ...samples, lanes: samples.lanes.filter(({ id }) => shown.has(id)) },
    lanes,
    stepsOf: (id) => stepsOf(samples, id),
  };
  const hidden = measured.length - lanes.length;
  const merged =
    samples.samplesPerPoint <= 1
      ? "Each step is a sample."
      : `Each step is the mean of at most ${countText(samples.samplesPerPoint, "sample")}.`;
  return lanesFigure(source, {
    number,
    title: "Counters over time",
    fromMs: span.fromMs,
    toMs: Math.max(span.toMs, span.fromMs + 1),
    points: `${merged} Where a line is interrupted, the files have no value.${hidden > 0 ? ` ${countText(hidden, "further counter")}: see the table.` : ""}`,
    timeTitle: "From origin",
  });
}

/** Totals since a server's start say little beside what came between two of them. */
const capturesShown = 6;
const waitsShown = 15;

export function waitsOfCapture(report: CaptureReport): Markup {
  const { waits, files } = report;
  const differences = waits.filter(({ since }) => since !== null);
  const last = waits.filter(({ since }) => since === null).slice(-1);
  const shown = [...differences.slice(-capturesShown), ...last].slice(0, capturesShown);
  const hidden = waits.length - shown.length;
  return html`${shown.map((capture) => waitsOf(capture, report, files.length > 1))}
<p class="note">Marked ◆: waits that occur only because there are snapshots. Columns are those of sys.dm_os_wait_stats; idle waits, of background tasks with nothing to do, are left out.</p>
${hidden > 0 ? html`<p class="note">${countText(hidden, "further result")}: see the JSON report.</p>` : null}`;
}

function waitsOf(capture: WaitCapture, report: CaptureReport, manyFiles: boolean): Markup {
  const busy = capture.waits.filter(({ idle, waitMs }) => !idle && waitMs > 0);
  const whole = busy.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const shown = busy.slice(0, waitsShown);
  const rest = busy.slice(waitsShown).reduce((sum, { waitMs }) => sum + waitMs, 0);
  const rows = shown.map(({ waitType, tasks, waitMs, maxWaitMs, signalMs, idle }) => ({
    wait_type: waitType,
    waiting_tasks_count: tasks,
    wait_time_ms: waitMs,
    max_wait_time_ms: maxWaitMs,
    signal_wait_time_ms: signalMs,
    idle,
    ofSnapshots: isSnapshotWait(waitType),
  }));
  const file = manyFiles ? ` (${report.files[capture.file]?.name ?? ""})` : "";
  return html`<h3>${captureTitle(capture, report)}${file}</h3>
${waitsTable(`Waits of ${capture.label}, most time first`, rows, whole)}
${
  busy.length > shown.length && whole > 0
    ? html`<p class="note">${countText(busy.length - shown.length, "further wait type")} ${busy.length - shown.length === 1 ? "has" : "have"} ${numberText((100 * rest) / whole, 1)} % of the time.</p>`
    : null
}
${capture.reset ? html`<p class="note">Counters fell since the result before: they were cleared, or the server was restarted.</p>` : null}`;
}

function captureTitle({ label, since, atMs, spanMs }: WaitCapture, report: CaptureReport): string {
  if (since === null) {
    const at = atMs === null ? "" : `, taken at ${clockIn(report)(atMs)}`;
    return `${label}: totals since the server's start${at}`;
  }
  return `Between ${since} and ${label}${spanMs === null ? "" : `: ${durationText(spanMs)}`}`;
}
