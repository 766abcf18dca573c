import { expect, it } from "vitest";
import { fakeRecording, reportOfRun } from "../testing/recordings.ts";
import { renderHtml } from "./report-html.tsx";

it("prints bookmarks and notes with their moments, as text whatever they say", () => {
  const page = renderHtml({
    ...reportOfRun(fakeRecording()),
    bookmarks: [
      { id: "a", fromMs: 33_000, toMs: null, text: "<b>the dip</b>" },
      { id: "b", fromMs: 40_000, toMs: 42_500, text: "" },
    ],
  });
  expect(page).toContain("Bookmarks and notes");
  expect(page).toContain("&lt;b&gt;the dip&lt;/b&gt;");
  expect(page).toContain("21:48:40.00");
  expect(page).toContain("2.50 s");
  expect(renderHtml(reportOfRun(fakeRecording()))).not.toContain("Bookmarks and notes");
});

it("says of a run that was prolonged from what it was", () => {
  const report = reportOfRun(fakeRecording());
  if (report.run === null || report.scenario === null) throw new Error("no run is reported");
  const asked = report.scenario.durationSeconds;
  const plannedMs = asked * 1000 + 60_000;
  expect(renderHtml(report)).not.toContain("prolonged from");
  expect(renderHtml({ ...report, run: { ...report.run, plannedMs } })).toContain("prolonged from");
});
