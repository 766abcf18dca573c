// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Path } from "../../../../app/contract/schema-path.ts";
import { undo } from "../../../../app/domain/scenario-form/draft.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { showDesigner } from "../testing/designer.tsx";
import { NumberField } from "./NumberField.tsx";

const preset = presetScenario("creation-under-load");
const database = { ...preset.database, targetRecoveryTimeSeconds: null };
const base = { ...preset, pace: 0, database };
const showField = (path: Path) => showDesigner(base, () => <NumberField path={path} />);
const choice = () => screen.getByRole<HTMLSelectElement>("combobox");
const number = () => screen.queryByRole<HTMLInputElement>("textbox");
const chosen = () => [...choice().options].find(({ value }) => value === choice().value)?.text;
const options = () => [...choice().options].map(({ text }) => text);

describe("a number that can be in words", () => {
  it("says what 0 means, and asks for no number", () => {
    showField(["pace"]);
    expect(options()).toEqual(["As fast as it goes", "A number of my own"]);
    expect(chosen()).toBe("As fast as it goes");
    expect(screen.getByLabelText("Pace")).toBe(choice());
    expect(number()).toBeNull();
  });

  it("tells null from 0", () => {
    const shown = showField(["database", "targetRecoveryTimeSeconds"]);
    expect(chosen()).toBe("The version's own");
    fireEvent.change(choice(), { target: { value: "0" } });
    expect(shown.scenario().database.targetRecoveryTimeSeconds).toBe(0);
    expect(chosen()).toBe("Automatic checkpoints");
    fireEvent.change(choice(), { target: { value: "null" } });
    expect(shown.scenario().database.targetRecoveryTimeSeconds).toBeNull();
  });

  it("begins with a usual number when one is wanted, as one step", () => {
    const shown = showField(["pace"]);
    fireEvent.change(choice(), { target: { value: "number" } });
    expect(shown.scenario().pace).toBe(1);
    expect(number()?.value).toBe("1");
    expect(screen.getByLabelText("Pace")).toBe(number());
    expect(undo(shown.draft()).present.scenario).toEqual(base);
  });

  it("keeps its field while 0 is typed on the way to another number, and is in words once left", () => {
    const shown = showField(["pace"]);
    fireEvent.change(choice(), { target: { value: "number" } });
    const field = number();
    if (field === null) throw new Error("no field");
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: "0" } });
    expect(number()).toBe(field);
    fireEvent.change(field, { target: { value: "0.5" } });
    expect(shown.scenario().pace).toBe(0.5);
    fireEvent.change(field, { target: { value: "0" } });
    fireEvent.blur(field);
    expect(number()).toBeNull();
    expect(chosen()).toBe("As fast as it goes");
  });

  it("shows text that is no number, with its error", () => {
    showField(["pace"]);
    fireEvent.change(choice(), { target: { value: "number" } });
    const field = number();
    if (field === null) throw new Error("no field");
    fireEvent.change(field, { target: { value: "fast" } });
    fireEvent.blur(field);
    expect(number()?.value).toBe("fast");
    expect(number()?.getAttribute("aria-invalid")).toBe("true");
  });
});

it("a number takes back on Escape what is typed, and leaves Escape alone where nothing is", () => {
  const shown = showField(["workload", "users"]);
  const field = screen.getByRole<HTMLInputElement>("textbox");
  expect(fireEvent.keyDown(field, { key: "Escape" })).toBe(true);
  fireEvent.change(field, { target: { value: "7" } });
  fireEvent.change(field, { target: { value: "7x" } });
  expect(fireEvent.keyDown(field, { key: "Escape" })).toBe(false);
  expect(shown.scenario()).toEqual(base);
  expect(field.value).toBe(String(base.workload.users));
  expect(shown.draft().past).toEqual([]);
});
