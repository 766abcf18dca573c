/** Where the names above the lanes go: as-of flags first, then acts (act-labels.ts), then what is left. */

import { formatMomentOf } from "../../../app/domain/format/timeline-clock.ts";
import { isPartOf } from "../../../app/domain/timeline/creation.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import {
  type Band,
  goesOn,
  innerRows,
  type Timeline,
} from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { around, diamondsOf, type PlacedAct, visibleIn } from "./act-labels.ts";
import { type LabelRequest, placeLabels, type Room } from "./label-layout.ts";
import { smallFont, textWidth } from "./measure-text.ts";
import { phaseTitle } from "./phase-look.ts";
import { durationText } from "./phase-rows.ts";

export interface Flag {
  readonly snapshot: string;
  readonly text: string;
  readonly left: number;
  /** Left edge of "in the snapshot" and "not in the snapshot", where there is room for them. */
  readonly inside: number | null;
  readonly outside: number | null;
}

const flagPadding = 8;
export const insideText = "in the snapshot";
export const outsideText = "not in the snapshot";

interface FlagRequest extends LabelRequest {
  readonly snapshot: string;
  readonly text: string;
}

/** `taken` is what they leave to nobody else on their line. */
export function placeAsOf(
  timeline: Timeline,
  view: Span,
  width: number,
): { readonly flags: readonly Flag[]; readonly taken: readonly Room[] } {
  const room = { left: 0, right: width };
  const diamonds = diamondsOf(timeline, view, width).map(({ left }) => around(left));
  const short = flagRequests(timeline, view, width, false);
  const named = timeline.asOf.length > 1 ? flagRequests(timeline, view, width, true) : [];
  const withName = placedOf(named, placeLabels(named, room, diamonds));
  // Where there is no room for the name of its snapshot, a flag has the time alone.
  const rest = short.filter(({ id }) => withName.every((flag) => flag.id !== id));
  const lefts = new Map(placeLabels(rest, room, [...withName, ...diamonds]));
  const newest = rest.at(-1);
  if (withName.length === 0 && newest !== undefined && !lefts.has(newest.id)) {
    // Between two acts there may be no room; the newest flag is shown all the same.
    lefts.set(newest.id, newest.lefts[1] ?? 0);
  }
  const placed = [...withName, ...placedOf(rest, lefts)].sort((a, b) => a.left - b.left);
  const sides = placed.flatMap((flag) => sideRequests(flag, flag.left, flag.right));
  const sideLefts = placeLabels(sides, room, [...placed, ...diamonds]);
  const takenBySides = sides.flatMap(({ id, width: size }) => {
    const left = sideLefts.get(id);
    return left === undefined ? [] : [{ left, right: left + size }];
  });
  return {
    flags: placed.map(({ id, snapshot, text, left }) => ({
      snapshot,
      text,
      left,
      inside: sideLefts.get(`${id}/in`) ?? null,
      outside: sideLefts.get(`${id}/out`) ?? null,
    })),
    taken: [...placed, ...takenBySides],
  };
}

const placedOf = (requests: readonly FlagRequest[], lefts: ReadonlyMap<string, number>) =>
  requests.flatMap((request) => {
    const left = lefts.get(request.id);
    return left === undefined ? [] : [{ ...request, left, right: left + request.width }];
  });

/** In the middle of the line; at the edge of the plot; beside the line, to leave an act visible. */
function flagRequests(
  timeline: Timeline,
  view: Span,
  width: number,
  hasName: boolean,
): readonly FlagRequest[] {
  return timeline.asOf
    .filter(({ atMs }) => visibleIn(view, atMs))
    .map(({ snapshot, atMs }, priority) => {
      const text = `${hasName ? `${snapshot} ` : ""}as of ${formatMomentOf(timeline, atMs)}`;
      const size = textWidth(text, `600 ${smallFont}`) + 2 * flagPadding;
      const x = toPixels(view, width, atMs);
      const middle = x - size / 2;
      const lefts = [middle, Math.min(Math.max(middle, 0), width - size), x - 1, x - size + 1];
      return { id: `${snapshot}/${atMs}`, snapshot, text, width: size, lefts, priority };
    });
}

function sideRequests(flag: FlagRequest, left: number, right: number): readonly LabelRequest[] {
  const { id, priority } = flag;
  const inside = textWidth(insideText, smallFont);
  const outside = textWidth(outsideText, smallFont);
  return [
    { id: `${id}/in`, width: inside, priority, lefts: [left - inside - 8] },
    { id: `${id}/out`, width: outside, priority, lefts: [right + 8] },
  ];
}

export interface PlacedName {
  readonly id: string;
  readonly text: string;
  readonly left: number;
}

/** Narrower bands have no name of their own: it would stand beside another's. */
const leastNamedPixels = 2;
/** There may be thousands of what is no creation: where it is often, only what is wide has a name. */
const often = 10;
const leastOftenPixels = 30;

/** More names have no room on any screen, and each is tried against all others. */
const mostNamed = 60;

export interface PhaseNamesRoom {
  readonly view: Span;
  readonly width: number;
  readonly acts: readonly PlacedAct[];
  /** Where the steady state begins; null: it has none. */
  readonly steadyFromMs: number | null;
}

