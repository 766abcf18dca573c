/** Search in log messages: what a query matches, and where. Pure; the worker and the page share it. */
import { failure, type Result, success } from "../../../app/contract/result.ts";
import { compilePattern } from "../../../app/domain/text-pattern.ts";

export interface SearchQuery {
  readonly text: string;
  /** The text is a regular expression. */
  readonly pattern: boolean;
}

/** Half open, in UTF-16 units, as String.slice takes it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type Matcher = (text: string) => readonly TextRange[];

/** By position of the message in the log. */
export type Hits = ReadonlyMap<number, readonly TextRange[]>;

export const noHits: Hits = new Map();

const maxPatternLength = 500;
/** More marks in one line help nobody, and each is an element of the page. */
const maxRangesOfMessage = 50;

/** Case does not matter, as in the product's own log viewers. An empty query matches nothing. */
export function compileQuery({ text, pattern }: SearchQuery): Result<Matcher> {
  if (text === "") return success(() => []);
  if (!pattern) return success(matcherOf(new RegExp(escaped(text), "giu")));
  if (text.length > maxPatternLength) {
    return failure(
      "badInput",
      `The pattern has ${text.length} characters; at most ${maxPatternLength} are allowed.`,
    );
  }
  const compiled = compilePattern(text);
  if (!compiled.ok) return compiled;
  return success(matcherOf(new RegExp(compiled.value, `g${compiled.value.flags}`)));
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Matches without length, as of "x*", mark nothing. */
function matcherOf(expression: RegExp): Matcher {
  return (text) => {
    const ranges: TextRange[] = [];
    expression.lastIndex = 0;
    while (ranges.length < maxRangesOfMessage) {
      const match = expression.exec(text);
      if (match === null) break;
      const end = match.index + match[0].length;
      if (end > match.index) ranges.push({ start: match.index, end });
      else expression.lastIndex += 1;
    }
    return ranges;
  };
}

/** Hits among `messages`, whose first one is at position `offset` of the log. */
export function findHits(
  messages: readonly string[],
  matcher: Matcher,
  offset = 0,
): [number, readonly TextRange[]][] {
  const hits: [number, readonly TextRange[]][] = [];
  messages.forEach((message, index) => {
    const ranges = matcher(message);
    if (ranges.length > 0) hits.push([offset + index, ranges]);
  });
  return hits;
}

export interface Fragment {
  readonly text: string;
  readonly hit: boolean;
  /** Where it begins in the message: its identity. */
  readonly start: number;
}

/** A message cut at its hits, nothing lost. */
export function fragmentsOf(text: string, ranges: readonly TextRange[]): readonly Fragment[] {
  const fragments: Fragment[] = [];
  let at = 0;
  const add = (end: number, hit: boolean) => {
    if (end > at) fragments.push({ text: text.slice(at, end), hit, start: at });
    at = Math.max(at, end);
  };
  for (const { start, end } of ranges) {
    add(start, false);
    add(end, true);
  }
  add(text.length, false);
  return fragments;
}
