/** The run or study that a person means: by id, by the start of one, by a name, or the latest. */
import { failure, type Result, success } from "../../contract/result.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import type { Study } from "../../contract/study.ts";

/** Digits of an id that are shown: enough for every library that a person looks through. */
export const shortIdLength = 8;
export const shortId = ({ id }: { readonly id: string }): string => id.slice(0, shortIdLength);

/** Shorter beginnings of an id would be taken for names, and the other way round. */
const shortestPrefix = 4;
const mostListed = 5;

/** How messages speak of what is looked for. */
interface Words {
  readonly many: string;
  readonly missing: string;
  /** By what one can be named beside its id. */
  readonly names: string;
  /** How the library gets one. */
  readonly source: string;
  /** The command that lists them. */
  readonly list: string;
}

/** `entries`: the newest first, as the library lists them. */
export const findRun = (entries: readonly RunEntry[], text: string): Result<RunEntry> =>
  find(entries, text, {
    namesOf: ({ name, preset }) => [name, preset],
    createdOf: ({ createdAt }) => createdAt,
    words: {
      many: "runs",
      missing: "no run has this id, name or preset",
      names: "a name, a preset",
      source: "record one with: snapscope run --save",
      list: "snapscope runs list",
    },
  });

/** `studies`: the newest first. */
export const findStudy = <S extends Study>(studies: readonly S[], text: string): Result<S> =>
  find(studies, text, {
    namesOf: ({ name }) => [name],
    createdOf: ({ createdUtc }) => createdUtc,
    words: {
      many: "studies",
      missing: "no study has this id or name",
      names: "a name",
      source: "make one with: snapscope sweep",
      list: "snapscope sweep list",
    },
  });

interface Finding<T> {
  readonly namesOf: (one: T) => readonly (string | null)[];
  readonly createdOf: (one: T) => string;
  readonly words: Words;
}

function find<T extends { readonly id: string }>(
  entries: readonly T[],
  text: string,
  { namesOf, createdOf, words }: Finding<T>,
): Result<T> {
  const { many, missing, names, source, list } = words;
  const [latest] = entries;
  if (latest === undefined) {
    return failure("notFound", `the library holds no ${many}; ${source}`);
  }
  if (text === "latest") return success(latest);
  const wanted = text.toLowerCase();
  const isPrefix = /^[0-9a-f-]+$/.test(wanted) && wanted.length >= shortestPrefix;
  const byId = isPrefix ? entries.filter(({ id }) => id.startsWith(wanted)) : [];
  const byName = entries.filter((entry) => namesOf(entry).includes(text));
  const found = byId.length > 0 ? byId : byName;
  const [first] = found;
  if (first === undefined) {
    return failure(
      "notFound",
      `${JSON.stringify(text)}: ${missing}; allowed: an id, its first ` +
        `${shortestPrefix} characters or more, ${names}, or latest (see: ${list})`,
    );
  }
  if (found.length === 1) return success(first);
  const listed = found
    .slice(0, mostListed)
    .map((entry) => `${shortId(entry)} (${createdOf(entry)})`);
  const more = found.length > mostListed ? ` and ${found.length - mostListed} more` : "";
  return failure(
    "badInput",
    `${JSON.stringify(text)}: is meant by ${found.length} ${many}: ${listed.join(", ")}${more}; give an id`,
  );
}
