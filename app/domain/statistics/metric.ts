/** How values of a metric are written. Numbers become text as in reports: the same on every machine. */
import type { Interval } from "../../contract/comparison.ts";
import type { Metric } from "../../contract/metric.ts";
import { byteUnit, formatBytes } from "../format/bytes.ts";
import { formatNumber, readableDigits } from "../format/numbers.ts";
import { atBegin } from "../format/report-text.ts";
import { formatTidyDuration } from "../format/times.ts";

type Unit = Metric["unit"];

/** At the begin of a row, a column or a chart: "Throughput", "Response p99". */
export const metricHeading = (name: string): string =>
  /^p\d/.test(name) ? `Response ${name}` : atBegin(name);

/** The unit of a value as it is, for the head of a column: "transactions/s", "ms". */
export function unitName(unit: Unit): string {
  if (typeof unit === "object") return unit.name;
  return { milliseconds: "ms", duration: "ms", bytes: "bytes", share: "0 to 1" }[unit];
}

/** "122 ms", "598 transactions/s". */
export const valueText = (unit: Unit, value: number): string => withUnit(unit, [value]);

/**
 * "122", beside a unit that stands elsewhere; durations and bytes keep theirs. `among`: what it stands
 * beside, of which all bytes are in the unit of the largest.
 */
export const bareText = (unit: Unit, value: number, among: readonly number[] = [value]): string =>
  withoutUnit(unit, withUnit(unit, [value], { among }));

/** "120 to 125", likewise; "" where both ends are the same. */
export const intervalText = (
  unit: Unit,
  { low, high }: Pick<Interval, "low" | "high">,
  among: readonly number[] = [low, high],
): string => (low === high ? "" : withoutUnit(unit, rangeText(unit, low, high, among)));

const withoutUnit = (unit: Unit, text: string): string =>
  unit === "duration" || unit === "bytes" ? text : text.slice(0, -nameOf(unit).length - 1);

/** "122 to 168 ms": as many decimals as tell them apart. */
export function rangeText(
  unit: Unit,
  from: number,
  to: number,
  among: readonly number[] = [from, to],
): string {
  let digits = digitsOf(Math.max(Math.abs(from), Math.abs(to)) * factorOf(unit));
  const isAlike = () => withUnit(unit, [from], { digits }) === withUnit(unit, [to], { digits });
  while (from !== to && digits < mostDigits && isAlike()) digits += 1;
  return withUnit(unit, [from, to], { digits, among });
}

/** "−3.0 to +80 ms": an interval of a change. */
export const changeRangeText = (unit: Unit, from: number, to: number): string =>
  withUnit(unit === "share" ? "points" : unit, [from, to], { sign: signOf });

/** A change without its sign, for "rose by": "45 ms"; of a share, in percentage points. */
export const sizeText = (unit: Unit, change: number): string =>
  withUnit(unit === "share" ? "points" : unit, [Math.abs(change)]);

/** "+36.8 %": a share of the base. From ten times the base on "16-fold": who reads "+1,475.1 %" divides. */
export function relativeText(share: number): string {
  const factor = 1 + share;
  return factor >= 10
    ? `${formatNumber(factor)}-fold`
    : `${signOf(share)}${formatNumber(Math.abs(100 * share), 1)} %`;
}

/** "1 %", "0.25 %": a share that somebody gave. */
export const shareText = (share: number): string =>
  `${formatNumber(100 * share, decimalsOf(100 * share))} %`;

/** Decimals, as few as tell the number, two at most; more of what would be written as zero. */
function decimalsOf(value: number): number {
  const isWritten = (digits: number) => Math.abs(value - Number(value.toFixed(digits))) < 1e-9;
  return [0, 1].find(isWritten) ?? Math.max(2, digitsOf(Math.abs(value)));
}

const signOf = (value: number): string => (value < 0 ? "−" : "+");

/** How many decimals a number gets at most, to be told from another or from zero. */
const mostDigits = 6;

interface Writing {
  /** Decimals; absent: as many as each value needs. */
  readonly digits?: number;
  readonly sign?: (value: number) => string;
  /** The values whose largest has the unit of all bytes. */
  readonly among?: readonly number[];
}

/** Values as they stand in a sentence; a unit of all of them stands once, after the last. */
function withUnit(
  unit: Unit | "points",
  values: readonly number[],
  { digits, sign = (value) => (value < 0 ? "−" : ""), among = values }: Writing = {},
): string {
  const sizes = values.map(Math.abs);
  const scale = byteUnit(Math.max(...among.map(Math.abs)));
  const texts =
    unit === "duration"
      ? sizes.map(formatTidyDuration)
      : unit === "bytes"
        ? sizes.map((size) => formatBytes(size, scale))
        : sizes
            .map((size) => size * factorOf(unit))
            .map((size) => formatNumber(size, digits ?? digitsOf(size)));
  const signed = texts.map((text, at) => `${sign(values[at] ?? 0)}${text}`).join(" to ");
  return unit === "duration" || unit === "bytes" ? signed : `${signed} ${nameOf(unit)}`;
}

/**
 * The decimals that one reads at a glance; a third below a tenth, where 0.004 and 0.008 would be alike,
 * and more for what would be written as zero, and is none.
 */
function digitsOf(size: number): number {
  let digits = size > 0 && size < 0.1 ? 3 : readableDigits(size);
  while (size > 0 && size < 0.5 * 10 ** -digits && digits < mostDigits) digits += 1;
  return digits;
}

const factorOf = (unit: Unit | "points"): number =>
  unit === "share" || unit === "points" ? 100 : 1;

function nameOf(unit: Exclude<Unit | "points", "duration" | "bytes">): string {
  if (typeof unit === "object") return unit.name;
  return { milliseconds: "ms", share: "%", points: "percentage points" }[unit];
}
