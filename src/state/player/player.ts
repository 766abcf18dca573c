/**
 * The player: where one is in a timeline, what of it is visible, what is selected. One per run or
 * capture, kept while the app is open, so that going to another screen and back loses nothing; one that
 * has a memory goes on from there at the next start, too. Live and recorded data use the same one; it only
 * ever sees timelines.
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
} from "../../../app/domain/timeline/playback.ts";
import { clampTo, lengthOf, type Span } from "../../../app/domain/timeline/span.ts";
import {
  goesOn,
  type Timeline,
  type TimelineRecord,
} from "../../../app/domain/timeline/timeline.ts";
import {
  extentOf,
  follow,
  panBy,
  reveal,
  within,
  zoomAbout,
  zoomTo,
} from "../../../app/domain/timeline/viewport.ts";

/** fit: all of it, also of what comes; follow: a window that moves with now; free: as it was left. */
export type ViewMode = "fit" | "follow" | "free";

export type Selection =
  /** A capture's record has its contents as soon as they are here: its records are not in the timeline. */
  | { readonly kind: "record"; readonly index: number; readonly record?: TimelineRecord }
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
  /** The moment of the crosshair; null: nowhere. */
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

/** Where one left a timeline. */
export interface LeftOff
  extends Pick<PlayerState, "playheadMs" | "selection" | "speed" | "skipIdle"> {
  /** Null: all of it. */
  readonly view: Span | null;
}

type LeftOffPlace = Pick<LeftOff, "playheadMs" | "view">;

/** Outlives the player. */
export interface PlayerMemory {
  recall(): LeftOff | null;
  keep(left: LeftOff): void;
}

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

/** What the actions of one player share. */
interface Context {
  readonly frames: Frames;
  readonly memory: PlayerMemory | null;
  /** Where one was, as long as not so much of the timeline is known, and nobody has moved. */
  wanted: LeftOffPlace | null;
  rememberedMs: number;
  timeline: Timeline | null;
  /** Where playing really is; the playhead lags behind it where motion is reduced. */
  positionMs: number;
  stopFrames: (() => void) | null;
  readonly get: () => Player;
  /** What the user does: it is remembered. */
  readonly set: (change: Partial<PlayerState>) => void;
  /** What follows from the timeline. */
  readonly put: (change: Partial<PlayerState>) => void;
}

const extentIn = ({ timeline }: Context): Span =>
  timeline === null ? initial.view : extentOf(timeline);

export const createPlayer = (
  frames: Frames = browserFrames,
  memory: PlayerMemory | null = null,
): PlayerStore =>
  createStore<Player>()((set, get) => {
    const context: Context = {
      frames,
      memory,
      wanted: null,
      rememberedMs: 0,
      timeline: null,
      positionMs: 0,
      stopFrames: null,
      get,
      set(change) {
        if ("playheadMs" in change || "view" in change) context.wanted = null;
        set(change);
        remember(context, change);
      },
      put: (change) => set(change),
    };
    return {
      ...initial,
      show: (timeline) => show(context, timeline),
      ...playActions(context),
      ...placeActions(context),
      ...viewActions(context),
      ...pointActions(context),
    };
  });

function show(context: Context, timeline: Timeline): void {
  const first = context.timeline === null;
  context.timeline = timeline;
  if (first) recall(context, timeline);
  if (context.wanted !== null) {
    goBack(context, context.wanted, timeline);
    return;
  }
  const { view, viewMode, playheadMs } = context.get();
  if (first) context.positionMs = clampTo(playedSpan(timeline), playheadMs);
  const extent = extentOf(timeline);
  const next =
    viewMode === "fit"
      ? extent
      : viewMode === "follow"
        ? follow(extent, view, timeline.endMs)
        : within(extent, view);
  const same = view.startMs === next.startMs && view.endMs === next.endMs;
  if (!same) context.put({ view: next });
}

/** A run that goes on is followed, wherever one was in it. */
function recall(context: Context, timeline: Timeline): void {
  const left = context.memory?.recall() ?? null;
  if (left === null) return;
  const { speed, skipIdle, selection, playheadMs, view } = left;
  context.put({ speed, skipIdle });
  if (goesOn(timeline)) return;
  context.put({ selection });
  context.wanted = { playheadMs, view };
}

