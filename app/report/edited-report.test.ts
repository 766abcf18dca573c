import { describe, expect, it } from "vitest";
import { noAdvice } from "../contract/advice.ts";
import { reportSchema } from "../contract/report.ts";
import type { AddedChart, ReportEdits } from "../contract/report-edits.ts";
import { headId, noEdits } from "../domain/report/report-edits.ts";
import { waitLane } from "../domain/timeline/wait-lanes.ts";
import { outlineOf, renderHtml } from "./html/report-html.tsx";
import { type AddedSeries, inputOfRun, type ReportInput } from "./report-input.ts";
import { buildReport } from "./report-model.ts";
import { night, reportOfCapture } from "./testing/captures.ts";
import { context, costsOf, fakeRecording, fakeSeries } from "./testing/recordings.ts";

const recording = fakeRecording();
const input: ReportInput = inputOfRun(recording, {
  ...context,
  costs: costsOf(recording),
  advice: noAdvice,
  log: null,
});

const edited = (edits: Partial<ReportEdits>, addedCharts: readonly AddedSeries[] = []) =>
  buildReport({ ...input, edits: { ...noEdits, ...edits }, addedCharts });

const headings = (page: string): string[] =>
  [...page.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title ?? "");

const usual = headings(renderHtml(buildReport(input)));

const chart = (more: Partial<AddedChart>): AddedChart => ({
  ...{ id: "lanes-1", kind: "lanes", fromMs: 20_000, toMs: 50_000, lanes: [] },
  ...more,
});

/** From the heading of a section to the next one. */
const sectionOf = (page: string, id: string): string =>
  page.split(`<section id="${id}">`)[1]?.split("<h2>").slice(0, 2).join("") ?? "";

describe("a report that nobody edited", () => {
  it("says nothing of edits, in its data either", () => {
    expect(buildReport({ ...input, edits: noEdits })).toEqual(buildReport(input));
    expect(Object.keys(buildReport(input))).not.toContain("edits");
  });

  it("has an outline of all that it shows", () => {
    const outline = outlineOf(buildReport(input));
    expect(outline[0]).toEqual({ id: headId, title: "plain", kind: "head" });
    const numbered = outline.filter(({ kind }) => kind === "section").map(({ title }) => title);
    const ends = outline.filter(({ kind }) => kind === "end").map(({ title }) => title);
    expect(usual).toEqual([
      "Conclusion",
      ...numbered.map((title, index) => `${index + 1}. ${title}`),
      ...ends,
    ]);
    expect(new Set(outline.map(({ id }) => id)).size).toBe(outline.length);
  });
});

describe("a section of a report", () => {
  it("is left out, the others are numbered on, and the end says what is missing", () => {
    const page = renderHtml(
      edited({
        sections: [
          { id: "waits", leftOut: true },
          { id: "appendix", leftOut: true },
        ],
      }),
    );
    expect(page).not.toContain('<section id="waits">');
    const shown = headings(page);
    expect(shown).toHaveLength(usual.length - 2);
    const numbers = shown.flatMap((heading) => /^\d+/.exec(heading)?.map(Number) ?? []);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(page).toContain("Left out of this report: Waits, Appendix: settings.");
  });

  it("numbers figures by what is shown", () => {
    const outline = outlineOf(buildReport(input));
    const creation = outline.find(({ id }) => id.startsWith("creation-"))?.id ?? "";
    const page = renderHtml(edited({ sections: [{ id: creation, leftOut: true }] }));
    expect(sectionOf(page, "lanes")).toContain("Figure 1. The whole run.");
  });

  it("is called and noted otherwise, as text whatever is written", () => {
    const note = "Look at <b>WRITELOG</b>.\n\nIt is the log's disk.";
    const page = renderHtml(
      edited({ sections: [{ id: "waits", title: "Where time went", note }] }),
    );
    expect(headings(page).some((heading) => heading.endsWith(". Where time went"))).toBe(true);
    expect(sectionOf(page, "waits")).toContain(
      '<div class="remark" role="note"><p>Look at &lt;b&gt;WRITELOG&lt;/b&gt;.</p><p>It is the log&#x27;s disk.</p></div>',
    );
  });

  it("is put elsewhere", () => {
    const page = renderHtml(edited({ order: ["files", "waits"] }));
    const shown = headings(page);
    const [files, waits] = ["Files", "Waits"].map((title) =>
      shown.findIndex((heading) => heading.endsWith(`. ${title}`)),
    );
    expect(files).toBeGreaterThan(0);
    expect(files).toBeLessThan(waits ?? 0);
  });
});

describe("the head of a report", () => {
  it("has another title and a note above its conclusion, on paper and in its data too", () => {
    const report = edited({
      sections: [{ id: headId, title: "What it costs", note: "For Monday." }],
    });
    const page = renderHtml(report);
    expect(report.title).toBe("What it costs");
    for (const part of ["<h1>What it costs</h1>", 'content: "What it costs, 2026-11-21"']) {
      expect([part, page.includes(part)]).toEqual([part, true]);
    }
    expect(page.indexOf("For Monday.")).toBeLessThan(page.indexOf('class="conclusion'));
    expect(reportSchema.parse(report).edits?.sections).toHaveLength(1);
  });
});

