/**
 * The player: where one is in a timeline, what of it is visible, what is selected. One per run or
 * log, kept while the app is open, so that going to another screen and back loses nothing. Live and
 * recorded data use the same one; it only ever sees timelines.
 */
import { useEffect } from "react";
import { createStore, type StoreApi, useStore } from "zustand";
import {
  advance,
  eventTimes,
  fastestSpeed,
  nextEvent,
  nextPhase,
  playedSpan,
  previousEvent,
  previousPhase,
  slowestSpeed,
} from "../../app/domain/timeline/playback.ts";
import { clampTo, lengthOf, type Span } from "../../app/domain/timeline/span.ts";
import type { Timeline } from "../../app/domain/timeline/timeline.ts";
import {
  extentOf,
  follow,
  panBy,
  reveal,
  within,
  zoomAbout,
  zoomTo,
} from "../../app/domain/timeline/viewport.ts";

/** fit: all of it, also of what comes; follow: a window that moves with now; free: as it was left. */
export type ViewMode = "fit" | "follow" | "free";

export type Selection =
  | { readonly kind: "record"; readonly index: number }
  | { readonly kind: "band"; readonly id: string }
  | { readonly kind: "span"; readonly span: Span };

export interface PlayerState {
  readonly playheadMs: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly skipIdle: boolean;
  readonly view: Span;
  readonly viewMode: ViewMode;
  readonly selection: Selection | null;
  /** Of the crosshair; null: nowhere. */
  readonly cursorMs: number | null;
  readonly cursorLocked: boolean;
}

export interface PlayerActions {
  /** What there is to play, again whenever it has grown. */
  show(timeline: Timeline): void;
  play(): void;
  pause(): void;
  togglePlay(): void;
  /** 0.1 to 100 seconds of the timeline per second. */
  setSpeed(speed: number): void;
  setSkipIdle(skipIdle: boolean): void;
  seek(atMs: number): void;
  step(what: "event" | "phase", direction: 1 | -1): void;
  toStart(): void;
  toEnd(): void;
  setView(view: Span): void;
  /** A factor below 1 shows less time; about the crosshair, the playhead or now, as visible. */
  zoom(factor: number): void;
  /** By a share of what is visible. */
  pan(share: number): void;
  fit(): void;
  followLive(): void;
  zoomToSpan(span: Span): void;
  pointAt(atMs: number | null): void;
  toggleLock(): void;
  select(selection: Selection | null): void;
}

export type Player = PlayerState & PlayerActions;
export type PlayerStore = StoreApi<Player>;

/** What moves a playing playhead; a test brings its own. */
export interface Frames {
  request(onFrame: (nowMs: number) => void): () => void;
  /** The user asked the system for less motion: the playhead then steps from event to event. */
  readonly reducedMotion: () => boolean;
}

const browserFrames: Frames = {
  request(onFrame) {
    const id = requestAnimationFrame(onFrame);
    return () => cancelAnimationFrame(id);
  },
  reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
};

/** A page in the background gets no frames; on return it must not leap. */
const longestFrameMs = 250;

const initial: PlayerState = {
  playheadMs: 0,
  playing: false,
  speed: 10,
  skipIdle: true,
  view: { startMs: 0, endMs: 1000 },
  viewMode: "fit",
  selection: null,
  cursorMs: null,
  cursorLocked: false,
};

