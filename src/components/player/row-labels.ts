/**
 * What is written in a row of the phase chart: in its bars how much there was to do, at the end of each how
 * long it took, between them for how long nothing was logged. No text lies over another, over a bar that it
 * is not of, or over a line that crosses the row; what has no room stays in the tip and the table.
 */
import type { PlacedBar } from "../../../app/charts/bar-layout.ts";
import type { PhaseName } from "../../../app/contract/phase.ts";
import { formatNumber } from "../../../app/domain/format/numbers.ts";
import { formatDuration, formatRoughDuration } from "../../../app/domain/format/times.ts";
import { activityRows, type Band, type BandRow } from "../../../app/domain/timeline/timeline.ts";
import { type LabelRequest, placeLabels, type Room } from "./label-layout.ts";
import { bodyFont, monoFont, smallFont, textWidth } from "./measure-text.ts";
import { barText, durationText, type Gap, type Note } from "./phase-rows.ts";

/** In a bar, on its colour. */
export interface BarLabel {
  readonly band: Band;
  readonly text: string;
  readonly left: number;
}

/** On the ground of the row. */
export interface RowLabel {
  readonly id: string;
  readonly text: string;
  readonly left: number;
}

/** An arrow over a stretch, which leaves room for a label in its middle. */
export interface GapArrow {
  readonly left: number;
  readonly right: number;
  readonly room: number;
}

export interface LabelledRow {
  readonly inBars: readonly BarLabel[];
  readonly beside: readonly RowLabel[];
  readonly arrows: readonly GapArrow[];
}

export interface RowContents {
  readonly row: BandRow;
  readonly bars: readonly PlacedBar[];
  readonly gaps: readonly Gap[];
  readonly note: Note | null;
  readonly empty: string;
}

export interface RowPlace {
  readonly x: (atMs: number) => number;
  readonly width: number;
  /** Lines that cross the row, px. */
  readonly lines: readonly number[];
  /** More of the timeline is to come. */
  readonly open: boolean;
}

/** Between the edge of a bar and a text in it, px. */
const padding = 8;
/** Between a bar and a text beside it, px. */
const distance = 6;
/** Where more bars are in view there is no room between them. */
const mostLabelled = 40;
/** Narrower gaps cannot be seen as such. */
const leastGapPixels = 14;
/** The width of an arrow's heads on both sides of its label. */
const arrowHeads = 36;

interface Request extends LabelRequest {
  readonly text: string;
}

export function labelRow(contents: RowContents, place: RowPlace): LabelledRow {
  const { row, bars } = contents;
  const { width, lines } = place;
  const inBars: BarLabel[] = [];
  const requests: Request[] = [];
  const gaps = contents.gaps.flatMap((gap) => gapOf(gap, place));
  if (bars.length <= mostLabelled) {
    for (const bar of bars) {
      const inside = insideOf(bar, row, place);
      inBars.push(...inside.labels);
      const text = [besideText(bar, row), inside.rest].filter(Boolean).join(", ");
      if (text !== "") requests.push(besideRequest(bar, text, gaps));
    }
  }
  requests.push(...noteRequest(contents.note, place), ...emptyRequest(contents.empty, place));
  const room = { left: 0, right: width };
  const fixed: readonly Room[] = [
    ...bars.map(({ left, right }) => ({ left, right })),
    ...lines.map((line) => ({ left: line - 1, right: line + 1 })),
  ];
  const beside = placed(requests, placeLabels(requests, room, [...fixed, ...gaps]));
  const ofGaps = gaps.map(({ request }) => request);
  // Only a gap's own label stands in its arrow.
  const inGaps = placed(ofGaps, placeLabels(ofGaps, room, [...fixed, ...beside]));
  const lefts = new Map(inGaps.map(({ id, left }) => [id, left]));
  return {
    inBars,
    beside: [...beside, ...inGaps],
    arrows: gaps.map(({ left, right, request }) => {
      const at = lefts.get(request.id);
      const inside = at !== undefined && at > left && at + request.width < right;
      return { left, right, room: inside ? request.width + padding : 0 };
    }),
  };
}

const placed = (requests: readonly Request[], lefts: ReadonlyMap<string, number>) =>
  requests.flatMap(({ id, text, width }) => {
    const left = lefts.get(id);
    return left === undefined ? [] : [{ id, text, left, right: left + width }];
  });

