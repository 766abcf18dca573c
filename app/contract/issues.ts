/** Turns what zod found into the one message that a person needs: path, value, what is allowed. */
import type * as z from "zod";
import { type ErrorCode, failure, type Result, success } from "./result.ts";
import {
  allowedAt,
  alternativesAt,
  keysAt,
  nearest,
  type Path,
  printPath,
  valueAt,
} from "./schema-path.ts";

type Schema = z.core.$ZodType;

const plainPath = (path: readonly PropertyKey[]): Path =>
  path.map((key) => (typeof key === "number" ? key : String(key)));

/** A value as JSON, cut where it would drown the message. */
export function printValue(value: unknown): string {
  const text =
    typeof value === "number" && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
  if (text === undefined) return String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

export function formatIssue(issue: z.core.$ZodIssue, schema: Schema, input: unknown): string {
  const path = plainPath(issue.path);
  if (issue.code === "custom") return `${printPath(path)}: ${issue.message}`;
  if (issue.code === "unrecognized_keys") {
    const [key = ""] = issue.keys;
    // Known where the object is said in another way: what does not fit is the pair.
    if (alternativesAt(schema, path, input).some((keys) => keys.includes(key))) {
      return mixedKeys(path, issue.keys, valueAt(input, path));
    }
    return unknownKey(path, key, keysAt(schema, path, input) ?? []);
  }
  const value = valueAt(input, path);
  const verdict = value === undefined ? "is missing" : `${printValue(value)} is not allowed`;
  return `${printPath(path)}: ${verdict}; allowed: ${allowedAt(schema, path, input)}`;
}

export const unknownKey = (parent: Path, key: string, allowed: readonly string[]): string =>
  `${printPath([...parent, key])}: is not known; ${guessOf(key, allowed)}allowed: ${allowed.join(", ")}`;

/** 'did you mean "users"? ' before what is allowed; empty where no name is near. */
export function guessOf(name: string, allowed: readonly string[]): string {
  const near = nearest(name, allowed).map((other) => JSON.stringify(other));
  return near.length > 0 ? `did you mean ${near.join(" or ")}? ` : "";
}

function mixedKeys(parent: Path, strangers: readonly string[], object: unknown): string {
  const others = Object.keys(object ?? {}).filter((key) => !strangers.includes(key));
  const place = printPath([...parent, strangers[0] ?? ""]);
  return `${place}: does not go with ${others.join(", ")}; allowed: one or the other`;
}

type Issue = z.core.$ZodIssue;

/**
 * A union whose options all refuse is one issue that says nothing. What the value was most likely
 * meant to be says more: the option with the fewest unknown keys, then the fewest issues.
 */
export function likelyIssues(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
    const strangers = (found: readonly Issue[]) =>
      found.reduce((sum, one) => sum + (isUnknownKey(one) ? one.keys.length : 0), 0);
    const distance = (a: readonly Issue[], b: readonly Issue[]) =>
      strangers(a) - strangers(b) || a.length - b.length;
    const [likely, next] = issue.errors.toSorted(distance);
    // Not an object at all, or one that says nothing: what is allowed there is the better answer.
    if (
      likely === undefined ||
      likely.every(({ path, code }) => path.length === 0 && code === "invalid_type") ||
      (next !== undefined && strangers(likely) === 0 && distance(likely, next) === 0)
    )
      return [issue];
    return likelyIssues(likely).map((inner) => ({
      ...inner,
      path: [...issue.path, ...inner.path],
    }));
  });
}

const isUnknownKey = (issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys =>
  issue.code === "unrecognized_keys" && issue.path.length === 0;

/** The first issue in full, and where the others are. */
export function formatIssues(found: readonly Issue[], schema: Schema, input: unknown): string {
  const issues = likelyIssues(found);
  // A mistyped key also leaves the right one missing: the typing error is the cause to name.
  const unknown = issues.find((issue) => issue.code === "unrecognized_keys");
  const first = unknown ?? issues[0];
  if (first === undefined) return "(root): is not allowed";
  const firstPlace = printPath(plainPath(first.path));
  const places = new Set(issues.map((issue) => printPath(plainPath(issue.path))));
  places.delete(firstPlace);
  const more = places.size > 0 ? ` (also wrong: ${[...places].slice(0, 5).join(", ")})` : "";
  return `${formatIssue(first, schema, input)}${more}`;
}

/** Validates at a process edge. `what` names the document in the message, such as a file's name. */
export function parseWith<S extends z.ZodType>(
  schema: S,
  input: unknown,
  what: string,
  code: ErrorCode = "badInput",
): Result<z.output<S>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return success(parsed.data);
  return failure(code, `${what}: ${formatIssues(parsed.error.issues, schema, input)}`);
}

/** JSON text to a value that the schema accepts. */
export function parseJsonWith<S extends z.ZodType>(
  schema: S,
  text: string,
  what: string,
  code: ErrorCode = "badInput",
): Result<z.output<S>> {
  const json = parseJson(text, what, code);
  return json.ok ? parseWith(schema, json.value, what, code) : json;
}

export function parseJson(
  text: string,
  what: string,
  code: ErrorCode = "badInput",
): Result<unknown> {
  try {
    return success(JSON.parse(text) as unknown);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failure(code, `${what}: is not valid JSON (${reason}); expected one JSON object`);
  }
}
