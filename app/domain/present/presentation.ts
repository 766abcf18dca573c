/**
 * The steps of a presentation, from whatever was recorded: a run that is over or goes on, a server's logs,
 * counters alone. They are bounded: what is left out is said at the end.
 */
import type { CounterEffect, Finding } from "../../contract/capture.ts";
import type { CreationCost } from "../../contract/creation-cost.ts";
import type { ActsOfRun } from "../acts/outages.ts";
import type { SeenIn } from "../creation-cost/cost-sentence.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { asSentence } from "../format/report-text.ts";
import type { PushLog } from "../page-map/push-log.ts";
import { isPartOf } from "../timeline/creation.ts";
import type { Band, Timeline } from "../timeline/timeline.ts";
import { wholeOf } from "../timeline/viewport.ts";
import { type ActStep, actSteps } from "./act-steps.ts";
import {
  beginsSuffix,
  condensedCreation,
  creationSteps,
  type PresentedCreation,
  pictureOfCreation,
} from "./creation-steps.ts";
import { happenedSteps } from "./happened-steps.ts";
import { pagesSteps } from "./pages-steps.ts";
import { isTold } from "./phase-of-band.ts";
import { surroundings, wholeLanes } from "./pictures.ts";
import { inPieces } from "./sentences.ts";
import type { Candidate, PresentStep } from "./step.ts";

export interface Presented {
  readonly timeline: Timeline;
  readonly seenIn: SeenIn;
  /** A run that goes on. */
  readonly underWay: boolean;
  /** What was found in a log; what a run's own log says is in its phases. */
  readonly findings: readonly Finding[];
  /** What the counters of a log show while it tells of something. */
  readonly effects: readonly CounterEffect[];
  /** The cost of each creation that is over, where they are judged. */
  readonly costs: readonly CreationCost[];
  readonly summary: ActsOfRun | null;
  /** Committed user transactions a second, after the warm-up; null: not known. */
  readonly perSecond: number | null;
  readonly hasCounters: boolean;
  /** Whether there are records to show: logs and wait statistics have them. */
  readonly hasRecords: boolean;
  /** Which pages were copied; null: nothing tells of them. */
  readonly pushes: PushLog | null;
}

/** More dots than these nobody counts, and a class has gone home. */
export const mostSteps = 40;
/** Some of these are for what else was done, however many snapshots were created. */
const mostOfOthers = 10;

/** At least one: what happened by the counters, which leads a conclusion too, then the rest in order of time. */
export function presentation(presented: Presented): readonly PresentStep[] {
  const creations = creationsOf(presented);
  const acts = actSteps(presented);
  const remarks = presented.seenIn === "log" ? presented.findings : [];
  // The last step of each creation says how long it took.
  const findings = remarks.filter(({ id }) => !id.startsWith("longCreation/"));
  const happened = happenedSteps(presented.timeline, presented.effects);
  const told = [...happened, ...creations, ...acts, ...findings];
  const found =
    told.length === 0
      ? []
      : [
          ...happened,
          ...bounded(presented, creations, acts, findings.toSorted(byWeight), happened.length),
        ];
  const steps = found.length === 0 ? [nothing(presented)] : found;
  return presented.underWay ? withNow(presented, steps) : steps;
}

const isCommand = ({ row, phase, snapshot }: Band): boolean =>
  row === "command" && phase === null && snapshot !== null;

