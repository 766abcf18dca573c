// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LaneView } from "../../../app/domain/timeline/lane-view.ts";
import {
  creationEvents,
  phaseEvent,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { show } from "../testing/render.tsx";
import { gutters, rightMargin } from "./lane-geometry.ts";
import { LaneViewProvider } from "./lane-view-context.tsx";
import { PhaseChart } from "./PhaseChart.tsx";

const timeline: Timeline = timelineOf(
  [
    ...creationEvents("s1", 10_000),
    ...creationEvents("s2", 60_000),
    phaseEvent("checkpoint", 30_000, 32_000, { snapshot: null, figures: { buffers: 1200 } }),
  ],
  seriesOf([100_000]),
);

/** What a click or Enter does, as a test sees it. */
const choices = () => ({ onSpan: vi.fn(), onSelectMark: vi.fn() });

interface ChartProps extends ReturnType<typeof choices> {
  readonly timeline: Timeline;
}

function Chart({ timeline: shown, onSpan, onSelectMark }: ChartProps) {
  const [view, setView] = useState({ startMs: 0, endMs: 50_000 });
  const [band, setBand] = useState<string | null>(null);
  const laneView: LaneView = {
    ...{ view, setView, cursorMs: null, cursorLocked: false, selectedSpan: null },
    mark: { name: "playhead", atMs: 12_000 },
    fit: () => undefined,
    pointAt: () => undefined,
    toggleLock: () => undefined,
    seek: () => undefined,
    selectSpan: onSpan,
  };
  return (
    <LaneViewProvider value={laneView} gutter={gutters.phases}>
      <PhaseChart
        label="Phases"
        timeline={shown}
        selectedBandId={band}
        onSelectBand={setBand}
        onSelectMark={onSelectMark}
      />
    </LaneViewProvider>
  );
}

/** With 1000 px of plot beside the names. */
function focusChart(shown = timeline) {
  const width = vi
    .spyOn(HTMLElement.prototype, "clientWidth", "get")
    .mockReturnValue(1000 + gutters.phases + rightMargin);
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  onTestFinished(() => {
    width.mockRestore();
    Reflect.deleteProperty(document, "fonts");
  });
  const acts = choices();
  show(<Chart timeline={shown} {...acts} />);
  act(() => bars().focus());
  return acts;
}

const bars = () => screen.getByRole("slider", { name: "Bars in Phases" });
const said = () => bars().getAttribute("aria-valuetext");
const press = (key: string, times = 1) => {
  for (let at = 0; at < times; ++at) fireEvent.keyDown(bars(), { key });
};

describe("the bars of a phase chart by keyboard", () => {
  it("are one stop, which begins at what the playhead is in and says what it is", () => {
    focusChart();
    expect(bars().tabIndex).toBe(0);
    expect(said()).toBe("Creation of s1, 21:48:17.00 to 21:48:23.00, 6.00 s; 1 of 2 in Commands");
  });

  it("are gone through in time and from row to row, with their times and figures", () => {
    focusChart();
    press("ArrowDown");
    expect(said()).toMatch(/^Files of s1, .*; 1 of 2 in Files$/);
    press("ArrowRight");
    expect(said()).toMatch(/, 21:48:19.00; 2 of 2 in Files$/);
    press("ArrowDown", 6);
    expect(said()).toBe(
      "Normal checkpoint, 21:48:37.00 to 21:48:39.00, 2.00 s, 1,200 pages; 1 of 1 in Normal checkpoints",
    );
    press("ArrowDown");
    expect(said()).toMatch(/^Normal checkpoint, /);
    press("ArrowUp");
    expect(said()).toMatch(/^Undo of s1, /);
  });

  it("come into view where the next one is out of it, and back", () => {
    focusChart();
    press("ArrowRight", 2);
    expect(said()).toMatch(/^Creation of s2, .*; 3 of 3 in Commands$/);
    press("ArrowRight", 5);
    expect(said()).toMatch(/^Complete of s2, /);
    press("ArrowLeft", 3);
    expect(said()).toMatch(/^Creation of s1, /);
  });

  it("are selected by Enter as by a click, and say so", () => {
    focusChart();
    press("Enter");
    expect(said()).toMatch(/, 6\.00 s, selected; 1 of 2 in Commands$/);
  });

  it("that stand for several lead to the time of all, and a mark to its record", () => {
    const checkpoints = Array.from({ length: 5 }, (_, at) =>
      phaseEvent("checkpoint", 20_000 + 20 * at, 20_005 + 20 * at, { snapshot: null }),
    );
    const error = { id: "mark/1", atMs: 40_000, record: 7, kind: "other", severity: 17 };
    const marks = [{ ...error, title: "Error 5128: the sparse file is full" }];
    const acts = focusChart({ ...timelineOf(checkpoints, seriesOf([100_000])), marks });
    expect(said()).toMatch(/^Normal checkpoints: 5 here, 21:48:27.00 to 21:48:27.08/);
    press("Enter");
    expect(acts.onSpan).toHaveBeenCalledWith({ startMs: 20_000, endMs: 20_085 });
    press("ArrowDown");
    expect(said()).toBe(
      "Error 5128: the sparse file is full, 21:48:47.00; 1 of 1 in Errors and events",
    );
    press("Enter");
    expect(acts.onSelectMark).toHaveBeenCalledWith(marks[0]);
  });

  it("that go on are told without an end, which would change with every sample", () => {
    focusChart(timelineOf([phaseEvent("redo", 20_000, null)], seriesOf([40_000]), 60_000));
    press("ArrowDown");
    expect(said()).toMatch(/^Redo of s1, from 21:48:27.00, under way; /);
  });

  it("keep their keys from the screen, and leave it those of its own", () => {
    focusChart();
    expect(fireEvent.keyDown(bars(), { key: "ArrowRight" })).toBe(false);
    expect(fireEvent.keyDown(bars(), { key: " " })).toBe(true);
    expect(fireEvent.keyDown(bars(), { key: "ArrowRight", altKey: true })).toBe(true);
  });

  it("show where the keyboard is, with the words in sight, until it leaves", () => {
    focusChart();
    press("ArrowDown");
    expect(screen.getByText(/^Files of s1$/, { selector: "strong" })).toBeDefined();
    act(() => bars().blur());
    expect(screen.queryByText(/^Files of s1$/, { selector: "strong" })).toBeNull();
  });
});
