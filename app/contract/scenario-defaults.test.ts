/**
 * Old files leave out what they mean by a default, so a default never changes: another one is of another
 * formatVersion. New keys are taken over with SNAPSCOPE_UPDATE_GOLDEN=1; a value that changed or went never is.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonSchema } from "./json-schemas.ts";
import { resolveScenario } from "./resolve-scenario.ts";
import { serverPreset, serverPresetNames } from "./server-presets.ts";
import { plainScenario } from "./testing/scenarios.ts";

const goldenOf = (formatVersion: number): URL =>
  new URL(`./testdata/scenario-defaults-${formatVersion}.json`, import.meta.url);
const heldOf = (formatVersion: number): Values =>
  JSON.parse(readFileSync(goldenOf(formatVersion), "utf8"));
type Values = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Each default of the schema by its place, be it of what few scenarios have. */
function defaultsOf(schema: unknown, place: string): [string, unknown][] {
  if (!isRecord(schema)) return [];
  const { properties, items } = schema;
  const variants = ["anyOf", "oneOf", "allOf"].flatMap((key) => schema[key] ?? []);
  return [
    ...("default" in schema ? [[place, schema.default] as [string, unknown]] : []),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([key, value]) =>
      defaultsOf(value, `${place}.${key}`),
    ),
    ...defaultsOf(items, `${place}[]`),
    ...variants.flatMap((variant) => defaultsOf(variant, `${place}${kindOf(variant)}`)),
  ];
}

function kindOf(variant: unknown): string {
  const properties = isRecord(variant) ? variant.properties : undefined;
  const kind = isRecord(properties) ? properties.kind : undefined;
  return isRecord(kind) ? `(${kind.const})` : "";
}

function valuesOf(document: unknown, place: string): [string, unknown][] {
  if (!isRecord(document)) return [[place, document]];
  return Object.entries(document).flatMap(([key, value]) => valuesOf(value, `${place}.${key}`));
}

/** Defaults that follow from others are in none of the schema's. */
function resolved(what: string, changes: object): [string, unknown][] {
  const scenario = resolveScenario({ ...plainScenario, ...changes }, what);
  if (!scenario.ok) throw new Error(scenario.error.message);
  return valuesOf(scenario.value, what);
}

const realStorage = {
  volumes: [{ name: "local", folder: null }],
  placement: { data: "local", log: "local", snapshot: "local" },
};

const afterFirst = (place: string): string => place.slice(place.indexOf("."));

const print = (values: Values): string => {
  const lines = Object.entries(values).map((entry) => entry.map((one) => JSON.stringify(one)));
  return `{\n${lines.map((line) => `  ${line.join(": ")}`).join(",\n")}\n}\n`;
};

const ofSchema = defaultsOf(jsonSchema("scenario"), "schema");

function defaultsIn(formatVersion: number): Values {
  const virtual = resolved("virtual", { formatVersion });
  const usual = new Map(virtual.map(([place, value]) => [afterFirst(place), value]));
  /** Those that follow from what it is. */
  const others = [
    ...resolved("real", { formatVersion, mode: "real", storage: realStorage }),
    ...resolved("2005", { formatVersion, server: { engineVersion: "2005" } }),
  ].filter(
    ([place, value]) => !Object.is(usual.get(afterFirst(place)), value) && !Array.isArray(value),
  );
  /** A server preset has figures of its own; what its Windows stands for is the format's. */
  const ofWindows = serverPresetNames.flatMap((preset) => {
    const { version } = serverPreset(preset).windows;
    return resolved(`Windows ${version}`, { formatVersion, server: { preset } }).filter(([place]) =>
      place.includes(".storage.sparseFileLimit"),
    );
  });
  return Object.fromEntries([...ofSchema, ...virtual, ...others, ...ofWindows]);
}

describe("the defaults of a scenario of formatVersion 1", () => {
  const now = defaultsIn(1);
  const before = heldOf(1);

  it("are one each, at a place of its own", () => {
    const told = new Set(ofSchema.map((one) => JSON.stringify(one)));
    expect(told.size).toBe(new Set(ofSchema.map(([place]) => place)).size);
  });

  it("are what they were, whatever came since", () => {
    const same = Object.fromEntries(Object.keys(before).map((place) => [place, now[place]]));
    expect(same).toEqual(before);
  });

  it("are all held", () => {
    const added = Object.entries(now).filter(([place]) => !Object.hasOwn(before, place));
    if (process.env.SNAPSCOPE_UPDATE_GOLDEN === "1" && added.length > 0) {
      writeFileSync(goldenOf(1), print({ ...before, ...Object.fromEntries(added) }));
    } else {
      expect(added).toEqual([]);
    }
  });
});

describe("the defaults of a scenario of formatVersion 2", () => {
  it("are those of 1 but for what this version is there for", () => {
    const earlier = defaultsIn(1);
    const other = Object.entries(defaultsIn(2)).filter(
      ([place, value]) => JSON.stringify(value) !== JSON.stringify(earlier[place]),
    );
    expect(Object.fromEntries(other)).toEqual(heldOf(2));
  });
});
