/** Which recognisers can know a text, by its first three characters. */
import { leadLength, type Recogniser } from "./recogniser.ts";

/**
 * A recogniser with one beginning of its messages. Three characters of it are compared before the
 * recogniser is asked: texts of one lead that share them and still differ are rare.
 */
export class Candidate {
  /** "" where the lead holds it in full. */
  readonly start: string;
  /** Code of the character behind the lead; 0 where the beginning has none. */
  readonly next: number;
  /** Positions of the character in the middle and of the last one, and their codes. */
  readonly middle: number;
  readonly middleCode: number;
  readonly last: number;
  readonly lastCode: number;
  readonly read: Recogniser["read"];

  constructor(start: string, read: Recogniser["read"]) {
    this.start = start;
    this.next = start.length > leadLength ? start.charCodeAt(leadLength) : 0;
    this.middle = start.length >> 1;
    this.middleCode = start.charCodeAt(this.middle);
    this.last = start.length - 1;
    this.lastCode = start.charCodeAt(this.last);
    this.read = read;
  }
}

/** Whether a text with the lead of the candidate and this fourth character can begin as it does. */
export const canBegin = (text: string, fourth: number, candidate: Candidate): boolean => {
  const { next, middle, middleCode, last, lastCode } = candidate;
  if (next === 0) return true;
  return (
    fourth === next && text.charCodeAt(last) === lastCode && text.charCodeAt(middle) === middleCode
  );
};

export interface LeadTable {
  /** Position in `candidates` by key; 0: none. */
  readonly ofKey: Uint8Array;
  readonly candidates: readonly (readonly Candidate[])[];
  /** Candidates whose lead has a character beyond ASCII, such as localised error headers. */
  readonly wide: ReadonlyMap<string, readonly Candidate[]>;
}

/** ASCII characters of a lead make its key, the first in the highest bits. */
const bitsOfCharacter = 7;
export const asciiCount = 1 << bitsOfCharacter;

export const keyOf = (c0: number, c1: number, c2: number): number =>
  (c0 << (2 * bitsOfCharacter)) | (c1 << bitsOfCharacter) | c2;

/** The first recognisers of the list are tried first. */
export function buildLeadTable(recognisers: readonly Recogniser[]): LeadTable {
  const lists = new CandidateLists();
  const listOfKey = new Uint16Array(asciiCount ** leadLength);
  const wide = new Map<string, Candidate[]>();
  for (const { starts, read } of recognisers) {
    // One for all the starts that a lead holds in full, or the lists would be too many.
    const short = new Candidate("", read);
    for (const start of starts) {
      const candidate = start.length > leadLength ? new Candidate(start, read) : short;
      const lead = start.slice(0, leadLength);
      if (isAscii(lead)) lists.addTo(listOfKey, lead, candidate);
      else wide.set(lead, [...(wide.get(lead) ?? []), candidate]);
    }
  }
  return { ...withoutUnused(listOfKey, lists.all), wide };
}

/** Lists that grow by one candidate at a time; leads with the same candidates share theirs. */
class CandidateLists {
  readonly all: Candidate[][] = [[]];
  /** By list: which one has one candidate more. */
  readonly #longer: Map<Candidate, number>[] = [new Map()];

  /** A lead shorter than a key stands for all that begin with it. */
  addTo(listOfKey: Uint16Array, lead: string, candidate: Candidate): void {
    const missing = leadLength - lead.length;
    let first = 0;
    for (let index = 0; index < lead.length; index++) {
      first = (first << bitsOfCharacter) | lead.charCodeAt(index);
    }
    first <<= missing * bitsOfCharacter;
    const end = first + asciiCount ** missing;
    // Neighbours mostly have one list: of a short lead there are thousands of keys.
    let [list, longer] = [-1, 0];
    for (let key = first; key < end; key++) {
      const before = listOfKey[key] ?? 0;
      if (before !== list) [list, longer] = [before, this.#with(before, candidate)];
      listOfKey[key] = longer;
    }
  }

  #with(list: number, candidate: Candidate): number {
    const longer = this.#longer[list];
    const known = longer?.get(candidate);
    if (known !== undefined) return known;
    const before = this.all[list] ?? [];
    if (before.includes(candidate)) return list;
    const added = this.all.push([...before, candidate]) - 1;
    this.#longer.push(new Map());
    longer?.set(candidate, added);
    return added;
  }
}

/** One byte then tells the list of a key; many lists were only on the way to longer ones. */
function withoutUnused(listOfKey: Uint16Array, lists: readonly (readonly Candidate[])[]) {
  const ofKey = new Uint8Array(listOfKey.length);
  const positions = new Uint16Array(lists.length);
  const candidates: (readonly Candidate[])[] = [[]];
  for (let key = 0; key < listOfKey.length; key++) {
    const list = listOfKey[key] ?? 0;
    if (list === 0) continue;
    if (positions[list] === 0) positions[list] = candidates.push(lists[list] ?? []) - 1;
    ofKey[key] = positions[list] ?? 0;
  }
  if (candidates.length > 256) throw new Error(`${candidates.length} lists need a wider table`);
  return { ofKey, candidates };
}

const isAscii = (text: string): boolean =>
  [...text].every((character) => character.charCodeAt(0) < asciiCount);