/** To where one was, as far as the timeline is known: a log may still be read. */
function goBack(context: Context, { playheadMs, view }: LeftOffPlace, timeline: Timeline): void {
  const [played, extent] = [playedSpan(timeline), extentOf(timeline)];
  context.positionMs = clampTo(played, playheadMs);
  context.put({
    playheadMs: context.positionMs,
    view: view === null ? extent : within(extent, view),
    viewMode: view === null ? "fit" : "free",
  });
  if (playheadMs <= played.endMs && (view?.endMs ?? 0) <= extent.endMs) context.wanted = null;
}

const remembered = ["playheadMs", "view", "viewMode", "selection", "speed", "skipIdle", "playing"];
/** While it plays the playhead is remembered once in so long, time of the viewer. */
const rememberedEveryMs = 1000;

function remember(context: Context, change: Partial<PlayerState>): void {
  const { memory, wanted, get } = context;
  if (memory === null || !remembered.some((name) => name in change)) return;
  const { playing, playheadMs, view, viewMode, selection, speed, skipIdle } = get();
  const sinceMs = Math.abs(playheadMs - context.rememberedMs);
  if (playing && "playheadMs" in change && sinceMs < rememberedEveryMs * speed) return;
  context.rememberedMs = playheadMs;
  memory.keep({
    playheadMs,
    view: viewMode === "free" ? view : null,
    ...wanted,
    selection: selection?.kind === "record" ? withoutText(selection) : selection,
    speed,
    skipIdle,
  });
}

/** What a record says is asked for again. */
const withoutText = ({ kind, index }: Selection & { kind: "record" }): Selection => ({
  kind,
  index,
});

/** Moves the playhead, and the view with it where it would leave it. */
function moveTo({ timeline, get, set }: Context, atMs: number): void {
  if (timeline === null) return;
  const { view, viewMode } = get();
  const shown = viewMode === "fit" ? view : reveal(extentOf(timeline), view, atMs, 0.02);
  set({ playheadMs: atMs, ...(shown === view ? {} : { view: shown, viewMode: "free" }) });
}

function stop(context: Context): void {
  context.stopFrames?.();
  context.stopFrames = null;
  if (context.get().playing) context.set({ playing: false });
}

function frame(context: Context, beforeMs: number, nowMs: number): void {
  const { timeline, frames, get } = context;
  if (timeline === null || !get().playing) return;
  const { speed, skipIdle } = get();
  const elapsedWallMs = Math.min(nowMs - beforeMs, longestFrameMs);
  const moved = advance({ timeline, atMs: context.positionMs, elapsedWallMs, speed, skipIdle });
  context.positionMs = moved.atMs;
  const steps = frames.reducedMotion() && !moved.ended;
  const due = steps ? lastEvent(timeline, moved.atMs) : moved.atMs;
  if (due > get().playheadMs) moveTo(context, due);
  if (moved.ended) stop(context);
  else context.stopFrames = frames.request((laterMs) => frame(context, nowMs, laterMs));
}

type ActionsNamed<Name extends keyof PlayerActions> = Pick<PlayerActions, Name>;

function playActions(
  context: Context,
): ActionsNamed<"play" | "pause" | "togglePlay" | "setSpeed" | "setSkipIdle"> {
  const { get, set, frames } = context;
  return {
    play() {
      if (context.timeline === null || get().playing) return;
      const { startMs, endMs } = playedSpan(context.timeline);
      if (get().playheadMs >= endMs) moveTo(context, startMs);
      context.positionMs = get().playheadMs;
      set({ playing: true });
      context.stopFrames = frames.request((nowMs) => frame(context, nowMs, nowMs));
    },
    pause: () => stop(context),
    togglePlay() {
      if (get().playing) stop(context);
      else get().play();
    },
    setSpeed: (speed) => set({ speed: Math.min(Math.max(speed, slowestSpeed), fastestSpeed) }),
    setSkipIdle: (skipIdle) => set({ skipIdle }),
  };
}

const finders = {
  event: { 1: nextEvent, [-1]: previousEvent },
  phase: { 1: nextPhase, [-1]: previousPhase },
} as const;

