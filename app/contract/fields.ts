/** Field shapes that several schemas share. Units are in the name of a field and in its description. */
import * as z from "zod";

/** Anything that ends up as a file name or in an ERRORLOG line: a plain SQL Server identifier. */
export const identifier = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
    .describe(`${what}: letters, digits and _, at most 64`);

export const integer = (minimum: number, maximum: number, what: string) =>
  z.int().min(minimum).max(maximum).describe(what);

/** Seconds with at most three decimals, so that they are whole milliseconds of engine time. */
export const seconds = (minimum: number, maximum: number, what: string) =>
  z.number().min(minimum).max(maximum).multipleOf(0.001).describe(`${what}, s`);

/** A value that is not meant as a number: 0 of a limit is "no limit". */
export interface SpecialValue {
  readonly value: number | null;
  /** In words, without a key of the format: a form offers it as a choice. */
  readonly means: string;
}

interface SpecialValues {
  /** The description of all other values. */
  readonly what: string;
  readonly values: readonly SpecialValue[];
}

const specialValues = z.registry<SpecialValues>();

/** The schema with a description that ends in what the special values mean: "..., MiB; 0 = no limit". */
export function special<S extends z.ZodType>(schema: S, ...values: readonly SpecialValue[]): S {
  const what = schema.description ?? "";
  const meanings = values.map(({ value, means }) => `${value} = ${means}`);
  const described = schema.describe([what, ...meanings].join("; "));
  specialValues.add(described, { what, values });
  return described;
}

/** Those of a schema, or of what it wraps with a default; null where every value is meant as it is. */
export function specialValuesOf(schema: z.core.$ZodType): SpecialValues | null {
  const found = specialValues.get(schema);
  if (found !== undefined) return found;
  const { innerType } = schema._zod.def as { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? null : specialValuesOf(innerType);
}

/** It says what a scenario's file means by what it leaves out. docs/formats/scenario.md has what changed. */
export const scenarioFormatVersion = 2;
export const maxDurationSeconds = 86_400;
export const maxDataFiles = 32;
export const maxVolumes = 16;
export const maxNonclusteredIndexes = 8;
export const maxUsers = 10_000;
const maxPace = 1_000_000;

/** The pace of a virtual run, from its start on or by a live command. */
export const paceSchema = special(
  z.number().min(0).max(maxPace).describe("engine seconds per second of wall time"),
  { value: 0, means: "as fast as it goes" },
);
