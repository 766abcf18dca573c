/** Moments of a run that is to be: seconds from its start, and what its clock will show. */
import { maxDurationSeconds } from "../../contract/fields.ts";
import { type Scenario, virtualStartTime } from "../../contract/scenario.ts";
import { formatExact } from "../format/numbers.ts";
import { formatClock } from "../format/times.ts";
import { clockOrigin } from "../timeline/clock.ts";

type OfClock = Pick<Scenario, "mode" | "startTime">;

/** Local time of the start, as milliseconds since 1970 of a clock without zones; null: it begins when it is started. */
export function plannedOriginMs({ mode, startTime }: OfClock): number | null {
  if (mode === "real") return null;
  const originMs = clockOrigin(startTime ?? virtualStartTime);
  // What is being typed need not be a time yet.
  return originMs === 0 ? null : originMs;
}

/** "21:49:11"; null where nobody knows, or of a number that no run can have. */
export function plannedClock(scenario: OfClock, seconds: number | null | undefined): string | null {
  const originMs = plannedOriginMs(scenario);
  if (originMs === null || seconds == null || !(seconds >= 0 && seconds <= maxDurationSeconds)) {
    return null;
  }
  return formatClock(originMs, seconds * 1000).replace(/\.00$/, "");
}

/** "90 s", "2 min", "1 h 30 min": as short as an axis needs it. */
export function printTime(seconds: number): string {
  if (seconds === 0) return "0 s";
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds > 3600 && seconds % 60 === 0) {
    return `${Math.floor(seconds / 3600)} h ${(seconds % 3600) / 60} min`;
  }
  return seconds % 60 === 0 && seconds >= 120 ? `${seconds / 60} min` : `${formatExact(seconds)} s`;
}
