import { describe, expect, it } from "vitest";
import { noAdvice } from "../../contract/advice.ts";
import { type Report, reportSchema } from "../../contract/report.ts";
import { copiedOf } from "../../domain/page-map/cell-state.ts";
import { countsOfStill, stillSentence } from "../../domain/page-map/page-still.ts";
import type { PushLog } from "../../domain/page-map/push-log.ts";
import { PushLogBuilder } from "../../domain/page-map/push-log-builder.ts";
import { madeUpPushes } from "../../domain/page-map/testing/made-up-pushes.ts";
import { inputOfRun } from "../report-input.ts";
import { buildReport } from "../report-model.ts";
import { context, fakeRecording } from "../testing/recordings.ts";
import { renderHtml } from "./report-html.tsx";
import { outlineOf } from "./sections.tsx";

function reportWith(pushes: PushLog | null): Report {
  const given = { ...context, costs: [], advice: noAdvice, log: null, pushes };
  return buildReport(inputOfRun(fakeRecording(), given));
}

/** Two pages of one extent by the workload, and a page that redo copied, of 64. */
function threePushes(): PushLog {
  const builder = new PushLogBuilder({ capacity: 3, endMs: 120_000 });
  builder.describe(
    [{ id: 1, name: "sales.mdf", pages: 64 }],
    [
      { name: "s1", createdMs: 30_000, droppedMs: null, hidden: false },
      { name: "check", createdMs: 40_000, droppedMs: 41_000, hidden: true },
      { name: "later", createdMs: 130_000, droppedMs: null, hidden: false },
    ],
  );
  const push = { snapshot: 0, file: 0 };
  builder.push({ ...push, atMs: 33_500, page: 40, cause: "redo" });
  builder.push({ ...push, atMs: 50_000, page: 0, cause: "workload" });
  builder.push({ ...push, atMs: 60_000, page: 1, cause: "workload" });
  return builder.log;
}

const stillIn = ({ pageMaps = [] }: Report) => {
  const [still] = pageMaps;
  if (still === undefined) throw new Error("no page map");
  return still;
};

describe("the page map of a report", () => {
  it("has the pages of the snapshot by cell and by cause, and fits the contract", () => {
    const report = reportWith(threePushes());
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    expect(report.pageMaps?.map(({ snapshot }) => snapshot)).toEqual(["s1"]);
    expect(stillIn(report)).toMatchObject({
      file: { id: 1, name: "sales.mdf", pages: 64 },
      atMs: report.endMs,
      note: null,
      pagesPerCell: 1,
      causes: [
        { cause: "workload", pages: 2, regions: 1 },
        { cause: "redo", pages: 1, regions: 1 },
      ],
      cells: [
        { cell: 0, cause: "workload", pages: 1, regions: 1 },
        { cell: 1, cause: "workload", pages: 1, regions: 0 },
        { cell: 40, cause: "redo", pages: 1, regions: 1 },
      ],
    });
  });

  it("says pages copied against space on disk, in words that stand alone", () => {
    expect(stillSentence(stillIn(reportWith(threePushes())))).toBe(
      "Of 64 pages 3 were copied (4.7 %): 2 by the workload, 1 by redo of the snapshot's creation. Copied are 24.0 KiB; the sparse file takes 128.0 KiB on disk, as space on disk goes by 64 KiB.",
    );
  });

  it("is drawn with an alternative text, cells of each cause, and what each means", () => {
    const page = renderHtml(reportWith(threePushes()));
    const section = /<section id="page-map">.*?<\/section><figcaption>/s.exec(page)?.[0] ?? "";
    expect(section).toContain("Page map</h2>");
    expect(section).toContain("<desc");
    expect(section.match(/data-cause="workload"/g)).toHaveLength(2);
    expect(section).toContain("untouched 61");
    expect(section).toContain("redo 1");
  });

  it("counts every page once, however large the file, and takes some KB", () => {
    for (const filePages of [5000, 2 ** 27]) {
      const pushes = madeUpPushes({ filePages, pushes: 4000, endMs: 100_000 });
      const report = reportWith(pushes);
      const still = stillIn(report);
      const counts = countsOfStill(still);
      const drawn = Array.from({ length: counts.pages.length }, (_, at) => at);
      const copied = drawn.reduce((sum, cell) => sum + copiedOf(counts, cell), 0);
      expect(copied).toBe(4000);
      const withMap = renderHtml(report).length;
      expect(withMap - renderHtml(reportWith(null)).length).toBeLessThan(40_000);
    }
  });

  it("is not there without pushes, and can be left out like other sections", () => {
    const report = reportWith(null);
    expect("pageMaps" in report).toBe(false);
    expect(renderHtml(report)).not.toContain('id="page-map"');
    const shown = reportWith(threePushes());
    expect(outlineOf(shown)).toContainEqual({ id: "page-map", title: "Page map", kind: "section" });
    const edits = { charts: [], sections: [{ id: "page-map", leftOut: true }], order: [] };
    expect(renderHtml({ ...shown, edits })).not.toContain('id="page-map"');
  });
});
