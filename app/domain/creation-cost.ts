/**
 * What the first creation of a run cost, as the list of runs tells it: how long it took, and the 99th
 * percentile of the response time before and after it. The two spans are of one length, at most 30 s:
 * one ends where the creation begins and does not reach into the warm-up, the other begins where it is
 * complete; neither holds another creation or anything else that was asked of the run. Each percentile
 * is that of all transactions of the samples that lie in the span as a whole: their histograms are
 * merged, since percentiles cannot be averaged.
 */
import { lastingCommands } from "../contract/command.ts";
import type { RunEvent } from "../contract/events.ts";
import type { Frame } from "../contract/frame.ts";
import { LatencyHistogram } from "./series/latency-histogram.ts";
import type { Span } from "./timeline/span.ts";

/** Null: no creation was completed, or its spans hold too little. Milliseconds. */
export interface CreationCost {
  readonly creationMs: number | null;
  readonly p99BeforeMs: number | null;
  readonly p99AfterMs: number | null;
}

export const noCreationCost: CreationCost = {
  creationMs: null,
  p99BeforeMs: null,
  p99AfterMs: null,
};

/** Long enough for a steady percentile, short enough that a long run says the same as a short one. */
const longestSpanMs = 30_000;
/** Where samples are far apart, a span holds as many. */
const fewestSamples = 10;
/** The 99th percentile of fewer is their maximum. */
const fewestTransactions = 100;

const nsPerMs = 1e6;

export interface CompletedCreation {
  readonly snapshot: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Engine time between which and it nothing else was asked of the run. */
  readonly quietFromMs: number;
  readonly quietToMs: number;
}

interface Creation {
  readonly snapshot: string;
  readonly startMs: number;
  endMs: number | null;
}

/** Finds the first creation that was completed, while the events of a run go by. */
export class CreationWatch {
  readonly #creations: Creation[] = [];
  /** What else changed what is measured, ms. */
  readonly #actsMs: number[] = [];

  take(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.kind === "phase") this.#takePhase(event);
      else if (event.kind === "command" && isOtherAct(event)) {
        this.#actsMs.push(event.atNs / nsPerMs);
      }
    }
  }

  /** `endMs`: how far the recording goes. Null: none was completed. */
  first({
    warmupMs,
    endMs,
  }: {
    readonly warmupMs: number;
    readonly endMs: number;
  }): CompletedCreation | null {
    const creation = this.#creations.find((one) => one.endMs !== null);
    if (creation === undefined || creation.endMs === null) return null;
    const { snapshot, startMs, endMs: completeMs } = creation;
    const others = this.#creations.filter((other) => other !== creation);
    const before = [...others.map((other) => other.endMs ?? other.startMs), ...this.#actsMs].filter(
      (timeMs) => timeMs <= startMs,
    );
    const after = [...others.map((other) => other.startMs), ...this.#actsMs].filter(
      (timeMs) => timeMs >= completeMs,
    );
    return {
      snapshot,
      startMs,
      endMs: completeMs,
      quietFromMs: Math.max(warmupMs, ...before),
      quietToMs: Math.min(endMs, ...after),
    };
  }

  /** Phases are told again as they progress; each `files` of another moment begins a creation. */
  #takePhase({ snapshot, name, startMs, endMs }: Extract<RunEvent, { kind: "phase" }>): void {
    if (snapshot === null) return;
    const known = this.#creations.findLast((creation) => creation.snapshot === snapshot);
    if (name === "files" && known?.startMs !== startMs) {
      this.#creations.push({ snapshot, startMs, endMs: null });
    }
    if (name === "complete" && known !== undefined) known.endMs = endMs ?? startMs;
  }
}

/** A creation is told by its phases: when it was asked for is part of it. */
const isOtherAct = ({ command, outcome }: Extract<RunEvent, { kind: "command" }>): boolean =>
  outcome === "applied" && command.kind !== "createSnapshot" && lastingCommands.has(command.kind);

/** The two spans of a creation. Null: there is no time before it or after it. */
export function spansAround(
  { startMs, endMs, quietFromMs, quietToMs }: CompletedCreation,
  sampleIntervalMs: number,
): { readonly before: Span; readonly after: Span } | null {
  const longestMs = Math.max(longestSpanMs, fewestSamples * sampleIntervalMs);
  const lengthMs = Math.min(startMs - quietFromMs, quietToMs - endMs, longestMs);
  if (lengthMs <= 0) return null;
  return {
    before: { startMs: startMs - lengthMs, endMs: startMs },
    after: { startMs: endMs, endMs: endMs + lengthMs },
  };
}

/** The response times of the samples that lie in a span. */
export class SpanResponses {
  readonly #span: Span;
  readonly #histogram = new LatencyHistogram();

  constructor(span: Span) {
    this.#span = span;
  }

  /** `fromMs`: where the first sample of the frame begins. */
  take({ timeMs, events }: Pick<Frame, "timeMs" | "events">, fromMs: number): void {
    const inside = new Set(
      timeMs.filter((endMs, sample) => {
        const startMs = sample === 0 ? fromMs : (timeMs[sample - 1] ?? fromMs);
        return startMs >= this.#span.startMs && endMs <= this.#span.endMs;
      }),
    );
    for (const event of events) {
      if (event.kind !== "latency" || event.type !== "all" || !inside.has(event.atMs)) continue;
      this.#histogram.add(Float64Array.from((event.buckets ?? []).flat()));
    }
  }

  /** Null: too few transactions. */
  get p99Ms(): number | null {
    return this.#histogram.count < fewestTransactions ? null : this.#histogram.percentileMs(99);
  }
}
