/** Where the names above the lanes go: as-of flags first, then acts, then what is left. */
import { holds, type Span } from "../../../app/domain/timeline/span.ts";
import type { Act, Band, Timeline } from "../../../app/domain/timeline/timeline.ts";
import { toPixels } from "../../../app/domain/timeline/viewport.ts";
import { formatClock } from "../format/times.ts";
import { type LabelRequest, placeLabels, type Room } from "./label-layout.ts";
import { smallFont, textWidth } from "./measure-text.ts";
import { phaseTitle } from "./phase-look.ts";

export interface Flag {
  readonly snapshot: string;
  readonly text: string;
  readonly left: number;
  /** Left edge of "in the snapshot" and "not in the snapshot", where there is room for them. */
  readonly inside: number | null;
  readonly outside: number | null;
}

export interface PlacedAct {
  readonly act: Act;
  /** Of the diamond's centre. */
  readonly left: number;
  readonly labelLeft: number | null;
}

const diamondRadius = 5;
const flagPadding = 8;
const visibleIn = (view: Span, atMs: number): boolean => holds(view, atMs) || atMs === view.endMs;

export function placeAsOf(
  timeline: Timeline,
  view: Span,
  width: number,
): { readonly flags: readonly Flag[]; readonly taken: readonly Room[] } {
  const room = { left: 0, right: width };
  const shown = timeline.asOf.filter(({ atMs }) => visibleIn(view, atMs));
  const diamonds = diamondsOf(timeline, view, width).map(({ left }) => around(left));
  const requests = shown.map(({ snapshot, atMs }, index) => {
    const text = `as of ${formatClock(timeline.originMs, atMs)}`;
    const x = toPixels(view, width, atMs);
    const size = textWidth(text, `600 ${smallFont}`) + 2 * flagPadding;
    return { id: snapshot, text, x, width: size, priority: index };
  });
  const clamp = (left: number, size: number) => Math.min(Math.max(left, 0), width - size);
  const lefts = placeLabels(
    requests.map(({ id, x, width: size, priority }) => ({
      id,
      width: size,
      priority,
      lefts: [x - size / 2, clamp(x - size / 2, size), x - 1, x - size + 1],
    })),
    room,
    diamonds,
  );
  const flags = requests.flatMap(({ id, text, x, width: size, priority }, index) => {
    // Between two acts there may be no room beside them; the newest flag is shown all the same.
    const newest = priority === requests.length - 1;
    const left = lefts.get(id) ?? (newest ? clamp(x - size / 2, size) : null);
    return left === null ? [] : [{ snapshot: id, text, left, width: size, index }];
  });
  const taken = flags.map(({ left, width: size }) => ({ left, right: left + size }));
  const sides = placeLabels(
    flags.flatMap(({ snapshot, left, width: size, index }) => [
      sideRequest(`in/${snapshot}`, "in the snapshot", index, (own) => left - own - 8),
      sideRequest(`out/${snapshot}`, "not in the snapshot", index, () => left + size + 8),
    ]),
    room,
    [...taken, ...diamonds],
  );
  return {
    flags: flags.map(({ snapshot, text, left }) => ({
      snapshot,
      text,
      left,
      inside: sides.get(`in/${snapshot}`) ?? null,
      outside: sides.get(`out/${snapshot}`) ?? null,
    })),
    taken: [
      ...taken,
      ...[...sides].map(([id, left]) => ({
        left,
        right:
          left +
          textWidth(id.startsWith("in/") ? "in the snapshot" : "not in the snapshot", smallFont),
      })),
    ],
  };
}

function sideRequest(
  id: string,
  text: string,
  priority: number,
  left: (own: number) => number,
): LabelRequest {
  const width = textWidth(text, smallFont);
  return { id, width, priority, lefts: [left(width)] };
}

const around = (centre: number): Room => ({
  left: centre - diamondRadius,
  right: centre + diamondRadius,
});

const diamondsOf = (timeline: Timeline, view: Span, width: number) =>
  timeline.acts
    .filter(({ atMs }) => visibleIn(view, atMs))
    .map((act) => ({ act, left: toPixels(view, width, act.atMs) }));

export function placeActs(
  timeline: Timeline,
  view: Span,
  width: number,
  taken: readonly Room[],
): readonly PlacedAct[] {
  const acts = diamondsOf(timeline, view, width);
  const labels = placeLabels(
    acts.map(({ act, left }, index) => {
      const size = textWidth(act.label, smallFont);
      const beside = diamondRadius + 7;
      return {
        id: act.id,
        width: size,
        priority: index,
        lefts: [left + beside, left - beside - size],
      };
    }),
    { left: 0, right: width },
    [...taken, ...acts.map(({ left }) => around(left))],
  );
  return acts.map(({ act, left }) => ({ act, left, labelLeft: labels.get(act.id) ?? null }));
}

export interface PlacedName {
  readonly id: string;
  readonly text: string;
  readonly left: number;
}

/** Narrower bands have no name of their own: it would stand beside another's. */
const leastNamedPixels = 2;

/** Names of phases above the strip; the widest first, for they matter most. */
export function placePhases(timeline: Timeline, view: Span, width: number): readonly PlacedName[] {
  const x = (atMs: number): number => toPixels(view, width, atMs);
  const named = timeline.bands.flatMap((band) => nameOf(band, timeline.endMs, x, width));
  const warmup = warmupName(timeline, x, width);
  const lines = timeline.asOf.map(({ atMs }) => ({ left: x(atMs) - 1, right: x(atMs) + 1 }));
  const requests = [...named, ...warmup];
  const lefts = placeLabels(requests, { left: 0, right: width }, lines);
  return requests.flatMap(({ id, text }) => {
    const left = lefts.get(id);
    return left === undefined ? [] : [{ id, text, left }];
  });
}

interface NameRequest extends LabelRequest {
  readonly text: string;
}

function nameOf(
  band: Band,
  knownEndMs: number,
  x: (atMs: number) => number,
  width: number,
): readonly NameRequest[] {
  const { id, phase, instant, startMs, endMs, progress } = band;
  if (phase === null || phase === "complete") return [];
  const start = Math.max(x(startMs), 0);
  const end = Math.min(x(endMs ?? knownEndMs), width);
  if (end < 0 || start > width) return [];
  if (!instant && end - start < leastNamedPixels) return [];
  const done = progress === null ? "" : ` ${Math.floor(progress * 100)} %`;
  const text = `${phaseTitle(phase)}${done}`;
  const size = textWidth(text, smallFont);
  const before = size > end - start ? [end - size - 7, start - size - 7] : [];
  const lefts = instant ? [start + 7] : [start, start + 8, ...before];
  const isAutomatic = band.row === "normalCheckpoint";
  return [{ id, text, width: size, lefts, priority: (end - start) / (isAutomatic ? 4 : 1) }];
}

function warmupName(
  { warmupEndMs }: Timeline,
  x: (atMs: number) => number,
  width: number,
): readonly NameRequest[] {
  const text = "Warm-up";
  const size = textWidth(text, smallFont);
  const [start, end] = [Math.max(x(0), 0), Math.min(x(warmupEndMs), width)];
  if (end - start < size) return [];
  return [{ id: "warmup", text, width: size, lefts: [start + 1], priority: -1 }];
}
