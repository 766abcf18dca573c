/** Lanes tied to the player: one view, one crosshair and one playhead for all of Replay. */
import type { ReactNode } from "react";
import type { Lane } from "../../../../app/domain/timeline/lanes.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { LaneStack } from "../../../components/player/LaneStack.tsx";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { selectedOf } from "../selection.ts";

export interface PlayedLanesProps {
  readonly label: string;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly lanes: readonly Lane[];
  readonly corner: ReactNode;
  readonly steadyFromMs: number | null;
}

export function PlayedLanes(props: PlayedLanesProps) {
  const { label, timeline, player, lanes, corner, steadyFromMs } = props;
  const view = usePlayerState(player, (state) => state.view);
  const cursorMs = usePlayerState(player, (state) => state.cursorMs);
  const cursorLocked = usePlayerState(player, (state) => state.cursorLocked);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const selection = usePlayerState(player, (state) => state.selection);
  const act = () => player.getState();
  return (
    <LaneStack
      label={label}
      timeline={timeline}
      lanes={lanes}
      view={view}
      cursorMs={cursorMs}
      cursorLocked={cursorLocked}
      playheadMs={playheadMs}
      selectedSpan={selectedOf(timeline, selection).span}
      corner={corner}
      steadyFromMs={steadyFromMs}
      onView={(next) => act().setView(next)}
      onCursor={(atMs) => act().pointAt(atMs)}
      onToggleLock={() => act().toggleLock()}
      onSeek={(atMs) => act().seek(atMs)}
      onSpan={(span) => act().select({ kind: "span", span })}
    />
  );
}
