// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { scenarioSchema } from "../../../../app/contract/scenario.ts";
import { brokenConsistency } from "../../../../app/contract/testing/fake-consistency.ts";
import { fakeSummary } from "../../../../app/contract/testing/fake-summary.ts";
import { plainScenario } from "../../../../app/contract/testing/scenarios.ts";
import { show } from "../../../components/testing/render.tsx";
import { ResponsesPart } from "./ResponsesPart.tsx";

const recording = { kind: "run", id: "r1" } as const;

function showPart(profile: "sqlcat" | "tpcc", parts: object = {}): void {
  const scenario = scenarioSchema.parse({ ...plainScenario, workload: { profile } });
  const summary = { ...fakeSummary(scenario, "completed"), ...parts };
  show(<ResponsesPart {...{ recording, summary, span: null }} onReport={() => undefined} />);
}
const table = () => within(screen.getByRole("region", { name: "Response times" }));

it("calls transactions by their names in the load of the run", () => {
  showPart("tpcc");
  expect(table().getByText("New-Order")).toBeDefined();
  expect(table().queryByText("Transaction 1")).toBeNull();
});

it("calls them by their numbers in the SQLCAT paper's, which has no conditions", () => {
  showPart("sqlcat");
  expect(table().getByText("Transaction 1")).toBeDefined();
  expect(screen.queryByText("At the end")).toBeNull();
});

it("says whether the database is consistent at the end", () => {
  showPart("tpcc", { consistency: brokenConsistency });
  expect(screen.getByText(/^✗ consistency condition 3 does not hold: district 4/)).toBeDefined();
});
