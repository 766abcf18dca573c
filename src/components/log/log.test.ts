import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileQuery, findHits, fragmentsOf, type SearchQuery } from "./log-search.ts";
import { rowFinder, rowForKey } from "./row-keys.ts";

function hitsOf(query: SearchQuery, ...messages: string[]) {
  const matcher = compileQuery(query);
  if (!matcher.ok) throw new Error(matcher.error.message);
  return findHits(messages, matcher.value);
}

const text = (value: string): SearchQuery => ({ text: value, pattern: false });
const pattern = (value: string): SearchQuery => ({ text: value, pattern: true });

describe("search in log messages", () => {
  it("finds text anywhere, whatever its case", () => {
    expect(hitsOf(text("redo"), "RECOVERY: Redo starting", "Undo", "redo REDO")).toEqual([
      [0, [{ start: 10, end: 14 }]],
      [
        2,
        [
          { start: 0, end: 4 },
          { start: 5, end: 9 },
        ],
      ],
    ]);
  });

  it("takes special characters of a plain query as they are", () => {
    expect(hitsOf(text("(1):P:\\"), "Closing file (1):P:\\MSSQL_root.mdf.")).toHaveLength(1);
    expect(hitsOf(text("a.c"), "abc")).toEqual([]);
    expect(hitsOf(text("[{-}]/"), "x [{-}]/ y")).toHaveLength(1);
  });

  it("never fails on a plain query, and every hit is the text of the query", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (query, before, after) => {
        const message = before + query + after;
        const [hit] = hitsOf(text(query), message);
        expect(hit).toBeDefined();
        for (const { start, end } of hit?.[1] ?? []) {
          expect(message.slice(start, end).toLowerCase()).toBe(query.toLowerCase());
        }
      }),
    );
  });

  it("finds by regular expression", () => {
    const hits = hitsOf(pattern("\\d+%"), "is 0% complete", "none", "is 100% complete");
    expect(hits.map(([index]) => index)).toEqual([0, 2]);
  });

  it("reads a pattern as the services do, which find the records by it", () => {
    expect(hitsOf(pattern("^\\p{Lu}{3}"), "SQL Server")).toEqual([[0, [{ start: 0, end: 3 }]]]);
    expect(hitsOf(pattern("bob\\-lee"), "Bob-Lee")).toHaveLength(1);
  });

  it("marks nothing where a pattern matches without length, and ends", () => {
    expect(hitsOf(pattern("x*"), "abc")).toEqual([]);
    expect(hitsOf(pattern("^|b"), "abc")).toEqual([[0, [{ start: 1, end: 2 }]]]);
  });

  it("says what is wrong with a pattern", () => {
    const broken = compileQuery(pattern("(redo"));
    expect(broken.ok ? "" : broken.error.message).toContain("unterminated group at character 1");
    const long = compileQuery(pattern("x".repeat(501)));
    expect(long.ok ? "" : long.error.message).toContain("501 characters; at most 500");
  });

  it("refuses any broken pattern without throwing", () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        expect(compileQuery(pattern(query))).toHaveProperty("ok");
      }),
    );
  });

  it("cuts a message at its hits and loses nothing", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 2 }), (message, query) => {
        const ranges = hitsOf(text(query), message)[0]?.[1] ?? [];
        const fragments = fragmentsOf(message, ranges);
        expect(fragments.map((fragment) => fragment.text).join("")).toBe(message);
        expect(fragments.filter(({ hit }) => hit)).toHaveLength(ranges.length);
      }),
    );
  });
});

describe("rows of the log list", () => {
  it("are found for a playhead as by looking through all of them", () => {
    const times = fc.array(fc.integer({ min: -50, max: 50 }));
    fc.assert(
      fc.property(times, fc.integer({ min: -60, max: 60 }), (list, atMs) => {
        const found = rowFinder(list.map((time) => ({ atMs: time })))(atMs);
        expect(found).toBe(list.findLastIndex((time) => time <= atMs));
      }),
    );
  });

  it("are reached by key, never beyond the ends", () => {
    const at = (current: number) => ({ current, count: 10, pageRows: 4 });
    expect(rowForKey("ArrowDown", at(-1))).toBe(0);
    expect(rowForKey("ArrowDown", at(9))).toBe(9);
    expect(rowForKey("ArrowUp", at(0))).toBe(0);
    expect(rowForKey("ArrowUp", at(-1))).toBe(9);
    expect(rowForKey("PageDown", at(2))).toBe(6);
    expect(rowForKey("PageUp", at(2))).toBe(0);
    expect(rowForKey("Home", at(5))).toBe(0);
    expect(rowForKey("End", at(5))).toBe(9);
    expect(rowForKey("a", at(5))).toBeNull();
    expect(rowForKey("End", { current: -1, count: 0, pageRows: 4 })).toBeNull();
  });
});
