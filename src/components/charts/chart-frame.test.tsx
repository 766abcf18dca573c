// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ChartPicture } from "../../../app/charts/chart-reading.ts";
import { StudyChart } from "../../../app/charts/StudyChart.tsx";
import { readStudy } from "../../../app/charts/study-layout.ts";
import type { ChartOutlet } from "../../../app/contract/chart-outlet.ts";
import type { PointResult } from "../../../app/contract/study-results.ts";
import { studyFigure } from "../../../app/domain/studies/study-figure.ts";
import { show } from "../testing/render.tsx";
import { ChartFrame } from "./ChartFrame.tsx";
import { ChartTip } from "./ChartTip.tsx";
import { ChartOutletProvider } from "./chart-outlet.ts";

const point = (value: number): PointResult => ({
  values: [value - 1, value + 1],
  runs: 2,
  center: {
    kind: "median",
    value,
    interval: { low: value - 2, high: value + 2, confidence: 0.95 },
  },
  comparison: null,
  sentence: null,
});

/** A figure of 10, 20 and 40 users, each without and with a snapshot. */
const figure = studyFigure(
  ["a", "b", "c", "d", "e", "f"],
  [
    { path: "workload.users", label: "Users", values: [10, 20, 40, 10, 20, 40] },
    { path: "snapshots", label: "Snapshots", values: [0, 0, 0, 1, 1, 1] },
  ],
);
const result = {
  id: "throughput",
  metric: { name: "throughput", unit: { name: "transactions/s" }, better: "higher" as const },
  points: [100, 200, 400, 90, 180, 1000].map(point),
  line: null,
};
const chart: ChartPicture = {
  draw: (as) => <StudyChart {...{ result, figure }} {...as} />,
  read: (as) => readStudy({ result, figure, ...as }),
};

function frame(outlet: ChartOutlet | null = null) {
  const { container } = show(
    <ChartOutletProvider value={outlet}>
      <ChartFrame title="Throughput over users" chart={chart} />
    </ChartOutletProvider>,
  );
  return {
    tip: () => container.querySelector("[data-chart-tip]")?.textContent ?? null,
    series: () =>
      [...container.querySelectorAll("[data-series]")].map((one) =>
        one.getAttribute("data-series"),
      ),
    medians: () =>
      [...container.querySelectorAll('circle[r="4"]')].map((one) => one.getAttribute("cy")),
    surface: screen.getByRole("slider", { name: "Values of Throughput over users" }),
  };
}

const [none = "", one = ""] = figure.series.map(({ name }) => name);

it("tells all values of the place that the pointer is nearest to, with their units and intervals", () => {
  const { surface, tip } = frame();
  expect(tip()).toBeNull();
  const box = { left: 100, top: 0, width: 720, height: 328 };
  vi.spyOn(surface, "getBoundingClientRect").mockReturnValue(box as DOMRect);
  const reading = readStudy({ result, figure });
  const [, second] = reading?.stops ?? [];
  fireEvent.pointerMove(surface, { clientX: 100 + (second?.at ?? 0) + 20, clientY: 50 });
  expect(tip()).toBe(
    `Users: 20${none}200 transactions/s198 to 202, n = 2${one}180 transactions/s178 to 182, n = 2`,
  );
  fireEvent.pointerLeave(surface);
  expect(tip()).toBeNull();
});

it("tells the same by arrow keys, aloud too, and leaves other keys to the screen", () => {
  const { surface, tip } = frame();
  const said = () => surface.getAttribute("aria-valuetext");
  act(() => surface.focus());
  expect(fireEvent.keyDown(surface, { key: "ArrowRight" })).toBe(false);
  expect(said()).toMatch(/^Users: 10; .*100 transactions\/s, 98 to 102, n = 2; .* 90/);
  expect(tip()).toContain("Users: 10");
  fireEvent.keyDown(surface, { key: "End" });
  fireEvent.keyDown(surface, { key: "ArrowRight" });
  expect(said()).toMatch(/^Users: 40; /);
  expect(fireEvent.keyDown(surface, { key: " " })).toBe(true);
  fireEvent.keyDown(surface, { key: "Escape" });
  expect(tip()).toBeNull();
});

it("shows and hides series by their names, scaled to those that are shown", () => {
  const { surface, tip, series, medians } = frame();
  expect(series()).toEqual([none, one]);
  const before = medians();
  fireEvent.click(screen.getByRole("button", { name: one, pressed: true }));
  expect(series()).toEqual([none]);
  // 400 of 400 stands higher than 400 of 1,000.
  expect(Number(medians()[2])).toBeLessThan(Number(before[2]));
  fireEvent.keyDown(surface, { key: "Home" });
  expect(tip()).not.toContain(one);
  fireEvent.click(screen.getByRole("button", { name: one, pressed: false }));
  fireEvent.click(screen.getByRole("button", { name: one }), { shiftKey: true });
  expect(series()).toEqual([one]);
  fireEvent.click(screen.getByRole("button", { name: one }));
  expect(series()).toEqual([none, one]);
});

it("is copied as a table with every digit, whichever series are shown", async () => {
  const outlet = {
    save: vi.fn(),
    copyText: vi.fn<ChartOutlet["copyText"]>(),
    copyPicture: vi.fn(),
    useActions: () => undefined,
  };
  frame(outlet);
  fireEvent.click(screen.getByRole("button", { name: one }));
  fireEvent.click(screen.getByRole("button", { name: "Copy or save: Throughput over users" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Copy as table" }));
  const [what, make] = outlet.copyText.mock.calls[0] ?? [];
  expect(what).toBe("Table");
  const written = (await make?.()) ?? "";
  const [head, first, ...rest] = written.split("\n");
  expect(head).toBe(
    "Users\tSeries\tSource\tThroughput, transactions/s\tInterval from\tInterval to\tRun 1\tRun 2",
  );
  expect(first).toBe(`10\t${none}\tmeasured\t100\t98\t102\t99\t101`);
  expect(rest).toHaveLength(5);
});

it("keeps its words within a narrow chart: below or above the place, and moved back by its share", () => {
  const tipAt = (across: number, down: number) => {
    const { container } = show(
      <ChartTip heading="p85" rows={[]} across={across} down={down} narrowDownTo={down} />,
    );
    return (container.querySelector("[data-chart-tip]") as HTMLElement).style;
  };
  const [middle, foot] = [tipAt(0.4, 0.3), tipAt(1, 0.8)];
  expect([middle.left, middle.transform]).toEqual(["40%", "translateX(-40%)"]);
  expect(middle.top).toBe("calc(30% + 12px)");
  expect([foot.left, foot.transform]).toEqual(["100%", "translateX(-100%)"]);
  expect(foot.bottom).not.toBe("");
});