/** In order of time. */
function creationsOf(presented: Presented): readonly PresentedCreation[] {
  const { timeline, costs, seenIn, underWay } = presented;
  const commands = timeline.bands.filter(isCommand).sort((a, b) => a.startMs - b.startMs);
  const phases = Map.groupBy(
    timeline.bands
      .filter(isTold)
      .filter(({ snapshot }) => snapshot !== null)
      .sort((a, b) => a.startMs - b.startMs),
    ({ snapshot }) => snapshot,
  );
  const { startMs } = wholeOf(timeline);
  return commands.map((creation, index) => {
    const earlier = commands.slice(0, index);
    const beside = earlier.findLast(({ endMs }) => endMs === null || endMs > creation.startMs);
    const ended = earlier.flatMap(({ endMs }) => endMs ?? []);
    return {
      ...{ timeline, creation, seenIn, underWay },
      snapshot: creation.snapshot ?? "",
      bands: (phases.get(creation.snapshot) ?? []).filter((band) => isPartOf(band, creation)),
      cost: costs.find((cost) => isCostOf(cost, creation)) ?? null,
      afterMs: Math.min(creation.startMs, Math.max(startMs, ...ended)),
      named: commands.length > 1,
      beside: beside?.snapshot ?? null,
    };
  });
}

/** Both begin with the first phase. */
const isCostOf = ({ snapshot, startMs }: CreationCost, creation: Band): boolean =>
  snapshot === creation.snapshot && Math.abs(startMs - creation.startMs) < 1;

const weights = { critical: 2, warning: 1, information: 0 } as const;
const byWeight = (a: Finding, b: Finding): number => weights[b.weight] - weights[a.weight];

/** What has room behind the steps before it: creations first, phase by phase as far as possible, then what weighs most of the rest. */
function bounded(
  presented: Presented,
  creations: readonly PresentedCreation[],
  acts: readonly ActStep[],
  findings: readonly Finding[],
  before: number,
): readonly PresentStep[] {
  let room = mostSteps - 1 - before;
  const kept: Candidate[] = [];
  const left = { creations: 0, acts: 0, findings: 0 };
  const take = (steps: readonly Candidate[]): boolean => {
    if (steps.length > room) return false;
    room -= steps.length;
    kept.push(...steps);
    return true;
  };
  const forOthers = Math.min(acts.length + findings.length, mostOfOthers);
  // In a run under way the newest is what one looks at.
  const inOrder = presented.underWay ? creations.toReversed() : creations;
  for (const [index, creation] of inOrder.entries()) {
    // Each of those to come has room for the one step that all of it takes.
    const later = creations.length - index - 1;
    const steps = creationSteps(creation);
    if (steps.length + later + forOthers <= room && take(steps)) continue;
    if (room <= forOthers || !take([condensedCreation(creation)])) left.creations += 1;
  }
  const half = Math.ceil(room / 2);
  for (const finding of findings) {
    const step =
      room > half || acts.length < room ? findingStep(presented, finding, creations) : null;
    if (step === null || !take([step])) left.findings += 1;
  }
  for (const act of acts.toSorted((a, b) => b.weight - a.weight)) {
    if (room <= 0 || !take([act.candidate()])) left.acts += 1;
  }
  const pages = pagesOf(presented, creations, kept).filter((step) => take([step]));
  const steps = kept
    .map((candidate) => afterPages(candidate, pages))
    .toSorted((a, b) => a.step.startMs - b.step.startMs || a.rank - b.rank)
    .map(({ step }) => step);
  return [...steps, ...leftOut(presented, left)];
}

/** What leads to the next creation is a moment, where the time before it has been shown by its pages. */
function afterPages(candidate: Candidate, pages: readonly Candidate[]): Candidate {
  const { step } = candidate;
  const isShown =
    step.id.endsWith(beginsSuffix) && pages.some((other) => other.step.endMs === step.endMs);
  return isShown ? { rank: 0, step: { ...step, startMs: step.endMs } } : candidate;
}

/** After all that is told of each creation, before the next one begins. */
function pagesOf(
  { timeline, pushes, underWay }: Presented,
  creations: readonly PresentedCreation[],
  told: readonly Candidate[],
): readonly Candidate[] {
  if (pushes === null) return [];
  const spans = creations.map(({ creation: { startMs, endMs } }, index) => {
    const nextMs = creations[index + 1]?.creation.startMs ?? timeline.endMs;
    const ends = told.flatMap(({ step }) =>
      step.startMs >= startMs && (step.endMs < nextMs || nextMs === timeline.endMs)
        ? [step.endMs]
        : [],
    );
    return { startMs, endMs: Math.max(endMs ?? timeline.endMs, ...ends) };
  });
  return pagesSteps(timeline, spans, pushes, underWay);
}

