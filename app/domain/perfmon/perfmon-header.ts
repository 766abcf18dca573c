/**
 * The first line of a Perfmon file: "(PDH-CSV 4.0) (zone)(minutes)", then a counter in each cell.
 * Who saved it again may have changed the separator, dropped the quotes or renamed the first cell.
 */
import { splitCells } from "./cells.ts";
import { parseCounterPath, parseLooseCounterPath } from "./counter-path.ts";
import type { CounterPath } from "./perfmon-table.ts";

export interface PerfmonHeader {
  /** Whether it bears the signature, and not only counters. */
  readonly signed: boolean;
  /** Between cells: "," ";" or a tab. */
  readonly separator: string;
  readonly zone: string | null;
  readonly utcOffsetMinutes: number | null;
  /** By cell after the first; null for a cell that names no counter. */
  readonly counters: readonly (CounterPath | null)[];
}

const signature = /^\(PDH-[CT]SV \d\.\d\)/i;
const separators = ["\t", ",", ";"] as const;

/** Null for any other line. */
export function parseHeader(line: string): PerfmonHeader | null {
  const text = line.replace(/^\uFEFF/, "").trim();
  const bare = text.startsWith('"') ? text.slice(1) : text;
  const signed = signature.test(bare);
  const separator = separatorOf(text, signed);
  if (separator === null) return null;
  const [time = "", ...names] = splitCells(text, separator);
  const counters = names.map(signed ? parseLooseCounterPath : parseCounterPath);
  if (!signed && counters.every((counter) => counter === null)) return null;
  return { signed, separator, ...zoneOf(time), counters };
}

/** The zone may hold any separator: it is the one before the first counter that counts. */
function separatorOf(text: string, signed: boolean): string | null {
  const first = /([\t,;]) ?"?\\/.exec(text)?.[1];
  if (first !== undefined) return first;
  return signed ? (separators.find((separator) => text.includes(separator)) ?? ",") : null;
}

const longestZone = 200;

/** "(PDH-CSV 4.0) (zone)(minutes)"; the zone may hold parentheses, be cut, or be missing. */
function zoneOf(cell: string): Pick<PerfmonHeader, "zone" | "utcOffsetMinutes"> {
  const found = signature.exec(cell);
  if (found === null) return { zone: null, utcOffsetMinutes: null };
  const rest = cell.slice(found[0].length).trim().slice(0, longestZone);
  const minutes = /\((-?\d{1,4})\)$/.exec(rest);
  const name = minutes === null ? rest : rest.slice(0, minutes.index);
  const opened = name.startsWith("(") ? name.slice(1) : name;
  // A cut name keeps its open parenthesis: only a closing one that is the last belongs to the form.
  const zone = (opened.endsWith(")") ? opened.slice(0, -1) : opened).trim();
  return {
    zone: zone === "" ? null : zone,
    utcOffsetMinutes: minutes === null ? null : offsetOf(Number(minutes[1])),
  };
}

/** The header has what must be added to local time to get UTC. Zones lie within 15 hours. */
function offsetOf(bias: number): number | null {
  if (Math.abs(bias) > 15 * 60) return null;
  return bias === 0 ? 0 : -bias;
}

/** Lines before the header that are looked through: a prompt, a command, blank lines. */
export const maxPreambleLines = 50;
