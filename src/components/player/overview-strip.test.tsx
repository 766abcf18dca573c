// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LaneView } from "../../../app/domain/timeline/lane-view.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import {
  creationEvents,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import { extentOf } from "../../../app/domain/timeline/viewport.ts";
import { show } from "../testing/render.tsx";
import { gutters, rightMargin } from "./lane-geometry.ts";
import { LaneViewProvider } from "./lane-view-context.tsx";
import { OverviewStrip } from "./OverviewStrip.tsx";

const timeline = timelineOf(creationEvents("s1", 10_000), seriesOf([100_000]));
const extent = extentOf(timeline);
const width = 1000;
const xOf = (atMs: number) => ((atMs - extent.startMs) / (extent.endMs - extent.startMs)) * width;

function showStrip(first: Span = { startMs: 20_000, endMs: 40_000 }) {
  const size = vi
    .spyOn(HTMLElement.prototype, "clientWidth", "get")
    .mockReturnValue(width + gutters.lanes + rightMargin);
  onTestFinished(() => size.mockRestore());
  const views: Span[] = [];
  const fit = vi.fn();
  function Strip() {
    const [view, setView] = useState(first);
    const laneView: LaneView = {
      ...{ view, fit, cursorMs: null, cursorLocked: false, mark: null, selectedSpan: null },
      setView: (next) => {
        views.push(next);
        setView(next);
      },
      pointAt: () => undefined,
      toggleLock: () => undefined,
    };
    return (
      <LaneViewProvider value={laneView} gutter={gutters.lanes}>
        <OverviewStrip timeline={timeline} />
      </LaneViewProvider>
    );
  }
  show(<Strip />);
  return { views, fit };
}

const strip = () => screen.getByRole("slider", { name: "Visible time" });

function drag(fromMs: number, toMs: number): void {
  const target = strip();
  target.setPointerCapture = () => undefined;
  const at = (atMs: number) => ({ button: 0, pointerId: 1, clientX: xOf(atMs) });
  act(() => {
    fireEvent.pointerDown(target, at(fromMs));
    fireEvent.pointerMove(target, at(toMs));
    fireEvent.pointerUp(target, at(toMs));
  });
}

const rounded = (span: Span | undefined) =>
  span === undefined ? null : [Math.round(span.startMs), Math.round(span.endMs)];

describe("the overview", () => {
  it("says what part of the time is visible", () => {
    showStrip();
    expect(strip().getAttribute("aria-valuetext")).toBe("21:48:27.00 to 21:48:47.00");
  });

  it("moves the view as its brush is dragged, and keeps its length", () => {
    const { views } = showStrip();
    drag(30_000, 50_000);
    expect(rounded(views.at(-1))).toEqual([40_000, 60_000]);
  });

  it("zooms as an edge of the brush is dragged", () => {
    const { views } = showStrip();
    drag(40_000, 70_000);
    expect(rounded(views.at(-1))).toEqual([20_000, 70_000]);
    drag(20_000, 10_000);
    expect(rounded(views.at(-1))).toEqual([10_000, 70_000]);
  });

  it("begins another brush beside it, and shows all on a double click", () => {
    const { views, fit } = showStrip();
    drag(60_000, 90_000);
    expect(rounded(views.at(-1))).toEqual([60_000, 90_000]);
    fireEvent.doubleClick(strip());
    expect(fit).toHaveBeenCalledOnce();
  });

  it("does not make a view of a click", () => {
    const { views } = showStrip();
    drag(80_000, 80_000);
    expect(views).toEqual([]);
  });

  it("is moved and zoomed by keys, and leaves others to the screen", () => {
    const { views } = showStrip();
    fireEvent.keyDown(strip(), { key: "ArrowRight" });
    expect(rounded(views.at(-1))).toEqual([22_000, 42_000]);
    fireEvent.keyDown(strip(), { key: "ArrowUp" });
    expect(rounded(views.at(-1))).toEqual([24_000, 40_000]);
    fireEvent.keyDown(strip(), { key: "Home" });
    expect(views.at(-1)?.startMs).toBe(extent.startMs);
    expect(fireEvent.keyDown(strip(), { key: " " })).toBe(true);
  });
});
