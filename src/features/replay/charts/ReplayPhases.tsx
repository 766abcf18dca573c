/** The phase chart, tied to the player. */
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { PhaseChart } from "../../../components/player/PhaseChart.tsx";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { selectedOf } from "../selection.ts";

export interface ReplayPhasesProps {
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  /** Times of the records that a search found. */
  readonly hitTimes: readonly number[];
}

export function ReplayPhases({ timeline, player, hitTimes }: ReplayPhasesProps) {
  const view = usePlayerState(player, (state) => state.view);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const cursorMs = usePlayerState(player, (state) => state.cursorMs);
  const selection = usePlayerState(player, (state) => state.selection);
  const { band, span } = selectedOf(timeline, selection);
  const record = selection?.kind === "record" ? selection.index : null;
  const act = () => player.getState();
  return (
    <PhaseChart
      label="Phases"
      timeline={timeline}
      view={view}
      playheadMs={playheadMs}
      cursorMs={cursorMs}
      selectedBandId={band?.id ?? null}
      selectedSpan={span}
      selectedRecord={record}
      hits={hitTimes}
      onView={(next) => act().setView(next)}
      onCursor={(atMs) => act().pointAt(atMs)}
      onSeek={(atMs) => act().seek(atMs)}
      onSelectBand={(id) => act().select(id === null ? null : { kind: "band", id })}
      onSelectMark={(mark) => {
        act().pause();
        act().select({ kind: "record", index: mark.record });
        act().seek(mark.atMs);
      }}
      onSpan={(next) => act().select({ kind: "span", span: next })}
    />
  );
}
