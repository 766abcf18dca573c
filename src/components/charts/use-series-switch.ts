/** Which series of a chart are switched off by its legend. */
import { useState } from "react";
import { noneOff } from "../../../app/charts/chart-reading.ts";

export interface SeriesSwitch {
  readonly off: ReadonlySet<number>;
  /**
   * Switches one of so many series off or on; the last one that is on brings all back. `alone`: all others off, or
   * back on.
   */
  turn(series: number, count: number, alone: boolean): void;
}

export function useSeriesSwitch(): SeriesSwitch {
  const [off, setOff] = useState(noneOff);
  return {
    off,
    turn: (series, count, alone) => setOff((before) => turned(before, series, count, alone)),
  };
}

function turned(
  off: ReadonlySet<number>,
  series: number,
  count: number,
  alone: boolean,
): ReadonlySet<number> {
  const others = Array.from({ length: count }, (_, at) => at).filter((at) => at !== series);
  const isAlone = !off.has(series) && others.every((at) => off.has(at));
  if (isAlone) return noneOff;
  if (alone) return new Set(others);
  const next = new Set(off);
  if (!next.delete(series)) next.add(series);
  return next;
}

/** Beside the name of a series, for who points at it. */
export const switchHelp = "Click: show or hide. Shift and click: show this one alone.";
