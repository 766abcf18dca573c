import { describe, expect, it } from "vitest";
import { ellipsisOf, partsOf } from "./message-parts.ts";

const roomy = Number.POSITIVE_INFINITY;
const roles = (text: string) =>
  partsOf(text, [], roomy).map(({ role, fragments }) => [
    role,
    fragments.map((one) => one.text).join(""),
  ]);

describe("the parts of a message", () => {
  it("keep how far a recovery is, the rest that is estimated and the phase", () => {
    const text =
      "Recovery of database 'sales' (8) is 41% complete (approximately 707 seconds remain). Phase 2 of 3. This is an informational message only. No user action is required.";
    expect(roles(text)).toEqual([
      ["lead", "Recovery of database "],
      ["name", "'sales'"],
      ["lead", " (8) is "],
      ["figure", "41% complete"],
      ["between", " (approximately "],
      ["figure", "707 seconds"],
      ["between", " remain). "],
      ["figure", "Phase 2 of 3"],
      ["tail", ". "],
      ["boilerplate", "This is an informational message only. No user action is required."],
    ]);
  });

  it.each([
    [
      "FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided 298164 new dirty bufs)",
      ["732965 bufs", "507694 writes", "80907 ms"],
    ],
    [
      "SQL Server has encountered 3 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [E:\\Sales.mdf] in database id 10.",
      ["3 occurrence(s)", "15 seconds"],
    ],
    [
      "BACKUP DATABASE successfully processed 7 pages in 0,125 seconds (0,500 MB/sec).",
      ["7 pages", "0,125 seconds", "0,500 MB/sec"],
    ],
    [
      "Recovery completed for database s (database ID 7) in 28 second(s) (analysis 76 ms, redo 9 ms, undo 1 ms.)",
      ["28 second(s)", "76 ms", "9 ms", "1 ms"],
    ],
  ])("keep the figures of: %s", (text, figures) => {
    expect(roles(text).flatMap(([role, part]) => (role === "figure" ? [part] : []))).toEqual(
      figures,
    );
  });

  it("are one where there is no figure, and lose nothing", () => {
    expect(roles("RECOVERY (s1, 7): Starting")).toEqual([["lead", "RECOVERY (s1, 7): Starting"]]);
    const text = "Database 'a' took 9 ms [x] more";
    expect(
      roles(text)
        .map(([, part]) => part)
        .join(""),
    ).toBe(text);
  });

  it("mark what was found across their ends", () => {
    const hits = partsOf("took 9 ms more", [{ start: 3, end: 7 }], roomy).flatMap(({ fragments }) =>
      fragments.filter(({ hit }) => hit).map(({ text }) => text),
    );
    expect(hits).toEqual(["k ", "9 "]);
  });

  const line = (text: string, room: number, hit?: string) => {
    const at = hit === undefined ? -1 : text.indexOf(hit);
    const ranges = hit === undefined ? [] : [{ start: at, end: at + hit.length }];
    return partsOf(text, ranges, room)
      .map(({ role, fragments, rest }) => {
        const shown = fragments.map((one) => one.text).join("");
        return rest === "" ? shown : shown + ellipsisOf(role);
      })
      .join("");
  };
  const recovery =
    "Recovery of database 'snapshot_test_2' (7) is 17% complete (approximately 5669 seconds remain). Phase 3 of 3. This is an informational message only. No user action is required.";

  it.each([
    [
      120,
      "Recovery of database 'snapshot_test_2' (7) is 17% complete (approximately 5669 seconds remain). Phase 3 of 3. ",
    ],
    [
      89,
      "Recovery of database 'snapshot_test_2' (7) is 17% complete … 5669 seconds … Phase 3 of 3…",
    ],
    [70, "Recove… 'snapshot_… (7) is 17% complete … 5669 seconds … Phase 3 of 3…"],
  ])("keep in a line of %s characters what matters", (room, shown) => {
    expect(line(recovery, room)).toBe(shown);
    expect(shown.length).toBeLessThanOrEqual(room);
  });

  it("keep short words between their figures", () => {
    const flush =
      "FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided 298164 new dirty bufs)";
    expect(line(flush, 60)).toBe("FlushCache: cle… 732965 bufs with 507694 writes in 80907 ms…");
  });

  it("keep what was found as long as there is anything else to cut", () => {
    expect(line(recovery, 89, "remain")).toContain("remain");
  });
});
