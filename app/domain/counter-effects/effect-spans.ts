/** Stretches of time that a log tells of, in which the counters of the server may tell how it fared. */
import type { ActivityName, Phase } from "../../contract/phase.ts";
import { creationSpans } from "../creation-cost/creation-spans.ts";
import type { Span } from "../timeline/span.ts";

export interface EffectSpan extends Span {
  /** "creation of Sales_snap", "slow I/O on Sales.mdf and 2 other files". */
  readonly what: string;
  /** Null: all logs are of one server. */
  readonly server: string | null;
}

interface SpanKind {
  readonly name: ActivityName | "checkpoint";
  readonly what: string;
  /** Phases that are no longer apart are one span. */
  readonly togetherMs: number;
}

/** A job takes one database after the other. */
const betweenStepsMs = 60_000;
/** 833 is told once in five minutes for each file, however long its volume stays slow. */
const betweenReportsMs = 330_000;

/** In the order in which one takes the other with it, where two are of the same time. */
const kinds: readonly SpanKind[] = [
  { name: "revert", what: "revert of", togetherMs: -1 },
  { name: "restore", what: "restore of", togetherMs: betweenStepsMs },
  { name: "backup", what: "backup of", togetherMs: betweenStepsMs },
  { name: "consistencyCheck", what: "consistency check of", togetherMs: betweenStepsMs },
  { name: "ioFreeze", what: "freeze of", togetherMs: betweenStepsMs },
  { name: "checkpoint", what: "checkpoint of", togetherMs: -1 },
  { name: "longIo", what: "slow I/O on", togetherMs: betweenReportsMs },
];

/** Spans by kind, creations first; within a kind in order of time. */
export const effectSpans = (phases: readonly Phase[]): readonly EffectSpan[] => [
  ...ofCreations(phases),
  ...kinds.flatMap((kind) => ofKind(phases, kind)),
];

const serverOf = ({ figures }: Phase): string | null =>
  typeof figures.server === "string" ? figures.server : null;

/** Only what has ended: how long the rest went on is not known. */
function ofCreations(phases: readonly Phase[]): EffectSpan[] {
  return creationSpans(phases).flatMap(({ snapshot, startMs, endMs }) => {
    const own = phases.find((phase) => phase.snapshot === snapshot && phase.startMs === startMs);
    const server = own === undefined ? null : serverOf(own);
    return endMs === null ? [] : { what: `creation of ${snapshot}`, startMs, endMs, server };
  });
}

interface Gathered extends Span {
  readonly server: string | null;
  readonly names: Set<string>;
  startMs: number;
  endMs: number;
}

function ofKind(phases: readonly Phase[], { name, what, togetherMs }: SpanKind): EffectSpan[] {
  const gathered: Gathered[] = [];
  for (const phase of phases) {
    if (phase.name !== name || phase.snapshot !== null || phase.endMs === null) continue;
    const [server, startMs, endMs] = [serverOf(phase), startOf(phase), phase.endMs];
    const last = gathered.findLast((one) => one.server === server);
    if (last !== undefined && startMs - last.endMs <= togetherMs) {
      last.startMs = Math.min(last.startMs, startMs);
      last.endMs = Math.max(last.endMs, endMs);
      last.names.add(subjectOf(phase));
    } else gathered.push({ server, startMs, endMs, names: new Set([subjectOf(phase)]) });
  }
  return gathered.map(({ names, ...span }) => ({ ...span, what: `${what} ${namesText(names)}` }));
}

/** An older form of 833 tells no duration, but that the I/O took longer than the threshold. */
function startOf({ name, startMs, endMs, figures }: Phase): number {
  const seconds = figures.thresholdSeconds;
  return name === "longIo" && typeof seconds === "number" && endMs !== null
    ? Math.min(startMs, endMs - seconds * 1000)
    : startMs;
}

function subjectOf({ name, database, figures }: Phase): string {
  const file = name === "longIo" && typeof figures.file === "string" ? figures.file : null;
  return file?.split(/[\\/]/).at(-1) ?? database ?? "a database";
}

function namesText(names: ReadonlySet<string>): string {
  const [first = "", second] = names;
  if (names.size <= 2) return second === undefined ? first : `${first} and ${second}`;
  return `${first} and ${names.size - 1} others`;
}