/** What is found is known when it is over. */
function findingStep(
  { timeline }: Presented,
  finding: Finding,
  creations: readonly PresentedCreation[],
): Candidate | null {
  const atMs = finding.endMs ?? finding.startMs ?? 0;
  const [sentence] = inPieces([asSentence(finding.title)]);
  if (sentence === undefined) return null;
  const span = { startMs: finding.startMs ?? atMs, endMs: atMs };
  const within = creations.find(
    ({ creation }) =>
      creation.startMs <= span.startMs && span.endMs <= (creation.endMs ?? timeline.endMs),
  );
  return {
    rank: 0,
    step: {
      ...{
        id: `finding/${finding.id}`,
        sentence,
        startMs: atMs,
        endMs: atMs,
        open: false,
        tells: [],
      },
      picture: within === undefined ? surroundings(timeline, span) : pictureOfCreation(within),
    },
  };
}

interface LeftOut {
  readonly creations: number;
  readonly acts: number;
  readonly findings: number;
}

function leftOut({ timeline }: Presented, { creations, acts, findings }: LeftOut): PresentStep[] {
  const parts = [
    ...(creations > 0 ? [countOf(creations, "creation")] : []),
    ...(acts > 0 ? [countOf(acts, "other act")] : []),
    ...(findings > 0 ? [countOf(findings, "finding")] : []),
  ];
  if (parts.length === 0) return [];
  const sentence = `Left out here: ${parts.join(", ")}. Replay shows all of them.`;
  return [momentAtEnd(timeline, "left-out", sentence)];
}

const momentAtEnd = (timeline: Timeline, id: string, sentence: string): PresentStep => ({
  ...{ id, sentence, open: false, tells: [] },
  ...{ startMs: timeline.endMs, endMs: timeline.endMs },
  picture: wholeLanes(timeline),
});

/** What a recording is that has no step of its own, and how it could be presented. */
function nothing(presented: Presented): PresentStep {
  const { timeline } = presented;
  const startMs = Math.min(timeline.warmupEndMs, timeline.endMs);
  const sentence = nothingSentence(presented);
  return { ...momentAtEnd(timeline, "nothing", sentence), startMs, open: presented.underWay };
}

function nothingSentence(presented: Presented): string {
  const { seenIn, hasCounters, hasRecords, timeline, underWay } = presented;
  if (seenIn === "run") {
    if (underWay) return "The run goes on; no snapshot has been created yet.";
    if (timeline.endMs <= 0) return "Nothing was recorded of this run.";
    const { perSecond } = presented;
    const rate =
      perSecond === null
        ? ""
        : `: ${formatNumber(perSecond, 1)} committed user transactions/s after the warm-up`;
    return `No snapshot was created in this run${rate}.`;
  }
  if (hasCounters && !hasRecords) {
    return "These are counters alone. Opened together with the ERRORLOG of the same time, they have its phases as steps.";
  }
  return hasRecords
    ? "This log tells of no snapshot, backup, restore or recovery: there is nothing to present in steps."
    : "Nothing is in these files that could be presented.";
}

/** Between two events of a run under way. */
function withNow(presented: Presented, steps: readonly PresentStep[]): readonly PresentStep[] {
  const { timeline } = presented;
  const { endMs } = timeline;
  const startMs = Math.max(...steps.map((step) => step.endMs));
  // Where it pauses at the end of a phase, that is what one looks at.
  if (steps.some(({ open }) => open) || startMs >= endMs) return steps;
  const sentence = "The run goes on; no snapshot is being created now.";
  const now = { ...momentAtEnd(timeline, `now/${steps.length}`, sentence), startMs, open: true };
  return [...steps, now];
}
