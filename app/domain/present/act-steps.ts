/** What was done beside the creation of snapshots, in steps: reverts, restores, backups, crashes and recoveries. */
import { nameOfAct, nameOfPhase } from "../acts/act-names.ts";
import { outageSentence } from "../acts/act-sentences.ts";
import { type GivenCommand, lastingActs } from "../acts/noticed-acts.ts";
import { type ActsOfRun, type Outage, outagesOf } from "../acts/outages.ts";
import { boundWords } from "../duration-bound.ts";
import { countOf } from "../format/numbers.ts";
import { asSentence, atBegin } from "../format/report-text.ts";
import { formatTidyDuration } from "../format/times.ts";
import { phaseTerm } from "../glossary/glossary.ts";
import type { Span } from "../timeline/span.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { isTold, phaseOf, type ToldBand } from "./phase-of-band.ts";
import { surroundings, wholeLanes } from "./pictures.ts";
import { firstSentences, inPieces, mostCharacters, nameText } from "./sentences.ts";
import type { Candidate, Picture } from "./step.ts";

export interface PresentedActs {
  readonly timeline: Timeline;
  /** What a run that is over came to; null: it goes on, or is a log. */
  readonly summary: ActsOfRun | null;
  readonly underWay: boolean;
}

/** An act before its picture is made: of thousands only some are shown. */
export interface ActStep extends Span {
  /** The more, the sooner it is shown where not all can be. */
  readonly weight: number;
  candidate(): Candidate;
}

/** In order of time. */
export function actSteps(presented: PresentedActs): readonly ActStep[] {
  return [
    ...lastingSteps(presented),
    ...recoverySteps(presented),
    ...changeSteps(presented),
    ...markSteps(presented),
    ...outcomeSteps(presented),
  ].sort((a, b) => a.startMs - b.startMs);
}

interface StepParts extends Span {
  readonly id: string;
  readonly sentence: string;
  readonly open?: boolean;
  readonly rank?: 0 | 1;
  readonly weight?: number;
  picture(): Picture;
}

function actStep({ id, startMs, endMs, sentence, picture, ...more }: StepParts): ActStep {
  const { open = false, rank = 1, weight = endMs - startMs } = more;
  return {
    ...{ startMs, endMs, weight },
    candidate: () => ({
      rank,
      step: { id, startMs, endMs, open, sentence, tells: [id], picture: picture() },
    }),
  };
}

const commandsOf = ({ acts }: Timeline): readonly GivenCommand[] =>
  acts.flatMap(({ command, atMs, outcome, transport }) =>
    outcome === "applied" && !transport ? { command, atMs } : [],
  );

/** What takes time, with what asked for it where that is known. */
function lastingSteps(presented: PresentedActs): ActStep[] {
  const { timeline } = presented;
  const told = new Map(timeline.bands.filter(isTold).map((band) => [phaseOf(band), band]));
  return lastingActs([...told.keys()], commandsOf(timeline)).flatMap(({ phase, given }) => {
    const band = told.get(phase);
    if (band === undefined) return [];
    const crash = given?.command.mode === "crash";
    const name = (given === null ? null : nameOfAct(given.command)) ?? nameOfPhase(phase);
    return lasting(presented, band, crash ? "the crash and restart of the server" : name);
  });
}

function lasting({ timeline, underWay }: PresentedActs, band: ToldBand, what: string): ActStep {
  const { startMs } = band;
  const open = band.endMs === null && underWay;
  const endMs = band.endMs ?? (open ? timeline.endMs : startMs);
  const name = atBegin(what);
  const told = open
    ? `${name} is under way.`
    : band.endMs === null
      ? `${name} had not ended when what was recorded ends.`
      : endMs > startMs
        ? `${name} took ${boundWords(band)}${formatTidyDuration(endMs - startMs)}.`
        : asSentence(name);
  const more = firstSentences(phaseTerm(band.phase).what, `${told} `);
  return actStep({
    ...{ id: band.id, startMs, endMs, open },
    sentence: more === "" ? told : `${told} ${more}`,
    picture: () => surroundings(timeline, { startMs, endMs }),
  });
}

