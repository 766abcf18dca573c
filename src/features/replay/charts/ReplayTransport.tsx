/** The transport bar, tied to the player. */
import { Button } from "@fluentui/react-components";
import type { ReactNode } from "react";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { TransportBar } from "../../../components/player/TransportBar.tsx";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";

export interface ReplayTransportProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly children?: ReactNode;
}

export function ReplayTransport({ timeline, player, children }: ReplayTransportProps) {
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const playing = usePlayerState(player, (state) => state.playing);
  const speed = usePlayerState(player, (state) => state.speed);
  const skipIdle = usePlayerState(player, (state) => state.skipIdle);
  const viewMode = usePlayerState(player, (state) => state.viewMode);
  const act = () => player.getState();
  return (
    <TransportBar
      timeline={timeline}
      playheadMs={playheadMs}
      playing={playing}
      speed={speed}
      skipIdle={skipIdle}
      onTogglePlay={() => act().togglePlay()}
      onStep={(what, direction) => act().step(what, direction)}
      onSpeed={(next) => act().setSpeed(next)}
      onSkipIdle={(next) => act().setSkipIdle(next)}
    >
      {children}
      <Button
        appearance="subtle"
        disabled={viewMode === "fit"}
        aria-keyshortcuts="F"
        onClick={() => act().fit()}
      >
        Fit
      </Button>
    </TransportBar>
  );
}
