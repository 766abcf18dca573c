/** Which series of a chart are switched off by its legend. */
import { useState } from "react";

export interface SeriesSwitch {
  readonly off: ReadonlySet<number>;
  /** Switches a series off or on; the last one that is on brings all back. `alone`: all others off, or back on. */
  turn(series: number, alone: boolean): void;
}

export const noneOff: ReadonlySet<number> = new Set();

export function useSeriesSwitch(count: number): SeriesSwitch {
  const [off, setOff] = useState(noneOff);
  return {
    off,
    turn: (series, alone) => setOff((before) => turned(before, count, series, alone)),
  };
}

function turned(
  off: ReadonlySet<number>,
  count: number,
  series: number,
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
