// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { setMode } from "../../../../app/domain/scenario-form/edits.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import * as deviceFigures from "../../../state/experiments/device-figures.ts";
import { showDesigner } from "../testing/designer.tsx";
import { StorageSection } from "./StorageSection.tsx";

/** What devices can do is asked of the services. */
beforeEach(() => {
  vi.spyOn(deviceFigures, "useDeviceFigures").mockReturnValue({ figures: null, problem: null });
});

const choice = () => screen.getByLabelText<HTMLSelectElement>("File system");
const change = (label: string, value: string) =>
  act(() => fireEvent.change(screen.getByLabelText(label), { target: { value } }));

it("the file system brings its limit, which is nobody's once it is another number", () => {
  const shown = showDesigner(presetScenario("creation-under-load"), () => <StorageSection />);
  expect(choice().selectedOptions[0]?.text).toBe("ReFS, no limit");
  change("File system", "ntfs");
  expect(shown.scenario().storage).toMatchObject({ sparseFileLimitMiB: 93_696 });
  expect(screen.getByLabelText<HTMLInputElement>("Sparse file limit").value).toBe("93,696");
  change("Sparse file limit", "1024");
  expect(choice().selectedOptions[0]?.text).toBe("A limit of my own");
  expect(shown.scenario().storage).toMatchObject({ sparseFileLimitMiB: 1024 });
});

it("a real run has its machine's file system, so none is offered", () => {
  const shown = showDesigner(presetScenario("creation-under-load"), () => <StorageSection />);
  act(() => shown.edit((draft) => setMode(draft, "real")));
  expect(screen.queryByLabelText("File system")).toBeNull();
});
