/** `--set path=value`: one change to the raw document, checked against the schema's structure. */
import * as z from "zod";
import { unknownKey } from "./issues.ts";
import { failure, type Result, success } from "./result.ts";
import { alternativesAt, keysAt, type Path, printPath, schemasAt, valueAt } from "./schema-path.ts";
import { withPresetAlone } from "./server-presets.ts";

type Schema = z.core.$ZodType;
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Applies "path=value" to a copy of `root`. The value's own validity is left to the schema. `where`: in
 * which option or list the setting stands, for the message.
 */
export function applySetting(
  root: unknown,
  setting: string,
  schema: Schema,
  where = "--set",
): Result<unknown> {
  const equals = setting.indexOf("=");
  if (equals <= 0) {
    return failure(
      "badInput",
      `${where} ${setting}: is not of the form path=value; such as workload.users=400`,
    );
  }
  const copy: unknown = structuredClone(root);
  const path = parsePath(setting.slice(0, equals));
  const problem = problemOfPath(copy, path, schema);
  if (problem !== null) return failure("badInput", `${where} ${problem}`);
  const set = assign(copy, path, parseValue(setting.slice(equals + 1), copy, path, schema));
  return success(printPath(path) === "server.preset" ? withPresetAlone(set) : set);
}

/** "workload.users", "storage.volumes[0].device". */
export const parsePath = (text: string): Path =>
  text
    .replaceAll(/\[(\d+)\]/g, ".$1")
    .split(".")
    .map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : part));

/** Every step must exist in the schema; an index may name an element, or the next new one. */
function problemOfPath(root: unknown, path: Path, schema: Schema): string | null {
  for (let depth = 0; depth < path.length; ++depth) {
    const parent = path.slice(0, depth);
    const key = path[depth] ?? "";
    const keys = keysAt(schema, parent, root);
    if (keys !== null && !keys.includes(String(key))) {
      const said = Object.keys(valueAt(root, parent) ?? {});
      return alternativesAt(schema, parent, root).some((way) => way.includes(String(key)))
        ? `${printPath([...parent, key])}: does not go with ${said.join(", ")}; allowed: ${keys.join(", ")}, or ${printPath(parent)}={...} as a whole`
        : unknownKey(parent, String(key), keys);
    }
    if (keys === null) {
      const problem = checkIndex(root, parent, key, schema);
      if (problem !== null) return `${printPath([...parent, key])}: ${problem}`;
    }
  }
  return null;
}

function checkIndex(
  root: unknown,
  parent: Path,
  key: string | number,
  schema: Schema,
): string | null {
  if (schemasAt(schema, [...parent, 0], root).length === 0) {
    return `is not known; ${printPath(parent)} is a single value`;
  }
  const list = valueAt(root, parent);
  const length = Array.isArray(list) ? list.length : 0;
  if (typeof key === "number" && key <= length) return null;
  const range =
    length === 0 ? "0, for a first element" : `0 to ${length}, where ${length} adds an element`;
  return `is not an index of ${printPath(parent)}; allowed: ${range}`;
}

/** Text stays text where only text may stand; elsewhere JSON is meant when it parses as JSON. */
function parseValue(text: string, root: unknown, path: Path, schema: Schema): Json {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    return text;
  }
  const candidates = schemasAt(schema, path, root);
  const accepts = (value: Json) => candidates.some((found) => z.safeParse(found, value).success);
  return typeof json !== "string" && !accepts(json) && accepts(text) ? text : json;
}

/** Parents that the raw document leaves to their defaults come into being here. */
function assign(root: unknown, path: Path, value: Json): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === "number") {
    const list: unknown[] = Array.isArray(root) ? root : [];
    list[key] = assign(list[key], rest, value);
    return list;
  }
  const object: Record<string, unknown> =
    typeof root === "object" && root !== null && !Array.isArray(root)
      ? (root as Record<string, unknown>)
      : {};
  object[key] = assign(object[key], rest, value);
  return object;
}
