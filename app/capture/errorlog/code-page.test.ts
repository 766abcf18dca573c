import { describe, expect, it } from "vitest";
import { CodePageFinder, decodePage } from "./code-page.ts";

/** "резервное копирование журнала пропущено, копия уже готова", word by word, in Windows-1251. */
const russian = [
  "f0e5e7e5f0e2edeee5",
  "eaeeefe8f0eee2e0ede8e5",
  "e6f3f0ede0ebe0",
  "eff0eeeff3f9e5edee",
  "eaeeefe8ff",
  "f3e6e5",
  "e3eef2eee2e0",
].map((hex) => Buffer.from(hex, "hex"));

const line = (word: Buffer): Buffer =>
  Buffer.concat([Buffer.from("2021-03-04 10:00:00.00 spid9s      "), word, Buffer.from(" .\r\n")]);

const finderOf = (...pieces: readonly Buffer[]): CodePageFinder => {
  const finder = new CodePageFinder();
  for (const piece of pieces) finder.look(piece);
  return finder;
};

describe("the code page of a file", () => {
  it("is told by its words beyond ASCII, also in pieces", () => {
    const pieces = russian.map(line);
    for (const finder of [finderOf(...pieces), finderOf(Buffer.concat(pieces))]) {
      expect([finder.page, finder.isKnown]).toEqual(["windows-1251", true]);
    }
  });

  it("is not told by a word, however often it comes", () => {
    const finder = finderOf(...Array.from({ length: 50 }, () => line(russian[0] ?? Buffer.of())));
    expect([finder.page, finder.isKnown]).toEqual(["windows-1252", false]);
  });

  it("is not told by text in UTF-8, nor by a character at which a piece ends", () => {
    const utf8 = Buffer.from("販売管理のデータベースのバックアップは省略されました");
    expect(finderOf(utf8, utf8.subarray(0, -1)).isKnown).toBe(false);
  });

  it("is never one that lacks a byte of the text", () => {
    for (const word of russian) expect(decodePage(word, "windows-1251")).not.toContain("\ufffd");
    const undefinedIn1253 = Buffer.concat([line(Buffer.of(0xd2, 0xff)), ...russian.map(line)]);
    expect(decodePage(Buffer.of(0xd2, 0xff), "windows-1253")).toContain("\ufffd");
    expect(finderOf(undefinedIn1253).page).toBe("windows-1251");
  });
});
