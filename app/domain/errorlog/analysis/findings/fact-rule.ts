/** Rules that gather facts by what they are about, and say one thing of each group. */
import type { Fact, FactKind, FactOf } from "../facts.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  maxFindingsOfRule,
} from "./finding-rule.ts";
import { type Group, Groups } from "./group-rule.ts";

export interface FactRuleOptions<K extends FactKind, S> {
  readonly id: string;
  readonly fact: K;
  /** What it is about; null: nothing to this rule. */
  readonly keyOf: (fact: FactOf<K>) => string | null;
  readonly newState: () => S;
  /** Adds the records of the fact too. */
  readonly add: (group: Group<S>, fact: FactOf<K>) => void;
  /** Of a state that holds more than figures, texts and sets of them. */
  readonly copyState?: (state: S) => S;
  /** Null: not worth a word. */
  readonly tell: (
    group: Group<S>,
    context: FindingContext,
  ) => FindingDraft | readonly FindingDraft[] | null;
}

/** The factory, because a rule collects: each analysis needs rules of its own. */
export const factRule =
  <K extends FactKind, S>(options: FactRuleOptions<K, S>): (() => FindingRule) =>
  () =>
    new FactRule(options);

class FactRule<K extends FactKind, S> implements FindingRule {
  readonly id: string;
  readonly kinds = [] as const;
  readonly #options: FactRuleOptions<K, S>;
  readonly #groups: Groups<S>;

  constructor(options: FactRuleOptions<K, S>) {
    this.id = options.id;
    this.#options = options;
    this.#groups = new Groups(maxFindingsOfRule - 1, options.newState);
  }

  /** What it needs are facts. */
  take(): void {
    return;
  }

  fact(fact: Fact): void {
    this.#add(this.#groups, fact);
  }

  /** Facts that are still open count as if nothing more came of them. */
  findings(context: FindingContext): readonly FindingDraft[] {
    const groups = this.#groups.copy(this.#options.copyState ?? structuredClone);
    for (const fact of context.open) this.#add(groups, fact);
    return groups.all().flatMap((group) => this.#options.tell(group, context) ?? []);
  }

  #add(groups: Groups<S>, fact: Fact): void {
    if (!this.#isOwn(fact)) return;
    const key = this.#options.keyOf(fact);
    if (key !== null) this.#options.add(groups.of(key), fact);
  }

  #isOwn(fact: Fact): fact is FactOf<K> {
    return fact.fact === this.#options.fact;
  }
}
