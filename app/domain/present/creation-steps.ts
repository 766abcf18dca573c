/** The creation of a snapshot in steps: what comes before it, its phases and moments, what it cost. */
import type { CreationCost } from "../../contract/creation-cost.ts";
import { changeSentences, type SeenIn, tookSentence } from "../creation-cost/cost-sentence.ts";
import { creationRows } from "../creation-cost/creation-rows.ts";
import { creationSpans } from "../creation-cost/creation-spans.ts";
import { boundWords } from "../duration-bound.ts";
import { formatBytes } from "../format/bytes.ts";
import { countOf, formatNumber, formatPercent, formatReadable } from "../format/numbers.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { formatDuration } from "../format/times.ts";
import { phaseTerm } from "../glossary/glossary.ts";
import { isFromStartup } from "../timeline/creation.ts";
import { laneFigures } from "../timeline/lane-figures.ts";
import { lanesOf } from "../timeline/lanes.ts";
import type { Span } from "../timeline/span.ts";
import type { Band, Timeline } from "../timeline/timeline.ts";
import { phaseOf, type ToldBand } from "./phase-of-band.ts";
import { creationPicture, lanesAround, wholeLanes } from "./pictures.ts";
import { explained, firstSentences, fitting, inPieces, nameText } from "./sentences.ts";
import type {
  AsOfMoment,
  Candidate,
  Gap,
  LanesPicture,
  PhasesPicture,
  PresentStep,
} from "./step.ts";

export interface PresentedCreation {
  readonly timeline: Timeline;
  /** Band of the row of commands, and its snapshot. */
  readonly creation: Band;
  readonly snapshot: string;
  /** Its phases, in order of time. */
  readonly bands: readonly ToldBand[];
  readonly cost: CreationCost | null;
  readonly seenIn: SeenIn;
  /** The run that it is of goes on. */
  readonly underWay: boolean;
  /** From when on nothing else was shown. */
  readonly afterMs: number;
  /** Whether there are others, so that it is called by its name. */
  readonly named: boolean;
  /** Another snapshot that was being created when this one's creation began. */
  readonly beside: string | null;
}

interface Context extends PresentedCreation {
  readonly picture: PhasesPicture;
  readonly lanes: LanesPicture;
  /** Its end, or how far it is known. */
  readonly knownMs: number;
}

function contextOf(presented: PresentedCreation): Context {
  const { timeline, creation, bands, underWay } = presented;
  const analysis = bands.find(({ phase }) => phase === "analysis");
  const asOf =
    analysis === undefined ? null : { id: `as-of/${analysis.id}`, atMs: analysis.startMs };
  const goesOn = creation.endMs === null && underWay;
  const lastMs = Math.max(creation.startMs, ...bands.map((band) => band.endMs ?? band.startMs));
  const knownMs = creation.endMs ?? (goesOn ? timeline.endMs : lastMs);
  return {
    ...presented,
    knownMs,
    picture: creationPicture(
      { creation, bands, asOf, gaps: gapsIn(presented) },
      timeline.endMs,
      underWay,
    ),
    lanes: underWay
      ? wholeLanes(timeline)
      : lanesAround(timeline, { startMs: creation.startMs, endMs: knownMs }),
  };
}

export function creationSteps(presented: PresentedCreation): readonly Candidate[] {
  const context = contextOf(presented);
  const { creation, bands, picture } = context;
  return [
    beginning(context),
    ...gapSteps(context),
    ...bands.flatMap((band) => [
      ...(band.phase === "analysis" && picture.asOf !== null
        ? [asOfStep(context, picture.asOf)]
        : []),
      ...(band.phase === "complete" ? [] : [phase(context, band)]),
      ...(band.phase === "redo" ? redoFigures(context, band) : []),
    ]),
    ...(creation.endMs === null ? brokenOff(context) : [complete(context, creation.endMs)]),
    ...cost(context),
  ];
}

/** Its phases, for whatever lies within it. */
export const pictureOfCreation = (presented: PresentedCreation): PhasesPicture =>
  contextOf(presented).picture;

/** All of it in one step, where there is no room for more. */
export function condensedCreation(presented: PresentedCreation): Candidate {
  const context = contextOf(presented);
  const { creation, snapshot, timeline, picture, bands, knownMs } = context;
  const { startMs } = creation;
  const shows =
    picture.asOf === null ? "" : `, as of ${formatMomentOf(timeline, picture.asOf.atMs)}`;
  const sentence =
    creation.endMs === null
      ? `The creation of ${nameText(snapshot)} was not completed.`
      : `${nameText(snapshot)} was created in ${boundWords(creation)}${formatDuration(knownMs - startMs)}${shows}.`;
  const tells = [...bands.map(({ id }) => id), ...(picture.asOf === null ? [] : [picture.asOf.id])];
  return candidate(context, "condensed", { startMs, endMs: knownMs }, sentence, { tells });
}

