import { describe, expect, it } from "vitest";
import { verbatimOf } from "../fuzz/testing/verbatim.ts";
import { corpusBytes, corpusInputs, withCapture } from "./corpus-files.ts";
import { expectations } from "./expectations/all.ts";
import type { ExpectedCapture } from "./expectations/expectation.ts";

/** Not by the reader's own decoder. A byte order mark at the beginning is no text. */
function decoded(bytes: Buffer, { files, pieces }: ExpectedCapture): string {
  if (pieces !== undefined) {
    let from = 0;
    return pieces
      .map((piece) => {
        const to = piece.bytes === 0 ? bytes.length : from + piece.bytes;
        const text = decodedAs(bytes.subarray(from, to), piece.encoding, from === 0);
        from = to;
        return text;
      })
      .join("");
  }
  return decodedAs(bytes, files[0]?.encoding ?? "utf-8", true);
}

function decodedAs(bytes: Buffer, encoding: string, isStart: boolean): string {
  if (encoding === "utf-16le") return withoutMark(utf16(bytes), isStart);
  if (encoding === "utf-16be") {
    return withoutMark(utf16(Buffer.from(bytes).swap16()), isStart);
  }
  return withoutMark(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes), isStart);
}

/** Lone surrogates stay as they are, and half a character at the end is a byte of its own. */
function utf16(bytes: Buffer): string {
  const rest = bytes.length % 2 === 1 ? String.fromCharCode(bytes.at(-1) ?? 0) : "";
  return bytes.toString("utf16le", 0, bytes.length - rest.length) + rest;
}

const withoutMark = (text: string, isStart: boolean): string =>
  isStart ? text.replace(/^\ufeff/, "") : text;

const logs = expectations.filter(
  ({ open, files }) => open.length === 1 && files.every(({ form }) => form !== null),
);

describe("nothing is dropped", () => {
  it.each(logs.map((expected) => [expected.open[0] ?? "", expected] as const))(
    "of %s",
    (name, expected) => {
      const verbatim = withCapture(corpusInputs([name]), verbatimOf);
      expect(verbatim).toBe(decoded(corpusBytes(name), expected));
    },
  );
});
