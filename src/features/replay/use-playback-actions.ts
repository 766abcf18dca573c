/** Every act of the player, by key and in the palette. */
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { speeds } from "../../components/player/SpeedControl.tsx";
import type { PlayerStore } from "../../state/player/player.ts";
import { usePlayerState } from "../../state/player/player.ts";
import { useViewActions } from "../../state/player/view-actions.ts";
import { useActions } from "../../state/shell/actions.ts";
import { selectedOf } from "./selection.ts";

export function usePlaybackActions(player: PlayerStore, timeline: Timeline): void {
  const playing = usePlayerState(player, (state) => state.playing);
  const skipIdle = usePlayerState(player, (state) => state.skipIdle);
  const { span } = selectedOf(
    timeline,
    usePlayerState(player, (state) => state.selection),
  );
  const act = () => player.getState();
  const playback = (id: string, title: string, keys: readonly string[], run: () => void) => ({
    id: `playback.${id}`,
    title,
    group: "Playback" as const,
    keys,
    run,
  });
  useViewActions(player);
  useActions([
    playback("toggle", playing ? "Stop playing" : "Play", ["Space"], () => act().togglePlay()),
    playback("next-event", "Next event", ["ArrowRight"], () => act().step("event", 1)),
    playback("previous-event", "Previous event", ["ArrowLeft"], () => act().step("event", -1)),
    playback("next-phase", "Next phase", ["Shift+ArrowRight", "PageDown"], () =>
      act().step("phase", 1),
    ),
    playback("previous-phase", "Previous phase", ["Shift+ArrowLeft", "PageUp"], () =>
      act().step("phase", -1),
    ),
    playback("start", "To the start", ["Home"], () => act().toStart()),
    playback("end", "To the end", ["End"], () => act().toEnd()),
    playback("skip-idle", skipIdle ? "Do not skip idle time" : "Skip idle time", ["I"], () =>
      act().setSkipIdle(!skipIdle),
    ),
    ...speeds.map((speed) =>
      playback(`speed-${speed}`, `Speed ${speed}×`, [], () => act().setSpeed(speed)),
    ),
    {
      ...playback("deselect", "Select nothing", ["Esc"], () => act().select(null)),
      id: "view.deselect",
      group: "View",
    },
    {
      ...playback("zoom", "Zoom to the selection", ["Z"], () => {
        if (span !== null) act().zoomToSpan(span);
      }),
      id: "view.zoom-selection",
      group: "View",
      enabled: span !== null,
    },
  ]);
}
