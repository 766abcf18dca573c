/** Where things stand on the strip of the timeline to come: moments as shares of its width, words in pixels. */
import { countOf } from "../../../../app/domain/format/numbers.ts";
import { printTime } from "../../../../app/domain/scenario-form/moments.ts";
import type {
  PlannedMoment,
  PlannedTimeline,
} from "../../../../app/domain/scenario-form/planned-timeline.ts";
import { placeLabels } from "../../../components/player/label-layout.ts";
import { smallFont, textWidth } from "../../../components/player/measure-text.ts";

export interface PlacedMoment extends PlannedMoment {
  /** A share of the width; what comes after the end stands at it. */
  readonly position: number;
  /** How wide it is for the pointer, px: less where others stand close. */
  readonly grip: number;
}

export interface MomentLabel {
  readonly moment: PlannedMoment;
  readonly text: string;
  readonly left: number;
  readonly width: number;
  /** Rows above the strip, the lowest first. */
  readonly row: number;
}

export interface StripTick {
  readonly label: string;
  readonly position: number;
}

export interface StripSpan {
  readonly from: number;
  readonly to: number;
  /** What it is, where there is room to say so. */
  readonly label: string | null;
}

export interface Strip {
  readonly warmup: StripSpan | null;
  readonly baseline: StripSpan | null;
  readonly withSnapshots: readonly StripSpan[];
  /** In order of time. */
  readonly moments: readonly PlacedMoment[];
  /** The labels of as many moments as there is room for. */
  readonly labels: readonly MomentLabel[];
  readonly rows: number;
  /** Shares of the width at which commands of a recorded run are given again, each once. */
  readonly recorded: readonly number[];
  readonly ticks: readonly StripTick[];
}

/** More would push what is below out of sight. */
const mostRows = 3;
/** A longer name is cut. */
const widestLabel = 240;
const tickWidth = 96;

/** `width`: of the strip, px. */
export function layOutStrip(plan: PlannedTimeline, width: number): Strip {
  const { durationSeconds, warmupSeconds, baseline } = plan;
  const shareOf = (seconds: number) => Math.min(1, Math.max(0, seconds / durationSeconds));
  const spanOf = (name: string, from: number, to: number): StripSpan => {
    const room = (shareOf(to) - shareOf(from)) * width - 16;
    const label = textWidth(name, smallFont) <= room ? name : null;
    return { from: shareOf(from), to: shareOf(to), label };
  };
  const moments = withGrips(
    plan.moments.map((moment) => ({ ...moment, position: shareOf(moment.seconds) })),
    width,
  );
  const labels = labelsOf(moments, width);
  return {
    warmup: warmupSeconds > 0 ? spanOf("Warm-up", 0, warmupSeconds) : null,
    baseline: baseline === null ? null : spanOf("Baseline", baseline.from, baseline.to),
    withSnapshots: plan.withSnapshots.map(({ from, to, count }) =>
      spanOf(countOf(count, "snapshot"), from, to),
    ),
    moments,
    labels,
    rows: Math.max(1, ...labels.map(({ row }) => row + 1)),
    recorded: recordedOf(plan, width),
    ticks: ticksOf(durationSeconds, Math.max(2, Math.floor(width / tickWidth))).map((seconds) => ({
      label: seconds === durationSeconds ? `end, ${printTime(seconds)}` : printTime(seconds),
      position: shareOf(seconds),
    })),
  };
}

const [leastGrip, mostGrip] = [8, 24];

function withGrips(moments: readonly Omit<PlacedMoment, "grip">[], width: number): PlacedMoment[] {
  const gapTo = (from: number, to: number | undefined) =>
    to === undefined ? mostGrip : Math.abs(to - from) * width;
  return moments.map((moment, at) => {
    const { position } = moment;
    const [before, after] = [moments[at - 1]?.position, moments[at + 1]?.position];
    const gap = Math.min(mostGrip, gapTo(position, before), gapTo(position, after));
    return { ...moment, grip: Math.max(leastGrip, Math.floor(gap)) };
  });
}

/** In the lowest row that has room for it: what creates a snapshot first, then what comes first. */
function labelsOf(moments: readonly PlacedMoment[], width: number): MomentLabel[] {
  const requests = moments.map((moment, place) => {
    const text = moment.isCertain ? moment.label : `≥ ${moment.label}`;
    const wide = Math.min(textWidth(text, smallFont), widestLabel, width);
    const left = Math.min(Math.max(0, moment.position * width - 4), width - wide);
    const priority = (moment.kind === "createSnapshot" ? moments.length : 0) - place;
    return { id: String(moment.index), width: wide, lefts: [left], priority, moment, text };
  });
  const labels: MomentLabel[] = [];
  let left = requests;
  for (let row = 0; row < mostRows && left.length > 0; ++row) {
    const placed = placeLabels(left, { left: 0, right: width }, []);
    for (const { id, moment, text, width: wide } of left) {
      const at = placed.get(id);
      if (at !== undefined) labels.push({ moment, text, left: at, width: wide, row });
    }
    left = left.filter(({ id }) => !placed.has(id));
  }
  return labels;
}

/** A recording may have a hundred thousand of them: of those in one place one is drawn. */
function recordedOf({ recorded, durationSeconds }: PlannedTimeline, width: number): number[] {
  const columns = Math.max(1, Math.round(width));
  const taken = recorded.map((seconds) => Math.round((seconds / durationSeconds) * columns));
  return [...new Set(taken)].filter((column) => column <= columns).map((one) => one / columns);
}

const tickSteps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200],
  ...[14_400, 21_600, 28_800, 43_200, 86_400, 172_800, 432_000],
];

/** Round times from 0 to the end; the end itself, unless the last round time is next to it. */
export function ticksOf(durationSeconds: number, most: number): number[] {
  const step = tickSteps.find((seconds) => durationSeconds / seconds <= most) ?? 864_000;
  const round = Array.from({ length: Math.floor(durationSeconds / step) + 1 }, (_, n) => n * step);
  const last = round.at(-1) ?? 0;
  if (last === durationSeconds) return round;
  const nearEnd = durationSeconds - last < step / 2 && round.length > 1;
  return [...(nearEnd ? round.slice(0, -1) : round), durationSeconds];
}