/** In a bar: how much there was to do, and at its end how long it took; `rest` is what has no room there. */
function insideOf(
  { band, count, left, right, levels }: PlacedBar,
  row: BandRow,
  { lines, open }: RowPlace,
): { readonly labels: readonly BarLabel[]; readonly rest: string } {
  const isOne = count === 1 && levels === 1;
  const duration =
    isOne && !band.instant && band.phase !== "complete" ? durationText(band, open) : "";
  if (!isOne || isPatterned(band) || isActivity(row)) return { labels: [], rest: duration };
  const crossing = lines.filter((line) => line > left && line < right).sort((a, b) => a - b);
  const font = band.phase === null ? monoFont : bodyFont;
  const room = (crossing[0] ?? right) - left - 2 * padding;
  const amount =
    room < 10 ? undefined : textsOf(band).find((text) => textWidth(text, font) <= room);
  const labels: BarLabel[] = [];
  if (amount !== undefined && amount !== "")
    labels.push({ band, text: amount, left: left + padding });
  const taken =
    labels.length === 0 ? left : left + padding + textWidth(amount ?? "", font) + 2 * padding;
  const size = textWidth(duration, font);
  const at = right - padding - size;
  const free = at >= taken && (crossing.at(-1) ?? Number.NEGATIVE_INFINITY) < at - 3;
  if (duration === "" || !free) return { labels, rest: duration };
  return { labels: [...labels, { band, text: duration, left: at }], rest: "" };
}

const isActivity = (row: BandRow): boolean => activityRows.some((activity) => activity === row);

/** A text on a pattern cannot be read: it stands beside the bar. */
const isPatterned = ({ phase }: Band): boolean => phase === "undo";

/** What may stand in a bar, the fullest first. */
function textsOf(band: Band): readonly string[] {
  if (band.phase !== null) return [barText(band)];
  const short = "CREATE DATABASE … AS SNAPSHOT";
  return band.snapshot === null
    ? [short]
    : [`CREATE DATABASE ${band.snapshot} … AS SNAPSHOT`, short, band.snapshot];
}

/** What happened to the files, by name. Their creation has a length, if a short one. */
const fileWords: Partial<Record<PhaseName, string>> = { files: "create", open: "open" };

function besideText({ band, count, levels }: PlacedBar, row: BandRow): string {
  if (levels > 1) return "";
  if (count > 1) return `× ${formatNumber(count)}`;
  if (isPatterned(band)) return barText(band);
  if (!isActivity(row)) return band.phase === null ? "" : (fileWords[band.phase] ?? "");
  const of = band.database ?? band.snapshot ?? "";
  return [of, band.figures.failed === true ? "failed" : ""].filter(Boolean).join(", ");
}

function besideRequest(
  { band, left, right }: PlacedBar,
  text: string,
  gaps: readonly GapArrow[],
): Request {
  const width = textWidth(text, smallFont);
  const after = gaps.filter((gap) => gap.left >= right).map((gap) => gap.right + distance);
  const lefts = [right + distance, left - width - distance, ...after.slice(0, 1)];
  return { id: band.id, text, width, lefts, priority: right - left };
}

function gapOf(gap: Gap, { x, width }: RowPlace): readonly (GapArrow & { request: Request })[] {
  const [left, right] = [x(gap.startMs), x(gap.endMs)];
  if (right - left < leastGapPixels || right < 0 || left > width) return [];
  const lengthMs = gap.endMs - gap.startMs;
  const whole = `nothing logged for ${formatDuration(lengthMs)}`;
  const fits = (text: string): boolean => right - left > textWidth(text, smallFont) + arrowHeads;
  const short = formatRoughDuration(lengthMs);
  const text = fits(whole) || !fits(short) ? whole : short;
  const size = textWidth(text, smallFont);
  const middle = (Math.max(left, 0) + Math.min(right, width)) / 2 - size / 2;
  const lefts = fits(text) ? [middle] : [left - size - padding, right + padding];
  const request = { id: `gap/${gap.startMs}`, text, width: size, lefts, priority: -1 };
  return [{ left, right, room: 0, request }];
}

function noteRequest(note: Note | null, { x }: RowPlace): readonly Request[] {
  if (note === null) return [];
  const width = textWidth(note.text, smallFont);
  const [start, end] = [x(note.startMs) + padding, x(note.endMs) - width - padding];
  if (end < start) return [];
  return [{ id: "note", text: note.text, width, lefts: [end, start], priority: -2 }];
}

function emptyRequest(text: string, { lines }: RowPlace): readonly Request[] {
  if (text === "") return [];
  const lefts = [padding, ...lines.map((line) => line + padding)];
  return [{ id: "empty", text, width: textWidth(text, smallFont), lefts, priority: -3 }];
}
