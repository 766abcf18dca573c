/** What makes phases of events: one follower for each subject. */
import type { Phase } from "../../../contract/phase.ts";
import type { LogEvent } from "../events.ts";
import type { MessageKind } from "../messages/message.ts";
import { lengthOfPhase } from "./edges.ts";
import { Kept } from "./kept.ts";

export interface Follower {
  /** Kinds of events that it wants to see. */
  readonly kinds: readonly MessageKind[];
  /** Events come in the order of their records; all of them have a time. */
  take(event: LogEvent): void;
  /** The server started anew: what was under way is over, and nobody said so. */
  restarted?(): void;
  /** As far as the log was read; may be asked repeatedly. */
  phases(): readonly Phase[];
  readonly leftOut: number;
}

/** Narrows a kind to its event. */
export type EventOf<K extends MessageKind> = Extract<LogEvent, { readonly kind: K }>;

/**
 * Phases of one subject that are kept singly. A year's log of a busy server has hundreds of thousands
 * of backups; a timeline cannot show more than this, and the longest are the ones to look at.
 */
export const maxPhasesOfSubject = 20_000;

export const keptPhases = (): Kept<Phase> => new Kept<Phase>(maxPhasesOfSubject, lengthOfPhase);
