/** Which recognisers can know a text, by its first three characters. */
import { leadLength, type Recogniser } from "./recogniser.ts";

/**
 * A recogniser with one beginning of its messages. Two characters of it are compared before the
 * recogniser is asked: texts of one lead that share them and still differ are rare.
 */
export class Candidate {
  /** Of the character behind the lead; 0 where the beginning has none. */
  readonly next: number;
  /** Position of the last character, and its code; both 0 where the lead has it. */
  readonly last: number;
  readonly lastCode: number;
  readonly read: Recogniser["read"];

  constructor(start: string, read: Recogniser["read"]) {
    const goesOn = start.length > leadLength;
    this.next = goesOn ? start.charCodeAt(leadLength) : 0;
    this.last = goesOn ? start.length - 1 : 0;
    this.lastCode = goesOn ? start.charCodeAt(this.last) : 0;
    this.read = read;
  }
}

export interface LeadTable {
  /** Position in `candidates` by key; 0: none. */
  readonly ofKey: Uint8Array;
  readonly candidates: readonly (readonly Candidate[])[];
  /** Of leads with a character beyond ASCII, such as those of localised error headers. */
  readonly wide: ReadonlyMap<string, readonly Candidate[]>;
}

/** ASCII characters of a lead make its key, the first in the highest bits. */
const bitsOfCharacter = 7;
export const asciiCount = 1 << bitsOfCharacter;

export const keyOf = (c0: number, c1: number, c2: number): number =>
  (c0 << (2 * bitsOfCharacter)) | (c1 << bitsOfCharacter) | c2;

/** The first recognisers of the list are tried first. */
export function buildLeadTable(recognisers: readonly Recogniser[]): LeadTable {
  const byKey = new Map<number, Set<Candidate>>();
  const wide = new Map<string, Set<Candidate>>();
  for (const { starts, read } of recognisers) {
    // One for all the starts that a lead holds in full, or the lists would be too many.
    const short = new Candidate("", read);
    for (const start of starts) {
      const candidate = start.length > leadLength ? new Candidate(start, read) : short;
      const lead = start.slice(0, leadLength);
      if (isAscii(lead)) for (const key of keysOf(lead)) addTo(byKey, key, candidate);
      else addTo(wide, lead, candidate);
    }
  }
  return { ...indexed(byKey), wide: new Map([...wide].map(([lead, set]) => [lead, [...set]])) };
}

function addTo<Key>(map: Map<Key, Set<Candidate>>, key: Key, candidate: Candidate): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([candidate]));
  else known.add(candidate);
}

/** Many leads share a list, so that one byte tells it. */
function indexed(byKey: ReadonlyMap<number, ReadonlySet<Candidate>>) {
  const ofKey = new Uint8Array(asciiCount ** leadLength);
  const candidates: (readonly Candidate[])[] = [[]];
  const ids = new Map<Candidate, number>();
  const positions = new Map<string, number>();
  for (const [key, set] of byKey) {
    for (const candidate of set) if (!ids.has(candidate)) ids.set(candidate, ids.size);
    const name = [...set].map((candidate) => ids.get(candidate)).join();
    const position = positions.get(name) ?? candidates.length;
    if (!positions.has(name)) {
      positions.set(name, position);
      candidates.push([...set]);
    }
    ofKey[key] = position;
  }
  if (candidates.length > 256) throw new Error(`${candidates.length} lists need a wider table`);
  return { ofKey, candidates };
}

const isAscii = (text: string): boolean =>
  [...text].every((character) => character.charCodeAt(0) < asciiCount);

/** A lead shorter than a key stands for all that begin with it. */
function keysOf(lead: string): number[] {
  const [c0, c1, c2] = [lead.charCodeAt(0), lead.charCodeAt(1), lead.charCodeAt(2)];
  const all = Array.from({ length: asciiCount }, (_, code) => code);
  const [seconds, thirds] = [Number.isNaN(c1) ? all : [c1], Number.isNaN(c2) ? all : [c2]];
  return seconds.flatMap((second) => thirds.map((third) => keyOf(c0, second, third)));
}
