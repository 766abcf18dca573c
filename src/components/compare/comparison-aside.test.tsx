// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ComparedSide, ComparisonOfSides } from "../../../app/contract/comparison.ts";
import { show } from "../testing/render.tsx";
import { ComparisonAside } from "./ComparisonAside.tsx";

const side = (name: string, more: Partial<ComparedSide>): ComparedSide => ({
  name,
  recordings: [{ kind: "run", id: name }],
  shown: { kind: "run", id: name },
  percentiles: [
    { percent: 50, ms: 10 },
    { percent: 99, ms: 100 },
  ],
  transactions: 1000,
  phases: [{ name: "redo", ms: 500 }],
  values: [100],
  hasSettings: true,
  ...more,
});

const comparison: ComparisonOfSides = {
  primary: "throughput",
  sides: [
    side("base", {}),
    side("wide", { transactions: 2000 }),
    side("slow", {}),
    side("log", {
      hasSettings: false,
      percentiles: null,
      transactions: 0,
      phases: [{ name: "redo", ms: 9000 }],
    }),
  ],
  against: [],
  settings: [
    { path: "workload.users", label: "Users", values: ["20", "40", "20", null] },
    { path: "timeline", label: "Timeline", values: ["one", "one", null, null] },
    { path: "durationSeconds", label: "Duration", values: [null, "60", null, null] },
  ],
  sameSettings: 7,
};

const panel = (name: string) => within(screen.getByRole("region", { name }));
const columns = (name: string) =>
  panel(name)
    .getAllByRole("columnheader")
    .map(({ textContent }) => textContent);
const sideOfColumn = (name: string) =>
  panel(name)
    .getAllByRole("columnheader", { name: /^(Base|New)$/ })
    .map(({ title }) => title);

it("follows the side that stands against the base, in all of its panels", () => {
  const { rerender } = show(<ComparisonAside comparison={comparison} against={1} />);
  const responses = () => panel("Response time by percentile");
  expect(responses().getByText(/A curve each for/).textContent).toContain("for base, wide, in ms");
  expect(responses().getByText("ms, n = 3,000")).toBeTruthy();
  expect(columns("Creation of the first snapshot")).toEqual(["Phase", "Base", "New"]);
  expect(columns("Settings that differ")).toEqual(["Setting", "Base", "New"]);
  const settings = () =>
    panel("Settings that differ")
      .getAllByRole("rowheader")
      .map(({ textContent }) => textContent);
  expect(settings()).toEqual(["Users", "Duration"]);
  expect(panel("Settings that differ").getByText("8 other settings are the same.")).toBeTruthy();

  rerender(<ComparisonAside comparison={comparison} against={2} />);
  expect(settings()).toEqual(["Timeline"]);

  rerender(<ComparisonAside comparison={comparison} against={3} />);
  expect(responses().getByText(/A curve each for/).textContent).toContain("for base, in ms");
  expect(responses().getByText("ms, n = 1,000")).toBeTruthy();
  expect(responses().getByText("Not measured: log.")).toBeTruthy();
  expect(sideOfColumn("Creation of the first snapshot")).toEqual(["base", "log"]);
  expect(panel("Settings that differ").getByText("Only runs have settings.")).toBeTruthy();
  expect(panel("Settings that differ").queryByText(/are the same/)).toBeNull();
});
