/**
 * What a log tells, from its events in order: phases, snapshots, marks and findings. Events are not
 * kept, so a log may be of any length; each subject has its own follower, each remark its own rule.
 */
import {
  type CapturedSnapshot,
  type CaptureMark,
  type Finding,
  findingWeights,
} from "../../../contract/capture.ts";
import { activityNames, type Phase, phaseNames } from "../../../contract/phase.ts";
import type { EventPlace, LogEvent } from "../events.ts";
import { kindIdOf, messageKinds } from "../messages/kinds.ts";
import type { Message, MessageKind } from "../messages/message.ts";
import { Backups } from "./backups.ts";
import { Checkpoints } from "./checkpoints.ts";
import { consistencyChecks } from "./consistency-checks.ts";
import { Creations } from "./creations.ts";
import { DatabaseNames } from "./database-names.ts";
import type { Fact } from "./facts.ts";
import type { FindingContext, FindingRule, StepOfTime } from "./findings/finding-rule.ts";
import { newRules } from "./findings/rules.ts";
import { type Follower, Handling } from "./follower.ts";
import { IoFreezes } from "./io-freezes.ts";
import { KnownDatabases } from "./known-databases.ts";
import { withinLog } from "./log-start.ts";
import { isMarkedKind, Marks } from "./marks.ts";
import { Recoveries } from "./recoveries.ts";
import { Reverts } from "./reverts.ts";
import { ServerStarts } from "./server-starts.ts";
import { latchTimeouts, longIos } from "./slow-io.ts";
import { StackDumps } from "./stack-dumps.ts";

export interface LogAnalysisResult {
  /** In order of their starts. */
  readonly phases: Phase[];
  readonly phasesLeftOut: number;
  readonly snapshots: CapturedSnapshot[];
  /** In order of time. */
  readonly marks: CaptureMark[];
  readonly marksLeftOut: number;
  /** The gravest first. */
  readonly findings: Finding[];
}

type Taker = Pick<Follower, "kinds" | "take">;

/** Who wants to see messages of a kind. */
interface Audience {
  readonly takers: readonly Taker["take"][];
  readonly isMarked: boolean;
}

export class LogAnalysis {
  readonly #originMs: number;
  readonly #names = new DatabaseNames();
  readonly #databases = new KnownDatabases();
  readonly #state = (fact: Fact): void => {
    for (const rule of this.#rulesOfFacts) rule.fact?.(fact);
  };
  readonly #starts = new ServerStarts(this.#state);
  readonly #creations = new Creations();
  readonly #recoveries = new Recoveries(this.#databases, this.#state);
  readonly #freezes = new IoFreezes(this.#state);
  readonly #backups = new Backups(this.#freezes, this.#state);
  readonly #dumps = new StackDumps(this.#state);
  readonly #followers: readonly Follower[];
  readonly #marks = new Marks();
  readonly #rules: readonly FindingRule[];
  /** Few rules want facts, and a large log has many. */
  readonly #rulesOfFacts: readonly FindingRule[];
  /** In the order in which they are told. */
  readonly #takers: readonly Taker[];
  /** By the ids of the kinds: each message of a large log asks. */
  readonly #audiences: (Audience | undefined)[] = new Array(messageKinds.length);
  /** The log's first moment is 0, but for a run's, which may have begun before its measurement. */
  #firstMs = 0;
  #endMs = 0;

