import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRecordFilter, type RecordFilter } from "../../contract/rpc/records.ts";
import { CaptureViews } from "./capture-views.ts";
import { ListedRecords } from "./testing/listed-records.ts";
import { maxHitMarks, type TextSearch } from "./text-search.ts";

const textsOf = (hits: readonly boolean[]) =>
  hits.map((hit, record) => ({ text: hit ? "a hit" : "none", atMs: record * 10 }));

function searchIn(listed: ListedRecords, filter: Partial<RecordFilter> = {}): TextSearch {
  const views = new CaptureViews(listed.source);
  const search = views.search({ ...noRecordFilter, ...filter }, { text: "HIT", pattern: false });
  if (!search.ok) throw new Error(search.error.message);
  return search.value;
}

function next(search: TextSearch, row: number, backwards = false): number | null {
  const looking = search.nextHit(row, backwards);
  for (;;) {
    const turn = looking.next();
    if (turn.done === true) return turn.value;
  }
}

describe("a search", () => {
  it("counts its hits, and gives their rows and times", () => {
    const listed = new ListedRecords(textsOf([false, true, false, true]));
    listed.add([{ text: "hit without a time" }]);
    const search = searchIn(listed);
    while (search.step());
    expect(search.hits()).toEqual({ total: 3, complete: true, marks: [1, 3, 4], times: [10, 30] });
  });

  it("counts rows of its filter, not records", () => {
    const listed = new ListedRecords(
      [0, 16, 0, 16].map((severity) => ({ text: "hit", severity, atMs: severity })),
    );
    const search = searchIn(listed, { minimumSeverity: 1 });
    while (search.step());
    expect(search.hits().marks).toEqual([0, 1]);
    expect([next(search, -1), next(search, 0), next(search, 1)]).toEqual([0, 1, null]);
  });

  it("marks an even choice of many hits", () => {
    const search = searchIn(new ListedRecords(textsOf(Array.from({ length: 10_000 }, () => true))));
    while (search.step());
    const { total, marks } = search.hits();
    expect([total, marks.length, marks[0], marks[1]]).toEqual([10_000, maxHitMarks, 0, 5]);
  });

  it("finds the hit next to a row, however far it has searched by itself", () => {
    const hits = fc.array(fc.boolean(), { maxLength: 60 });
    const row = fc.integer({ min: -2, max: 62 });
    fc.assert(
      fc.property(hits, row, fc.nat(60), (wanted, from, searched) => {
        const texts = textsOf(wanted);
        const listed = new ListedRecords(texts.slice(0, searched), false);
        const search = searchIn(listed);
        search.step();
        listed.add(texts.slice(searched));
        const after = wanted.findIndex((hit, at) => hit && at > from);
        const before = wanted.findLastIndex((hit, at) => hit && at < from);
        expect(next(search, from)).toBe(after < 0 ? null : after);
        expect(next(search, from, true)).toBe(before < 0 ? null : before);
      }),
    );
  });

  it("is complete only when no record can come any more", () => {
    const listed = new ListedRecords(textsOf([true]), false);
    const search = searchIn(listed);
    while (search.step());
    expect(search.hits()).toMatchObject({ total: 1, complete: false });
    expect(next(search, 0)).toBeNull();
    listed.add(textsOf([true]));
    listed.ended = true;
    while (search.step());
    expect(search.hits()).toMatchObject({ total: 2, complete: true });
  });

  it("ends with the reason when its pattern takes too long", () => {
    const listed = new ListedRecords([{ text: `${"x".repeat(60)}!` }, { text: "x" }]);
    const views = new CaptureViews(listed.source);
    const search = views.search(noRecordFilter, { text: "^(x+)+$", pattern: true });
    if (!search.ok) throw new Error(search.error.message);
    expect(next(search.value, 5, true)).toBeNull();
    expect(search.value.failed?.error.message).toContain("takes more than 2 s");
    expect([search.value.step(), search.value.complete]).toEqual([false, true]);
  });
});
