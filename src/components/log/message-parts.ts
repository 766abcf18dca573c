/**
 * What of a message stays in view where a line has no room for all of it: its figures first, then the
 * names in it, then its other words; what is printed below every message goes first.
 */
import { type Fragment, fragmentsOf, type TextRange } from "./log-search.ts";

/** figure: is never cut; boilerplate: says nothing of this message; the others are cut in reverse order. */
export type PartRole = "figure" | "name" | "lead" | "between" | "tail" | "boilerplate";

export interface MessagePart {
  readonly role: PartRole;
  /** Where it begins in the message: its identity. */
  readonly start: number;
  readonly fragments: readonly Fragment[];
}

const number = String.raw`\d[\d.,]*`;
const units =
  String.raw`% complete|%|second\(s\)|(?:milli)?seconds?|ms|minutes?|hours?|[KMG]B(?:\/sec)?|bytes|records|pages|bufs|` +
  String.raw`writes|errors|transactions|occurrence\(s\)|time\(s\)`;
const pieces = new RegExp(
  [
    String.raw`(?<figure>\b${number} ?(?:${units})(?![A-Za-z])|\b[Pp]hase \d of \d|\bpages dumped: \d+)`,
    String.raw`(?<name>'[^']{1,80}'|\[[^\]]{1,120}\])`,
    String.raw`(?<boilerplate>This is an informational message(?: only)?[.;] *[Nn]o user action is required\.?)`,
  ].join("|"),
  "g",
);

type Found = "figure" | "name" | "boilerplate";
interface Piece {
  readonly role: Found | null;
  readonly start: number;
  readonly end: number;
}

/** All of a message, nothing lost; of one without figures, one part. */
export function partsOf(text: string, ranges: readonly TextRange[]): readonly MessagePart[] {
  const all = piecesOf(text);
  const first = all.findIndex(({ role }) => role === "figure");
  const last = all.findLastIndex(({ role }) => role === "figure");
  if (first < 0) return [{ role: "lead", start: 0, fragments: fragmentsOf(text, ranges) }];
  return all.map(({ role, start, end }, at) => ({
    role: role ?? (at < first ? "lead" : at < last ? "between" : "tail"),
    start,
    fragments: fragmentsOf(text.slice(start, end), within(ranges, start, end)),
  }));
}

function piecesOf(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let at = 0;
  const addWords = (end: number): void => {
    if (end > at) found.push({ role: null, start: at, end });
  };
  for (const match of text.matchAll(pieces)) {
    const end = match.index + match[0].length;
    addWords(match.index);
    found.push({ role: roleOf(match.groups), start: match.index, end });
    at = end;
  }
  addWords(text.length);
  return found;
}

const roleOf = (groups: Readonly<Record<string, string | undefined>> | undefined): Found =>
  groups?.figure !== undefined ? "figure" : groups?.name !== undefined ? "name" : "boilerplate";

/** Those of a part, as it counts. */
const within = (ranges: readonly TextRange[], from: number, to: number): readonly TextRange[] =>
  ranges
    .filter(({ start, end }) => start < to && end > from)
    .map(({ start, end }) => ({
      start: Math.max(start, from) - from,
      end: Math.min(end, to) - from,
    }));
