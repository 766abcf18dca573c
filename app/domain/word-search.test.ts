import { describe, expect, it } from "vitest";
import { hasWords, matchScore, rankMatches } from "./word-search.ts";

const same = (text: string) => text;

describe("search by words", () => {
  it("needs every word, in any order and case", () => {
    expect(matchScore("Creation under load", "LOAD crea")).toBeGreaterThan(0);
    expect(matchScore("Creation under load", "load idle")).toBe(0);
  });

  it("finds by a part of a word, and everything by no word", () => {
    expect(hasWords("Creation under load", "der  Creat")).toBe(true);
    expect(hasWords("Creation under load", "creation idle")).toBe(false);
    expect(hasWords("Creation under load", " ")).toBe(true);
  });

  it("prefers the starts of words", () => {
    expect(rankMatches(["overload", "load", "under load"], same, "load", 10)).toEqual([
      "load",
      "under load",
      "overload",
    ]);
  });

  it("keeps the order of equals, and the limit", () => {
    expect(rankMatches(["b run", "a run", "c run"], same, "run", 2)).toEqual(["b run", "a run"]);
    expect(rankMatches(["b", "a"], same, " ", 1)).toEqual(["b"]);
  });
});
