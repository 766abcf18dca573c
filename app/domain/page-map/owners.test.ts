import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../contract/events.ts";
import { gridAt, wholeFile } from "./map-place.ts";
import { OwnedExtents, ownerAt, ownerLetter, ownersOf, ownerWords } from "./owned-extents.ts";
import { changesAt, type OwnerLog } from "./owner-log.ts";
import { OwnerReader } from "./owner-reader.ts";
import { PushReader } from "./push-reader.ts";

type OwnersEvent = Extract<RunEvent, { kind: "extentOwners" }>;

const table = { number: 1, name: "dbo.accounts", kind: "table" } as const;
const index = { number: 3, name: "IX_accounts_1", kind: "index" } as const;
const maps = { number: 17, name: "", kind: "allocation" } as const;

const told = (
  atMs: number,
  spans: readonly number[],
  more: Partial<OwnersEvent> = {},
): OwnersEvent => ({
  kind: "extentOwners",
  atMs,
  anew: false,
  owners: [],
  spans: [...spans],
  ends: false,
  ...more,
});

const first = told(0, [0, 0, 2, 17, 0, 2, 6, 1, 1, 2, 4, 1], { anew: true, owners: [table, maps] });

function logOf(...events: readonly OwnersEvent[]): OwnerLog {
  const reader = new OwnerReader();
  for (const event of events) expect(reader.take(event)).toBeNull();
  return reader.log;
}

describe("owners of extents", () => {
  const log = logOf(
    first,
    told(1000, [0, 8, 4, 3], { owners: [index] }),
    told(2000, [0, 10, 2, 0]),
    told(3000, [0, 0, 2, 17, 0, 2, 6, 1], { anew: true, owners: [table, maps] }),
  );
  const ownersAt = (extents: OwnedExtents, atMs: number): string => {
    extents.moveTo(log, atMs);
    return Array.from({ length: 12 }, (_, extent) => ownerLetter(extents.at(extent)) || "-").join(
      "",
    );
  };

  it("are those of the moment, forward and back", () => {
    const extents = new OwnedExtents(0, 96);
    expect(extents.isKnown).toBe(false);
    expect(ownersAt(extents, 0)).toBe("BBAAAAAA----");
    expect(ownersAt(extents, 1500)).toBe("BBAAAAAACCCC");
    expect(ownersAt(extents, 2500)).toBe("BBAAAAAACC--");
    expect(ownersAt(extents, 9000)).toBe("BBAAAAAA----");
    expect(ownersAt(extents, 1000)).toBe("BBAAAAAACCCC");
    expect(ownersAt(new OwnedExtents(1, 96), 500)).toBe("--AAAA------");
    expect(changesAt(log, 999)).toBe(1);
  });

  it("of a cell are those of most of its extents that are not free", () => {
    const extents = new OwnedExtents(0, 96);
    extents.moveTo(log, 1500);
    const grid = gridAt({ ...wholeFile, level: 8 }, 96, { width: 400, height: 400 });
    expect(grid.pagesPerCell).toBe(64);
    expect([...extents.ofCells(grid)]).toEqual([1, 3]);
  });

  it("of a page are told through time", () => {
    const owned = ownersOf(log, 0, 85);
    expect(owned.map(({ atMs, owner }) => `${atMs} ${ownerWords(owner)}`)).toEqual([
      "0 free",
      "1000 index IX_accounts_1",
      "2000 free",
    ]);
    expect(ownerAt(owned, 1999)?.name).toBe("IX_accounts_1");
    expect(ownerAt(owned, 2000)).toBeNull();
    expect(ownersOf(log, 0, 3).map(({ owner }) => ownerWords(owner))).toEqual([
      "boot and allocation pages",
    ]);
  });

  it("keep two tables apart that had one number", () => {
    const later = logOf(
      first,
      told(1000, [0, 8, 1, 11], { owners: [{ number: 11, name: "dbo.one", kind: "table" }] }),
      told(2000, [0, 9, 1, 11], { owners: [{ number: 11, name: "dbo.two", kind: "table" }] }),
    );
    expect(ownerWords(ownersOf(later, 0, 64).at(-1)?.owner ?? null)).toBe("table dbo.one");
    expect(ownerWords(ownersOf(later, 0, 72).at(-1)?.owner ?? null)).toBe("table dbo.two");
  });

  it.each([
    ["times that go back", told(-1, []), "-1 ms follows 0 ms"],
    ["a number without a name", told(5, [0, 8, 1, 4]), "a span of owner 4, which has no name"],
    ["half a span", told(5, [0, 8]), "2 numbers; expected fours"],
    ["extents that no file has", told(5, [0, 2 ** 32 - 1, 1, 1]), "which has 536870912"],
  ])("refuse %s", (_, event, words) => {
    const reader = new OwnerReader();
    expect(reader.take(first)).toBeNull();
    expect(reader.take(event)).toContain(words);
  });

  it("refuse more after their end, and extents beyond files whose sizes come later", () => {
    const reader = new OwnerReader();
    expect(reader.take(first)).toBeNull();
    expect(reader.fit([{ pages: 64 }, { pages: 48 }])).toBeNull();
    expect(reader.take(told(1, [1, 5, 2, 1]))).toBe("extents 5 to 6 of data file 2, which has 6");
    expect(reader.take(told(2, [], { ends: true }))).toBeNull();
    expect(reader.take(told(3, []))).toContain("after their end");
    const late = new OwnerReader();
    late.take(first);
    expect(late.fit([{ pages: 64 }])).toContain("of data file 2, which has 0");
  });

  it("of a batch that is refused are told with its number", () => {
    const reader = new PushReader();
    expect(reader.take({ seq: 4, events: [first] }).ok).toBe(true);
    expect(reader.log.owners.changes).toHaveLength(1);
    expect(reader.take({ seq: 7, events: [told(1, [0, 1, 1, 9])] })).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^batch 7: owners of extents: /) },
    });
  });
});
