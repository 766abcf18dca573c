/** A predicted throughput in words: how many transactions, how fast, and what keeps them from being more. */
import { formatNumber } from "./format/numbers.ts";
import { formatMilliseconds } from "./format/times.ts";
import { contended, processors, saturated, type Throughput } from "./throughput.ts";

export interface ThroughputRow {
  readonly name: string;
  readonly value: string;
  readonly what: string;
}

export function throughputRows(throughput: Throughput): ThroughputRow[] {
  const { perSecond, perSecondRange } = throughput;
  const printed = (rate: number) => formatNumber(twoDigits(rate), rate < 10 ? 1 : 0);
  const rate =
    perSecondRange === null
      ? `≈ ${printed(perSecond)}/s`
      : `${printed(perSecondRange.least)} to ${printed(perSecondRange.most)}/s`;
  if (perSecond === 0) return [{ name: "Transactions", value: "none", what: "nobody works" }];
  if (throughput.rowHeld >= contended) {
    const what = "users wait for rows that others hold: few warehouses for so many of them";
    return [{ name: "Transactions", value: "not known", what }];
  }
  return [
    {
      name: "Transactions",
      value: rate,
      what: `${limitOf(throughput)}; before a snapshot`,
    },
    {
      name: "Response time",
      value: responseText(throughput),
      what: "mean, before a snapshot",
    },
  ];
}

function responseText({ responseMs, responseRange }: Throughput): string {
  const text = (ms: number) => formatMilliseconds(twoDigits(ms));
  if (responseRange === null) return `≈ ${text(responseMs)}`;
  return `${text(responseRange.leastMs)} to ${text(responseRange.mostMs)}`;
}

function limitOf({ busiest: { name, share }, thinking }: Throughput): string {
  const what = name === processors ? processors : `volume ${name}`;
  const busy = `${what} ${formatNumber(100 * share)} % busy`;
  if (share >= saturated) return `as many as ${what} ${name === processors ? "take" : "takes"}`;
  return thinking > 0.5 ? `limited by think time, ${busy}` : `limited by response time, ${busy}`;
}

/** 4,873 is 4,900: a model is not known better. */
const twoDigits = (value: number): number => Number(value.toPrecision(2));
