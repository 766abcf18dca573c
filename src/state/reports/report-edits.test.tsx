// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noEdits, withSection } from "../../../app/domain/report/report-edits.ts";
import { useNavigation } from "../shell/navigation.ts";
import { takeNotifications } from "../shell/notifications.ts";
import { addToReport, removeFromReport, resetReport, useReportEdits } from "./report-edits.ts";

// Messages of tests that share this process are not of these.
beforeEach(() => void takeNotifications());
afterEach(cleanup);

let last = 0;
/** Each test has a recording of its own: what is kept is there for the next. */
function newRecording() {
  last += 1;
  const id = `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
  return { kind: "run", id } as const;
}

const lanes = { kind: "lanes", fromMs: 10, toMs: 20, lanes: ["p99Ms"] } as const;
const chart = { ...lanes, lanes: [...lanes.lanes] };
const editsOf = (recording: Parameters<typeof useReportEdits>[0]) =>
  renderHook(() => useReportEdits(recording)).result;

describe("adding a chart to a report", () => {
  it("adds what is on screen as a reference, and leads to the report", () => {
    const recording = newRecording();
    const edits = editsOf(recording);
    act(() => addToReport(recording, chart));
    act(() => addToReport(recording, { ...chart, kind: "waits", lanes: [] }));
    expect(edits.current[0].charts).toEqual([
      { ...chart, id: "lanes-1" },
      { ...chart, id: "waits-2", kind: "waits", lanes: [] },
    ]);
    const [told] = takeNotifications();
    expect(told?.title).toBe("The chart was added to the report");
    told?.action?.run();
    expect(useNavigation.getState()).toMatchObject({
      screen: "report",
      report: { recording, span: null },
    });
  });

  it("takes as many lanes as fit a page, and says so", () => {
    const recording = newRecording();
    const edits = editsOf(recording);
    const many = Array.from({ length: 20 }, (_, index) => `counter${index}`);
    act(() => addToReport(recording, { ...chart, lanes: many }));
    expect(edits.current[0].charts[0]?.lanes).toEqual(many.slice(0, 12));
    expect(takeNotifications()[0]?.body).toContain("first 12 lanes");
  });

  it("refuses more charts than a report takes", () => {
    const recording = newRecording();
    const edits = editsOf(recording);
    for (let count = 0; count < 51; ++count) act(() => addToReport(recording, chart));
    expect(edits.current[0].charts).toHaveLength(50);
    expect(takeNotifications().at(-1)?.title).toBe("The chart was not added to the report");
  });
});

describe("removing a chart from a report", () => {
  it("takes it away with its title, and can itself be taken back", () => {
    const recording = newRecording();
    const edits = editsOf(recording);
    act(() => addToReport(recording, chart));
    act(() => edits.current[1](withSection(edits.current[0], { id: "lanes-1", title: "The dip" })));
    const before = edits.current[0];
    takeNotifications();
    act(() => removeFromReport(recording, "lanes-1"));
    expect(edits.current[0]).toEqual(noEdits);
    act(() => takeNotifications()[0]?.action?.run());
    expect(edits.current[0]).toEqual(before);
  });
});

describe("resetting a report", () => {
  it("takes all edits back, and can itself be taken back", () => {
    const recording = newRecording();
    const edits = editsOf(recording);
    act(() => addToReport(recording, chart));
    takeNotifications();
    const before = edits.current[0];
    act(() => resetReport(recording));
    expect(edits.current[0]).toBe(noEdits);
    const [told] = takeNotifications();
    act(() => told?.action?.run());
    expect(edits.current[0]).toEqual(before);
  });
});
