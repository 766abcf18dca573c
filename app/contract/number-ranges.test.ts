import { expect, it } from "vitest";
import type * as z from "zod";
import { commandSchema } from "./command.ts";
import { likelyIssues } from "./issues.ts";
import { type NumberRange, numberRanges } from "./number-ranges.ts";
import { scenarioSchema } from "./scenario.ts";
import { type Path, printPath, valueAt } from "./schema-path.ts";
import everyNumber from "./testing/every-number.json" with { type: "json" };
import { plainScenario } from "./testing/scenarios.ts";

const scenario: unknown = scenarioSchema.parse({ ...plainScenario, ...everyNumber });

interface Document {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

/** All that has numbers: a scenario with every one of them, and each of its commands by itself. */
const documents: readonly Document[] = [
  { schema: scenarioSchema, value: scenario },
  ...everyNumber.commands.map(({ command }) => ({ schema: commandSchema, value: command })),
];

function placesOf(pattern: string, root: unknown): Path[] {
  let places: Path[] = [[]];
  for (const key of pattern.split(".")) {
    places = places.flatMap((place): Path[] => {
      const value = valueAt(root, place);
      if (key === "*") return Array.isArray(value) ? value.map((_, i) => [...place, i]) : [];
      if (key.startsWith("(")) return `(${valueAt(value, ["kind"])})` === key ? [place] : [];
      return valueAt(value, [key]) === undefined ? [] : [[...place, key]];
    });
  }
  return places;
}

function refusalAt({ schema, value }: Document, place: Path, number: number): boolean {
  const changed: unknown = structuredClone(value);
  const parent = valueAt(changed, place.slice(0, -1)) as Record<string | number, unknown>;
  parent[place.at(-1) ?? ""] = number;
  const issues = likelyIssues(schema.safeParse(changed).error?.issues ?? []);
  return issues.some((issue) => printPath(issue.path as Path) === printPath(place));
}

const name = ({ path, least, most }: NumberRange) => `${path}, ${least} to ${most}`;

it.each(numberRanges().map((range) => [name(range), range] as const))(
  "%s: one below and one above are refused there",
  (_, { path, least, most, step }) => {
    const places = documents.flatMap((document) =>
      placesOf(path, document.value).map((place) => ({ document, place })),
    );
    expect(places).not.toEqual([]);
    for (const { document, place } of places) {
      const beyond = step === 0 ? 1 : step;
      expect(refusalAt(document, place, least - beyond)).toBe(true);
      expect(refusalAt(document, place, most + beyond)).toBe(true);
      if (step > 0) expect(refusalAt(document, place, least + step / 2)).toBe(true);
    }
  },
);
