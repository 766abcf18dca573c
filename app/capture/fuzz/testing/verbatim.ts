/** What the records of a capture are of their file, put together again. */
import type { Capture } from "../../capture.ts";

/** Verbatim text of all records and of the lines between them, in the order of the file. */
export function verbatimOf({ records }: Capture): string {
  const texts = Array.from({ length: records.count }, (_, record) => records.verbatim(record));
  const isReversed = records.count > 1 && records.line(0) > records.line(records.count - 1);
  return (isReversed ? texts.reverse() : texts).join("");
}

/** The characters of ASCII, which all encodings of one byte have in common. */
export const asciiOf = (text: string): string => text.replaceAll(/[^\0-\x7f]/g, "");
