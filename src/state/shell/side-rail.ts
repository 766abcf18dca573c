/** Whether the rail beside the data is open: kept for wide windows, in narrow ones the user's own act each time. */
import { useState, useSyncExternalStore } from "react";
import * as z from "zod";
import { useSetting } from "../services/settings.ts";
import { useActions } from "./actions.ts";

export interface SideRailState {
  readonly isNarrow: boolean;
  readonly isOpen: boolean;
  onToggle(): void;
}

/** Beside the rail the plots would have too little of the window. */
const narrow = "(width < 1200px)";

function onNarrow(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

const useIsNarrow = (): boolean => useSyncExternalStore(onNarrow, () => matchMedia(narrow).matches);

/** `label`: what is in the rail, for the palette. */
export function useSideRail(label: string): SideRailState {
  const isNarrow = useIsNarrow();
  const [keptOpen, keepOpen] = useSetting("rail.open", z.boolean(), true);
  // A drawer hides data: it is never open but by the user's own act.
  const [drawerOpen, openDrawer] = useState(false);
  const isOpen = isNarrow ? drawerOpen : keptOpen;
  const onToggle = (): void => (isNarrow ? openDrawer(!drawerOpen) : keepOpen(!keptOpen));
  const title = `${isOpen ? "Hide" : "Show"}: ${label}`;
  useActions([{ id: "view.rail", title, group: "View", keys: "Ctrl+B", run: onToggle }]);
  return { isNarrow, isOpen, onToggle };
}
