/** The phases of one creation, with what each took; for runs and for imported logs alike. */
import type { Phase } from "../../contract/phase.ts";
import { percentOf, secondsOf } from "./numbers.ts";
import { left, renderTable, right } from "./table.ts";

/** `creationMs` null: the log does not show the end, so there are no shares. */
export function phaseTable(phases: readonly Phase[], creationMs: number | null): string {
  const rows = phases.map((phase) => {
    const { endMs } = phase;
    const bound = phase.endSource === "bound" ? "at most" : "";
    if (endMs === null) return [phase.name, secondsOf(phase.startMs), "-", "-", "-", "unfinished"];
    const duration = endMs - phase.startMs;
    return [
      phase.name,
      secondsOf(phase.startMs),
      secondsOf(endMs),
      secondsOf(duration),
      creationMs === null ? "-" : percentOf(duration, creationMs),
      bound,
    ];
  });
  return renderTable(
    [
      left("phase"),
      right("start s"),
      right("end s"),
      right("duration s"),
      right("% of creation"),
      left(""),
    ],
    rows,
  );
}
