/**
 * The numbers that a scenario or a command may hold, as a flat list: what the engine's reader
 * checks. It derives from the schemas, so that both refuse the same.
 */
import * as z from "zod";
import { jsonSchema } from "./json-schemas.ts";
import { scenarioSchema } from "./scenario.ts";

/**
 * A path is the keys from the root on, with `*` for any index of a list, and a key `(kind)` below
 * each command: "timeline.*.command.(setUsers).users".
 */
export interface NumberRange {
  readonly path: string;
  readonly least: number;
  readonly most: number;
  /** Allowed are multiples of it; 0 = any number. */
  readonly step: number;
  /** Null is allowed as well. */
  readonly orNull: boolean;
}

type Node = z.core.JSONSchema.JSONSchema;

/** Ranges in one run: the engine knows no sweeps. A path that several ranges name allows what lies in one of them. */
export const numberRanges = (): NumberRange[] => [
  ...rangesBelow(z.toJSONSchema(scenarioSchema, { io: "input" }), []),
  ...rangesBelow(jsonSchema("command") as Node, []),
];

function rangesBelow(node: Node, path: readonly string[]): NumberRange[] {
  const options = (node.anyOf ?? node.oneOf ?? []) as Node[];
  const orNull = options.some(({ type }) => type === "null");
  const exact = [node.const, ...(node.enum ?? [])].filter((value) => typeof value === "number");
  if (exact.length > 0) return exact.map((value) => range(path, value, value, 0));
  if (node.type === "integer" || node.type === "number") return [boundedRange(node, path)];
  const here = [...path, ...kindOf(node)];
  return [
    ...options
      .flatMap((option) => rangesBelow(option, path))
      .map((below) => (orNull && below.path === path.join(".") ? { ...below, orNull } : below)),
    ...Object.entries((node.properties ?? {}) as Record<string, Node>).flatMap(([key, child]) =>
      rangesBelow(child, [...here, key]),
    ),
    ...(node.items === undefined ? [] : rangesBelow(node.items as Node, [...here, "*"])),
  ];
}

function kindOf(node: Node): string[] {
  const kind = (node.properties as Record<string, Node> | undefined)?.kind?.const;
  return typeof kind === "string" ? [`(${kind})`] : [];
}

function boundedRange(node: Node, path: readonly string[]): NumberRange {
  const { minimum, maximum, multipleOf } = node;
  if (minimum === undefined || maximum === undefined)
    throw new Error(`${path.join(".")} has no bounds: the engine's reader needs them`);
  return range(path, minimum, maximum, node.type === "integer" ? 1 : (multipleOf ?? 0));
}

const range = (path: readonly string[], least: number, most: number, step: number) => ({
  path: path.join("."),
  least,
  most,
  step,
  orNull: false,
});
