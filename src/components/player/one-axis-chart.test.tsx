// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { axisCountersOf, table4 } from "../../../app/domain/timeline/one-axis.ts";
import { seriesOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../testing/render.tsx";
import { OneAxisChart } from "./OneAxisChart.tsx";

const series = seriesOf([1000, 2000, 3000, 4000], (index) => 1_000_000 * (index + 1));

function chart(cursorMs: number | null = null, shown = table4) {
  const { container } = show(
    <OneAxisChart
      clock={{ originMs: 0, endMs: 4000 }}
      series={series}
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

/** The heights of a path of steps. */
const heights = (path: Element | null): readonly number[] => [
  ...new Set([...(path?.getAttribute("d") ?? "").matchAll(/,([\d.]+)/g)].map(([, y]) => Number(y))),
];

it("draws each counter of the paper’s table times its multiplier, on one axis", () => {
  const { lineOf } = chart();
  const names = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(names).toEqual([
    "Transactions × 0.1",
    "Checkpoint pages × 0.001",
    "Data writes × 0.000001",
    "Snapshot writes × 0.000001",
    "Snapshot reads × 0.000001",
    "Log reads × 0.000001",
  ]);
  const [pages, writes] = [lineOf("checkpointPagesPerSecond"), lineOf("dataWriteBytesPerSecond")];
  // 4,000 of an axis of some 400,000, and 4.
  const [top = 0, bottom = 0] = [heights(lineOf("transactionsPerSecond")).at(-1), 399];
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
  expect(tip()).toContain("00:00:01.50");
  expect(tip()).toContain("Transactions2,000,000 /s200,000 on the axis");
  expect(tip()).toContain("Data writes1.9 MiB/s2.0 on the axis");
});

it("shows what a recording has of the table", () => {
  chart(null, axisCountersOf(standardLanes.slice(-1)));
  expect(screen.getAllByRole("button")).toHaveLength(1);
});
