/** Figures of a phase. Their names depend on what its source prints, so each may be missing. */
import type { ReportPhase } from "../contract/report.ts";

type Figures = Pick<ReportPhase, "figures">;

export function numberOf({ figures }: Figures, key: string): number | null {
  const value = figures[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Null also where it is there and empty. */
export function textOf({ figures }: Figures, key: string): string | null {
  const value = figures[key];
  return typeof value === "string" && value !== "" ? value : null;
}

export const isSet = ({ figures }: Figures, key: string): boolean => figures[key] === true;