/** What nobody asks for: a database that recovers, a page that is damaged. */
const happening: ReadonlySet<string> = new Set(["recovery", "pageDamage"]);

/** At its start a server recovers databases by the dozen, most of them in no time. */
const recoverySteps = (presented: PresentedActs): ActStep[] =>
  presented.timeline.bands
    .filter(isTold)
    .filter(
      ({ phase, startMs, endMs }) =>
        happening.has(phase) && (phase === "pageDamage" || (endMs ?? startMs + 1) > startMs),
    )
    .map((band) => {
      const { title } = phaseTerm(band.phase);
      const of = band.database == null ? "" : ` of ${nameText(band.database)}`;
      return lasting(presented, band, `${title}${of}`);
    });

/** Changed in a moment, and felt from then on: told before what merely took its time. */
const weightOfChange = 60_000;

const changeSteps = ({ timeline }: PresentedActs): ActStep[] =>
  timeline.acts.flatMap(({ id, atMs, command, outcome }) => {
    const sentence = outcome === "applied" ? changeSentence(command) : null;
    return sentence === null
      ? []
      : actStep({
          ...{ id, sentence, startMs: atMs, endMs: atMs, weight: weightOfChange },
          picture: () => wholeLanes(timeline),
        });
  });

function changeSentence({ kind, name, users }: GivenCommand["command"]): string | null {
  switch (kind) {
    case "setUsers":
      return `From now on ${workers(users, "user")}.`;
    case "setReportUsers":
      return `From now on ${workers(users, "report user")} through ${nameText(String(name))}.`;
    case "dropSnapshot":
      return `Snapshot ${nameText(String(name))} is dropped: from now on no page is copied for it.`;
    case "deleteArraySnapshot":
      return `Array snapshot ${nameText(String(name))} is deleted: what was its own of the reserve is free.`;
    default:
      return null;
  }
}

const workers = (users: unknown, one: string): string =>
  `${countOf(Number(users), one)} ${users === 1 ? "works" : "work"}`;

/** A snapshot that is lost is a moment of its own; other errors are findings. */
const markSteps = ({ timeline }: PresentedActs): ActStep[] =>
  timeline.marks
    .filter(({ kind, title }) => kind === "snapshotSuspect" && title.length < mostCharacters)
    .map(({ id, atMs, title }) =>
      actStep({
        ...{ id, startMs: atMs, endMs: atMs, sentence: asSentence(title) },
        weight: weightOfChange,
        picture: () => surroundings(timeline, { startMs: atMs, endMs: atMs }),
      }),
    );

const mostOfOutcome = 2;

/** What a revert, a restore or a restart came to: what was lost, and how long nobody could work. */
function outcomeSteps({ timeline, summary }: PresentedActs): ActStep[] {
  if (summary === null) return [];
  return outagesOf(summary).flatMap((outage, position) =>
    inPieces([outageSentence(outage, summary)])
      .slice(0, mostOfOutcome)
      .map((sentence, index) =>
        actStep({
          ...{ id: `outcome/${position}/${index}`, sentence, ...momentOf(outage, timeline) },
          ...{ rank: 0, weight: (outage.endMs ?? timeline.endMs) - outage.startMs },
          picture: () => surroundings(timeline, spanOf(outage, timeline)),
        }),
      ),
  );
}

const spanOf = ({ startMs, endMs }: Outage, timeline: Timeline): Span => ({
  startMs,
  endMs: endMs ?? timeline.endMs,
});

const momentOf = (outage: Outage, timeline: Timeline): Span => {
  const { endMs } = spanOf(outage, timeline);
  return { startMs: endMs, endMs };
};
