// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { showDesigner } from "../testing/designer.tsx";
import { Cost } from "./Cost.tsx";

const rowOf = (volume: string) =>
  screen.getByRole("row", { name: new RegExp(`^Simulated ${volume} `) }).textContent;

it("says of each simulated volume what it holds, and what grows on it", () => {
  const scenario = presetScenario("restore-after-a-wrong-update");
  const placement = { ...scenario.storage.placement, snapshot: "Q" };
  const storage = { ...scenario.storage, placement };
  showDesigner({ ...scenario, storage }, () => (
    <QueryClientProvider client={new QueryClient()}>
      <Cost preset={null} valid />
    </QueryClientProvider>
  ));
  expect(rowOf("Q")).toBe("Simulated Q1,280 MiBand pages that snapshots copy");
  expect(rowOf("J")).toBe("Simulated J512 MiB");
  expect(rowOf("B")).toBe("Simulated Bgrowsbackups");
});
