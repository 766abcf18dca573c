import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../contract/events.ts";
import { encodePushes, type PushDetail } from "../../contract/push-records.ts";
import { pushAt } from "./push-log.ts";
import { PushReader } from "./push-reader.ts";

const files = [
  { id: 1, name: "sales.mdf", pages: 1000 },
  { id: 3, name: "sales_2.ndf", pages: 1000 },
];
const target = (number: number, change: object = {}): RunEvent => ({
  kind: "pushTarget",
  atMs: 1000 * number,
  number,
  snapshot: "night",
  hidden: false,
  files,
  ...change,
});

type Row = readonly [atUs: number, page: number, cause?: number, target?: number];
const section = (rows: readonly Row[], detail: PushDetail = "pages", firstUs = rows[0]?.[0] ?? 0) =>
  encodePushes({
    detail,
    firstUs,
    timeUs: Float64Array.from(rows, ([atUs]) => atUs),
    pages: Float64Array.from(rows, ([, page]) => page),
    causes: Uint8Array.from(rows, ([, , cause]) => cause ?? 0),
    targets: Uint16Array.from(rows, ([, , , number]) => number ?? 1),
  });

describe("a push reader", () => {
  it("makes of batches the log of all pushes", () => {
    const reader = new PushReader();
    expect(
      reader.take({
        events: [target(1)],
        pushes: section([
          [2_000_000, 5],
          [2_000_500, 1005, 1],
        ]),
      }).ok,
    ).toBe(true);
    const { log: before } = reader;
    expect(reader.take({ events: [] }).ok).toBe(true);
    expect(reader.log).toBe(before);
    const end = { kind: "pushTargetEnd", atMs: 2500, number: 1 } as const;
    expect(
      reader.take({ events: [end, target(2)], pushes: section([[3_000_000, 1999, 3, 2]]) }).ok,
    ).toBe(true);
    const { log } = reader;
    expect(log.files).toEqual(files);
    expect(log.snapshots).toEqual([
      { name: "night", createdMs: 1000, droppedMs: 2500, hidden: false },
      { name: "night", createdMs: 2000, droppedMs: null, hidden: false },
    ]);
    expect([0, 1, 2, 3].map((at) => pushAt(log, at))).toEqual([
      { atMs: 2000, page: 5, cause: "workload", snapshot: 0, file: 0 },
      { atMs: 2000.5, page: 5, cause: "redo", snapshot: 0, file: 1 },
      { atMs: 3000, page: 999, cause: "indexBuild", snapshot: 1, file: 1 },
      null,
    ]);
    expect(before.count).toBe(2);
  });

  it("says from where on extents are recorded, and from when on nothing", () => {
    const reader = new PushReader();
    reader.take({ events: [target(1)], pushes: section([[1, 1]]) });
    reader.take({ events: [], pushes: section([[2, 9]], "extents") });
    reader.take({ events: [], pushes: section([], "nothing", 7000) });
    expect(reader.log).toMatchObject({ count: 2, byExtentsFrom: 1, endsMs: 7 });
  });

  it.each<[string, RunEvent[], Uint8Array | undefined, string]>([
    ["a snapshot that no event explains", [], section([[1, 1]]), "number 1, which no event"],
    ["a page beyond the files", [target(1)], section([[1, 2000]]), "page 2000 of files with 2000"],
    ["numbers out of order", [target(2)], undefined, "number 2 follows 0"],
    [
      "an end of what never was",
      [{ kind: "pushTargetEnd", atMs: 1, number: 1 }],
      undefined,
      "end of number 1",
    ],
    [
      "a file that is named twice",
      [target(1, { files: [files[0], files[0]] })],
      undefined,
      "has a file twice: file 1 of 1000 pages, file 1 of 1000 pages",
    ],
    [
      "files that have become larger",
      [target(1), target(2, { files: [{ ...files[0], pages: 2000 }, files[1]] })],
      undefined,
      "number 2 is of file 1 of 2000 pages, file 3 of 1000 pages; expected file 1 of 1000",
    ],
    [
      "more pages than there are",
      [target(1, { files: [{ id: 1, name: "a", pages: 1 }] })],
      section([
        [1, 0],
        [2, 0],
      ]),
      "more than the 1 pages",
    ],
  ])("refuses %s, and takes nothing of it", (_, events, pushes, words) => {
    const reader = new PushReader();
    const taken = reader.take({ events, ...(pushes === undefined ? {} : { pushes }) });
    expect(taken).toMatchObject({ ok: false, error: { message: expect.stringContaining(words) } });
    expect(reader.log.count).toBe(0);
  });

  it("refuses a time before the last one, and pages told again after extents", () => {
    const reader = new PushReader();
    reader.take({ events: [target(1)], pushes: section([[5000, 1]], "extents") });
    expect(reader.take({ events: [], pushes: section([[4999, 9]], "extents") })).toMatchObject({
      error: { message: expect.stringContaining("4999 us follows 5000 us") },
    });
    expect(reader.take({ events: [], pushes: section([[6000, 9]]) })).toMatchObject({
      error: { message: expect.stringContaining("pages are told again after extents") },
    });
  });

  it("never throws, and its log fits together, whatever has become of the bytes", () => {
    const rows = fc.array(
      fc.tuple(fc.nat(1e6), fc.nat(2100), fc.nat(6), fc.integer({ min: 1, max: 3 })),
      {
        maxLength: 30,
      },
    );
    const damage = fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 3 });
    fc.assert(
      fc.property(rows, damage, (unordered, changes) => {
        const bytes = section(unordered.toSorted((a, b) => a[0] - b[0]));
        for (const [at, value] of changes) bytes[at % bytes.byteLength] = value;
        const reader = new PushReader();
        const taken = reader.take({ events: [target(1), target(2)], pushes: bytes });
        const { log } = reader;
        if (!taken.ok) {
          expect(log.count).toBe(0);
          return;
        }
        for (let at = 0; at < log.count; ++at) {
          const push = pushAt(log, at);
          expect(push?.page).toBeLessThan(1000);
          expect(push?.snapshot).toBeLessThan(2);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
