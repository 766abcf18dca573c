/** The view that charts of a player share, tied to it. */
import { useMemo } from "react";
import type { LaneView, Moments, ViewMark } from "../../../app/domain/timeline/lane-view.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { type PlayerStore, usePlayerState } from "./player.ts";

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

/** What is still to come cannot be looked at: a span goes as far as `untilMs`, and one behind it is none. */
const selectSpanOf =
  (player: PlayerStore, untilMs = Number.POSITIVE_INFINITY) =>
  ({ startMs, endMs }: Span): void => {
    if (startMs >= untilMs) return;
    const span = { startMs, endMs: Math.min(endMs, untilMs) };
    player.getState().select({ kind: "span", span });
  };

/** What of a run under way may be looked at beside its newest moment. */
interface Watched {
  readonly follows?: boolean;
  /** Whether time can be selected. */
  readonly selects?: boolean;
  readonly moments?: Moments | null;
}

/** The view of what is watched as it comes, or only compared: nothing is played. `mark` may be another object each time. */
export function useWatchedView(
  player: PlayerStore,
  mark: ViewMark | null,
  { follows = false, selects = false, moments = null }: Watched = {},
): LaneView {
  const { view, cursorMs, cursorLocked } = useLooks(player);
  const selectedSpan = usePlayerState(player, ({ selection }) =>
    selects && selection?.kind === "span" ? selection.span : null,
  );
  const { name, atMs } = mark ?? { name: null, atMs: 0 };
  return useMemo(
    () => ({
      ...actsOf(player),
      ...{ view, cursorMs, cursorLocked },
      mark: name === null ? null : { name, atMs },
      ...{ selectedSpan, moments },
      ...(selects ? { selectSpan: selectSpanOf(player, name === null ? undefined : atMs) } : {}),
      ...(follows ? { toEnd: () => player.getState().followLive() } : {}),
    }),
    [player, view, cursorMs, cursorLocked, name, atMs, follows, selects, selectedSpan, moments],
  );
}

/** The view of a recording with its playhead. */
export function usePlayedView(
  player: PlayerStore,
  selectedSpan: Span | null,
  moments: Moments | null = null,
): LaneView {
  const { view, cursorMs, cursorLocked } = useLooks(player);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  return useMemo(
    () => ({
      ...actsOf(player),
      ...{ view, cursorMs, cursorLocked, selectedSpan, moments },
      mark: { name: "playhead", atMs: playheadMs },
      seek: (atMs: number) => player.getState().seek(atMs),
      selectSpan: selectSpanOf(player),
    }),
    [player, view, cursorMs, cursorLocked, playheadMs, selectedSpan, moments],
  );
}
