/** Finding one's way in a zod schema by the path of a value: what is there, and what may be there. */
import * as z from "zod";

type Schema = z.core.$ZodType;
export type Path = readonly (string | number)[];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "a.0.b"; an empty path is the whole document. */
export const printPath = (path: Path): string =>
  path.length === 0 ? "(root)" : path.map(printKey).join(".");

/** A key that would not be seen as one is quoted. */
const printKey = (key: string | number): string =>
  /^[\w-]+$/.test(String(key)) ? String(key) : JSON.stringify(key);

export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === "number") value = value[key];
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** Takes off what only says "may be absent", "has a default" or "becomes something else". */
function unwrap(schema: Schema): Schema {
  const { def } = schema as { def?: { innerType?: Schema; in?: Schema } } & Schema;
  const inner = def?.innerType ?? def?.in;
  return inner === undefined ? schema : unwrap(inner);
}

/** A union of objects is entered by the value's discriminator, when it has a known one. */
function chooseOption(schema: Schema, value: unknown): Schema[] {
  const bare = unwrap(schema);
  if (!(bare instanceof z.ZodUnion)) return [bare];
  const options: Schema[] = [...bare.options];
  const discriminator =
    bare instanceof z.ZodDiscriminatedUnion ? bare.def.discriminator : undefined;
  if (!isRecord(value)) return options.flatMap((o) => chooseOption(o, value));
  if (discriminator === undefined) return likelyOptions(options, value);
  const chosen = options.filter((option) => {
    const field = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    return field !== undefined && z.safeParse(field, value[discriminator]).success;
  });
  return chosen.length > 0 ? chosen : options;
}

/** Without a discriminator: the options of which the value has the most keys; all, if it has none. */
function likelyOptions(options: readonly Schema[], value: Readonly<Record<string, unknown>>) {
  const keys = Object.keys(value);
  const known = options.map((option) => {
    const bare = unwrap(option);
    if (!(bare instanceof z.ZodObject)) return 0;
    return keys.filter((key) => Object.hasOwn(bare.shape, key)).length;
  });
  const most = Math.max(...known);
  return options
    .filter((_, index) => known[index] === most)
    .flatMap((option) => chooseOption(option, value));
}

function childrenOf(schema: Schema, key: string | number, value: unknown): Schema[] {
  return chooseOption(schema, value).flatMap((option): Schema[] => {
    if (option instanceof z.ZodArray) return /^\d+$/.test(String(key)) ? [option.element] : [];
    if (option instanceof z.ZodObject && Object.hasOwn(option.shape, key))
      return [option.shape[key]];
    return [];
  });
}

/** The schemas that govern the value at `path`: none when nothing may be there, else mostly one. */
export function schemasAt(schema: Schema, path: Path, root: unknown): Schema[] {
  let found: Schema[] = [schema];
  let value = root;
  for (const key of path) {
    found = found.flatMap((candidate) => childrenOf(candidate, key, value));
    value = valueAt(value, [key]);
  }
  return found;
}

/** Keys of an object, or null where the value is not an object. */
export function keysAt(schema: Schema, path: Path, root: unknown): string[] | null {
  const objects = schemasAt(schema, path, root)
    .flatMap((found) => chooseOption(found, valueAt(root, path)))
    .filter((found) => found instanceof z.ZodObject);
  if (objects.length === 0) return null;
  return [...new Set(objects.flatMap((object) => Object.keys(object.shape)))];
}

/** Keys of each way to say the object at `path`: of a union without a discriminator, else none. */
export function alternativesAt(schema: Schema, path: Path, root: unknown): string[][] {
  return schemasAt(schema, path, root).flatMap((found) => {
    const bare = unwrap(found);
    if (!(bare instanceof z.ZodUnion) || bare instanceof z.ZodDiscriminatedUnion) return [];
    return bare.options.flatMap((option) => {
      const inner = unwrap(option);
      return inner instanceof z.ZodObject ? [Object.keys(inner.shape)] : [];
    });
  });
}

/** What may stand at `path`, in words, with the unit that the schema's description gives. */
export function allowedAt(schema: Schema, path: Path, root: unknown): string {
  const keys = keysAt(schema, path, root);
  if (keys !== null) {
    const ways = alternativesAt(schema, path, root);
    const lists = (ways.length > 0 ? ways : [keys]).map((way) => way.join(", "));
    return `an object with ${lists.join("; or with ")}`;
  }
  const words = schemasAt(schema, path, root).map((found) =>
    describe(z.toJSONSchema(found, { io: "input", unrepresentable: "any" })),
  );
  return [...new Set(words)].join(" or ");
}

function describe(schema: z.core.JSONSchema.JSONSchema): string {
  const note = schema.description === undefined ? "" : ` (${schema.description})`;
  return `${describeType(schema)}${note}`;
}

function describeType(schema: z.core.JSONSchema.JSONSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeAny).join(" or ");
  const { minimum, maximum, minLength, maxLength, multipleOf, minItems, maxItems } = schema;
  switch (schema.type) {
    case "integer":
      return `an integer ${range(minimum, maximum)}`.trim();
    case "number": {
      const step = multipleOf === undefined ? "" : ` in steps of ${multipleOf}`;
      return `a number ${range(minimum, maximum)}${step}`.trim();
    }
    case "string":
      return `text${minLength || maxLength ? ` of ${range(minLength ?? 0, maxLength).replace("from ", "")} characters` : ""}`;
    case "boolean":
      return "true, false";
    case "null":
      return "null";
    case "array": {
      const count = maxItems === undefined ? "" : ` of ${minItems ?? 0} to ${maxItems}`;
      return `a list${count}${schema.items === undefined ? "" : `, each ${describeAny(schema.items)}`}`;
    }
    default:
      return "an object";
  }
}

const describeAny = (schema: unknown): string =>
  isRecord(schema) ? describe(schema as z.core.JSONSchema.JSONSchema) : "anything";

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  return maximum === undefined ? "" : `up to ${maximum}`;
}

/** The names that a mistyped one most likely meant: few edits away, or holding it. */
export function nearest(name: string, candidates: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .filter(
      ({ candidate, distance }) =>
        distance <= Math.min(3, Math.ceil(wanted.length / 3)) ||
        (wanted.length > 2 && candidate.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function editDistance(a: string, b: string): number {
  // A name far longer than any key cannot be near one; garbage must not cost quadratic time.
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; ++row) {
    const current = [row];
    for (let column = 1; column <= b.length; ++column) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const gap = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
      current.push(Math.min(substitution, gap));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
