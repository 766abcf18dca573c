// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { axisCountersOf, table4 } from "../../../app/domain/timeline/one-axis.ts";
import {
  creationEvents,
  seriesOf,
  timelineOf,
} from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../testing/render.tsx";
import { OneAxisChart } from "./OneAxisChart.tsx";
import { oneAxisPicture } from "./one-axis-picture.ts";

const series = seriesOf([1000, 2000, 3000, 4000], (index) => 1_000_000 * (index + 1));

const timeline = timelineOf([], series);

function chart(cursorMs: number | null = null, shown = table4) {
  const { container } = show(
    <OneAxisChart
      timeline={timeline}
      counters={shown}
      view={{ startMs: 0, endMs: 4000 }}
      gutter={84}
      width={800}
      height={400}
      cursorMs={cursorMs}
    />,
  );
  return {
    lineOf: (counter: string) => container.querySelector(`path[data-counter="${counter}"]`),
    tip: () => container.querySelector("[data-chart-tip]")?.textContent ?? "",
  };
}

const names = () => screen.getAllByRole("button", { name: /×/ });

/** The heights of a path of steps. */
const heights = (path: Element | null): readonly number[] => [
  ...new Set([...(path?.getAttribute("d") ?? "").matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))),
];

it("draws each counter of the paper’s table times its multiplier, on one axis", () => {
  const { lineOf } = chart();
  const written = names().map(({ textContent }) => textContent);
  expect(written).toEqual([
    "Transactions × 0.1",
    "Checkpoint pages × 0.001",
    "Data writes × 0.000001",
    "Snapshot writes × 0.000001",
    "Snapshot reads × 0.000001",
    "Log reads × 0.000001",
  ]);
  const [pages, writes] = [lineOf("checkpointPagesPerSecond"), lineOf("dataWriteBytesPerSecond")];
  // 4,000 of an axis of some 400,000, and 4.
  const [top = 0, bottom = 0] = [heights(lineOf("transactionsPerSecond")).at(-1), 392];
  const share = (path: Element | null) => (bottom - (heights(path).at(-1) ?? 0)) / (bottom - top);
  expect(share(pages)).toBeCloseTo(0.01, 3);
  expect(share(writes)).toBeCloseTo(0.00001, 3);
});

it("switches a counter off by its name, all others by Shift, and scales the axis to the rest", () => {
  const { lineOf } = chart();
  const before = heights(lineOf("checkpointPagesPerSecond"));
  fireEvent.click(screen.getByRole("button", { name: /^Transactions/, pressed: true }));
  expect(lineOf("transactionsPerSecond")).toBeNull();
  expect(screen.getByRole("button", { name: /^Transactions/, pressed: false })).toBeTruthy();
  expect(heights(lineOf("checkpointPagesPerSecond"))).not.toEqual(before);
  fireEvent.click(screen.getByRole("button", { name: /^Log reads/ }), { shiftKey: true });
  expect(screen.getAllByRole("button", { pressed: true })).toHaveLength(1);
  // The only one that is left brings the others back.
  fireEvent.click(screen.getByRole("button", { name: /^Log reads/ }));
  expect(screen.getAllByRole("button", { pressed: true })).toHaveLength(6);
});

it("tells at the pointer what was measured, in its unit, and what that is on the axis", () => {
  const { tip } = chart(1500);
  expect(tip()).toContain("21:48:08.50");
  expect(tip()).toContain("Transactions2,000,000 /s200,000 on the axis");
  expect(tip()).toContain("Data writes1.9 MiB/s2.0 on the axis");
});

it("shows what a recording has of the table", () => {
  chart(null, axisCountersOf(standardLanes.slice(-1)));
  expect(names()).toHaveLength(1);
});

it("goes out as a drawing with the phases, the as-of line and the times that stand around it", () => {
  const creation = timelineOf(creationEvents("s1", 10_000), seriesOf([20_000]));
  const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  lines.append(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  const picture = oneAxisPicture(lines, {
    ...{ timeline: creation, view: { startMs: 0, endMs: 20_000 } },
    ...{ gutter: 80, width: 1000, height: 300 },
  });
  expect(picture.getAttribute("viewBox")).toBe("0 0 1092 356");
  expect(picture.querySelectorAll("g > path")).toHaveLength(1);
  const texts = [...picture.querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(texts).toContain("Redo");
  expect(texts).toContain("s1 as of 21:48:20.00");
  expect(texts).toContain("21:48:10");
  const [asOf] = [...picture.querySelectorAll("line")];
  // The analysis begins 13 s after the start: 650 of 1,000 px behind the axis.
  expect(asOf?.getAttribute("x1")).toBe("730");
});
