/** The predicted throughput and response time as rows of the preview. */
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { formatMilliseconds } from "../../../../app/domain/format/times.ts";
import { processors, saturated, type Throughput } from "../../../../app/domain/throughput.ts";
import type { Prediction } from "./use-throughput.ts";

export interface Row {
  readonly name: string;
  readonly value: string;
  readonly what: string;
}

const waiting = "asking the devices what they can do";

/** Null: of a real run the machine decides. */
export function throughputRows(prediction: Prediction | null): Row[] {
  if (prediction === null) return [];
  const { throughput, problem } = prediction;
  if (throughput === null) {
    return [{ name: "Transactions", value: "not known", what: problem ?? waiting }];
  }
  const { perSecond, perSecondRange } = throughput;
  const printed = (rate: number) => formatNumber(twoDigits(rate), rate < 10 ? 1 : 0);
  const rate =
    perSecondRange === null
      ? `≈ ${printed(perSecond)}/s`
      : `${printed(perSecondRange.least)} to ${printed(perSecondRange.most)}/s`;
  if (perSecond === 0) return [{ name: "Transactions", value: "none", what: "nobody works" }];
  return [
    { name: "Transactions", value: rate, what: `${limitOf(throughput)}; before a snapshot` },
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

/** What keeps them from being more. */
function limitOf({ busiest: { name, share }, thinking }: Throughput): string {
  const what = name === processors ? processors : `volume ${name}`;
  const busy = `${what} ${formatNumber(100 * share)} % busy`;
  if (share >= saturated) return `as many as ${what} ${name === processors ? "take" : "takes"}`;
  return thinking > 0.5 ? `limited by think time, ${busy}` : `limited by response time, ${busy}`;
}

/** 4,873 is 4,900: a model is not known better. */
const twoDigits = (value: number): number => Number(value.toPrecision(2));
