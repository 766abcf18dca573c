/** Moments of two recordings that are the same act of a server, to lay one over the other. */

import {
  formatClock,
  formatClockDate,
  formatDuration,
  formatTidyDuration,
} from "../../../../app/domain/format/times.ts";
import type { Band, BandRow, Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { bandTitle } from "../../../components/player/phase-look.ts";

/** A moment that can be aligned on: where a band begins, or the whole timeline. */
export interface Moment {
  /** The id of its band; "" for the begin of the timeline. */
  readonly id: string;
  readonly atMs: number;
  /** "Start of: Analysis of before_batch". */
  readonly title: string;
  /** What it is a case of: moments of one row match each other. Null: the begin. */
  readonly row: BandRow | null;
}

const begin: Moment = { id: "", atMs: 0, title: "Begin", row: null };

export const momentsOf = ({ bands }: Timeline): readonly Moment[] => [
  begin,
  ...[...bands].sort((a, b) => a.startMs - b.startMs).map(momentOf),
];

function momentOf(band: Band): Moment {
  const { id, startMs, row, instant } = band;
  const title = instant ? bandTitle(band) : `Start of: ${bandTitle(band)}`;
  return { id, atMs: startMs, title, row };
}

/**
 * What most people want to lay over each other: the start of analysis decides what is in a snapshot,
 * and how much redo and undo follow; without it the checkpoints of creations, then any checkpoints.
 */
const preferredRows: readonly BandRow[] = ["analysis", "checkpoint", "normalCheckpoint"];

export interface MomentPair {
  readonly under: Moment;
  readonly run: Moment;
}

const firstOf = (moments: readonly Moment[], row: BandRow | null): Moment | undefined =>
  moments.find((moment) => moment.row === row);

/** The first moments of both that match; their begins where nothing does. */
export function suggestedPair(under: readonly Moment[], run: readonly Moment[]): MomentPair {
  for (const row of preferredRows) {
    const [ofUnder, ofRun] = [firstOf(under, row), firstOf(run, row)];
    if (ofUnder !== undefined && ofRun !== undefined) return { under: ofUnder, run: ofRun };
  }
  return { under: begin, run: begin };
}

/** The moment of a run that is the same act as one of the other, if it has one. */
export const matchingMoment = (run: readonly Moment[], like: Moment): Moment | null =>
  firstOf(run, like.row) ?? null;

/** Finds a moment again: by its band, else by its time, as bands of a growing recording may merge. */
export const momentAt = (
  moments: readonly Moment[],
  { bandId, atMs }: { readonly bandId: string | null; readonly atMs: number },
): Moment | null =>
  moments.find(({ id }) => id === (bandId ?? "")) ??
  moments.find((moment) => moment.row !== null && moment.atMs === atMs) ??
  null;

/** What an alignment does to the run, in sentences. */
export function alignmentInWords(
  under: Timeline,
  run: Timeline,
  pair: MomentPair,
): { readonly shift: string; readonly extent: string } {
  const shiftMs = pair.under.atMs - pair.run.atMs;
  const startMs = shiftMs;
  const endMs = run.endMs + shiftMs;
  const clock = (atMs: number): string => formatClock(under.originMs, atMs);
  const shift = `What the run did ${formatDuration(pair.run.atMs)} after its start is shown at ${clock(pair.under.atMs)} below.`;
  const stretch = `The run, ${formatTidyDuration(run.endMs)} long, then lies from ${formatClockDate(under.originMs, startMs)} to ${clock(endMs)}`;
  if (endMs <= 0) return { shift, extent: `${stretch}: all of it before the other begins.` };
  if (startMs >= under.endMs) {
    return { shift, extent: `${stretch}: all of it after the other ends.` };
  }
  const cut = [
    ...(startMs < 0 ? [`${formatDuration(-startMs)} of it before the other begins`] : []),
    ...(endMs > under.endMs
      ? [`${formatDuration(endMs - under.endMs)} of it after the other ends`]
      : []),
  ];
  return { shift, extent: cut.length === 0 ? `${stretch}.` : `${stretch}, ${cut.join(" and ")}.` };
}
