/** Logs come from many hands: as the product wrote them, saved again by an editor, cut from a page. */

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

export interface DecodedText {
  readonly encoding: Encoding;
  readonly text: string;
}

/** By byte order mark, else UTF-8 where the bytes are valid, else the ANSI page that fails on none. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs("utf-16le", bytes);
  if (first === 0xfe && second === 0xff) return decodeAs("utf-16be", bytes);
  try {
    return { encoding: "utf-8", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return decodeAs("windows-1252", bytes);
  }
}

const decodeAs = (encoding: Encoding, bytes: Uint8Array): DecodedText => ({
  encoding,
  text: new TextDecoder(encoding).decode(bytes),
});