describe("a chart that was added to a report", () => {
  const ofLanes = chart({ lanes: ["transactionsPerSecond", "pageReadsPerSecond", "p99Ms"] });

  it("stands first and is drawn from its own samples: its lanes, over its span", () => {
    const report = edited({ charts: [ofLanes] }, [{ chart: ofLanes, series: fakeSeries() }]);
    expect(reportSchema.safeParse(report).error?.issues).toBeUndefined();
    const page = renderHtml(report);
    expect(headings(page)[1]).toBe("1. Lanes, 21:48:27.00 to 21:48:57.00");
    const drawn = sectionOf(page, "lanes-1");
    const lanes = [...drawn.matchAll(/class="lane-title"[^>]*>([^<]*)/g)].map(([, title]) =>
      title?.trim(),
    );
    expect(lanes).toEqual(["Transactions", "Page reads", "p99 response"]);
    expect(drawn).toContain("Data behind it: 30 points");
    expect(outlineOf(report)[1]).toMatchObject({ id: "lanes-1", kind: "chart" });
  });

  it("has waits among its lanes, in the unit that they were chosen in", () => {
    const ofWaits = chart({ lanes: [waitLane("WRITELOG", "sessions").id] });
    const report = edited({ charts: [ofWaits] }, [{ chart: ofWaits, series: fakeSeries() }]);
    expect(report.addedCharts?.[0]?.samples?.lanes).toMatchObject([
      { unit: "ms/s", values: Array.from({ length: 120 }, () => 12.5) },
    ]);
    const drawn = sectionOf(renderHtml(report), "lanes-1");
    expect(drawn).toContain("WRITELOG");
    expect(drawn).toMatch(/data-lane="[^"]*" d="M[^"]{20,}"/);
  });

  it("is titled, noted and put elsewhere as any section, and not told as left out", () => {
    const charts = { charts: [ofLanes], order: ["files", "lanes-1"] };
    const page = renderHtml(
      edited({ ...charts, sections: [{ id: "lanes-1", title: "The dip" }] }, [
        { chart: ofLanes, series: fakeSeries() },
      ]),
    );
    expect(headings(page).some((heading) => heading.endsWith(". The dip"))).toBe(true);
    const hidden = renderHtml(edited({ ...charts, sections: [{ id: "lanes-1", leftOut: true }] }));
    expect(hidden).not.toContain("Left out of this report");
  });

  it("shows the waits of its span, and the phases that lie in it", () => {
    const waits = chart({ id: "waits-1", kind: "waits" });
    const phases = chart({ id: "phases-2", kind: "phases" });
    const never = chart({ id: "phases-3", kind: "phases", fromMs: 60_000, toMs: 70_000 });
    const page = renderHtml(
      edited({ charts: [waits, phases, never] }, [{ chart: waits, series: fakeSeries() }]),
    );
    expect(sectionOf(page, "waits-1")).toContain('<data value="375">375.0</data>');
    expect(sectionOf(page, "waits-1")).not.toContain("LAZYWRITER_SLEEP");
    expect(sectionOf(page, "waits-1")).toContain("Waiting on WRITELOG");
    expect(sectionOf(page, "phases-2")).toContain(
      "Figure 2. Phases, 21:48:27.00 to 21:48:57.00, to scale.",
    );
    expect(sectionOf(page, "phases-3")).toContain("No snapshot was being created in this span.");
  });

  it("has the response times of its span, or says that there are none", () => {
    const responses = { count: 6000.5, meanMs: 41, p50Ms: 40, p95Ms: 44, p99Ms: 45.5 };
    const known = chart({ id: "responses-1", kind: "responses" });
    const none = chart({ id: "responses-2", kind: "responses" });
    const series = fakeSeries();
    const report = edited({ charts: [known, none] }, [
      { chart: known, series, responses },
      { chart: none, series, responses: null },
    ]);
    expect(reportSchema.safeParse(report).error?.issues).toBeUndefined();
    const page = renderHtml(report);
    expect(sectionOf(page, "responses-1")).toContain('<data value="45.5">45.5</data>');
    expect(sectionOf(page, "responses-1")).toContain("p99 response");
    expect(sectionOf(page, "responses-2")).toContain("Response times were not measured.");
  });

  it("of files has the lanes of their counters", () => {
    const [first] = night.overview.counters;
    if (first === undefined) throw new Error("the night has no counter");
    const ofFiles = chart({ lanes: [first.id], fromMs: 0, toMs: 60_000 });
    const series = {
      ...fakeSeries(),
      counters: { [first.id]: Float64Array.from({ length: 120 }, (_, row) => row) },
    };
    const report = reportOfCapture(night, {
      edits: { ...noEdits, charts: [ofFiles] },
      addedCharts: [{ chart: ofFiles, series }],
    });
    expect(reportSchema.safeParse(report).error?.issues).toBeUndefined();
    expect(sectionOf(renderHtml(report), "lanes-1")).toContain('class="lane-title"');
  });
});
