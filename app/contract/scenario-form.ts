/**
 * What a form must know of one field of a scenario. All of it derives from the schema: ranges,
 * choices, defaults and help are the schema's own, and the unit is the ending of the field's name.
 */
import * as z from "zod";
import { type SpecialValue, specialValuesOf } from "./fields.ts";
import { scenarioSchema } from "./scenario.ts";
import { allowedAt, type Path, schemasAt } from "./schema-path.ts";

export type FieldKind = "integer" | "decimal" | "text" | "choice" | "other";

export interface ScenarioField {
  readonly kind: FieldKind;
  /** The range of a number, or of a text's length. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Values of a choice, in the schema's order; empty for everything else. */
  readonly choices: readonly string[];
  /** What the schema fills in; undefined where the scenario must say it. */
  readonly fallback: unknown;
  readonly nullable: boolean;
  /** Values that are not meant as numbers, each with what it means; empty for most. */
  readonly specials: readonly SpecialValue[];
  /** What it means, without the unit. */
  readonly help: string;
  /** "ms", "MiB/s", "%"; empty for what has none. */
  readonly unit: string;
}

/** Endings of keys, longer ones first: "bandwidthMiBPerSecond" is a rate, not a size. */
const unitEndings = [
  ["SecondsPerVolume", "s"],
  ["MsPerVolume", "ms"],
  ["MiBPerSecond", "MiB/s"],
  ["IosPerSecond", "I/O/s"],
  ["PerMinute", "/min"],
  ["Percent", "%"],
  ["Seconds", "s"],
  ["Bytes", "bytes"],
  ["GiB", "GiB"],
  ["MiB", "MiB"],
  ["KiB", "KiB"],
  ["Ms", "ms"],
  ["Us", "µs"],
  ["PageNs", "ns"],
  ["LatchNs", "ns"],
] as const;

/** Counts: their name says what is counted. */
const countedKeys: Readonly<Record<string, string>> = {
  users: "users",
  hotRows: "rows",
  rowsPerQuery: "rows",
  nonclusteredIndexes: "indexes",
  partitions: "ranges",
  dataFiles: "files",
  otherDatabases: "databases",
  schedulers: "CPUs",
  parallelism: "at once",
  sparseRegionWrites: "writes",
  sparseFlushWrites: "writes",
  members: "disks",
  pace: "×",
};

/** The unit of a key, and the key without it: "thinkTimeMs" is "thinkTime" in ms. */
export function splitUnit(key: string): { readonly stem: string; readonly unit: string } {
  for (const [ending, unit] of unitEndings) {
    if (key.length > ending.length && key.endsWith(ending)) {
      return { stem: key.slice(0, -ending.length), unit };
    }
  }
  return { stem: key, unit: countedKeys[key] ?? "" };
}

/**
 * What the form must know of the field at `path` of `scenario`; null where no field can be. One and the same
 * object each time that it is asked for.
 */
export function scenarioField(path: Path, scenario: unknown): ScenarioField | null {
  const schema = schemasAt(scenarioSchema, path, scenario)[0];
  if (schema === undefined) return null;
  const key = String(path.at(-1) ?? "");
  const fields = described.get(schema) ?? new Map<string, ScenarioField>();
  described.set(schema, fields);
  const field = fields.get(key) ?? describe(schema, key);
  fields.set(key, field);
  return field;
}

/** A form asks for every field with every change of one; a schema never changes. */
const described = new WeakMap<object, Map<string, ScenarioField>>();

function describe(schema: z.core.$ZodType, key: string): ScenarioField {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const options = (json.anyOf ?? []).filter((option) => typeof option === "object");
  const plain = options.find((option) => option.type !== "null") ?? json;
  const { unit } = splitUnit(key);
  const special = specialValuesOf(schema);
  return {
    kind: kindOf(plain),
    minimum: plain.minimum ?? plain.minLength ?? null,
    maximum: plain.maximum ?? plain.maxLength ?? null,
    choices: (plain.enum ?? []).filter((value) => typeof value === "string"),
    fallback: json.default,
    nullable: options.some((option) => option.type === "null"),
    specials: special?.values ?? [],
    help: withoutUnit(special?.what ?? json.description ?? plain.description ?? "", unit),
    unit,
  };
}

/** What may stand at `path`, as error messages say it. */
export const allowedInScenario = (path: Path, scenario: unknown): string =>
  allowedAt(scenarioSchema, path, scenario);

function kindOf({ type, enum: choices }: z.core.JSONSchema.JSONSchema): FieldKind {
  if (choices !== undefined) return "choice";
  switch (type) {
    case "integer":
      return "integer";
    case "number":
      return "decimal";
    case "string":
      return "text";
    default:
      return "other";
  }
}

/** "mean time of one read, us": a form shows the unit in the field, where it is read with the value. */
function withoutUnit(description: string, unit: string): string {
  const written = unit === "µs" ? "us" : unit;
  const ending = `, ${written}`;
  return written !== "" && description.endsWith(ending)
    ? description.slice(0, -ending.length)
    : description;
}
