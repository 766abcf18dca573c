import { describe, expect, it } from "vitest";
import type { Phase } from "../../contract/phase.ts";
import { effectSpans } from "./effect-spans.ts";

const phase = (
  name: Phase["name"],
  startMs: number,
  endMs: number | null,
  more: Partial<Phase> = {},
): Phase => ({ snapshot: null, name, startMs, endMs, figures: {}, ...more });
const longIo = (endMs: number, file: string, figures: Phase["figures"] = {}) =>
  phase("longIo", endMs, endMs, { figures: { file, ...figures } });
const told = (...phases: readonly Phase[]) =>
  effectSpans(phases).map(({ what, startMs, endMs }) => [what, startMs, endMs]);

describe("spans in which counters may tell more", () => {
  it("are creations as a whole, and what else takes time", () => {
    expect(
      told(
        phase("backup", 0, 900, { database: "Sales" }),
        phase("files", 1000, 1100, { snapshot: "s1" }),
        phase("checkpoint", 1100, 1500, { snapshot: "s1" }),
        phase("complete", 2000, 2000, { snapshot: "s1" }),
        phase("checkpoint", 3000, 3500, { database: "Sales" }),
        phase("ioFreeze", 4000, 4500, { database: "Sales" }),
      ),
    ).toEqual([
      ["creation of s1", 1000, 2000],
      ["backup of Sales", 0, 900],
      ["freeze of Sales", 4000, 4500],
      ["checkpoint of Sales", 3000, 3500],
    ]);
  });

  it("have no end where none is known, and are left out then", () => {
    expect(told(phase("backup", 0, null), phase("files", 5, 6, { snapshot: "s1" }))).toEqual([]);
  });

  it("are one while 833 is repeated, whatever the files", () => {
    expect(
      told(
        longIo(20_000, "D:\\a.mdf", { thresholdSeconds: 15 }),
        longIo(320_000, "D:\\b.ndf"),
        longIo(620_000, "D:\\a.mdf"),
        longIo(2_000_000, "/data/c.mdf"),
      ),
    ).toEqual([
      ["slow I/O on a.mdf and b.ndf", 5000, 620_000],
      ["slow I/O on c.mdf", 2_000_000, 2_000_000],
    ]);
  });

  it("are one for a job that takes one database after the other", () => {
    const backup = (startMs: number, database: string) =>
      phase("backup", startMs, startMs + 100_000, { database });
    expect(told(backup(0, "a"), backup(101_000, "b"), backup(3_600_000, "a"))).toEqual([
      ["backup of a and b", 0, 201_000],
      ["backup of a", 3_600_000, 3_700_000],
    ]);
  });

  it("are one for databases that are frozen together", () => {
    const frozen = (startMs: number, database: string) =>
      phase("ioFreeze", startMs, startMs + 5000, { database });
    expect(told(frozen(0, "a"), frozen(10, "b"), frozen(20, "c"))).toEqual([
      ["freeze of a and 2 others", 0, 5020],
    ]);
  });

  it("are apart for each server", () => {
    const of = (server: string) => longIo(10, "a.mdf", { server });
    expect(effectSpans([of("A"), of("B")]).map(({ server }) => server)).toEqual(["A", "B"]);
  });
});