type Stretch = Pick<PresentStep, "startMs" | "endMs"> & { readonly open?: boolean };

function candidate(
  { creation, picture }: Pick<Context, "creation" | "picture">,
  name: string,
  { startMs, endMs, open = false }: Stretch,
  sentence: string,
  more: Partial<Pick<Candidate, "rank"> & Pick<PresentStep, "picture" | "tells">> = {},
): Candidate {
  return {
    rank: more.rank ?? 1,
    step: {
      id: `${creation.id}/${name}`,
      ...{ startMs, endMs, open, sentence },
      picture: more.picture ?? picture,
      tells: more.tells ?? [],
    },
  };
}

/** Of the id of the step that leads to a creation. */
export const beginsSuffix = "/begins";

/** What users did before it, and that it begins. */
function beginning(context: Context): Candidate {
  const { timeline, creation, snapshot, beside, afterMs, lanes } = context;
  const endMs = creation.startMs;
  const shownMs = Math.max(afterMs, timeline.warmupEndMs, lanes.view.startMs);
  const stretch = { startMs: Math.min(shownMs, endMs), endMs };
  const name = nameText(snapshot);
  const usual = usualText(context, stretch);
  const begins = isFromStartup(timeline.bands, creation)
    ? `${name} starts up; nothing of its creation is logged before`
    : `the creation of ${name} begins`;
  const at =
    beside === null
      ? `At ${formatMomentOf(timeline, endMs)} ${begins}.`
      : `While ${nameText(beside)} is being created, the creation of ${name} begins.`;
  // There is nothing to see of its phases before it.
  return usual === null || beside !== null
    ? candidate(context, "begins", { startMs: endMs, endMs }, at)
    : candidate(context, "begins", stretch, fitting(`Before: ${usual}. ${at}`, at), {
        picture: lanes,
      });
}

/** "598.0 transactions/s, p99 response 102 ms"; null: not measured. */
function usualText({ cost, timeline }: Context, span: Span): string | null {
  const rate = cost?.before?.transactionsPerSecond ?? meanRate(timeline, span);
  if (rate === null) return null;
  const p99 = cost?.before?.responses?.p99Ms ?? null;
  return `${formatNumber(rate, 1)} transactions/s${p99 === null ? "" : `, p99 response ${formatReadable(p99)} ms`}`;
}

const throughput = lanesOf(["transactionsPerSecond"]);

/** The mean rate of a run under way, whose samples are at hand. */
const meanRate = ({ series }: Pick<Timeline, "series">, span: Span): number | null =>
  laneFigures(throughput, series, span).get("transactionsPerSecond")?.mean ?? null;

/** A log prints moments: shorter silence is between any two of them. */
const shortestGapMs = 1000;
const leastShare = 0.01;

const lengthOfAll = ({ startMs, endMs }: Band): number | null =>
  endMs === null ? null : endMs - startMs;

function gapsIn({ creation, bands, seenIn }: PresentedCreation): readonly Gap[] {
  if (seenIn === "run") return [];
  const whole = lengthOfAll(creation);
  const least = Math.max(shortestGapMs, (whole ?? 0) * leastShare);
  return creationRows(bands, creation).flatMap(({ phase, startMs, endMs }) => {
    const next = bands.find((band) => band.startMs >= (endMs ?? startMs));
    if (phase !== null || endMs === null || endMs - startMs < least || next === undefined)
      return [];
    return { startMs, endMs, row: next.phase };
  });
}

const gapSteps = (context: Context): readonly Candidate[] =>
  context.picture.gaps.map(({ startMs, endMs }) => {
    const whole = lengthOfAll(context.creation);
    const share =
      whole === null ? "" : `, ${formatPercent((endMs - startMs) / whole, 0)} of the creation`;
    const sentence = `Nothing is logged for ${formatDuration(endMs - startMs)}${share}: what the server does meanwhile, the log does not say.`;
    return candidate(context, `gap/${startMs}`, { startMs, endMs }, sentence);
  });