  /** `originMs`: local time of 0 ms, as milliseconds since 1970 of a clock without zones. */
  constructor({ originMs }: { readonly originMs: number }) {
    this.#originMs = originMs;
    this.#rules = newRules(originMs);
    this.#rulesOfFacts = this.#rules.filter(({ wantsFacts }) => wantsFacts);
    this.#followers = [
      new Checkpoints({
        ofCheckpoint: (source) => this.#creations.ofCheckpoint(source),
        names: this.#names,
      }),
      this.#freezes,
      this.#backups,
      consistencyChecks(),
      new Reverts(),
      longIos(this.#names),
      latchTimeouts(this.#names),
      this.#dumps,
    ];
    this.#takers = [
      { kinds: this.#starts.kinds, take: (place, message) => this.#takeStart(place, message) },
      { kinds: DatabaseNames.kinds, take: (_place, message) => this.#names.take(message) },
      this.#databases,
      {
        kinds: [...Creations.kinds, ...this.#recoveries.kinds],
        take: (place, message) => this.#recover(place, message),
      },
      ...this.#followers,
      ...this.#rules,
    ];
  }

  /** An event is its own place and its own message. */
  take(event: LogEvent): void {
    this.tell(event, event, kindIdOf(event.kind));
  }

  /**
   * Whether messages of a kind have to be told: many of a large log interest nobody, and of those not
   * even the place need be made. Those that explain an error are told in any case.
   */
  wants(kind: MessageKind): boolean {
    const { takers, isMarked } = this.#audienceOf(kindIdOf(kind));
    return isMarked || takers.length > 0;
  }

  /** The log was read up to this time, whether there was anything to tell of or not. */
  reach(atMs: number): void {
    if (atMs > this.#endMs) this.#endMs = atMs;
  }

  /**
   * What a record says, in the order of records: one of those that are wanted. Place and
   * message stay apart: a large log has millions of them.
   */
  tell(place: EventPlace, message: Message, kindId: number): void {
    if (!Number.isFinite(place.atMs)) {
      this.#tellTimeless(place, message);
      return;
    }
    this.#starts.reached(this.#endMs);
    this.reach(place.atMs);
    if (place.atMs < this.#firstMs) this.#firstMs = place.atMs;
    const { takers, isMarked } = this.#audienceOf(kindId);
    for (const take of takers) take(place, message);
    if (isMarked || this.#marks.concerns(place.error)) this.#marks.take(place, message);
    this.#starts.see(place);
  }

  /** It is in no phase and before or after nothing: what can be said of it says its text alone. */
  #tellTimeless(place: EventPlace, message: Message): void {
    for (const rule of this.#rules) {
      if (rule.timeless === true && rule.kinds.includes(message.kind)) rule.take(place, message);
    }
  }

  /** A recovery is a creation's, or else a database's. */
  #recover(place: EventPlace, message: Message): void {
    if (!this.#creations.take(place, message)) this.#recoveries.take(place, message);
    else if (message.kind === "startingUp") this.#databases.addSnapshot(message.database);
  }

  /** The times of records go back between two of them. */
  timeStep(step: StepOfTime): void {
    for (const rule of this.#rules) rule.timeStep?.(step);
  }

  /** The result of what was taken so far. */
  result(): LogAnalysisResult {
    this.#recoveries.reached(this.#endMs);
    this.#starts.reached(this.#endMs);
    const followers = [this.#starts, this.#recoveries, ...this.#followers];
    const phases = [
      ...this.#creations.phases(),
      ...this.#names.fill(followers.flatMap((follower) => follower.phases())),
    ].sort(byPhaseStart);
    return {
      phases: phases
        .map((phase) => withinLog(this.#ended(phase), this.#firstMs))
        .sort(byPhaseStart),
      phasesLeftOut: followers.reduce((sum, { leftOut }) => sum + leftOut, this.#creations.leftOut),
      snapshots: [
        ...this.#creations.snapshots(this.#originMs),
        ...this.#recoveries.snapshots(this.#originMs),
      ],
      marks: this.#marks.marks(),
      marksLeftOut: this.#marks.leftOut,
      findings: this.#findings(phases),
    };
  }

  #takeStart(place: EventPlace, message: Message): void {
    const start = this.#starts.takeStart(place, message);
    if (start === null) return;
    this.#creations.restarted();
    this.#recoveries.restarted();
    for (const follower of this.#followers) follower.restarted?.();
    this.#marks.started(start);
  }

  /** After an orderly stop nothing goes on, whether or not it said so. */
  #ended(phase: Phase): Phase {
    const { stoppedMs } = this.#starts;
    if (phase.endMs !== null || stoppedMs === null) return phase;
    return { ...phase, endMs: Math.max(phase.startMs, this.#endMs), endSource: "bound" };
  }

  /** Most kinds concern few followers: they are looked up once for each kind. */
  #audienceOf(kindId: number): Audience {
    const known = this.#audiences[kindId];
    if (known !== undefined) return known;
    const kind = messageKinds[kindId] ?? "other";
    const takers = this.#takers.flatMap((taker) => {
      if (!taker.kinds.includes(kind)) return [];
      const handle = taker instanceof Handling ? taker.handlerOf(kind) : undefined;
      return [handle ?? taker.take.bind(taker)];
    });
    const audience = { takers, isMarked: isMarkedKind(kind) };
    this.#audiences[kindId] = audience;
    return audience;
  }

  #findings(phases: readonly Phase[]): Finding[] {
    const context: FindingContext = {
      originMs: this.#originMs,
      endMs: this.#endMs,
      creations: this.#creations.all(),
      unloggedCreations: this.#recoveries.creations(),
      isStopped: this.#starts.stoppedMs !== null,
      open: this.#open(),
      failedStartsMs: this.#starts.failedMs(),
      phases,
      databaseName: (id) => this.#names.nameOf(id),
      databases: this.#databases,
    };
    const counts = new Map<string, number>();
    const found = this.#rules.flatMap((rule) =>
      rule.findings(context).map((draft): Finding => {
        const startMs = draft.startMs === null ? null : Math.max(draft.startMs, this.#firstMs);
        const ordinal = (counts.get(rule.id) ?? 0) + 1;
        counts.set(rule.id, ordinal);
        return { id: `${rule.id}/${ordinal}`, ...draft, startMs };
      }),
    );
    return found.sort(byFindingWeight);
  }

  #open(): readonly Fact[] {
    const stating = [this.#starts, this.#recoveries, this.#freezes, this.#backups, this.#dumps];
    return stating.flatMap((follower): readonly Fact[] => follower.open());
  }
}

const phaseOrder = new Map<string, number>(
  // The whole before its parts.
  ["recovery", ...phaseNames, ...activityNames.filter((name) => name !== "recovery")].map(
    (name, index) => [name, index],
  ),
);
const orderOf = ({ name }: Phase): number => phaseOrder.get(name) ?? 0;

export const byPhaseStart = (a: Phase, b: Phase): number =>
  a.startMs - b.startMs || orderOf(a) - orderOf(b);

const weightOf = ({ weight }: Finding): number => findingWeights.indexOf(weight);

export const byFindingWeight = (a: Finding, b: Finding): number =>
  weightOf(a) - weightOf(b) || (a.startMs ?? 0) - (b.startMs ?? 0);
