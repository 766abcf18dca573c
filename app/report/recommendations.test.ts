import { describe, expect, it } from "vitest";
import type { Recommendation } from "../contract/recommendation.ts";
import { reportSchema } from "../contract/report.ts";
import { renderHtml } from "./html/report-html.tsx";
import { costsOf, fakeRecording, reportOfRun } from "./testing/recordings.ts";

const recommendation: Recommendation = {
  rule: "bottleneck",
  title: "Give the snapshots more headroom.",
  reason: "Users wait for pushes.",
  evidence: [{ label: "Utilisation of P", value: 0.875, unit: "share" }],
  change: "P does twice as much.",
  both: ["durationSeconds=130"],
  settings: ["storage.volumes.2.device.parallelism=80", 'storage.volumes.2.name="P 2"'],
  promise: { metric: "p99", name: "p99", direction: "falls" },
};

const recording = fakeRecording();
const reportOf = (id: string | null) =>
  reportOfRun({ ...recording, entry: { ...recording.entry, id } }, costsOf(recording), [
    recommendation,
  ]);

describe("what is recommended", () => {
  const id = crypto.randomUUID();

  it("stands in a report with its figures, and with the command that tests it", () => {
    const report = reportOf(id);
    expect(reportSchema.safeParse(report).error?.issues).toBeUndefined();
    expect(report.recommendations[0]?.command?.split(" \\\n  ")).toEqual([
      `snapscope compare ${id}`,
      "--set durationSeconds=130",
      "--with storage.volumes.2.device.parallelism=80",
      `--with 'storage.volumes.2.name="P 2"'`,
      "--primary p99",
    ]);
    const page = renderHtml(report);
    for (const text of [
      ". Recommendations</h2>",
      '<data value="0.875">87.5 %</data>',
      "What would change: P does twice as much.",
      "Expected effect: p99 falls.",
      `snapscope compare ${id}`,
    ]) {
      expect([text, page.includes(text)]).toEqual([text, true]);
    }
  });

  it("has the settings alone where the run is in no library", () => {
    const report = reportOf(null);
    expect(report.recommendations[0]?.command).toBeNull();
    expect(renderHtml(report)).toContain(
      "durationSeconds=130\nstorage.volumes.2.device.parallelism=80\n",
    );
  });

  it("has no section where there is nothing", () => {
    expect(renderHtml(reportOfRun(recording))).not.toContain("Recommendations");
  });
});
