/** What keeps a draft from running, each at its place, in the contract's own words. */
import { formatIssue, likelyIssues } from "../../contract/issues.ts";
import { scenarioSchema } from "../../contract/scenario.ts";
import { allowedInScenario } from "../../contract/scenario-form.ts";
import { checkReferences } from "../../contract/scenario-references.ts";
import { type Path, printPath, valueAt } from "../../contract/schema-path.ts";
import type { DraftContent } from "./draft.ts";
import { formSections, labelOf, sectionOf } from "./labels.ts";

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

/** The contract speaks of keys and of special values ("0 = no limit"); the form has labels and words. */
export const inFormWords = (message: string): string =>
  message
    .replaceAll(/(?<=[;:] )(?:0|null) = /g, "or ")
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
    const verdict = text.trim() === "" ? "is empty" : `${JSON.stringify(text)} is not a number`;
    return { path, place, message: `${verdict}; allowed: ${allowedInScenario(path, scenario)}` };
  });
}

/** Keys of a scenario hold no dot, so a printed path reads back as itself. */
export const pathOf = (place: string): Path =>
  place.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/**
 * Ranges first, then the rules between fields. The schema may leave the rules out while a range is
 * broken; a form shows both at once, so they are asked for here again.
 */
function schemaIssues(scenario: DraftContent["scenario"]): FieldIssue[] {
  const parsed = scenarioSchema.safeParse(scenario);
  const ranges = likelyIssues(parsed.error?.issues ?? [])
    .filter((issue) => issue.code !== "custom")
    .map((issue) => {
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
  return [...ranges, ...rules];
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
