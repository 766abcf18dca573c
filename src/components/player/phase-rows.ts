/**
 * What the phase chart draws: bars and instants by row, the stretches of a creation in which nothing
 * was logged, and what is said of a row without a bar.
 */
import type { PhaseName } from "../../../app/contract/phase.ts";
import { durationSign } from "../../../app/domain/duration-bound.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../app/domain/format/times.ts";
import { isPartOf } from "../../../app/domain/timeline/creation.ts";
import { holds, type Span } from "../../../app/domain/timeline/span.ts";
import {
  type Band,
  type BandRow,
  bandRows,
  creationRows,
  goesOn,
  rowsOfCreation,
  type Timeline,
} from "../../../app/domain/timeline/timeline.ts";

export interface PhaseRow {
  readonly row: BandRow;
  readonly bands: readonly Band[];
  readonly gaps: readonly Gap[];
  readonly note: Note | null;
  /** Why there is no bar: "not yet", "not logged"; "" where there is one. */
  readonly empty: string;
}

/** A remark on a stretch of a row. */
export interface Note extends Span {
  readonly text: string;
}

/** Between two phases of a creation: the source says nothing of it. */
export type Gap = Span;

/** Timelines never change, and a chart asks with every move of the playhead. */
const groupsOf = new WeakMap<readonly Band[], ReadonlyMap<BandRow, readonly Band[]>>();
const gapsOfBands = new WeakMap<readonly Band[], GapsByRow>();

type GapsByRow = ReadonlyMap<BandRow, readonly Gap[]>;

/** By row, in order of their starts. */
function grouped({ bands }: Timeline): ReadonlyMap<BandRow, readonly Band[]> {
  const known = groupsOf.get(bands);
  if (known !== undefined) return known;
  const groups = Map.groupBy(
    bands.toSorted((a, b) => a.startMs - b.startMs),
    ({ row }) => row,
  );
  groupsOf.set(bands, groups);
  return groups;
}

const commandsOf = (timeline: Timeline): readonly Band[] =>
  (grouped(timeline).get("command") ?? []).filter(isCommand);

/** The creation that a moment is of: the last begun by then, else the first. */
export const creationAt = (timeline: Timeline, atMs: number): Band | null =>
  latest(commandsOf(timeline), atMs);

/** The phase that goes on at a moment, the last begun; null: none. */
export function phaseAt({ bands, endMs }: Timeline, atMs: number): PhaseName | null {
  const band = bands.findLast(
    (candidate) =>
      candidate.phase !== null &&
      !candidate.instant &&
      holds({ startMs: candidate.startMs, endMs: candidate.endMs ?? endMs }, atMs),
  );
  return band?.phase ?? null;
}

function latest(bands: readonly Band[], atMs: number): Band | null {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bands[middle]?.startMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return bands[low - 1] ?? bands[0] ?? null;
}

const isCommand = ({ row, phase }: Band): boolean => row === "command" && phase === null;

const isCreationRow = (row: BandRow): boolean => creationRows.some((known) => known === row);

/**
 * Those that are always shown, and those in which something is; the rows of a creation stay together,
 * for it goes through all of them.
 */
export function shownRows(timeline: Timeline): readonly BandRow[] {
  const groups = grouped(timeline);
  const hasCreation = creationRows.some((row) => groups.has(row));
  // What is over is known not to have had what did not come.
  const isOver = groups.size > 0 && !goesOn(timeline);
  const toCome = isOver ? [] : timeline.alwaysRows;
  const empty = [...(hasCreation ? rowsOfCreation : []), ...toCome];
  return bandRows.filter((row) => groups.has(row) || empty.includes(row));
}

/** `rows` may be more than the timeline itself has, where another one is laid over it. */
export function phaseRows(
  timeline: Timeline,
  rows: readonly BandRow[] = shownRows(timeline),
): readonly PhaseRow[] {
  const groups = grouped(timeline);
  const gaps = allGaps(timeline);
  const creations = commandsOf(timeline);
  const [creation = null] = creations;
  return rows.map((row) => {
    const bands = groups.get(row) ?? noBands;
    return {
      row,
      bands,
      gaps: gaps.get(row) ?? noGaps,
      note: row === "normalCheckpoint" ? waitingNote(bands, creation) : null,
      empty: bands.length > 0 ? "" : emptyText(row, creation, goesOn(timeline)),
    };
  });
}

const noBands: readonly Band[] = [];
const noGaps: readonly Gap[] = [];

