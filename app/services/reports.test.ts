import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { noAdvice } from "../contract/advice.ts";
import { maxReportPoints, reportSchema } from "../contract/report.ts";
import type { ReportEdits } from "../contract/report-edits.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../contract/result.ts";
import { type ReportFormat, reportFormats } from "../contract/rpc/exports.ts";
import type { RecordingRef, SeriesQuestion } from "../contract/rpc/recordings.ts";
import type { DevicesService } from "../contract/rpc/services.ts";
import type { RecordedTimeline } from "../contract/rpc/timeline-data.ts";
import { someFigures } from "../contract/testing/device-figures.ts";
import { fakeSummary } from "../contract/testing/fake-summary.ts";
import { plainScenario } from "../contract/testing/scenarios.ts";
import { noSeries } from "../domain/timeline/recording-timeline.ts";
import type { PdfPrinter } from "./pdf-printer.ts";
import { reportFileName } from "./report-file.ts";
import { allSamples, createReports, reportPoints } from "./reports.ts";
import { newEntry } from "./run-entry.ts";
import type { RunningServices } from "./services.ts";
import { Scratch } from "./testing/scratch-services.ts";

const runId = "00000000-0000-4000-8000-000000000001";
const subject = {
  recording: { kind: "run", id: "00000000-0000-4000-8000-000000000001" },
  span: null,
} as const;
const machine = { program: "0.1.0", node: "24", platform: "test", processors: 1, memoryBytes: 1 };

function recording(): RecordedTimeline {
  const scenario = resolveScenario(plainScenario, "the plain scenario");
  if (!scenario.ok) throw new Error(scenario.error.message);
  const summary = fakeSummary(scenario.value, "completed");
  return {
    entry: {
      ...newEntry({ id: runId, scenario: scenario.value, preset: null, name: "plain" }),
      status: "completed",
      createdAt: "2026-11-21T11:00:00.000Z",
    },
    scenario: scenario.value,
    summary,
    origin: summary.run.origin,
    series: noSeries,
    events: [],
  };
}

const scratch = new Scratch();
let recordings: RunningServices["recordings"];
beforeAll(async () => {
  ({ recordings } = await scratch.open());
});
afterAll(() => scratch.dispose());

/** Costs from a library without a run: what it was asked for is given here. */
const noCosts = {
  whenRead: (recording: RecordingRef) => recordings.whenRead(recording),
  creationCosts: async () => success([]),
  advice: async () => success(noAdvice),
  series: async (_: SeriesQuestion) => success(noSeries),
  responses: async () => success(null),
  pushLog: async () => success(null),
};
const devices: Pick<DevicesService, "figures"> = {
  figures: async (described) => success(described.map(() => someFigures)),
};
const asked: number[] = [];
const reports = (answer: Result<RecordedTimeline> = success(recording())) =>
  createReports({
    timelineOf: async (_, points) => {
      asked.push(points);
      return answer;
    },
    recordings: noCosts,
    bandFor: async () => null,
    devices,
    machine: () => machine,
    now: () => new Date("2026-11-21T12:00:00Z"),
    printPdf: async (html) => success(new TextEncoder().encode(`%PDF-${html.length}`)),
  });

async function exported(format: ReportFormat) {
  const file = await reports().export(subject, format);
  if (!file.ok) throw new Error(file.error.message);
  return { ...file.value, text: new TextDecoder().decode(file.value.bytes) };
}

