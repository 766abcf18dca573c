/** What all charts over one axis of time share: where one looks, and what is done there. */
import { useMemo } from "react";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { type PlayerStore, usePlayerState } from "./player.ts";

/** A moment with a line of its own. */
export interface ViewMark {
  /** "end": of a run under way that has ended. */
  readonly name: "now" | "end" | "playhead";
  readonly atMs: number;
}

export interface LaneView {
  readonly view: Span;
  readonly cursorMs: number | null;
  readonly cursorLocked: boolean;
  readonly mark: ViewMark | null;
  readonly selectedSpan: Span | null;
  setView(view: Span): void;
  /** All of the timeline, also of what comes. */
  fit(): void;
  pointAt(atMs: number | null): void;
  toggleLock(): void;
  /** A tap or Enter. Without it they lock the crosshair. */
  readonly seek?: (atMs: number) => void;
  /** A drag with Shift. */
  readonly selectSpan?: (span: Span) => void;
  /** Of a run under way: what End does instead of moving the crosshair. */
  readonly toEnd?: () => void;
}

type Looks = Pick<LaneView, "view" | "cursorMs" | "cursorLocked">;

function useLooks(player: PlayerStore): Looks {
  const view = usePlayerState(player, (state) => state.view);
  const cursorMs = usePlayerState(player, (state) => state.cursorMs);
  const cursorLocked = usePlayerState(player, (state) => state.cursorLocked);
  return { view, cursorMs, cursorLocked };
}

const actsOf = (player: PlayerStore) => ({
  setView: (view: Span) => player.getState().setView(view),
  fit: () => player.getState().fit(),
  pointAt: (atMs: number | null) => player.getState().pointAt(atMs),
  toggleLock: () => player.getState().toggleLock(),
});

/** Of what is watched as it comes, or only compared: nothing is played. `mark` may be another object each time. */
export function useWatchedView(
  player: PlayerStore,
  mark: ViewMark | null,
  follows = false,
): LaneView {
  const { view, cursorMs, cursorLocked } = useLooks(player);
  const { name, atMs } = mark ?? { name: null, atMs: 0 };
  return useMemo(
    () => ({
      ...actsOf(player),
      ...{ view, cursorMs, cursorLocked },
      mark: name === null ? null : { name, atMs },
      selectedSpan: null,
      ...(follows ? { toEnd: () => player.getState().followLive() } : {}),
    }),
    [player, view, cursorMs, cursorLocked, name, atMs, follows],
  );
}

/** Of a recording with its playhead. */
export function usePlayedView(player: PlayerStore, selectedSpan: Span | null): LaneView {
  const { view, cursorMs, cursorLocked } = useLooks(player);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  return useMemo(
    () => ({
      ...actsOf(player),
      ...{ view, cursorMs, cursorLocked, selectedSpan },
      mark: { name: "playhead", atMs: playheadMs },
      seek: (atMs: number) => player.getState().seek(atMs),
      selectSpan: (span: Span) => player.getState().select({ kind: "span", span }),
    }),
    [player, view, cursorMs, cursorLocked, playheadMs, selectedSpan],
  );
}
