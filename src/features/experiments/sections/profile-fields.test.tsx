// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import * as deviceFigures from "../../../state/experiments/device-figures.ts";
import { showDesigner } from "../testing/designer.tsx";
import { DatabaseSection } from "./DatabaseSection.tsx";
import { TimelineSection } from "./TimelineSection.tsx";
import { WorkloadSection } from "./WorkloadSection.tsx";

/** What devices can do is asked of the services. */
beforeEach(() => {
  vi.spyOn(deviceFigures, "useDeviceFigures").mockReturnValue({ figures: null, problem: null });
});

const showForm = () =>
  showDesigner(presetScenario("creation-under-load"), () => (
    <>
      <DatabaseSection />
      <WorkloadSection />
      <TimelineSection />
    </>
  ));
const chooseProfile = (value: string) =>
  act(() => fireEvent.change(screen.getByLabelText("Profile"), { target: { value } }));

describe("the form of the TPC-C-style load", () => {
  it("shows the warehouses, and asks for keying and think times", () => {
    const shown = showForm();
    chooseProfile("tpcc");
    expect(shown.scenario().workload).toMatchObject({ profile: "tpcc", thinkTimeMs: 20_990 });
    expect(screen.getByText(/10 warehouses in data files of this size/)).toBeDefined();
    expect(screen.getByLabelText("Keying and think time")).toBeDefined();
  });

  it("hides what it has no use for, and what would be refused", () => {
    showForm();
    const labels = ["Row width", "Nonclustered indexes", "Hot rows"];
    const there = () => labels.filter((label) => screen.queryByLabelText(label) !== null);
    expect(there()).toEqual(labels);
    expect(screen.getByRole("button", { name: "Update table" })).toBeDefined();
    chooseProfile("tpcc");
    expect(there()).toEqual([]);
    expect(screen.queryByRole("button", { name: "Update table" })).toBeNull();
    expect(screen.getByRole("button", { name: "Backup" })).toBeDefined();
    chooseProfile("sqlcat");
    expect(there()).toEqual(labels);
  });

  it("shows what is an error, so that it can be taken back", () => {
    const shown = showForm();
    chooseProfile("tpcc");
    act(() => shown.edit((draft) => setValue(draft, ["database", "nonclusteredIndexes"], 2)));
    expect(screen.getByLabelText("Nonclustered indexes")).toBeDefined();
    expect(screen.getByText(/has no meaning with the profile/)).toBeDefined();
    const command = { kind: "updateTable", batchRows: 10 };
    act(() => shown.edit((draft) => setValue(draft, ["timeline"], [{ atSeconds: 30, command }])));
    expect(screen.getByLabelText<HTMLSelectElement>("Entry 1, what happens").value).toBe(
      "updateTable",
    );
  });
});
