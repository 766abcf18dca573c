/** What makes findings of messages: one rule for each thing that a senior DBA would remark on. */
import type { Phase } from "../../../../contract/phase.ts";
import type { EventPlace } from "../../events.ts";
import type { Message, MessageKind } from "../../messages/message.ts";
import type { Creation } from "../creation.ts";
import type { Fact } from "../facts.ts";
import type { KnownDatabases } from "../known-databases.ts";
import type { Recovery } from "../recovery.ts";
import type { FindingDraft } from "./finding.ts";

/** A place where the clock goes back. */
export interface StepOfTime {
  readonly file: number;
  readonly record: number;
  readonly line: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** The longest time between two records that are near it in the file: its cadence there. */
  readonly longestGapMs: number;
}

export interface FindingContext {
  /** Local time of 0 ms. */
  readonly originMs: number;
  /** The latest moment that a message tells of. */
  readonly endMs: number;
  readonly creations: readonly Creation[];
  /** Recoveries of snapshots of which nothing shows but that they start, and how they recover. */
  readonly unloggedCreations: readonly Recovery[];
  /** The server was stopped in order, and has not started since. */
  readonly isStopped: boolean;
  /** Facts of which more may come. */
  readonly open: readonly Fact[];
  readonly phases: readonly Phase[];
  /** When starts of the server that came to nothing said so. */
  readonly failedStartsMs: readonly number[];
  readonly databaseName: (id: number | null) => string | null;
  readonly databases: KnownDatabases;
}

export interface FindingRule {
  readonly id: string;
  /** Kinds of messages that it wants to see. */
  readonly kinds: readonly MessageKind[];
  /** Whether it takes messages without a time too, as of a text that somebody pasted: NaN is their time then. */
  readonly timeless?: boolean;
  take(place: EventPlace, message: Message): void;
  /** Called with each fact that the analysis concludes: once, when nothing more can come of it. */
  fact?(fact: Fact): void;
  /** Whether it is called with any. */
  readonly wantsFacts?: boolean;
  timeStep?(step: StepOfTime): void;
  /** Findings as far as the log was read; may be asked repeatedly. */
  findings(context: FindingContext): readonly FindingDraft[];
}