describe("createReports", () => {
  it("exports every format under a name and a media type of its own", async () => {
    const files = await Promise.all(reportFormats.map(exported));
    expect(files.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([
      ["plain-report.html", "text/html"],
      ["plain-report.pdf", "application/pdf"],
      ["plain-samples.csv", "text/csv"],
      ["plain-report.json", "application/json"],
    ]);
  });

  it("asks for all samples where all are exported, and only there", async () => {
    for (const [format, points] of [
      ["csv", allSamples],
      ["html", reportPoints],
      ["json", reportPoints],
    ] as const) {
      asked.length = 0;
      await exported(format);
      expect([format, asked]).toEqual([format, [points]]);
    }
  });

  it("previews what the HTML export writes, and prints the same", async () => {
    const preview = await reports().preview(subject);
    const { text } = await exported("html");
    expect(preview.ok ? preview.value.html : preview).toBe(text);
    expect((await exported("pdf")).text).toBe(`%PDF-${text.length}`);
  });

  it("reads for the charts that were added what they show, over their spans", async () => {
    const series = vi.fn(noCosts.series);
    const service = createReports({
      timelineOf: async () => success(recording()),
      recordings: { ...noCosts, series },
      bandFor: async () => null,
      devices,
      printPdf: { fix: "" },
    });
    const chart = { fromMs: 10, toMs: 20, lanes: ["transactionsPerSecond", "p99Ms"] };
    const charts: ReportEdits["charts"] = [
      { ...chart, id: "lanes-1", kind: "lanes" },
      { ...chart, id: "waits-2", kind: "waits", lanes: [] },
      { ...chart, id: "waits-3", kind: "waits", lanes: [] },
      { ...chart, id: "phases-4", kind: "phases", lanes: [] },
    ];
    const edits = { charts, sections: [{ id: "waits-3", leftOut: true }], order: [] };
    const file = await service.export({ ...subject, edits }, "json");
    if (!file.ok) throw new Error(file.error.message);
    const report = reportSchema.parse(JSON.parse(new TextDecoder().decode(file.value.bytes)));
    expect(report.addedCharts?.map(({ id }) => id)).toEqual(["lanes-1", "waits-2"]);
    const asked = { recording: subject.recording, points: maxReportPoints, fromMs: 10, toMs: 20 };
    expect(series.mock.calls.map(([question]) => question)).toEqual([
      { ...asked, counters: ["transactionsPerSecond"], waits: false },
      { ...asked, counters: [], waits: true },
    ]);
  });

  it("writes JSON that fits the schema", async () => {
    const report = reportSchema.parse(JSON.parse((await exported("json")).text));
    expect(report.run).toMatchObject({ id: runId, status: "completed" });
    expect(report.machine).toEqual(machine);
  });

  it("says what is wrong with a run that cannot be read", async () => {
    const gone = failure("notFound", "run 1: is not in the library");
    expect(await reports(gone).preview(subject)).toEqual(gone);
    for (const format of reportFormats) {
      expect(await reports(gone).export(subject, format)).toEqual(gone);
    }
  });

  it("names the fix where nothing prints PDF", async () => {
    const service = createReports({
      timelineOf: async () => success(recording()),
      recordings: noCosts,
      bandFor: async () => null,
      devices,
      printPdf: { fix: "install Chromium" },
    });
    const file = await service.export(subject, "pdf");
    expect(file.ok ? "" : file.error.message).toContain("install Chromium");
  });
});

describe("a report that nobody waits for any more", () => {
  it("is read no further, and not printed", async () => {
    const abort = new AbortController();
    const printPdf = vi.fn<PdfPrinter>();
    const service = createReports({
      timelineOf: async () => {
        abort.abort();
        return success(recording());
      },
      recordings: noCosts,
      bandFor: async () => null,
      devices,
      printPdf,
    });
    await expect(service.export(subject, "pdf", abort.signal)).rejects.toThrow("aborted");
    expect(printPdf).not.toHaveBeenCalled();
  });

  it("ends its printing", async () => {
    const abort = new AbortController();
    const service = createReports({
      timelineOf: async () => success(recording()),
      recordings: noCosts,
      bandFor: async () => null,
      devices,
      printPdf: async (_, signal) => {
        abort.abort();
        return failure("ioError", signal?.aborted === true ? "cancelled" : "went on");
      },
    });
    expect(await service.export(subject, "pdf", abort.signal)).toMatchObject({
      error: { message: "cancelled" },
    });
  });
});

describe("reportFileName", () => {
  it("keeps to what every file system takes", () => {
    expect(reportFileName("../..\\a:b? <ü>", "html", "samples")).toBe("a-b-u-report.html");
    expect(reportFileName("???", "csv", "samples")).toBe("recording-samples.csv");
    expect(reportFileName("x".repeat(200), "json", "phases").length).toBeLessThan(80);
  });
});
