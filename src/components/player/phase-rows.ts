/**
 * What the phase chart draws: bars and instants by row, the stretches of a creation in which nothing
 * was logged, and the duration beside each row.
 */
import type { Span } from "../../../app/domain/timeline/span.ts";
import {
  type Band,
  type BandRow,
  bandRows,
  goesOn,
  type Timeline,
} from "../../../app/domain/timeline/timeline.ts";
import { formatBytes } from "../format/bytes.ts";
import { formatNumber } from "../format/numbers.ts";
import { formatDuration } from "../format/times.ts";

export interface PhaseRow {
  readonly row: BandRow;
  readonly bands: readonly Band[];
  readonly gaps: readonly Gap[];
  readonly note: Note | null;
  /** Of the creation that the chart speaks of: "31.35 s", "≤ 19 min 56.85 s", "instant"; "" without. */
  readonly duration: string;
}

/** A remark on a stretch of a row. */
export interface Note extends Span {
  readonly text: string;
}

/** Between two phases of a creation: the source says nothing of it. */
export interface Gap extends Span {
  readonly label: string;
}

/** What the durations beside the rows are of. */
export interface Focus {
  readonly creation: Band | null;
  readonly checkpoint: Band | null;
}

/** The creation and the normal checkpoint at a moment: the last that began by then, else the first. */
export const focusAt = ({ bands }: Timeline, atMs: number): Focus => ({
  creation: latest(bands.filter(isCommand), atMs),
  checkpoint: latest(
    bands.filter(({ row }) => row === "normalCheckpoint"),
    atMs,
  ),
});

export const creationAt = (timeline: Timeline, atMs: number): Band | null =>
  focusAt(timeline, atMs).creation;

const latest = (bands: readonly Band[], atMs: number): Band | null =>
  bands.findLast(({ startMs }) => startMs <= atMs) ?? bands[0] ?? null;

const isCommand = ({ row, phase }: Band): boolean => row === "command" && phase === null;

export function phaseRows(timeline: Timeline, focus: Focus): readonly PhaseRow[] {
  const gaps = timeline.bands.filter(isCommand).flatMap((command) => gapsOf(timeline, command));
  return bandRows.map((row) => {
    const bands = timeline.bands.filter((band) => band.row === row);
    return {
      row,
      bands,
      gaps: gaps.filter((gap) => gap.row === row),
      note: row === "normalCheckpoint" ? waitingNote(bands, focus.creation) : null,
      duration: durationOf(row, bands, focus, goesOn(timeline)),
    };
  });
}

/** While a snapshot is created, normal checkpoints of the source wait; the row is then empty. */
function waitingNote(checkpoints: readonly Band[], creation: Band | null): Note | null {
  if (creation === null || creation.endMs === null) return null;
  const { startMs, endMs } = creation;
  const during = checkpoints.some(
    (band) => band.startMs < endMs && (band.endMs ?? endMs) > startMs,
  );
  return during ? null : { startMs, endMs, text: "wait until the creation ends" };
}

/** Whether a band belongs to a creation; a name can be used again after a drop. */
export const isPartOf = (band: Band, creation: Band): boolean =>
  band.snapshot === creation.snapshot &&
  band.startMs >= creation.startMs &&
  (creation.endMs === null || band.startMs <= creation.endMs);

interface RowGap extends Gap {
  readonly row: BandRow;
}

/** Shorter silence is not worth a name; bounds say themselves what is not known. */
const shortestGapMs = 1000;

function gapsOf({ bands, kind }: Timeline, command: Band): RowGap[] {
  const phases = bands
    .filter((band) => band.phase !== null && isPartOf(band, command))
    .sort((a, b) => a.startMs - b.startMs);
  const gaps: RowGap[] = [];
  let before: Band | null = null;
  for (const band of phases) {
    const startMs = before?.endMs ?? null;
    if (before !== null && startMs !== null && band.startMs - startMs >= shortestGapMs) {
      // After an instant the silence leads to what comes next, and stands in its row.
      const { row } = before.instant ? band : before;
      const word = kind === "log" ? "silent" : "waiting";
      const label = `${word} ${formatDuration(band.startMs - startMs)}`;
      gaps.push({ row, startMs, endMs: band.startMs, label });
    }
    if (before === null || (band.endMs ?? 0) >= (before.endMs ?? 0)) before = band;
  }
  return gaps;
}

/** `open`: more of the timeline is to come. */
function durationOf(
  row: BandRow,
  bands: readonly Band[],
  { creation, checkpoint }: Focus,
  open: boolean,
): string {
  if (row === "normalCheckpoint") {
    return checkpoint === null ? "none" : durationText(checkpoint, open);
  }
  if (creation === null) return "";
  if (row === "command") return durationText(creation, open);
  const own = bands.filter((band) => isPartOf(band, creation));
  const spans = own.filter((band) => !band.instant);
  const [first] = spans;
  if (first === undefined) return own.length > 0 ? "instant" : open ? "not yet" : "not logged";
  if (spans.length === 1) return durationText(first, open);
  const total = spans.reduce((sum, { startMs, endMs }) => sum + ((endMs ?? startMs) - startMs), 0);
  return formatDuration(total);
}

/** An end that is only a bound makes a duration "at most", a start "at least". */
export function durationText(band: Band, open: boolean): string {
  const { startMs, endMs, startSource, endSource } = band;
  if (endMs === null) return open ? "under way" : "no end";
  if (endMs === startMs) return "instant";
  const sign = endSource === "bound" ? "≤ " : startSource === "bound" ? "≥ " : "";
  return `${sign}${formatDuration(endMs - startMs)}`;
}

const figure = ({ figures }: Band, name: string): number | null => {
  const value = figures[name];
  return typeof value === "number" ? value : null;
};

const counted = (value: number | null, what: string): string | null =>
  value === null ? null : `${formatNumber(value)} ${what}`;

/** What stands in a bar, where it is wide enough: how much there was to do. */
export function barText(band: Band): string {
  const redoBytes = figure(band, "estimateRedoBytes");
  const amount =
    band.phase === "redo"
      ? redoBytes === null
        ? null
        : `${formatBytes(redoBytes)} of log`
      : band.phase === "checkpoint"
        ? counted(figure(band, "buffers"), "pages")
        : band.phase === "analysis"
          ? counted(figure(band, "records"), "log records")
          : band.phase === "undo"
            ? counted(figure(band, "transactions"), "transactions")
            : null;
  const end = band.endSource === "bound" ? "end not logged" : null;
  return [amount, end].filter((part) => part !== null).join(", ");
}
