// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { draftOf, setValue } from "../../../app/domain/scenario-form/draft.ts";
import { presetNames, presetScenario } from "../../../app/domain/scenario-form/testing/presets.ts";
import { show } from "../../components/testing/render.tsx";
import { type DesignedExperiment, presetId } from "../../state/experiments/drafts.ts";
import { PresetList } from "./PresetList.tsx";

const presets = presetNames.map((name) => ({
  name,
  title: titleOfPreset(name),
  description: presetScenario(name).description,
  scenario: presetScenario(name),
  typicalWallMs: null,
  typicalOf: 0,
  typicalCreationMs: null,
}));
const changed: DesignedExperiment = {
  id: presetId("two-snapshots"),
  preset: "two-snapshots",
  file: null,
  own: false,
  sweep: null,
  draft: setValue(draftOf(presetScenario("two-snapshots")), ["workload", "users"], 250),
};

const showList = () =>
  show(
    <PresetList
      presets={presets}
      experiments={new Map([[changed.id, changed]])}
      selectedId={changed.id}
    />,
  );
const titles = () => screen.getAllByRole("heading").map(({ textContent }) => textContent);

it("has the presets in groups, each with its title and what it is of", () => {
  showList();
  expect(titles()).toEqual([
    "What a snapshot costs",
    "Undoing a mistake",
    "Faster, step by step",
    "On this machine’s disks",
    "Published tests",
  ]);
  const chosen = screen.getByRole("button", { current: true });
  expect(chosen.textContent).toMatch(/^Two snapshots changed250.users, 2.snapshots/);
  // Its story is told where there is room for it.
  expect(screen.queryByText(/FCB_REPLICA_WRITE/)).toBeNull();
});

it("finds a preset by words of its title, its story or its group, in any order", () => {
  showList();
  const search = (text: string) =>
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
  const found = () => screen.getAllByRole("button", { name: /snapshot/ }).length;
  search("second replica");
  expect(found()).toBe(1);
  search("tests published");
  expect(titles()).toEqual(["Published tests"]);
  search("nothing of that kind");
  expect(screen.getByText("No preset or experiment matches “nothing of that kind”.")).toBeDefined();
});
