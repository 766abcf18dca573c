/** Whether a screen shows the page map in the place of its log. */
import { useMemo } from "react";
import * as z from "zod";
import { useSetting } from "../services/settings.ts";
import { useActions } from "../shell/actions.ts";

export interface MapToggle {
  readonly isShown: boolean;
  show(): void;
  toggle(): void;
}

/** Kept under the setting. Null: there can be no map here. */
export function useMapToggle(setting: string, canHaveOne: boolean): MapToggle | null {
  const [isShown, show] = useSetting(setting, z.boolean(), false);
  const map = useMemo(
    () => ({ isShown, show: () => show(true), toggle: () => show(!isShown) }),
    [isShown, show],
  );
  useActions([
    {
      id: "view.page-map",
      title: isShown ? "Show the log in the place of the page map" : "Show the page map",
      group: "View",
      keys: "P",
      enabled: canHaveOne,
      run: map.toggle,
    },
  ]);
  return canHaveOne ? map : null;
}
