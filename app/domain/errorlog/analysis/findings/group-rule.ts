/**
 * Rules that gather records by what they are about - a file, a database - and say one thing of each
 * group. Groups are bounded: names come from the log, and a damaged one has any number of them.
 */
import type { EventPlace } from "../../events.ts";
import type { Message, MessageKind } from "../../messages/message.ts";
import { Occurrences } from "../evidence.ts";
import type { MessageOf } from "../follower.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  maxFindingsOfRule,
} from "./finding-rule.ts";

export interface Group<S> {
  /** Null: those for which there was no room of their own. */
  readonly key: string | null;
  readonly occurrences: Occurrences;
  readonly state: S;
}

export class Groups<S> {
  readonly #limit: number;
  readonly #newState: () => S;
  readonly #byKey = new Map<string, Group<S>>();
  #others: Group<S> | null = null;

  constructor(limit: number, newState: () => S) {
    this.#limit = limit;
    this.#newState = newState;
  }

  of(key: string): Group<S> {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= this.#limit) {
      this.#others ??= this.#make(null);
      return this.#others;
    }
    const group = this.#make(key);
    this.#byKey.set(key, group);
    return group;
  }

  all(): readonly Group<S>[] {
    return [...this.#byKey.values(), ...(this.#others === null ? [] : [this.#others])];
  }

  /** To which may be added without changing this. */
  copy(copyState: (state: S) => S): Groups<S> {
    const copy = new Groups<S>(this.#limit, this.#newState);
    const copied = ({ key, occurrences, state }: Group<S>): Group<S> => ({
      key,
      occurrences: occurrences.copy(),
      state: copyState(state),
    });
    for (const [key, group] of this.#byKey) copy.#byKey.set(key, copied(group));
    if (this.#others !== null) copy.#others = copied(this.#others);
    return copy;
  }

  #make(key: string | null): Group<S> {
    return { key, occurrences: new Occurrences(), state: this.#newState() };
  }
}

export interface GroupRuleOptions<K extends MessageKind, S> {
  readonly id: string;
  readonly kinds: readonly K[];
  readonly timeless?: true;
  /** What the message is about; null: nothing to this rule. */
  readonly keyOf: (message: MessageOf<K>) => string | null;
  readonly newState: () => S;
  readonly update: (state: S, message: MessageOf<K>, place: EventPlace) => void;
  /** Null: not worth a word. */
  readonly tell: (group: Group<S>, context: FindingContext) => FindingDraft | null;
}

/** The factory, because a rule collects: each analysis needs rules of its own. */
export const groupRule =
  <K extends MessageKind, S>(options: GroupRuleOptions<K, S>): (() => FindingRule) =>
  () =>
    new GroupRule(options);

class GroupRule<K extends MessageKind, S> implements FindingRule {
  readonly id: string;
  readonly kinds: readonly K[];
  readonly timeless: boolean;
  readonly #options: GroupRuleOptions<K, S>;
  readonly #kinds: ReadonlySet<MessageKind>;
  readonly #groups: Groups<S>;

  constructor(options: GroupRuleOptions<K, S>) {
    this.id = options.id;
    this.kinds = options.kinds;
    this.timeless = options.timeless === true;
    this.#options = options;
    this.#kinds = new Set(options.kinds);
    this.#groups = new Groups(maxFindingsOfRule - 1, options.newState);
  }

  take(place: EventPlace, message: Message): void {
    if (!this.#isOwn(message)) return;
    const key = this.#options.keyOf(message);
    if (key === null) return;
    const group = this.#groups.of(key);
    group.occurrences.add(place);
    this.#options.update(group.state, message, place);
  }

  findings(context: FindingContext): readonly FindingDraft[] {
    return this.#groups.all().flatMap((group) => this.#options.tell(group, context) ?? []);
  }

  #isOwn(message: Message): message is MessageOf<K> {
    return this.#kinds.has(message.kind);
  }
}

/** State of rules that need no more than the records. */
export const noState = (): null => null;
export const keepNothing = (): void => undefined;

/** Reports of one condition that follow each other are one event. */
export class Events {
  count = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** `withinMs`: so long after the report before it, it is of the same condition. */
  add({ atMs }: EventPlace, withinMs: number): void {
    if (!(atMs - this.#lastMs <= withinMs)) this.count += 1;
    this.#lastMs = atMs;
  }
}
