/**
 * A scenario that is being edited, with its history. Invariant: `scenario` is always of a scenario's
 * shape. A number may be out of range there; text that is no number never gets in, it is kept beside
 * under its path, so that the field can show it with its error.
 */
import type { Scenario } from "../../contract/scenario.ts";
import { type Path, printPath, valueAt } from "../../contract/schema-path.ts";
import { replaceAt } from "./replace-at.ts";

export interface DraftContent {
  readonly scenario: Scenario;
  /** Typed text that could not be read as a value, by printed path. */
  readonly unreadable: Readonly<Record<string, string>>;
}

export interface Draft {
  /** What "reset" goes back to: the preset, or the scenario as it was opened. */
  readonly base: Scenario;
  readonly present: DraftContent;
  readonly past: readonly DraftContent[];
  /** Next to be redone first. */
  readonly future: readonly DraftContent[];
  /** Place of the field that is being typed into: its changes are one step of the history. */
  readonly typingAt: string | null;
}

const maxSteps = 200;

export const contentOf = (scenario: Scenario): DraftContent => ({ scenario, unreadable: {} });

export const draftOf = (base: Scenario, present: DraftContent = contentOf(base)): Draft => ({
  base,
  present,
  past: [],
  future: [],
  typingAt: null,
});

/** Takes over new content as a step of its own; changes in a row with the same `typingAt` are one. */
export function change(draft: Draft, present: DraftContent, typingAt: string | null = null): Draft {
  const goesOn = typingAt !== null && typingAt === draft.typingAt;
  return {
    ...draft,
    present,
    past: goesOn ? draft.past : [...draft.past, draft.present].slice(-maxSteps),
    future: [],
    typingAt,
  };
}

/** The field was left, so that what comes next is a step of its own. */
export const settle = (draft: Draft): Draft =>
  draft.typingAt === null ? draft : { ...draft, typingAt: null };

/** What is being typed is taken back, as if it had not been begun. */
export function untyped(draft: Draft): Draft {
  const before = draft.typingAt === null ? undefined : draft.past.at(-1);
  if (before === undefined) return draft;
  return { ...draft, present: before, past: draft.past.slice(0, -1), typingAt: null };
}

export function undo(draft: Draft): Draft {
  const previous = draft.past.at(-1);
  if (previous === undefined) return draft;
  return {
    ...draft,
    present: previous,
    past: draft.past.slice(0, -1),
    future: [draft.present, ...draft.future],
    typingAt: null,
  };
}

export function redo(draft: Draft): Draft {
  const [next, ...future] = draft.future;
  if (next === undefined) return draft;
  return { ...draft, present: next, past: [...draft.past, draft.present], future, typingAt: null };
}

/** A value chosen, not typed: a step of its own. */
export const setValue = (draft: Draft, path: Path, value: unknown): Draft =>
  change(draft, withValue(draft.present, path, value));

/** A value that is being typed. */
export const typeValue = (draft: Draft, path: Path, value: unknown): Draft =>
  change(draft, withValue(draft.present, path, value), printPath(path));

/** Text that is no value: the scenario keeps the last one, the field shows the text. */
export const typeUnreadable = (draft: Draft, path: Path, text: string): Draft => {
  const place = printPath(path);
  const { scenario, unreadable } = draft.present;
  return change(draft, { scenario, unreadable: { ...unreadable, [place]: text } }, place);
};

/** What a form's control may change; the shape of the value is the control's own responsibility. */
export function withValue(content: DraftContent, path: Path, value: unknown): DraftContent {
  return {
    scenario: replaceAt(content.scenario, path, value),
    unreadable: withoutPlaces(content.unreadable, path),
  };
}

/** Text at or below `path` belongs to values that are no longer there. */
function withoutPlaces(unreadable: DraftContent["unreadable"], path: Path) {
  const place = printPath(path);
  const kept = Object.entries(unreadable).filter(
    ([other]) => other !== place && !other.startsWith(`${place}.`),
  );
  return Object.fromEntries(kept);
}

/** Back to the base's value; without one, such as in an element that the base has not, nothing. */
export function resetAt(draft: Draft, path: Path): Draft {
  const original = valueAt(draft.base, path);
  return original === undefined ? draft : setValue(draft, path, original);
}

export const resetAll = (draft: Draft): Draft => change(draft, contentOf(draft.base));
