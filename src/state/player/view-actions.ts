/** What is done to a view of time, by key and in the palette: the same wherever one looks at a timeline. */
import { type Action, useActions } from "../shell/actions.ts";
import { type PlayerStore, usePlayerState } from "./player.ts";

const zoomIn = 0.8;
const panShare = 0.1;

interface ViewActionOptions {
  /** Arrows, which move a playhead where there is one, move the view. */
  readonly arrowsPan?: boolean;
}

export function useViewActions(player: PlayerStore, options: ViewActionOptions = {}): void {
  const locked = usePlayerState(player, (state) => state.cursorLocked);
  const act = () => player.getState();
  const withArrow = (key: string, arrow: string): readonly string[] =>
    options.arrowsPan === true ? [key, arrow] : [key];
  const view = (id: string, title: string, keys: readonly string[], run: () => void): Action => ({
    id: `view.${id}`,
    title,
    group: "View",
    keys,
    run,
  });
  useActions([
    view("zoom-in", "Zoom in", ["W", "+"], () => act().zoom(zoomIn)),
    view("zoom-out", "Zoom out", ["S", "-"], () => act().zoom(1 / zoomIn)),
    view("pan-left", "Move left", withArrow("A", "ArrowLeft"), () => act().pan(-panShare)),
    view("pan-right", "Move right", withArrow("D", "ArrowRight"), () => act().pan(panShare)),
    view("fit", "Show all of it", ["F"], () => act().fit()),
    view("lock", locked ? "Unlock the crosshair" : "Lock the crosshair", ["L"], () =>
      act().toggleLock(),
    ),
  ]);
}
