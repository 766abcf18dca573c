import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CapturedCounter } from "../../contract/capture.ts";
import { reportSchema } from "../../contract/report.ts";
import { reportFormats } from "../../contract/rpc/exports.ts";
import { noRecordFilter } from "../../contract/rpc/records.ts";
import type { ReportSubject } from "../../contract/rpc/services.ts";
import { createReports } from "../reports.ts";
import { messageOf, unwrap } from "../testing/scratch-services.ts";
import { exportedRecords } from "./exported-records.ts";
import { chartedCounters } from "./report-data.ts";
import { counters, laterLog } from "./testing/sample-files.ts";
import { ScratchCaptures } from "./testing/scratch-captures.ts";

const machine = { program: "0.1.0", node: "24", platform: "test", processors: 1, memoryBytes: 1 };
const scratch = new ScratchCaptures();
let captureId: string;
beforeAll(async () => {
  const files = [scratch.file("ERRORLOG", laterLog), scratch.file("perfmon.csv", counters)];
  captureId = unwrap(await scratch.captures.open(files)).entry.id;
});
afterAll(() => scratch.dispose());

const reports = createReports({
  timelineOf: () => Promise.reject(new Error("of no run")),
  recordings: scratch.recordings,
  bandFor: async () => null,
  devices: { figures: () => Promise.reject(new Error("of no run")) },
  machine: () => machine,
  now: () => new Date("2024-03-06T00:00:00Z"),
  printPdf: async (html) => ({ ok: true, value: new TextEncoder().encode(`%PDF-${html.length}`) }),
});

const subject = (span: { fromMs: number; toMs: number } | null = null): ReportSubject => ({
  recording: { kind: "capture", id: captureId },
  span,
});
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");

describe("the report of a capture", () => {
  it("has every format under a name and a media type of its own", async () => {
    const files = [];
    for (const format of reportFormats) {
      files.push(unwrap(await reports.export(subject(), format)));
    }
    expect(files.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([
      ["errorlog-and-1-more-report.html", "text/html"],
      ["errorlog-and-1-more-report.pdf", "application/pdf"],
      ["errorlog-and-1-more-phases.csv", "text/csv"],
      ["errorlog-and-1-more-report.json", "application/json"],
    ]);
    const { html } = unwrap(await reports.preview(subject()));
    expect(textOf(files[0]?.bytes ?? new Uint8Array())).toBe(html);
    expect(textOf(files[1]?.bytes ?? new Uint8Array())).toBe(`%PDF-${html.length}`);
  });

  it("is made from errors, changes and counters", async () => {
    const file = unwrap(await reports.export(subject(), "json"));
    const report = reportSchema.parse(JSON.parse(textOf(file.bytes)));
    expect(report).toMatchObject({
      title: "ERRORLOG and 1 more",
      generatedAt: "2024-03-06T00:00:00.000Z",
      run: null,
      log: {
        errors: { groups: [{ number: 18456 }] },
        changes: [{ kind: "traceFlags", line: 4 }],
      },
      machine,
    });
    expect(report.log?.counters.map(({ counter }) => counter)).toContain("Transactions/sec");
  });

  it("of a part is made from that part", async () => {
    const { bytes } = unwrap(
      await reports.export(subject({ fromMs: 11_500, toMs: 20_000 }), "json"),
    );
    const report = reportSchema.parse(JSON.parse(textOf(bytes)));
    expect([report.log?.errors.groups, report.log?.changes.length]).toEqual([[], 1]);
  });

  it("says so where there is no such capture", async () => {
    const recording = { kind: "capture" as const, id: crypto.randomUUID() };
    const gone = { ...subject(), recording };
    expect(messageOf(await reports.preview(gone))).toContain("open its files again");
    expect(messageOf(await reports.export(gone, "csv"))).toContain("open its files again");
    const records = await reports.exportRecords(recording, noRecordFilter, "log");
    expect(messageOf(records)).toContain("open its files again");
  });
});

describe("the records of a capture", () => {
  it("are exported verbatim, or as a table", async () => {
    const log = unwrap(
      await reports.exportRecords({ kind: "capture", id: captureId }, noRecordFilter, "log"),
    );
    expect([log.fileName, log.mediaType]).toEqual([
      "errorlog-and-1-more-records.log",
      "text/plain",
    ]);
    expect(textOf(log.bytes)).toBe(laterLog);
    const filter = { ...noRecordFilter, minimumSeverity: 14 };
    const csv = unwrap(
      await reports.exportRecords({ kind: "capture", id: captureId }, filter, "csv"),
    );
    expect(csv.fileName).toBe("errorlog-and-1-more-records.csv");
    expect(textOf(csv.bytes).trimEnd().split("\r\n")).toHaveLength(3);
    const bad = { ...noRecordFilter, query: { text: "[", pattern: true } };
    expect(
      await reports.exportRecords({ kind: "capture", id: captureId }, bad, "log"),
    ).toMatchObject({ ok: false });
  });

  it("are refused where they would be too much for one file, with what to do", async () => {
    const recording = { kind: "capture", id: captureId } as const;
    const { log } = unwrap(await scratch.recordings.whenRead(recording));
    const limited = {
      title: "ERRORLOG",
      filter: noRecordFilter,
      format: "log",
      maxBytes: 10,
    } as const;
    expect(messageOf(await exportedRecords(log, limited))).toContain("filter or select fewer");
  });
});

describe("the counters that are charted", () => {
  const counter = (id: string, lane: string | null) => ({ id, lane }) as CapturedCounter;

  it("are the lanes, once each, and others until there are a few", () => {
    const lanes = [counter("cpu", "cpu"), counter("cpu", "cpu"), counter("a", null)];
    expect(chartedCounters(lanes)).toEqual(["cpu", "a"]);
    const many = Array.from({ length: 20 }, (_, index) => counter(`x${index}`, null));
    expect(chartedCounters(many)).toHaveLength(8);
    expect(chartedCounters([...many, counter("cpu", "cpu")])[0]).toBe("cpu");
  });
});
