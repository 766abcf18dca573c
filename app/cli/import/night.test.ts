/** A night of a server as a DBA reads it: what its log and its counters tell together, and what they do not. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openCapture } from "../../capture/capture.ts";
import { nightCounters, nightLog } from "../../capture/testing/night.ts";
import { renderHtml } from "../../report/html/report-html.tsx";
import { buildReport } from "../../report/report-model.ts";
import { inputOfCapture } from "../../services/captures/report-data.ts";
import { renderCapture } from "../text/imported-capture.ts";
import { reportedCapture } from "./capture-reports.ts";

const folder = mkdtempSync(join(tmpdir(), "snapscope-night-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function nightWith(counters: string) {
  const files = { ERRORLOG: nightLog(), "counters.csv": counters };
  const inputs = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return { name, path };
  });
  const opened = openCapture(inputs);
  if (!opened.ok) throw new Error(opened.error.message);
  const { capture } = opened.value;
  while (capture.readSlice());
  const overview = capture.overview();
  const machine = { program: "", node: "", platform: "", processors: 1, memoryBytes: 1 };
  const request = { title: "Night", span: null, machine, createdAt: new Date(0) };
  const input = await inputOfCapture(reportedCapture({ capture, overview }), request);
  capture.close();
  if (!input.ok) throw new Error(input.error.message);
  return { text: renderCapture(overview), report: buildReport(input.value), overview };
}

const happened = [
  "01:00:00 to 01:12:30, backup of Sales: transactions 817 to 569 a second, reads on D: 4.8 to 19 ms.",
  "02:00:01 to 02:02:45, creation of Sales_snap_0200: transactions 840 to 260 a second, writes on P: 2 to 98 ms.",
  "03:10:04 to 03:20:26, slow I/O on Sales.mdf: transactions 820 to 415 a second, reads on D: 4.5 to 24 ms, writes on D: 2.2 to 880 ms.",
];

describe("a night with a snapshot without trace flags, a backup, a slow disk and counters", () => {
  it("is concluded with what happened, then with what is lost, then with the rest", async () => {
    const { report } = await nightWith(nightCounters());
    expect(report.conclusion.sentences).toEqual([
      ...happened,
      "Sales_snap_0200: the snapshot is suspect and lost: its volume was full.",
      "Creating ‘Sales_snap_0200’ took at least 2 min 43.55 s; what came before its start-up is not logged. It shows the data as of 02:00:01.73, 386 ms after its first record.",
      "9 I/O requests on Sales.mdf took longer than 15 s, the longest 22 s.",
      "VSS held the writes of 1 database for up to 12.5 s (once).",
    ]);
  });

  it("has the creation's phases, and which of them are not logged, without shares of what is not known", async () => {
    const { report } = await nightWith(nightCounters());
    const html = renderHtml(report);
    expect(html).toContain("5 phases in at least 2 min 43.55 s");
    expect(html.match(/>not logged</g)).toHaveLength(2);
    expect(html).not.toContain("% of creation");
  });

  it("begins with it in a terminal, which has clock times throughout", async () => {
    const { text } = await nightWith(nightCounters());
    const lines = text.replaceAll(/\n {2}(?=\S)/g, " ");
    for (const sentence of happened) expect(lines).toContain(sentence);
    expect(text).toContain("Snapshot Sales_snap_0200: created in at least 2 min 43.55 s");
    expect(text).toMatch(/Slow I\/O .* on D:\\data\\Sales\.mdf$/m);
    expect(text).toMatch(/Backup .* its pages are in a snapshot of the storage$/m);
    expect(text.split("\nCounters:", 1)[0]).not.toMatch(/start s|\b\d{5,}\.\d{3}\b/);
  });

  it("says of the freeze, which is shorter than two samples, nothing", async () => {
    const { overview } = await nightWith(nightCounters());
    expect(overview.phases.some(({ name }) => name === "ioFreeze")).toBe(true);
    expect(overview.effects.map(({ what }) => what).join()).not.toContain("freeze");
  });

  it("draws nothing before the capture began", async () => {
    const { report } = await nightWith(nightCounters());
    const { timeMs, lanes } = report.samples;
    expect(timeMs[0]).toBeGreaterThan(49 * 60_000);
    expect(lanes.length).toBeGreaterThan(3);
    expect(lanes.map(({ values }) => values[0])).toEqual(lanes.map(() => null));
  });

  it("concludes nothing from counters of another machine, and says so", async () => {
    const { report, overview, text } = await nightWith(nightCounters("WEB07"));
    const note =
      "counters.csv is of another machine than the ERRORLOG (WEB07, not SALESDB01): nothing is concluded from the two together.";
    expect(overview.effects).toEqual([]);
    expect(report.conclusion.notes).toContain(note);
    expect(text.replaceAll(/\n {2}(?=\S)/g, " ")).toContain(note);
    expect(report.conclusion.sentences.join(" ")).not.toContain("Throughput");
  });
});
