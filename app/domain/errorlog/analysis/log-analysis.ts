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
import type { LogEvent } from "../events.ts";
import type { MessageKind } from "../messages/message.ts";
import { Backups } from "./backups.ts";
import { Checkpoints } from "./checkpoints.ts";
import { ConsistencyChecks } from "./consistency-checks.ts";
import { Creations } from "./creations.ts";
import { DatabaseNames } from "./database-names.ts";
import type {
  EventFacts,
  FindingContext,
  FindingRule,
  StepOfTime,
} from "./findings/finding-rule.ts";
import { newRules } from "./findings/rules.ts";
import type { Follower } from "./follower.ts";
import { IoFreezes } from "./io-freezes.ts";
import { isMarkedKind, Marks } from "./marks.ts";
import { Recoveries } from "./recoveries.ts";
import { Reverts } from "./reverts.ts";
import { ServerStarts } from "./server-starts.ts";
import { LatchTimeouts, LongIos } from "./slow-io.ts";
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

/** Who wants to see events of a kind. */
interface Audience {
  readonly names: boolean;
  readonly starts: boolean;
  readonly creations: boolean;
  readonly recoveries: boolean;
  readonly marked: boolean;
  readonly followers: readonly Follower[];
  readonly rules: readonly FindingRule[];
}

export class LogAnalysis {
  readonly #originMs: number;
  readonly #names = new DatabaseNames();
  readonly #starts = new ServerStarts();
  readonly #creations = new Creations();
  readonly #recoveries = new Recoveries();
  readonly #followers: readonly Follower[];
  readonly #marks = new Marks();
  readonly #rules: readonly FindingRule[];
  readonly #audiences = new Map<MessageKind, Audience>();
  #serverStarting = false;
  #endMs = 0;

  /** `originMs`: local time of 0 ms, as milliseconds since 1970 of a clock without zones. */
  constructor({ originMs }: { readonly originMs: number }) {
    this.#originMs = originMs;
    this.#rules = newRules(originMs);
    this.#followers = [
      new Checkpoints({
        ofCheckpoint: (source) => this.#creations.ofCheckpoint(source),
        names: this.#names,
      }),
      new Backups(),
      new ConsistencyChecks(),
      new Reverts(),
      new IoFreezes(),
      new LongIos(this.#names),
      new LatchTimeouts(this.#names),
      new StackDumps(),
    ];
  }

  /** In the order of records. An event without a time is not placed, and not taken. */
  take(event: LogEvent): void {
    if (!Number.isFinite(event.atMs)) return;
    if (event.atMs > this.#endMs) this.#endMs = event.atMs;
    const audience = this.#audienceOf(event.kind);
    if (audience.starts && this.#starts.takeStart(event)) this.#restarted();
    if (audience.names) this.#names.take(event);
    const ofCreation = audience.creations && this.#creations.take(event);
    if (audience.recoveries && !ofCreation) this.#recoveries.take(event);
    for (const follower of audience.followers) follower.take(event);
    if (audience.rules.length > 0) {
      const facts: EventFacts = { ofCreation, serverStarting: this.#serverStarting };
      for (const rule of audience.rules) rule.take(event, facts);
    }
    if (this.#marks.concerns(event, audience.marked)) this.#marks.take(event);
    if (event.kind === "allRecovered") this.#serverStarting = false;
    this.#starts.see(event);
  }

  /** The times of records go back between two of them. */
  timeStep(step: StepOfTime): void {
    for (const rule of this.#rules) rule.timeStep?.(step);
  }

  /** Of what was taken so far. */
  result(): LogAnalysisResult {
    this.#recoveries.reached(this.#endMs);
    const followers = [this.#starts, this.#recoveries, ...this.#followers];
    const phases = [
      ...this.#creations.phases(),
      ...followers.flatMap((follower) => follower.phases()),
    ].sort(byStart);
    return {
      phases,
      phasesLeftOut: followers.reduce((sum, { leftOut }) => sum + leftOut, this.#creations.leftOut),
      snapshots: this.#creations.snapshots(this.#originMs),
      marks: this.#marks.marks(),
      marksLeftOut: this.#marks.leftOut,
      findings: this.#findings(phases),
    };
  }

  #restarted(): void {
    const start = this.#starts.latest;
    if (start === null) return;
    this.#serverStarting = true;
    this.#creations.restarted();
    this.#recoveries.restarted();
    for (const follower of this.#followers) follower.restarted?.();
    for (const rule of this.#rules) rule.restarted?.(start);
    this.#marks.started(start.banner);
  }

  /** Most kinds concern few followers: they are looked up once for each kind. */
  #audienceOf(kind: MessageKind): Audience {
    const known = this.#audiences.get(kind);
    if (known !== undefined) return known;
    const wants = ({ kinds }: { readonly kinds: readonly MessageKind[] }) => kinds.includes(kind);
    const audience: Audience = {
      names: wants(DatabaseNames),
      starts: wants(this.#starts),
      creations: wants(Creations),
      recoveries: wants(this.#recoveries),
      marked: isMarkedKind(kind),
      followers: this.#followers.filter(wants),
      rules: this.#rules.filter(wants),
    };
    this.#audiences.set(kind, audience);
    return audience;
  }

  #findings(phases: readonly Phase[]): Finding[] {
    const context: FindingContext = {
      originMs: this.#originMs,
      endMs: this.#endMs,
      creations: this.#creations.all(),
      phases,
      databaseName: (id) => this.#names.nameOf(id),
    };
    const found = this.#rules.flatMap((rule) =>
      rule
        .findings(context)
        .map((draft, index): Finding => ({ id: `${rule.id}/${index + 1}`, ...draft })),
    );
    return found.sort(byWeight);
  }
}

const phaseOrder = new Map<string, number>(
  [...phaseNames, ...activityNames].map((name, index) => [name, index]),
);
const orderOf = ({ name }: Phase): number => phaseOrder.get(name) ?? 0;

const byStart = (a: Phase, b: Phase): number => a.startMs - b.startMs || orderOf(a) - orderOf(b);

const weightOf = ({ weight }: Finding): number => findingWeights.indexOf(weight);

const byWeight = (a: Finding, b: Finding): number =>
  weightOf(a) - weightOf(b) || (a.startMs ?? 0) - (b.startMs ?? 0);
