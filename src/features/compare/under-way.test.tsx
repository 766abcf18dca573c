// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import type { StudyResults } from "../../../app/contract/study-results.ts";
import { show } from "../../components/testing/render.tsx";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import { UnderWay } from "./UnderWay.tsx";

const study = {
  id: "night",
  points: [
    { name: "No snapshot", settings: [] },
    { name: "1 snapshot", settings: [] },
  ],
  runs: [],
} as unknown as StudyState;

const point = (
  ...values: (number | null)[]
): StudyResults["metrics"][number]["points"][number] => ({
  values,
  runs: values.filter((value) => value !== null).length,
  center: null,
  comparison: null,
  sentence: null,
});

const measured: StudyResults = {
  parameters: [],
  measured: [],
  metrics: [
    {
      id: "throughput",
      metric: { name: "throughput", unit: { name: "transactions/s" }, better: "higher" },
      points: [
        { ...point(100, 110), center: { kind: "median", value: 105, interval: null } },
        { ...point(90, null), center: { kind: "median", value: 90, interval: null } },
      ],
      line: null,
    },
  ],
};

const underWay = (results: StudyResults) => {
  askedServices({ "studies.results": results });
  return show(
    <WithAnswers>
      <UnderWay study={study} />
    </WithAnswers>,
  );
};

it("draws a dot for each run that has ended, on the side that it is of, and says no verdict", async () => {
  const { container } = underWay(measured);
  const so = await screen.findByRole("region", { name: "So far" });
  expect(so.textContent).toContain("Throughput so far, a dot a run");
  const dots = [...container.querySelectorAll("[data-point]")].map(
    (side) => side.querySelectorAll('circle[r="2"]').length,
  );
  expect(dots).toEqual([2, 1]);
  expect(so.textContent).not.toMatch(/proven/);
});

it("says that nothing has ended yet where nothing has", async () => {
  underWay({ ...measured, metrics: [] });
  expect(screen.getByText(/^The runs are under way/)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "So far" })).toBeNull();
});
