/** Whether counters stand on one axis, as in the SQLCAT paper's figure 4: kept, for Live and Replay alike. */
import * as z from "zod";
import { useSetting } from "../services/settings.ts";
import { useActions } from "../shell/actions.ts";

export interface OneAxis {
  readonly isOneAxis: boolean;
  choose(isOneAxis: boolean): void;
}

/** `isPossible`: there are counters that the figure has. */
export function useOneAxis(isPossible: boolean): OneAxis {
  const [chosen, choose] = useSetting("lanes.one-axis", z.boolean(), false);
  const isOneAxis = chosen && isPossible;
  useActions([
    {
      id: "view.one-axis",
      title: isOneAxis ? "Each counter in a lane of its own" : "All counters on one axis",
      group: "View",
      keys: "O",
      enabled: isPossible,
      run: () => choose(!isOneAxis),
    },
  ]);
  return { isOneAxis, choose };
}
