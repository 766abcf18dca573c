/** Every act of the player, by key and in the palette. */
import { speeds } from "../../components/player/SpeedControl.tsx";
import type { PlayerStore } from "../../state/player/player.ts";
import { usePlayerState } from "../../state/player/player.ts";
import { useActions } from "../../state/shell/actions.ts";

const zoomIn = 0.8;
const panShare = 0.1;

export function usePlaybackActions(player: PlayerStore, enabled: boolean): void {
  const playing = usePlayerState(player, (state) => state.playing);
  const skipIdle = usePlayerState(player, (state) => state.skipIdle);
  const locked = usePlayerState(player, (state) => state.cursorLocked);
  const act = () => player.getState();
  const playback = (id: string, title: string, keys: readonly string[], run: () => void) => ({
    id: `playback.${id}`,
    title,
    group: "Playback" as const,
    keys,
    enabled,
    run,
  });
  const view = (id: string, title: string, keys: readonly string[], run: () => void) => ({
    ...playback(id, title, keys, run),
    id: `view.${id}`,
    group: "View" as const,
  });
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
    view("zoom-in", "Zoom in", ["W", "+"], () => act().zoom(zoomIn)),
    view("zoom-out", "Zoom out", ["S", "-"], () => act().zoom(1 / zoomIn)),
    view("pan-left", "Move left", ["A"], () => act().pan(-panShare)),
    view("pan-right", "Move right", ["D"], () => act().pan(panShare)),
    view("fit", "Show all of it", ["F"], () => act().fit()),
    view("lock", locked ? "Unlock the crosshair" : "Lock the crosshair", ["L"], () =>
      act().toggleLock(),
    ),
    view("deselect", "Select nothing", ["Esc"], () => act().select(null)),
  ]);
}
