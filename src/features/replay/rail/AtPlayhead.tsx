/** Figures of the moment at the playhead. Only they follow it, and they may be a frame late. */
import { type ReactNode, useDeferredValue } from "react";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";

export interface AtPlayheadProps {
  readonly player: PlayerStore;
  readonly children: (atMs: number) => ReactNode;
}

export function AtPlayhead({ player, children }: AtPlayheadProps) {
  // The charts go first.
  const atMs = useDeferredValue(usePlayerState(player, (state) => state.playheadMs));
  return children(atMs);
}
