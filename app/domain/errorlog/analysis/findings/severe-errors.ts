import { cutText } from "../../../format/cut-text.ts";
import type { EventPlace } from "../../events.ts";
import type { MessageKind } from "../../messages/message.ts";
import { isOfConnection } from "./connection-errors.ts";
import {
  type FindingContext,
  type FindingDraft,
  type FindingRule,
  finding,
} from "./finding-rule.ts";
import { Groups } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/** From here on the product ends at least the connection. */
export const severe = 20;
const maxNumbers = 49;

interface OfNumber {
  severity: number;
  text: string;
}

/** Errors of severity 20 and above that no other rule speaks of; those of connections have a rule of their own. */
export class SevereErrors implements FindingRule {
  readonly id = "severeError";
  /** Kinds with rules of their own are left to those. */
  readonly kinds: readonly MessageKind[] = ["errorText"];
  readonly #numbers = new Groups<OfNumber>(maxNumbers, () => ({ severity: 0, text: "" }));

  take(place: EventPlace): void {
    const { error } = place;
    if (error === null || error.severity < severe || isOfConnection(error.number)) return;
    const { occurrences, state } = this.#numbers.of(String(error.number));
    occurrences.add(place);
    state.severity = Math.max(state.severity, error.severity);
    if (state.text === "") state.text = sentence(place.text);
  }

  findings(_context: FindingContext): readonly FindingDraft[] {
    return this.#numbers
      .all()
      .map(({ key, occurrences, state }) =>
        finding(
          "critical",
          `${key === null ? "Further errors" : `Error ${key}`} of severity ${state.severity}, ${timesText(occurrences.count)}${key === null ? "" : `: ${state.text}`}`,
          "From severity 20 on the session is ended, and from 21 on a database or the whole server may be concerned. Read the records around the first one; the number leads to the product's documentation.",
          occurrences,
        ),
      );
  }
}

const maxSentence = 140;

function sentence(text: string): string {
  const line = text.slice(0, maxSentence + 1).split(/[\r\n]/, 1)[0] ?? "";
  return cutText(line, maxSentence);
}
