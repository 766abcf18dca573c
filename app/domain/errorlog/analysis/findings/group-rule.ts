/**
 * Rules that gather records or facts by what they are about - a file, a database - and say one thing of each
 * group. Groups are bounded: names come from the log, and a damaged one has any number of them.
 */
import type { EventPlace } from "../../events.ts";
import type { Message, MessageKind } from "../../messages/message.ts";
import { Occurrences } from "../evidence.ts";
import type { Fact, FactKind, FactOf } from "../facts.ts";
import type { MessageOf } from "../follower.ts";
import { type FindingDraft, maxFindingsOfRule } from "./finding.ts";
import type { FindingContext, FindingRule } from "./finding-rule.ts";

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

interface Telling<S> {
  readonly id: string;
  readonly newState: () => S;
  /** Null: not worth a word. */
  readonly tell: (
    group: Group<S>,
    context: FindingContext,
  ) => FindingDraft | readonly FindingDraft[] | null;
}

interface MessageRule<K extends MessageKind> {
  readonly kinds: readonly K[];
  readonly timeless?: true;
  /** What the message is about; null: nothing to this rule. */
  readonly keyOf: (message: MessageOf<K>, place: EventPlace) => string | null;
}

/** Gathers messages. The factories, because a rule collects: each analysis needs rules of its own. */
export const groupRule =
  <K extends MessageKind, S>(
    options: Telling<S> &
      MessageRule<K> & {
        readonly update: (state: S, message: MessageOf<K>, place: EventPlace) => void;
      },
  ): (() => FindingRule) =>
  () => {
    const { kinds, timeless = false, keyOf, update } = options;
    const rule = new GroupRule(options, kinds, timeless);
    rule.onMessage = (groups, place, message) => {
      // It is told of its kinds only.
      const own = message as MessageOf<K>;
      const key = keyOf(own, place);
      if (key === null) return;
      const { occurrences, state } = groups.of(key);
      occurrences.add(place);
      update(state, own, place);
    };
    return rule;
  };

/** Gathers messages of which the latest of a group tells all: it is the state. */
export const latestRule = <K extends MessageKind>({
  tell,
  ...options
}: MessageRule<K> & Omit<Telling<MessageOf<K>>, "newState">): (() => FindingRule) =>
  groupRule({
    ...options,
    newState: () => ({ last: null as MessageOf<K> | null }),
    update: (state, message: MessageOf<K>) => {
      state.last = message;
    },
    tell: ({ state: { last }, ...group }, context) =>
      last === null ? null : tell({ ...group, state: last }, context),
  });

/** Gathers facts; those that are still open count as if nothing more came of them. */
export const factRule =
  <K extends FactKind, S>(
    options: Telling<S> & {
      readonly fact: K;
      /** What it is about; null: nothing to this rule. */
      readonly keyOf: (fact: FactOf<K>) => string | null;
      /** Copies a state that holds more than figures, texts and sets of them. */
      readonly copyState?: (state: S) => S;
      /** Adds the records of the fact too. */
      readonly add: (group: Group<S>, fact: FactOf<K>) => void;
    },
  ): (() => FindingRule) =>
  () => {
    const isOwn = (fact: Fact): fact is FactOf<K> => fact.fact === options.fact;
    const rule = new GroupRule(options, [], false, options.copyState);
    rule.onFact = (groups, fact) => {
      const key = isOwn(fact) ? options.keyOf(fact) : null;
      if (key !== null && isOwn(fact)) options.add(groups.of(key), fact);
    };
    return rule;
  };

class GroupRule<S> implements FindingRule {
  readonly id: string;
  readonly kinds: readonly MessageKind[];
  readonly timeless: boolean;
  onMessage: ((groups: Groups<S>, place: EventPlace, message: Message) => void) | null = null;
  onFact: ((groups: Groups<S>, fact: Fact) => void) | null = null;
  readonly #tell: Telling<S>["tell"];
  readonly #copyState: (state: S) => S;
  readonly #groups: Groups<S>;

  constructor(
    { id, newState, tell }: Telling<S>,
    kinds: readonly MessageKind[],
    timeless: boolean,
    copyState: (state: S) => S = structuredClone,
  ) {
    this.id = id;
    this.kinds = kinds;
    this.timeless = timeless;
    this.#tell = tell;
    this.#copyState = copyState;
    this.#groups = new Groups(maxFindingsOfRule - 1, newState);
  }

  take(place: EventPlace, message: Message): void {
    this.onMessage?.(this.#groups, place, message);
  }

  get wantsFacts(): boolean {
    return this.onFact !== null;
  }

  fact(fact: Fact): void {
    this.onFact?.(this.#groups, fact);
  }

  findings(context: FindingContext): readonly FindingDraft[] {
    const groups = this.onFact === null ? this.#groups : this.#groups.copy(this.#copyState);
    for (const fact of context.open) this.onFact?.(groups, fact);
    return groups.all().flatMap((group) => this.#tell(group, context) ?? []);
  }
}

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
