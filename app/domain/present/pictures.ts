/** The pictures of a presentation: what of a timeline is seen, in which rows. */
import { occasionalPhases, type PhaseName, phaseNames } from "../../contract/phase.ts";
import { roomOfCreation } from "../timeline/creation.ts";
import { lengthOf, overlaps, type Span } from "../timeline/span.ts";
import { type Band, bandRows, type Timeline } from "../timeline/timeline.ts";
import { wholeOf } from "../timeline/viewport.ts";
import type { AsOfMoment, Gap, LanesPicture, PhasesPicture } from "./step.ts";

/** Left of the as-of line is room for the words of what is in the snapshot. */
const leastBeforeAsOf = 0.25;
const before = 0.03;
/** What is written beside the last bars lies there. */
const behind = 0.2;

const expected = phaseNames.filter((name) => name === "flush" || !occasionalPhases.has(name));

interface Creation {
  readonly creation: Band;
  /** Its phases, in order of time. */
  readonly bands: readonly Band[];
  readonly gaps: readonly Gap[];
  readonly asOf: AsOfMoment | null;
}

export function creationPicture(
  { creation, bands, gaps, asOf }: Creation,
  nowMs: number,
  underWay: boolean,
): PhasesPicture {
  const { startMs, endMs } = creation;
  const room = roomOfCreation(creation, nowMs);
  const length = room * (1 + behind);
  const known = asOf === null ? length : asOf.atMs - startMs;
  const lead = Math.max(room * before, (leastBeforeAsOf * length - known) / (1 - leastBeforeAsOf));
  const own = new Set(bands.map(({ phase }) => phase));
  const toCome = endMs === null && underWay ? expected : [];
  return {
    kind: "phases",
    view: { startMs: startMs - lead, endMs: startMs + length },
    rows: phaseNames.filter((name) => own.has(name) || toCome.includes(name)),
    ...{ bands, gaps, asOf },
  };
}

/** Rows beyond these would be lower than their names. */
const mostRows = 9;
const around = 0.25;
const shortestMs = 1000;

/** What went on in a stretch of time, or about a moment. */
export function surroundings(timeline: Timeline, span: Span): PhasesPicture | LanesPicture {
  const pad = Math.max(lengthOf(span), shortestMs) * around;
  const view = { startMs: span.startMs - pad, endMs: span.endMs + pad * (1 + behind) };
  const told = lengthOf(span) > 0 ? span : view;
  const seen = timeline.bands
    .filter((band) => band.phase !== null && overlaps(spanOf(band, timeline.endMs), told))
    .sort((a, b) => a.startMs - b.startMs);
  if (seen.length === 0) return { kind: "lanes", view: wholeOf(timeline) };
  const rows = [...new Set(seen.map(({ phase }) => phase))].slice(0, mostRows);
  return {
    kind: "phases",
    view,
    rows: inOrder(rows, seen),
    bands: seen.filter(({ phase }) => rows.includes(phase)),
    ...{ gaps: [], asOf: null },
  };
}

/** A moment is seen as well. */
const spanOf = ({ startMs, endMs }: Band, knownMs: number): Span => ({
  startMs,
  endMs: Math.max(endMs ?? knownMs, startMs + 1),
});

/** In the order of the rows of the phase chart, and in a row as they come. */
function inOrder(
  rows: readonly (PhaseName | null)[],
  bands: readonly Band[],
): readonly PhaseName[] {
  const rowOf = (name: PhaseName | null): number =>
    bandRows.indexOf(bands.find(({ phase }) => phase === name)?.row ?? "command");
  return rows.filter((name) => name !== null).toSorted((a, b) => rowOf(a) - rowOf(b));
}

/** The counters of all that is or will be known. */
export const wholeLanes = (timeline: Timeline): LanesPicture => ({
  kind: "lanes",
  view: wholeOf(timeline),
});

const lengthsBeside = 8;
const leastShare = 0.1;

/** The counters of a creation, with as much before and after it as one needs to compare. */
export function lanesAround(timeline: Timeline, creation: Span): LanesPicture {
  const { startMs, endMs } = wholeOf(timeline);
  const beside = Math.max(lengthsBeside * lengthOf(creation), leastShare * (endMs - startMs));
  return {
    kind: "lanes",
    view: {
      startMs: Math.max(startMs, creation.startMs - beside),
      endMs: Math.min(endMs, creation.endMs + beside),
    },
  };
}