function placeActions(context: Context): ActionsNamed<"seek" | "step" | "toStart" | "toEnd"> {
  const { get } = context;
  const played = (): Span =>
    context.timeline === null ? { startMs: 0, endMs: 0 } : playedSpan(context.timeline);
  return {
    seek(atMs) {
      context.positionMs = clampTo(played(), atMs);
      moveTo(context, context.positionMs);
    },
    step(what, direction) {
      if (context.timeline === null) return;
      stop(context);
      const end = direction === 1 ? played().endMs : played().startMs;
      get().seek(finders[what][direction](context.timeline, get().playheadMs) ?? end);
    },
    toStart: () => get().seek(played().startMs),
    toEnd: () => get().seek(played().endMs),
  };
}

function viewActions(
  context: Context,
): ActionsNamed<"setView" | "zoom" | "pan" | "fit" | "followLive" | "zoomToSpan"> {
  const { get, set } = context;
  const setView = (view: Span): void =>
    set({ view: within(extentIn(context), view), viewMode: "free" });
  return {
    setView,
    zoom(factor) {
      const { view, viewMode, cursorMs, playheadMs } = get();
      const following = viewMode === "follow" ? (context.timeline?.endMs ?? null) : null;
      const middle = (view.startMs + view.endMs) / 2;
      const about = [following, cursorMs, playheadMs, middle].find(
        (atMs) => atMs !== null && atMs >= view.startMs && atMs <= view.endMs,
      );
      const zoomed = zoomAbout(extentIn(context), view, factor, about ?? middle);
      set({ view: zoomed, viewMode: following === null ? "free" : "follow" });
    },
    pan(share) {
      const { view } = get();
      setView(panBy(extentIn(context), view, share * lengthOf(view)));
    },
    fit: () => set({ view: extentIn(context), viewMode: "fit" }),
    followLive() {
      const { timeline } = context;
      if (timeline === null) return;
      set({ view: follow(extentOf(timeline), get().view, timeline.endMs), viewMode: "follow" });
    },
    zoomToSpan: (span) => setView(zoomTo(extentIn(context), span)),
  };
}

function pointActions({ get, set }: Context): ActionsNamed<"pointAt" | "toggleLock" | "select"> {
  return {
    pointAt(atMs) {
      if (!get().cursorLocked) set({ cursorMs: atMs });
    },
    toggleLock() {
      const { cursorLocked, cursorMs, playheadMs } = get();
      set({ cursorLocked: !cursorLocked, cursorMs: cursorMs ?? playheadMs });
    },
    select: (selection) => set({ selection }),
  };
}

/** The latest event that is not later; where the timeline begins when there is none. */
function lastEvent(timeline: Timeline, atMs: number): number {
  return eventTimes(timeline).findLast((time) => time <= atMs) ?? playedSpan(timeline).startMs;
}

/** Players by what they play: "live:ID", "run:ID", "capture:ID". The longest unused make room. */
const players = new Map<string, PlayerStore>();
const mostPlayers = 16;

/** `memory`: of a player that is not there yet. */
export function playerOf(key: string, memory: PlayerMemory | null = null): PlayerStore {
  const known = players.get(key) ?? createPlayer(browserFrames, memory);
  players.set(key, known);
  return known;
}

/** It is shown: those that were not for the longest time make room. */
function markUsed(key: string, player: PlayerStore): void {
  players.delete(key);
  players.set(key, player);
  const overdue = [...players].slice(0, Math.max(0, players.size - mostPlayers));
  for (const [oldest] of overdue) forgetPlayer(oldest);
}

/** What is opened under this key begins anew. */
export function forgetPlayer(key: string): void {
  players.get(key)?.getState().pause();
  players.delete(key);
}

/** The player of a timeline, which it is shown as it grows. Playing stops when the screen goes. */
export function usePlayer(
  key: string,
  timeline: Timeline | null,
  memory: PlayerMemory | null = null,
): PlayerStore {
  const player = playerOf(key, memory);
  useEffect(() => markUsed(key, player), [key, player]);
  useEffect(() => {
    if (timeline !== null) player.getState().show(timeline);
  }, [player, timeline]);
  useEffect(() => () => player.getState().pause(), [player]);
  return player;
}

/** Part of a player's state; the component is drawn again only when that part changes. */
export const usePlayerState = <T>(player: PlayerStore, select: (player: Player) => T): T =>
  useStore(player, select);
