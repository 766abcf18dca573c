/** The run that a person means: by id, by the start of one, by its name or its preset's, or the latest. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";

/** Digits of an id that are shown: enough for every library that a person looks through. */
export const shortIdLength = 8;
export const shortId = ({ id }: RunEntry): string => id.slice(0, shortIdLength);

/** Shorter beginnings of an id would be taken for names, and the other way round. */
const shortestPrefix = 4;
const mostListed = 5;

/** `entries`: the newest first, as the library lists them. */
export function findRun(entries: readonly RunEntry[], text: string): Result<RunEntry> {
  const [latest] = entries;
  if (latest === undefined) {
    return failure("notFound", "the library holds no runs; record one with: snapscope run --save");
  }
  if (text === "latest") return success(latest);
  const wanted = text.toLowerCase();
  const isPrefix = /^[0-9a-f-]+$/.test(wanted) && wanted.length >= shortestPrefix;
  const byId = isPrefix ? entries.filter(({ id }) => id.startsWith(wanted)) : [];
  const byName = entries.filter(({ name, preset }) => name === text || preset === text);
  const found = byId.length > 0 ? byId : byName;
  const [first] = found;
  if (first === undefined) {
    return failure(
      "notFound",
      `${JSON.stringify(text)}: no run has this id, name or preset; allowed: an id, its first ` +
        `${shortestPrefix} characters or more, a name, a preset, or latest (see: snapscope runs list)`,
    );
  }
  if (found.length === 1) return success(first);
  const listed = found
    .slice(0, mostListed)
    .map((entry) => `${shortId(entry)} (${entry.createdAt})`);
  const more = found.length > mostListed ? ` and ${found.length - mostListed} more` : "";
  return failure(
    "badInput",
    `${JSON.stringify(text)}: is meant by ${found.length} runs: ${listed.join(", ")}${more}; give an id`,
  );
}
