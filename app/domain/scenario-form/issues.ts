/** What keeps a draft from running, each at its place, in the contract's own words. */
import { formatIssue, likelyIssues } from "../../contract/issues.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { allowedInScenario } from "../../contract/scenario-form.ts";
import { checkReferences } from "../../contract/scenario-references.ts";
import { type Path, printPath, valueAt } from "../../contract/schema-path.ts";
import { formatNumber } from "../format/numbers.ts";
import type { DraftContent } from "./draft.ts";
import { formSections, labelOf, sectionOf } from "./labels.ts";
import { howToWrite, parseNumber } from "./number-text.ts";

export interface FieldIssue {
  readonly path: Path;
  /** The path as messages print it: the key under which a field finds its issue. */
  readonly place: string;
  /** Completes a sentence that starts with the field's name. */
  readonly message: string;
}

/** One for each place, the first found: what else is wrong there shows when that is mended. */
export function issuesOf({ scenario, unreadable }: DraftContent): readonly FieldIssue[] {
  const found = [...unreadableIssues(scenario, unreadable), ...schemaIssues(scenario)];
  const byPlace = new Map<string, FieldIssue>();
  for (const issue of found) {
    if (byPlace.has(issue.place)) continue;
    byPlace.set(issue.place, { ...issue, message: inFormWords(issue.message) });
  }
  return [...byPlace.values()].toSorted((a, b) => sectionIndex(a.path) - sectionIndex(b.path));
}

/** A key as messages of the contract name it, alone or with its path; what is quoted is a value. */
const key = /(?<!["\w.])(?:[a-z]\w*\.)*(?:[a-z]+[A-Z]\w*|(?<=\.)[a-z]\w*)(?![\w"])/g;

/** Amounts: of five digits, of four in a range, and the value that is not in it. Trace flags and years are names. */
const amounts = [
  /(?<![\w".,])-?\d{5,}(?![\w".])/g,
  /(?<=(?:from|to|than|least|most) -?|\()\d{4}(?![\w".])/g,
  /^-?\d{4}(?= (?!is not allowed)| is not allowed; allowed: an? (?:integer|number))/g,
];

const withGroups = (message: string): string =>
  amounts.reduce(
    (text, amount) => text.replaceAll(amount, (digits) => formatNumber(Number(digits))),
    message,
  );

/** The contract speaks of keys and of special values ("0 = no limit"), plainly; the form as one reads. */
export const inFormWords = (message: string): string =>
  withGroups(message)
    .replaceAll(/(?<=; null = [^;)]*\)) or null/g, "")
    .replaceAll(/(?<=[;:] )(?:0|null) = /g, "or ")
    .replaceAll(/(?<=, )us(?=[;)])/g, "µs")
    .replaceAll(key, (place) => `‘${labelOf(pathOf(place))}’`);

/** In the order in which one meets them on the form. */
const sectionIndex = (path: Path): number =>
  formSections.findIndex(({ id }) => id === sectionOf(path));

export const issuesByPlace = (issues: readonly FieldIssue[]): ReadonlyMap<string, string> =>
  new Map(issues.map(({ place, message }) => [place, message]));

function unreadableIssues(
  scenario: DraftContent["scenario"],
  unreadable: DraftContent["unreadable"],
): FieldIssue[] {
  return Object.entries(unreadable).map(([place, text]) => {
    const path = pathOf(place);
    const verdict =
      text.trim() === ""
        ? "is empty"
        : `${JSON.stringify(text)} is not a ${parseNumber(text) === null ? "" : "whole "}number${howToWrite(text)}`;
    return { path, place, message: `${verdict}; allowed: ${allowedInScenario(path, scenario)}` };
  });
}

/** Keys of a scenario hold no dot, so a printed path reads back as itself. */
export const pathOf = (place: string): Path =>
  place.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/**
 * What the schema says first, then the rules between fields. The schema may leave these out while a range is
 * broken; a form shows both at once, so they are asked for here again.
 */
function schemaIssues(scenario: DraftContent["scenario"]): FieldIssue[] {
  const parsed = scenarioSchema.safeParse(scenario);
  const ofSchema = likelyIssues(parsed.error?.issues ?? []).map((issue) => {
    const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
    const place = printPath(path);
    const whole = formatIssue(issue, scenarioSchema, scenario);
    const start = `${place}: `;
    return { path, place, message: whole.startsWith(start) ? whole.slice(start.length) : whole };
  });
  const rules = checkReferences(scenario).map(({ path, message }) => ({
    path,
    place: printPath(path),
    message,
  }));
  return [...ofSchema, ...rules];
}

/**
 * The field that a refusal of the services is about. Its message names the place after the name of
 * the document: "scenario: workload.users: -1 is not allowed".
 */
export function issueOfMessage(message: string, scenario: unknown): FieldIssue | null {
  for (const [whole, place] of message.matchAll(/(?<=^|: )([A-Za-z][\w.]*): /g)) {
    if (place === undefined) continue;
    const path = pathOf(place);
    if (valueAt(scenario, path) === undefined) continue;
    const start = message.indexOf(whole) + whole.length;
    return { path, place, message: message.slice(start) };
  }
  return null;
}
