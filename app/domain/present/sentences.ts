/** Whole sentences that fit in two lines of a projector. */
import { cutText } from "../format/cut-text.ts";
import { asSentence, atBegin } from "../format/report-text.ts";

/** Two lines of 28 px in the narrowest window; 60 characters a line. */
export const mostCharacters = 120;

const fits = (text: string): boolean => text.length <= mostCharacters;

/** In its quotes, and short: names may have 128 characters. */
export const nameText = (name: string): string => `‘${cutText(name, 24)}’`;

/** The first of several wordings that fits, else the last. */
export const fitting = (...wordings: readonly string[]): string =>
  wordings.find(fits) ?? wordings.at(-1) ?? "";

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?]) (?=[A-Z‘])/);

/** The first sentences of a text, as many as fit behind `before`; "" when not even one does. */
export function firstSentences(text: string, before = ""): string {
  let told = "";
  for (const sentence of sentencesOf(text)) {
    const longer = told === "" ? sentence : `${told} ${sentence}`;
    if (!fits(before + longer)) break;
    told = longer;
  }
  return told;
}

/** "A sparse file" after a colon; "DBCC" stays. */
export const afterColon = (text: string): string =>
  /^[A-Z](?![A-Z])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "Redo: changes that …", under the first of its titles with which a sentence of the text has room. */
export function explained(titles: readonly string[], text: string): string {
  for (const title of titles) {
    const told = firstSentences(text, `${title}: `);
    if (told !== "") return `${title}: ${afterColon(told)}`;
  }
  return `${titles.at(-1)}.`;
}

/** A long text as sentences that fit, one after the other; what fits in no sentence is left out. */
export function inPieces(sentences: readonly string[]): readonly string[] {
  const pieces: string[] = [];
  for (const piece of sentences.flatMap(sentencesOf).flatMap(divided)) {
    const last = pieces.at(-1);
    if (last !== undefined && fits(`${last} ${piece}`)) {
      pieces[pieces.length - 1] = `${last} ${piece}`;
    } else pieces.push(piece);
  }
  return pieces;
}

/** Where a long sentence can be parted: what follows is a sentence of its own, or can be left out. */
const seams = [
  { text: "; ", rest: true },
  { text: ": ", rest: false },
  { text: ", while ", rest: false },
  { text: ", from ", rest: false },
];

function divided(sentence: string): readonly string[] {
  if (fits(sentence)) return [sentence];
  const seam = seams.find(({ text }) => sentence.includes(text));
  if (seam === undefined) return [];
  const parts = sentence.split(seam.text).slice(0, seam.rest ? undefined : 1);
  return parts.flatMap((part) => divided(asSentence(atBegin(part))));
}
