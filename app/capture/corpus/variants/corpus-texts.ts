/** Files of the corpus that variants are made of, as text: each in one encoding and undamaged. */
import { corpusBytes } from "../corpus-files.ts";
import { expectations } from "../expectations/all.ts";

/** Lone surrogates and zero bytes have no place in other encodings; a page that was guessed is no text. */
const isDamaged = (name: string): boolean => /broken|half-character|zero-bytes|one-name/.test(name);

function decoded(name: string, encoding: string): string {
  const text = new TextDecoder(encoding).decode(corpusBytes(name));
  return text.replace(/^\ufeff/, "");
}

const whole = expectations.flatMap(({ open, files, pieces }) => {
  const [name, ...others] = open;
  const [file] = files;
  const isOne = others.length === 0 && pieces === undefined;
  if (name === undefined || file === undefined || !isOne || isDamaged(name)) return [];
  return [{ name, form: file.form, text: decoded(name, file.encoding) }];
});

const texts: ReadonlyMap<string, string> = new Map(whole.map(({ name, text }) => [name, text]));

export const textNames: readonly string[] = [...texts.keys()];

/** Names of logs in the form that the product writes. */
export const logNames: readonly string[] = whole.flatMap(({ name, form }) =>
  form === "product" ? [name] : [],
);

export const corpusText = (name: string): string => texts.get(name) ?? "";
