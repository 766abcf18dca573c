import { cutText } from "../../../format/cut-text.ts";
import { isOfConnection } from "./connection-errors.ts";
import { finding } from "./finding.ts";
import { groupRule } from "./group-rule.ts";
import { timesText } from "./wording.ts";

/** From here on the product ends at least the connection. */
export const severe = 20;
const maxSentence = 140;

/**
 * Errors of severity 20 and above that no other rule speaks of: kinds with rules of their own are left to those, and
 * so are errors of connections.
 */
export const severeErrors = groupRule({
  id: "severeError",
  kinds: ["errorText"],
  keyOf: (_message, { error }) =>
    error === null || error.severity < severe || isOfConnection(error.number)
      ? null
      : String(error.number),
  newState: () => ({ severity: 0, text: "" }),
  update: (state, _message, { error, text }) => {
    state.severity = Math.max(state.severity, error?.severity ?? 0);
    if (state.text === "") state.text = sentence(text);
  },
  tell: ({ key, occurrences, state }) =>
    finding(
      "critical",
      `${key === null ? "Further errors" : `Error ${key}`} of severity ${state.severity}, ${timesText(occurrences.count)}${key === null ? "" : `: ${state.text}`}`,
      "From severity 20 on the session is ended, and from 21 on a database or the whole server may be concerned. Read the records around the first one; the number leads to the product's documentation.",
      occurrences,
    ),
});

const sentence = (text: string): string =>
  cutText(text.slice(0, maxSentence + 1).split(/[\r\n]/, 1)[0] ?? "", maxSentence);
