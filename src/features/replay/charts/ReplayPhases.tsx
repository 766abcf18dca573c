/** The phase chart, tied to the player. */
import type { ReactNode } from "react";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { PhaseChart } from "../../../components/player/PhaseChart.tsx";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { selectedOf } from "../selection.ts";

export interface ReplayPhasesProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  /** Times of the records that a search found. */
  readonly hitTimes: readonly number[];
  /** Lanes are below them: rows are lower, and the times stand below the lanes. */
  readonly aboveLanes: boolean;
  readonly corner: ReactNode;
}

export function ReplayPhases(props: ReplayPhasesProps) {
  const { timeline, player, hitTimes, aboveLanes, corner } = props;
  const selection = usePlayerState(player, (state) => state.selection);
  const { band } = selectedOf(timeline, selection);
  const record = selection?.kind === "record" ? selection.index : null;
  const act = () => player.getState();
  return (
    <PhaseChart
      label="Phases"
      timeline={timeline}
      selectedBandId={band?.id ?? null}
      selectedRecord={record}
      hits={hitTimes}
      dense={aboveLanes}
      hasAxis={!aboveLanes}
      corner={corner}
      onSelectBand={(id) => act().select(id === null ? null : { kind: "band", id })}
      onSelectMark={(mark) => {
        act().pause();
        act().select({ kind: "record", index: mark.record });
        act().seek(mark.atMs);
      }}
    />
  );
}