function asOfStep(context: Context, { id, atMs }: AsOfMoment): Candidate {
  const { timeline, creation, snapshot, named } = context;
  const when = `${formatMomentOf(timeline, atMs)}, ${formatDuration(atMs - creation.startMs)} after ${isFromStartup(timeline.bands, creation) ? "its start-up" : "the command"}`;
  const subject = named ? `${nameText(snapshot)} is as of` : "As of";
  const sentence = fitting(
    `${subject} ${when}: what was committed before is in the snapshot, all else is not.`,
    `${subject} ${when}: what was committed before is in it, all else is not.`,
    `As of ${when}: what was committed before is in it, all else is not.`,
  );
  const tells = [id];
  return candidate(context, "as-of", { startMs: atMs, endMs: atMs }, sentence, { rank: 0, tells });
}

function phase(context: Context, band: ToldBand): Candidate {
  const { timeline, creation, snapshot, named, underWay } = context;
  const open = band.endMs === null && creation.endMs === null && underWay;
  const endMs = band.endMs ?? (open ? timeline.endMs : context.knownMs);
  const { title, what } = phaseTerm(band.phase);
  const titles = [...(named ? [`${title} of ${nameText(snapshot)}`] : []), title];
  // The moment at which it is armed is told as it is.
  const sentence = band.phase === "open" ? firstSentences(what) : explained(titles, what);
  const stretch = { startMs: band.startMs, endMs, open };
  // What is over as it begins is told before what begins then.
  const rank = !open && endMs === band.startMs ? 0 : 1;
  return candidate(context, band.id, stretch, sentence, { rank, tells: [band.id] });
}

const figureOf = (figures: ToldBand["figures"], name: string): number | null => {
  const value = figures[name];
  return typeof value === "number" ? value : null;
};

/** What redo came to, where its source counted it. */
function redoFigures(context: Context, band: ToldBand): readonly Candidate[] {
  const { startMs, endMs, figures } = band;
  if (endMs === null) return [];
  const took = `${boundWords(band)}${formatDuration(endMs - startMs)}`;
  const records = figureOf(figures, "records");
  const pulled = figureOf(figures, "pagesPulled");
  const estimate = figureOf(figures, "estimateRedoBytes");
  const sentence =
    records !== null && pulled !== null
      ? `In ${took} redo read ${countOf(records, "log record")} and pulled ${countOf(pulled, "page")} into the snapshot.`
      : estimate !== null
        ? `Redo of ${formatBytes(estimate)} of log, as the server estimated it, took ${took}.`
        : null;
  if (sentence === null) return [];
  return [candidate(context, "redo-figures", { startMs: endMs, endMs }, sentence, { rank: 0 })];
}

function complete(context: Context, endMs: number): Candidate {
  const { creation, snapshot, bands } = context;
  const [span] = creationSpans(bands.map(phaseOf));
  const durationMs = endMs - creation.startMs;
  const took = tookSentence({ ...span, snapshot, durationMs, givenMs: span?.givenMs ?? 0 });
  const { what } = phaseTerm("complete");
  const sentence = fitting(
    `${took} ${what}`,
    took,
    `Creating ${nameText(snapshot)} took ${boundWords(creation)}${formatDuration(durationMs)}.`,
  );
  const tells = bands.flatMap(({ id, phase }) => (phase === "complete" ? id : []));
  return candidate(context, "complete", { startMs: endMs, endMs }, sentence, { rank: 0, tells });
}

function brokenOff(context: Context): readonly Candidate[] {
  const { snapshot, knownMs, underWay } = context;
  if (underWay) return [];
  const sentence = `What was recorded ends before the creation of ${nameText(snapshot)} is complete.`;
  return [candidate(context, "broken-off", { startMs: knownMs, endMs: knownMs }, sentence)];
}

/** What users felt of it, and for how long. */
const mostOfCost = 3;

function cost(context: Context): readonly Candidate[] {
  const { cost: told, seenIn, lanes, creation, timeline } = context;
  const { endMs: endedMs } = creation;
  if (told === null || endedMs === null) return [];
  if (told.throughput === null && told.p99 === null) return [];
  const untilMs = Math.min(Math.max(told.after?.toMs ?? endedMs, endedMs), timeline.endMs);
  return inPieces(changeSentences(told, seenIn))
    .slice(0, mostOfCost)
    .map((sentence, index) => {
      const startMs = index === 0 ? endedMs : untilMs;
      const stretch = { startMs, endMs: Math.max(untilMs, startMs) };
      return candidate(context, `cost/${index}`, stretch, sentence, { picture: lanes });
    });
}