export function createPlayer(frames: Frames = browserFrames): PlayerStore {
  let timeline: Timeline | null = null;
  let stopFrames: (() => void) | null = null;
  /** Where playing really is; the playhead lags behind it where motion is reduced. */
  let positionMs = 0;

  return createStore<Player>()((set, get) => {
    const extent = (): Span => (timeline === null ? initial.view : extentOf(timeline));

    function stop(): void {
      stopFrames?.();
      stopFrames = null;
      if (get().playing) set({ playing: false });
    }

    function moveTo(atMs: number): void {
      const { view, viewMode } = get();
      const shown = viewMode === "fit" ? view : reveal(extent(), view, atMs, 0.02);
      set({ playheadMs: atMs, ...(shown === view ? {} : { view: shown, viewMode: "free" }) });
    }

    function frame(beforeMs: number, nowMs: number): void {
      if (timeline === null || !get().playing) return;
      const { speed, skipIdle } = get();
      const elapsedWallMs = Math.min(nowMs - beforeMs, longestFrameMs);
      const moved = advance({ timeline, atMs: positionMs, elapsedWallMs, speed, skipIdle });
      positionMs = moved.atMs;
      const shownMs = frames.reducedMotion() ? lastEvent(timeline, positionMs) : positionMs;
      const due = moved.ended ? positionMs : shownMs;
      if (due !== get().playheadMs && due >= get().playheadMs) moveTo(due);
      if (moved.ended) stop();
      else stopFrames = frames.request((laterMs) => frame(nowMs, laterMs));
    }

    const setSpan = (view: Span): void => set({ view: within(extent(), view), viewMode: "free" });

    return {
      ...initial,
      show(next) {
        const first = timeline === null;
        timeline = next;
        const { view, viewMode, playheadMs } = get();
        if (first) positionMs = clampTo(playedSpan(next), playheadMs);
        if (viewMode === "fit") set({ view: keepIfSame(view, extentOf(next)) });
        else if (viewMode === "follow") set({ view: follow(extentOf(next), view, next.endMs) });
        else set({ view: keepIfSame(view, within(extentOf(next), view)) });
      },
      play() {
        if (timeline === null || get().playing) return;
        const { startMs, endMs } = playedSpan(timeline);
        if (get().playheadMs >= endMs) moveTo(startMs);
        positionMs = get().playheadMs;
        set({ playing: true });
        stopFrames = frames.request((nowMs) => frame(nowMs, nowMs));
      },
      pause: stop,
      togglePlay() {
        if (get().playing) stop();
        else get().play();
      },
      setSpeed: (speed) => set({ speed: Math.min(Math.max(speed, slowestSpeed), fastestSpeed) }),
      setSkipIdle: (skipIdle) => set({ skipIdle }),
      seek(atMs) {
        if (timeline === null) return;
        positionMs = clampTo(playedSpan(timeline), atMs);
        moveTo(positionMs);
      },
      step(what, direction) {
        if (timeline === null) return;
        stop();
        const find =
          what === "event"
            ? direction === 1
              ? nextEvent
              : previousEvent
            : direction === 1
              ? nextPhase
              : previousPhase;
        const { startMs, endMs } = playedSpan(timeline);
        get().seek(find(timeline, get().playheadMs) ?? (direction === 1 ? endMs : startMs));
      },
      toStart() {
        if (timeline !== null) get().seek(playedSpan(timeline).startMs);
      },
      toEnd() {
        if (timeline !== null) get().seek(playedSpan(timeline).endMs);
      },
      setView: setSpan,
      zoom(factor) {
        const { view, viewMode, cursorMs, playheadMs } = get();
        const following = viewMode === "follow" ? (timeline?.endMs ?? null) : null;
        const about = [following, cursorMs, playheadMs].find(
          (atMs) => atMs !== null && atMs >= view.startMs && atMs <= view.endMs,
        );
        const zoomed = zoomAbout(extent(), view, factor, about ?? (view.startMs + view.endMs) / 2);
        set({ view: zoomed, viewMode: following === null ? "free" : "follow" });
      },
      pan: (share) => {
        const { view } = get();
        setSpan(panBy(extent(), view, share * lengthOf(view)));
      },
      fit: () => set({ view: extent(), viewMode: "fit" }),
      followLive() {
        if (timeline === null) return;
        set({ view: follow(extent(), get().view, timeline.endMs), viewMode: "follow" });
      },
      zoomToSpan: (span) => setSpan(zoomTo(extent(), span)),
      pointAt(atMs) {
        if (!get().cursorLocked) set({ cursorMs: atMs });
      },
      toggleLock() {
        const { cursorLocked, cursorMs, playheadMs } = get();
        set({ cursorLocked: !cursorLocked, cursorMs: cursorMs ?? playheadMs });
      },
      select: (selection) => set({ selection }),
    };
  });
}

const keepIfSame = (before: Span, after: Span): Span =>
  before.startMs === after.startMs && before.endMs === after.endMs ? before : after;

/** The latest event that is not later; where the timeline begins when there is none. */
function lastEvent(timeline: Timeline, atMs: number): number {
  return eventTimes(timeline).findLast((time) => time <= atMs) ?? playedSpan(timeline).startMs;
}

/** Players by what they play: "live:ID", "run:ID", "log:ID". The longest unused make room. */
const players = new Map<string, PlayerStore>();
const mostPlayers = 16;

export function playerOf(key: string): PlayerStore {
  const known = players.get(key) ?? createPlayer();
  players.delete(key);
  players.set(key, known);
  const [oldest] = players.keys();
  if (players.size > mostPlayers && oldest !== undefined) {
    players.get(oldest)?.getState().pause();
    players.delete(oldest);
  }
  return known;
}

/** The player of a timeline, which it is shown as it grows. Playing stops when the screen goes. */
export function usePlayer(key: string, timeline: Timeline | null): PlayerStore {
  const player = playerOf(key);
  useEffect(() => {
    if (timeline !== null) player.getState().show(timeline);
  }, [player, timeline]);
  useEffect(() => () => player.getState().pause(), [player]);
  return player;
}

/** Part of a player's state; the component is drawn again only when that part changes. */
export const usePlayerState = <T>(player: PlayerStore, select: (player: Player) => T): T =>
  useStore(player, select);