function allGaps(timeline: Timeline): GapsByRow {
  const known = gapsOfBands.get(timeline.bands);
  if (known !== undefined) return known;
  const phases = timeline.bands.filter(
    ({ row, phase, snapshot }) => phase !== null && snapshot !== null && isCreationRow(row),
  );
  const bySnapshot = Map.groupBy(phases, ({ snapshot }) => snapshot);
  const gaps = Map.groupBy(
    commandsOf(timeline).flatMap((command) =>
      gapsOf(bySnapshot.get(command.snapshot) ?? [], command),
    ),
    ({ row }) => row,
  );
  gapsOfBands.set(timeline.bands, gaps);
  return gaps;
}

/** While a snapshot is created, normal checkpoints of the source wait; the row is then empty. */
function waitingNote(checkpoints: readonly Band[], creation: Band | null): Note | null {
  if (creation === null || creation.endMs === null) return null;
  const { startMs, endMs } = creation;
  const during = checkpoints.some(
    (band) => band.startMs < endMs && (band.endMs ?? endMs) > startMs,
  );
  return during ? null : { startMs, endMs, text: "They wait until the creation ends." };
}

interface RowGap extends Gap {
  readonly row: BandRow;
}

/** Shorter silence is not worth a name; bounds say themselves what is not known. */
const shortestGapMs = 1000;

function gapsOf(bands: readonly Band[], command: Band): RowGap[] {
  const phases = bands
    .filter((band) => isPartOf(band, command))
    .sort((a, b) => a.startMs - b.startMs);
  const gaps: RowGap[] = [];
  let before: Band | null = null;
  for (const band of phases) {
    const startMs = before?.endMs ?? null;
    if (before !== null && startMs !== null && band.startMs - startMs >= shortestGapMs) {
      // After an instant the silence leads to what comes next, and stands in its row.
      const { row } = before.instant ? band : before;
      gaps.push({ row, startMs, endMs: band.startMs });
    }
    if (before === null || (band.endMs ?? 0) >= (before.endMs ?? 0)) before = band;
  }
  return gaps;
}

/** `open`: more of the timeline is to come. */
function emptyText(row: BandRow, creation: Band | null, open: boolean): string {
  if (!isCreationRow(row)) return open ? "none yet" : "none";
  if (creation === null) return "";
  return open ? "not yet" : "not logged";
}

/** An end that is only a bound makes a duration "at most" or "at least", a start "at least". */
export function durationText(band: Band, open: boolean): string {
  const { startMs, endMs } = band;
  if (endMs === null) return open ? "under way" : "no end";
  if (endMs === startMs) return "instant";
  const sign = durationSign(band);
  return `${sign}${sign === "" ? "" : " "}${formatDuration(endMs - startMs)}`;
}

const figure = ({ figures }: Band, name: string): number | null => {
  const value = figures[name];
  return typeof value === "number" ? value : null;
};

const counted = (value: number | null, one: string, many?: string): string | null =>
  value === null ? null : countOf(value, one, many);

/** What stands in a bar, where it is wide enough: how much there was to do. */
export function barText(band: Band): string {
  const end = band.endSource === "bound" ? "end not logged" : null;
  return [amountOf(band), end].filter((part) => part !== null).join(", ");
}

function amountOf(band: Band): string | null {
  const redoBytes = figure(band, "estimateRedoBytes");
  switch (band.phase) {
    case "redo":
      return redoBytes === null ? null : `${formatBytes(redoBytes)} of log`;
    case "checkpoint":
      return counted(figure(band, "buffers"), "page");
    case "analysis":
    case "restoreLog":
      return counted(figure(band, "records"), "log record");
    case "undo":
    case "restoreRecovery":
      return counted(figure(band, "transactions"), "transaction");
    case "flush":
    case "verifyBackup":
    case "restoreData":
    case "restoreFlush":
      return counted(figure(band, "pages"), "page");
    case "backup":
    case "restore":
      return band.figures.failed === true ? "failed" : counted(figure(band, "pages"), "page");
    case "tableScan":
      return counted(figure(band, "rows"), "row");
    case "consistencyCheck":
      return counted(figure(band, "errorsFound"), "error found", "errors found");
    case "longIo":
      return counted(figure(band, "occurrences"), "I/O");
    case "openWait":
    case "startupWait":
      return `given ${formatDuration(band.endMs === null ? null : band.endMs - band.startMs)}`;
    case "stackDump":
      return counted(figure(band, "lines"), "line");
    default:
      return null;
  }
}
