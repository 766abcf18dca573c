// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { StudyState } from "../../../app/contract/rpc/studies.ts";
import { show } from "../../components/testing/render.tsx";
import { StudyBar } from "./StudyBar.tsx";

const run = { point: 0, repeat: 0, seed: 1 } as const;
const study: StudyState = {
  formatVersion: 1,
  id: "a study",
  name: "users",
  createdUtc: "2026-01-01T00:00:00Z",
  base: {},
  points: [{ settings: [] }],
  repeats: 2,
  runs: [
    { ...run, status: "completed", runId: "one" },
    { ...run, repeat: 1, seed: 2, status: "running" },
  ],
  status: "running",
  remainingMs: 121_810,
  notes: [],
};

it("tells how many runs are over and roughly how long the others take", () => {
  show(<StudyBar study={study} />);
  expect(screen.getByRole("status").textContent).toBe("1 of 2 runs, about 2 min 2 s left");
});

it("draws each run of each point by its state", () => {
  const { container } = show(<StudyBar study={study} />);
  const cells = [...container.querySelectorAll<HTMLElement>("[data-status]")];
  expect(cells.map(({ dataset }) => dataset.status)).toEqual(["completed", "running"]);
  expect(cells.map(({ title }) => title)).toEqual(["Seed 1: completed", "Seed 2: running"]);
});

it("says which runs are left out, and offers nothing to run where nothing is missing", () => {
  const runs = [{ ...run, status: "other" as const }];
  const left: StudyState = { ...study, status: "completed", runs, notes: ["Left out."] };
  const { rerender } = show(<StudyBar study={left} />);
  expect(screen.getByText("Left out.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
  rerender(<StudyBar study={{ ...left, runs: [{ ...run, status: "failed" }] }} />);
  expect(screen.getByRole("button")).toBeDefined();
});
