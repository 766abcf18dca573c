/** What a creation cost, in words: the same on every screen, on paper and in a terminal. */
import {
  type CreationCost,
  isOfDatabase,
  type Judged,
  type SpanFigures,
} from "../../contract/creation-cost.ts";
import { nameOfArraySnapshot, nameOfCreation } from "../acts/act-names.ts";
import { meanwhile } from "../acts/meanwhile.ts";
import { formatNumber, formatReadable } from "../format/numbers.ts";
import { atBegin, changeText } from "../format/report-text.ts";
import { formatTidyDuration } from "../format/times.ts";
import { withSetup } from "../setup-phrase.ts";

/** Where it was seen: what is seen once is not proved, and the words for that differ. */
export type SeenIn = "run" | "log";

type Told = Omit<CreationCost, "sentence">;

const notProved: Readonly<Record<SeenIn, string>> = {
  run: "From one run only; compare several to be sure.",
  log: "Seen once only: not enough to be sure.",
};

/** Said of a change where something else went on. */
const notItsOwn = (cost: Told): string =>
  `Something else ran at the same time, so ${cost.array === undefined ? "the creation" : "the array snapshot"}'s own share is not known.`;

export function costSentence(cost: Told, seenIn: SeenIn, setup: string | null): string {
  const { snapshot, durationMs } = cost;
  return withSetup(
    setup,
    durationMs === null
      ? `${atBegin(cost.array === undefined ? nameOfCreation(snapshot) : nameOfArraySnapshot(snapshot))} had not completed when the recording ended.`
      : [tookSentence(cost), ...changeSentences(cost, seenIn)].join(" "),
  );
}

export const tookSentence = ({
  snapshot,
  durationMs,
  givenMs,
  fromStartup,
  array,
}: Pick<Told, "snapshot" | "durationMs" | "givenMs" | "fromStartup" | "array">): string =>
  array !== undefined
    ? `Array snapshot ‘${snapshot}’ took ${formatTidyDuration(durationMs)}${frozenText(array, givenMs)}.`
    : `Creating ‘${snapshot}’ took ${fromStartup === true ? "at least " : ""}${formatTidyDuration(durationMs)}${ofWhichGiven(givenMs)}${fromStartup === true ? "; what came before its start-up is not logged" : ""}.`;

/** ", of which 3.40 s were given, not predicted, with writes frozen for 400 ms". */
const frozenText = ({ frozenMs }: NonNullable<Told["array"]>, givenMs: number): string =>
  `${ofWhichGiven(givenMs)}, ${frozenMs === null ? "without a freeze" : `with writes frozen for ${formatTidyDuration(frozenMs)}`}`;

/** "took 7 min 40 s, of which 6 min 37 s were given, not predicted": what its scenario told it to wait. */
export const ofWhichGiven = (givenMs: number): string =>
  givenMs > 0 ? `, of which ${formatTidyDuration(givenMs)} were given, not predicted` : "";

/** What a creation that completed changed, for how long, and what is not known of it. */
export function changeSentences(cost: Told, seenIn: SeenIn): string[] {
  const clauses = [
    ...(cost.throughput === null ? [] : [clauseOf(throughput, cost, cost.throughput)]),
    ...(cost.p99 === null ? [] : [clauseOf(p99, cost, cost.p99)]),
  ];
  if (clauses.length === 0) return ["No throughput was recorded during it."];
  if (isIdle(cost)) {
    return ["No transaction ran while it was watched, so there is no cost to measure."];
  }
  const judged = [cost.throughput, cost.p99].filter((one) => one !== null);
  const changed = judged.some(({ during, after }) => isChange(during) || isChange(after));
  const { others = [] } = cost;
  return [
    `${atBegin(clauses.join("; "))}${meanwhile(others)}.`,
    ...spanSentence(cost),
    ...notBackSentence(cost),
    ...(judged.every(({ usual }) => usual === null) ? [unknownSentence(cost, seenIn)] : []),
    ...(changed ? [others.length > 0 ? notItsOwn(cost) : notProved[seenIn]] : []),
  ];
}

const isIdle = ({ before, during, after }: Told): boolean =>
  during !== null &&
  [before, during, after].every((span) => span === null || span.transactionsPerSecond === 0);

interface Words {
  readonly name: string;
  readonly unit: string;
  readonly figureOf: (figures: SpanFigures | null) => number | null;
  readonly text: (value: number | null) => string;
  /** Whether a change is told as a share as well. */
  readonly share: boolean;
}

const throughput: Words = {
  name: "throughput",
  unit: "transactions/s",
  figureOf: (figures) => figures?.transactionsPerSecond ?? null,
  text: (value) => formatNumber(value, 1),
  share: true,
};

const p99: Words = {
  name: "p99",
  unit: "ms",
  figureOf: (figures) => figures?.responses?.p99Ms ?? null,
  text: formatReadable,
  share: false,
};

export const isChange = (judgement: Judged["during"] | null): judgement is "rose" | "fell" =>
  judgement === "rose" || judgement === "fell";

