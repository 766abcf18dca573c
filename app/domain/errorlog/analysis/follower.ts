/** What makes phases of messages: one follower for each subject. */
import type { Phase } from "../../../contract/phase.ts";
import type { EventPlace } from "../events.ts";
import type { Message, MessageKind } from "../messages/message.ts";
import { lengthOfPhase } from "./edges.ts";
import { Kept } from "./kept.ts";

export interface Follower {
  /** Kinds of messages that it wants to see. */
  readonly kinds: readonly MessageKind[];
  /**
   * In the order of records; all of them have a time. Place and message stay apart: to join the two into
   * an event would take longer than most of what is done with it.
   */
  take(place: EventPlace, message: Message): void;
  /** The server started anew: what was under way is over, and nobody said so. */
  restarted?(): void;
  /** Phases as far as the log was read; may be asked repeatedly. */
  phases(): readonly Phase[];
  readonly leftOut: number;
}

/** Narrows a kind to its message. */
export type MessageOf<K extends MessageKind> = Extract<Message, { readonly kind: K }>;

/** A message that is kept for a while. */
export interface Placed<K extends MessageKind> {
  readonly place: EventPlace;
  readonly message: MessageOf<K>;
}

/**
 * Phases of one subject that are kept singly. A year's log of a busy server has hundreds of thousands
 * of backups; a timeline cannot show more than this, and the longest are the ones to look at.
 */
export const maxPhasesOfSubject = 10_000;

type Handle<K extends MessageKind> = (place: EventPlace, message: MessageOf<K>) => void;
/** What is done with each kind of message. */
export type Handlers = { readonly [K in MessageKind]?: Handle<K> };

/** One handler for several kinds. */
export const each = <K extends MessageKind>(
  kinds: readonly K[],
  handle: (place: EventPlace, message: MessageOf<K>) => void,
): Readonly<Record<K, typeof handle>> =>
  Object.fromEntries(kinds.map((kind) => [kind, handle])) as Record<K, typeof handle>;

/** One that is told by its handlers which kinds it wants to see. */
export abstract class Handling {
  protected abstract readonly handlers: Handlers;

  get kinds(): readonly MessageKind[] {
    return Object.keys(this.handlers) as MessageKind[];
  }

  /** Looked up once for each kind: a large log has millions of messages. */
  handlerOf(kind: MessageKind): Handle<MessageKind> | undefined {
    return this.handlers[kind] as Handle<MessageKind> | undefined;
  }

  take(place: EventPlace, message: Message): void {
    this.handlerOf(message.kind)?.(place, message);
  }
}

/** One that keeps its phases as they end. */
export abstract class PhaseFollower extends Handling implements Follower {
  protected readonly kept = new Kept<Phase>(maxPhasesOfSubject, lengthOfPhase);

  phases(): readonly Phase[] {
    return [...this.kept.items(), ...this.openPhases()];
  }

  /** Phases that are under way. */
  protected openPhases(): readonly Phase[] {
    return [];
  }

  get leftOut(): number {
    return this.kept.leftOut;
  }
}

/** One whose messages make a phase each; null: it makes none. */
export class MessagePhases<K extends MessageKind> extends PhaseFollower {
  protected readonly handlers: Handlers;

  constructor(
    kinds: readonly K[],
    phaseOf: (place: EventPlace, message: MessageOf<K>) => Phase | null,
  ) {
    super();
    this.handlers = each(kinds, (place, message) => {
      const phase = phaseOf(place, message);
      if (phase !== null) this.kept.add(phase);
    });
  }
}
