/**
 * The timeline of a run, from the pieces in which it arrives: one of a recorded run, many of a run
 * under way. What a piece costs depends on the piece, not on what came before it.
 */

import { assertNever } from "../../contract/result.ts";
import type { Series, TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import { SetBreaks } from "../run/breaks.ts";
import { withoutShortRates } from "../series/short-sample.ts";
import { actOf, droppedBy, reserveAct } from "./acts.ts";
import { BandTable } from "./bands.ts";
import { clockOrigin } from "./clock.ts";
import { LogTail, type ShownTail } from "./log-tail.ts";
import { type PartialSample, SeriesBuffer, withSample } from "./series-buffer.ts";
import {
  type Act,
  type AsOf,
  type Band,
  type Mark,
  type RunState,
  rowsOfRun,
  type SnapshotTrack,
  type Timeline,
  type TimelineRecord,
} from "./timeline.ts";

export interface RunTimelineOptions {
  /** Local time of 0 ms, "2006-10-23T21:48:07.000". */
  readonly origin: string;
  readonly plannedEndMs: number | null;
  readonly warmupEndMs: number;
  /** No phase is told again, as of what is over; see `BandTable`. */
  readonly toldOnce?: boolean;
}

export interface TimelinePiece {
  readonly series: Series;
  readonly events: readonly TimelineEvent[];
  /** Records of the ERRORLOG before those of `events`. */
  readonly recordsLeftOut?: number;
  /** What came before is void. */
  readonly restart?: boolean;
}

interface Track {
  readonly name: string;
  readonly points: SnapshotTrack["points"][number][];
  dropped: boolean;
  lostMs: number | undefined;
}

/** All that a restart throws away. */
class Contents {
  readonly series = new SeriesBuffer();
  readonly bands: BandTable;
  readonly log = new LogTail();
  readonly acts: Act[] = [];
  readonly tracks: Track[] = [];
  readonly marks: Mark[] = [];
  readonly breaks = new SetBreaks();
  state: RunState | null = null;
  /** What is told of the sample under way; void once the sample has come. */
  partialSample: PartialSample | null = null;
  endMs = 0;

  constructor(toldOnce: boolean) {
    this.bands = new BandTable({ toldOnce });
  }
}

export class RunTimeline {
  readonly #originMs: number;
  #plannedEndMs: number | null;
  readonly #warmupEndMs: number;
  readonly #toldOnce: boolean;
  #contents: Contents;
  #timeline: Timeline | null = null;

  constructor({ origin, plannedEndMs, warmupEndMs, toldOnce = false }: RunTimelineOptions) {
    this.#toldOnce = toldOnce;
    this.#contents = new Contents(toldOnce);
    this.#originMs = clockOrigin(origin);
    this.#plannedEndMs = plannedEndMs;
    this.#warmupEndMs = warmupEndMs;
  }

  take({ series, events, recordsLeftOut = 0, restart = false }: TimelinePiece): void {
    if (restart) this.#contents = new Contents(this.#toldOnce);
    const empty = series.timeMs.length === 0 && events.length === 0;
    if (empty && !restart) return;
    this.#contents.log.skip(recordsLeftOut);
    this.#contents.series.append(series);
    this.#reached(series.timeMs.at(-1) ?? 0);
    for (const event of events) this.#takeEvent(event);
    this.#timeline = null;
  }

  /** It may be prolonged while it is under way. */
  endsAt(plannedEndMs: number): void {
    if (plannedEndMs === this.#plannedEndMs) return;
    this.#plannedEndMs = plannedEndMs;
    this.#timeline = null;
  }

  /** One object until a piece brings something. */
  get timeline(): Timeline {
    this.#timeline ??= this.#build();
    return this.#timeline;
  }

  get log(): ShownTail {
    return this.#contents.log.shown;
  }

  #takeEvent(event: TimelineEvent): void {
    switch (event.kind) {
      case "errorlog":
        this.#takeRecord(this.#contents.log.take(event.line, event.atMs), event.atMs);
        this.#reached(event.atMs);
        return;
      case "phase":
        this.#contents.bands.take(event);
        this.#reached(event.endMs ?? event.startMs);
        return;
      case "state": {
        const { state, atMs, pace = null, brokeOn = null } = event;
        const before = this.#contents.state;
        const stepping = state !== "paused" && before?.stepping === true;
        // A run that stays paused tells so after each command; what was set since then stays.
        if (brokeOn !== null && before?.state !== "paused") this.#contents.breaks.hit(brokeOn);
        this.#contents.state = { state, atMs, pace, stepping, brokeOn };
        this.#reached(atMs);
        return;
      }
      case "command":
        this.#takeCommand(event);
        return;
      case "snapshot": {
        const { name, atMs, pagesPushed, sizeOnDiskBytes } = event;
        this.#trackOf(name).points.push({ atMs, pagesPushed, sizeOnDiskBytes });
        return;
      }
      case "reserve": {
        const { acts } = this.#contents;
        acts.push(reserveAct(event, acts.length + 1));
        this.#reached(event.atMs);
        return;
      }
      case "partialSample":
        this.#contents.partialSample = event;
        this.#reached(event.atMs);
        return;
      case "pushTarget":
      case "pushTargetEnd":
        return; // who shows pages asks for the pushes
      default:
        assertNever(event);
    }
  }

  #takeCommand(event: Extract<TimelineEvent, { kind: "command" }>): void {
    const { acts, tracks, state } = this.#contents;
    const act = actOf(event, acts.length + 1);
    if (state !== null && act.outcome === "applied") {
      const { kind } = event.command;
      if (kind === "stepToNextPhase") this.#contents.state = { ...state, stepping: true };
      else if (kind === "resume") this.#contents.state = { ...state, stepping: false };
    }
    if (act.outcome === "applied" && act.kind === "breakOn")
      this.#contents.breaks.give(act.command);
    acts.push(act);
    this.#reached(act.atMs);
    const dropped = droppedBy(event);
    const track = tracks.findLast(({ name }) => name === dropped);
    if (track !== undefined) track.dropped = true;
  }

  /** A snapshot that is lost is told of in the log alone. */
  #takeRecord({ index, kind, database, text }: TimelineRecord, atMs: number): void {
    const { marks, tracks } = this.#contents;
    if (kind !== suspect.kind) return;
    marks.push({ ...suspect, id: `mark/${index}`, record: index, atMs, title: text });
    const track = lostTrack(tracks, { database, atMs });
    if (track !== undefined) track.lostMs = atMs;
  }

  /** A name can be used again once its snapshot is dropped. */
  #trackOf(name: string): Track {
    const { tracks } = this.#contents;
    const known = tracks.findLast((track) => track.name === name && !track.dropped);
    if (known !== undefined) return known;
    const track: Track = { name, points: [], dropped: false, lostMs: undefined };
    tracks.push(track);
    return track;
  }

  #reached(atMs: number): void {
    this.#contents.endMs = Math.max(this.#contents.endMs, atMs);
  }

  #build(): Timeline {
    const { partialSample, series, bands, acts, tracks, marks, state, endMs } = this.#contents;
    const sampledMs = series.series.timeMs.at(-1) ?? 0;
    const isNewer = partialSample !== null && partialSample.atMs > sampledMs;
    return {
      timeTitle: "Engine time",
      alwaysRows: rowsOfRun,
      // A run begins and ends with its samples; a log, with records that are marked.
      marginShare: 0,
      originMs: this.#originMs,
      endMs,
      plannedEndMs: this.#plannedEndMs,
      warmupEndMs: this.#warmupEndMs,
      series: withoutShortRates(isNewer ? withSample(series.series, partialSample) : series.series),
      bands: bands.list,
      asOf: asOfLines(bands.list),
      acts: [...acts],
      marks: [...marks],
      breaks: this.#contents.breaks.list,
      snapshots: tracks.map(({ name, points, dropped, lostMs }) => ({
        name,
        points: [...points],
        dropped,
        lostMs,
      })),
      state,
      overlay: null,
    };
  }
}

/** The record of error 3420 names the snapshot. */
const suspect = { kind: "snapshotSuspect", severity: 21 };

interface Loss {
  readonly database: string | null;
  readonly atMs: number;
}

/** A name can be used again: the last that was there by then. */
export const lostTrack = <Known extends Pick<SnapshotTrack, "name" | "points">>(
  tracks: readonly Known[],
  { database, atMs }: Loss,
): Known | undefined =>
  tracks.findLast(
    ({ name, points }) => name === database && Number(points[0]?.atMs ?? atMs) <= atMs,
  );

/** The start of analysis fixes what a snapshot shows. */
export const asOfLines = (bands: readonly Band[]): AsOf[] =>
  bands.flatMap(({ phase, snapshot, startMs }) =>
    phase === "analysis" && snapshot !== null ? [{ snapshot, atMs: startMs }] : [],
  );
