/**
 * What of a message stays in view where a line has no room for all of it: its figures first, then the
 * names in it, then its other words; what is printed below every message goes first.
 */
import { type Fragment, fragmentsOf, type TextRange } from "./log-search.ts";

export type PartRole = "figure" | "name" | "lead" | "between" | "tail" | "boilerplate";

export interface MessagePart {
  readonly role: PartRole;
  /** Where it begins in the message: its identity. */
  readonly start: number;
  /** What is shown of it. */
  readonly fragments: readonly Fragment[];
  /** What is cut off its end; "" mostly. */
  readonly rest: string;
}

interface Cut {
  readonly role: PartRole;
  /** Characters that it keeps, its ellipsis among them. */
  readonly least: number;
  /** Shorter ones are not worth an ellipsis. */
  readonly from: number;
}

/** In the order in which they are cut. */
const cuts: readonly Cut[] = [
  { role: "boilerplate", least: 0, from: 1 },
  { role: "tail", least: 1, from: 2 },
  { role: "between", least: 3, from: 8 },
  { role: "lead", least: 8, from: 12 },
  { role: "name", least: 8, from: 12 },
];

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

/** `room`: how many characters have room in the line. Without figures a message is one part, cut at its end. */
export function partsOf(
  text: string,
  ranges: readonly TextRange[],
  room: number,
): readonly MessagePart[] {
  const pieces = withRoles(piecesOf(text));
  if (!pieces.some(({ role }) => role === "figure")) {
    return [{ role: "lead", start: 0, fragments: fragmentsOf(text, ranges), rest: "" }];
  }
  const kept = keptOf(pieces, ranges, room);
  return pieces.map(({ role, start, end }, at) => {
    const shownEnd = Math.min(end, start + (kept[at] ?? 0));
    return {
      role,
      start,
      fragments: fragmentsOf(text.slice(start, shownEnd), within(ranges, start, shownEnd)),
      rest: text.slice(shownEnd, end),
    };
  });
}

interface RolePiece extends Omit<Piece, "role"> {
  readonly role: PartRole;
}

function withRoles(pieces: readonly Piece[]): readonly RolePiece[] {
  const first = pieces.findIndex(({ role }) => role === "figure");
  const last = pieces.findLastIndex(({ role }) => role === "figure");
  return pieces.map((piece, at) => ({
    ...piece,
    role: piece.role ?? (at < first ? "lead" : at < last ? "between" : "tail"),
  }));
}

/** How many characters of each piece are shown. What a search found in is cut only where all else is. */
function keptOf(
  pieces: readonly RolePiece[],
  ranges: readonly TextRange[],
  room: number,
): readonly number[] {
  const lengths = pieces.map(({ start, end }) => end - start);
  let over = lengths.reduce((sum, length) => sum + length, 0) - room;
  if (over <= 0) return lengths;
  const kept = [...lengths];
  for (const hit of [false, true]) {
    for (const { role, least, from } of cuts) {
      for (let at = pieces.length - 1; at >= 0 && over > 0; --at) {
        const piece = pieces[at];
        const length = kept[at] ?? 0;
        if (piece?.role !== role || length < from) continue;
        if (within(ranges, piece.start, piece.end).length > 0 !== hit) continue;
        const shown = role === "boilerplate" ? 0 : Math.max(least, length - over);
        over -= length - shown;
        // The ellipsis takes its part of what is shown.
        kept[at] = Math.max(0, shown - ellipsisOf(role).length);
      }
    }
  }
  return kept;
}

/** What stands in the place of what is cut. */
export const ellipsisOf = (role: PartRole): string =>
  ({ boilerplate: "", between: " … ", lead: "… ", tail: "…", name: "…", figure: "" })[role];

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
