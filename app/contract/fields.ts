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

export const maxDurationSeconds = 86_400;
export const maxDataFiles = 32;
export const maxNonclusteredIndexes = 8;
export const maxUsers = 10_000;
export const maxPace = 1_000_000;