/** Names of phases above the strip; the widest first, for they matter most. */
export function placePhases(
  timeline: Timeline,
  { view, width, acts, steadyFromMs }: PhaseNamesRoom,
): readonly PlacedName[] {
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const counts = new Map<Band["phase"], number>();
  for (const { phase, snapshot } of timeline.bands) {
    if (snapshot === null) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  }
  const isOften = ({ phase, snapshot }: Band): boolean =>
    snapshot === null && (counts.get(phase) ?? 0) > often;
  const short = timeline.bands.filter(
    (band) => isCreation(band) && x(band.endMs ?? timeline.endMs) - x(band.startMs) < leastCreation,
  );
  const isOfShort = (band: Band): boolean => short.some((creation) => isPartOf(band, creation));
  const named = timeline.bands
    .filter((band) => band.snapshot === null || isCreation(band) || !isOfShort(band))
    .flatMap((band) =>
      nameOf(band, timeline.endMs, isOften(band) ? leastOftenPixels : leastNamedPixels, x, width),
    )
    .concat(short.flatMap((creation) => creationName(creation, goesOn(timeline), x, width)))
    .sort((a, b) => b.priority - a.priority)
    .slice(0, mostNamed);
  const leftOut = leftOutNames(timeline, steadyFromMs, x, width);
  const steady = steadyName(steadyFromMs, view, x);
  const lines = timeline.asOf.map(({ atMs }) => ({ left: x(atMs) - 1, right: x(atMs) + 1 }));
  const requests = [...named, ...steady, ...leftOut];
  const low = acts.filter(({ covered }) => covered).map(({ left }) => around(left));
  const lefts = placeLabels(requests, { left: 0, right: width }, [...lines, ...low]);
  return requests.flatMap(({ id, text }) => {
    const left = lefts.get(id);
    return left === undefined ? [] : [{ id, text, left }];
  });
}

const isCreation = ({ row, phase, snapshot }: Band): boolean =>
  row === "command" && phase === null && snapshot !== null;

/** A narrower creation is named as a whole: the names of its phases would not stand above them, px. */
const leastCreation = 80;

/** "sales_snapshot_2, 2.90 s" */
function creationName(
  band: Band,
  open: boolean,
  x: (atMs: number) => number,
  width: number,
): readonly NameRequest[] {
  const [start, end] = [x(band.startMs), x(band.endMs ?? band.startMs)];
  if (end < 0 || start > width) return [];
  const text = `${band.snapshot}, ${durationText(band, open)}`;
  const size = textWidth(text, smallFont);
  const lefts = [start, end - size, (start + end - size) / 2, end + 7, start - size - 7];
  return [{ id: band.id, text, width: size, lefts, priority: width }];
}

interface NameRequest extends LabelRequest {
  readonly text: string;
}

function nameOf(
  band: Band,
  knownEndMs: number,
  leastPixels: number,
  x: (atMs: number) => number,
  width: number,
): readonly NameRequest[] {
  const { id, phase, instant, startMs, endMs, progress } = band;
  if (phase === null || phase === "complete" || innerRows.has(band.row)) return [];
  if (instant && phase !== "open") return [];
  const start = Math.max(x(startMs), 0);
  const end = Math.min(x(endMs ?? knownEndMs), width);
  if (end < 0 || start > width) return [];
  if (!instant && end - start < leastPixels) return [];
  // Of what has told of no progress yet it is not known whether it will.
  const done = progress === null || progress === 0 ? "" : ` ${Math.floor(progress * 100)} %`;
  const text = `${phaseTitle(phase)}${done}`;
  const size = textWidth(text, smallFont);
  const elsewhere =
    size > end - start
      ? [end - size - 7, start - size - 7]
      : [(start + end - size) / 2, end - size];
  const lefts = instant ? [start + 7] : [start, start + 8, ...elsewhere];
  const isAutomatic = band.snapshot === null && phase === "checkpoint";
  return [{ id, text, width: size, lefts, priority: (end - start) / (isAutomatic ? 4 : 1) }];
}

/** Names of what comparisons leave out, where they have room: first the warm-up, then what is not steady after it. */
function leftOutNames(
  { warmupEndMs }: Timeline,
  steadyFromMs: number | null,
  x: (atMs: number) => number,
  width: number,
): readonly NameRequest[] {
  const within = (atMs: number) => Math.min(Math.max(x(atMs), 0), width);
  const spans = [
    { id: "warmup", text: "Warm-up", startMs: 0, endMs: warmupEndMs },
    {
      id: "unsteady",
      text: "Not steady yet",
      startMs: warmupEndMs,
      endMs: steadyFromMs ?? warmupEndMs,
    },
  ];
  return spans.flatMap(({ id, text, startMs, endMs }) => {
    const [start, end] = [within(startMs), within(endMs)];
    const size = textWidth(text, smallFont);
    if (end - start < size) return [];
    return [{ id, text, width: size, lefts: [start + 1], priority: -1 }];
  });
}

function steadyName(
  steadyFromMs: number | null,
  view: Span,
  x: (atMs: number) => number,
): readonly NameRequest[] {
  if (steadyFromMs === null || !visibleIn(view, steadyFromMs)) return [];
  const text = "Steady";
  const size = textWidth(text, smallFont);
  const left = x(steadyFromMs);
  return [{ id: "steady", text, width: size, lefts: [left + 4, left - size - 4], priority: -1 }];
}