/** "p99 rose from 102 to 152 ms for 20 s". */
function clauseOf(words: Words, cost: Told, { during, after, lastedMs }: Judged): string {
  const { name, unit, figureOf, text } = words;
  const [before, value, later] = [cost.before, cost.during, cost.after].map(figureOf);
  const base = before ?? null;
  if (isChange(during)) {
    const lasted = lastedMs === null ? "" : ` for ${formatTidyDuration(lastedMs)}`;
    return `${name} ${during} ${step(words, base, value ?? null)}${lasted}`;
  }
  if (during === "unchanged" && isChange(after)) {
    const length = cost.after === null ? 0 : cost.after.toMs - cost.after.fromMs;
    return `${name} unchanged during it, but ${after} ${step(words, base, later ?? null)} in the ${formatTidyDuration(length)} after it`;
  }
  const figures = [
    ...(base === null ? [] : [`${text(base)} ${unit} before`]),
    `${text(value ?? null)}${base === null ? ` ${unit}` : ""} during`,
    ...((later ?? null) === null ? [] : [`${text(later ?? null)} after`]),
  ].join(", ");
  if (during !== "unchanged") return `${name} ${figures}`;
  const isFar = [value, later].some((other) => isFarFrom(base, other ?? null));
  return `${name} ${isFar ? "within its usual range" : "unchanged"} (${figures})`;
}

/** A baseline that strays proves no change, however far a figure lies from its mean. That is not called unchanged. */
const farShare = 0.1;

const isFarFrom = (base: number | null, value: number | null): boolean =>
  base !== null && value !== null && Math.abs(value - base) > farShare * base;

/** "from 598.0 to 512.3 transactions/s (−14.3 %)". */
function step({ unit, text, share }: Words, base: number | null, value: number | null): string {
  const change = share ? changeText(base, value) : null;
  return `from ${text(base)} to ${text(value)} ${unit}${change === null ? "" : ` (${change})`}`;
}

/** A creation can be over before there is a figure of it. */
function spanSentence({ during, durationMs, array }: Told): string[] {
  if (during === null || durationMs === null) return [];
  const lengthMs = during.toMs - during.fromMs;
  return lengthMs > durationMs
    ? [
        `The ${array === undefined ? "creation" : "array snapshot"} is too short to measure by itself: the figures are of the ${formatTidyDuration(lengthMs)} from its start.`,
      ]
    : [];
}

/**
 * What a database and an array snapshot cost, side by side, where a run has one of each: the first of each kind that
 * was completed. Null: it has not.
 */
export function kindsSentence(costs: readonly CreationCost[], setup: string | null): string | null {
  const done = costs.filter(({ durationMs }) => durationMs !== null);
  const [ofDatabase, ofArray] = [done.find(isOfDatabase), done.find((cost) => !isOfDatabase(cost))];
  if (ofDatabase === undefined || ofArray === undefined) return null;
  const told = (cost: CreationCost) => {
    const effect =
      cost.throughput === null
        ? "throughput not measured"
        : clauseOf(throughput, cost, cost.throughput);
    return `‘${cost.snapshot}’ took ${formatTidyDuration(cost.durationMs)}${cost.array === undefined ? "" : frozenText(cost.array, cost.givenMs)}: ${effect}`;
  };
  return withSetup(
    setup,
    `Database snapshot ${told(ofDatabase)}; array snapshot ${told(ofArray)}.`,
  );
}

/** Changed during the creation, and not as usual again in all that was watched. */
export const isNotBack = (judged: Judged | null): boolean =>
  judged !== null && isChange(judged.during) && judged.lastedMs === null;

const atOnceMs = 1000;

function notBackSentence(cost: Told): string[] {
  const names = [throughput, p99].flatMap(({ name }) => {
    const judged = name === "p99" ? cost.p99 : cost.throughput;
    return isNotBack(judged) ? [name] : [];
  });
  const watchedMs = (cost.throughput ?? cost.p99)?.watchedMs ?? 0;
  if (names.length === 0) return [];
  const subject = atBegin(names.join(" and "));
  const acts = meanwhile(cost.othersAfter ?? []);
  if (cost.next !== undefined) {
    const when = watchedMs < atOnceMs ? "at once" : `${roughText(watchedMs)} after it`;
    return [`${subject} had not recovered when ${cost.next} began, ${when}${acts}.`];
  }
  return watchedMs <= 0
    ? [`What came after it was not recorded.`]
    : [`${subject} did not recover in the ${roughText(watchedMs)} after it${acts}.`];
}

function unknownSentence({ before }: Told, seenIn: SeenIn): string {
  const lengthMs = before === null ? 0 : before.toMs - before.fromMs;
  const what = lengthMs <= 0 ? "The time" : `The ${roughText(lengthMs)}`;
  const advice = seenIn === "run" ? " Let the run settle longer." : "";
  return `${what} before the snapshot ${lengthMs <= 0 ? "was" : "were"} too short to compare with.${advice}`;
}

/** How long something was watched matters to the second, if at all. */
const roughText = (ms: number): string =>
  formatTidyDuration(ms < 10_000 ? ms : 1000 * Math.round(ms / 1000));
