// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { restoreInPlace, type TimelineCommand } from "../../../../app/contract/command.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import * as deviceFigures from "../../../state/experiments/device-figures.ts";
import { StorageDrawing } from "../picture/StorageDrawing.tsx";
import { showDesigner } from "../testing/designer.tsx";
import { StorageSection } from "./StorageSection.tsx";
import { TimelineSection } from "./TimelineSection.tsx";

/** What devices can do is asked of the services. */
beforeEach(() => {
  vi.spyOn(deviceFigures, "useDeviceFigures").mockReturnValue({ figures: null, problem: null });
});

const base = presetScenario("creation-under-load");
const planned = (command: TimelineCommand): Scenario => ({
  ...base,
  timeline: [{ atSeconds: 30, command }],
});
const showTimeline = (command: TimelineCommand) =>
  showDesigner(planned(command), () => <TimelineSection />);
const commandOf = (shown: ReturnType<typeof showTimeline>) => shown.scenario().timeline[0]?.command;
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const fullBackup = {
  kind: "backup",
  name: "b",
  type: "full",
  copyOnly: false,
  files: 1,
} as const;

describe("a backup on the timeline", () => {
  it("is asked for its name, its type and whether it is copy-only", () => {
    const shown = showTimeline(fullBackup);
    choose("Entry 1, type", "log");
    fireEvent.click(screen.getByLabelText("Entry 1, copy only"));
    fireEvent.change(screen.getByLabelText("Entry 1, named"), { target: { value: "hourly" } });
    fireEvent.change(screen.getByLabelText("Entry 1, files"), { target: { value: "3" } });
    expect(commandOf(shown)).toEqual({
      kind: "backup",
      name: "hourly",
      type: "log",
      copyOnly: true,
      files: 3,
    });
  });

  it("that is differential is not asked whether it is copy-only, unless that is to be taken back", () => {
    const shown = showTimeline({ ...fullBackup, copyOnly: true });
    choose("Entry 1, type", "differential");
    expect(screen.getByText(/has no meaning for a differential backup/)).toBeDefined();
    fireEvent.click(screen.getByLabelText("Entry 1, copy only"));
    expect(screen.queryByLabelText("Entry 1, copy only")).toBeNull();
    expect(commandOf(shown)).toMatchObject({ type: "differential", copyOnly: false });
  });
});

describe("what a backup does about damage", () => {
  it("is to verify and to stop, until something else is asked for", () => {
    const shown = showTimeline(fullBackup);
    const box = (label: string) => screen.getByLabelText<HTMLInputElement>(`Entry 1, ${label}`);
    expect(box("checksums").checked).toBe(true);
    expect(box("continue after errors").checked).toBe(false);
    expect(screen.queryByLabelText("Entry 1, no truncate")).toBeNull();
    fireEvent.click(box("checksums"));
    fireEvent.click(box("continue after errors"));
    choose("Entry 1, type", "log");
    fireEvent.click(box("no truncate"));
    expect(commandOf(shown)).toMatchObject({
      checksum: false,
      continueAfterError: true,
      noTruncate: true,
    });
    choose("Entry 1, type", "full");
    expect(screen.getByText(/is for a backup of the log only/)).toBeDefined();
  });

  it("is looked for with its checksums when it is verified", () => {
    const shown = showTimeline({ kind: "verifyBackup", name: "b" });
    fireEvent.click(screen.getByLabelText("Entry 1, with checksums"));
    expect(commandOf(shown)).toEqual({ kind: "verifyBackup", name: "b", checksum: true });
  });
});

describe("the buffers of a backup", () => {
  const backup = { kind: "backup", name: "b", type: "full", copyOnly: false, files: 1 } as const;

  it("are as many as the server takes itself, until a number is asked for", () => {
    const shown = showTimeline(backup);
    const words = screen.getByLabelText("Entry 1, buffers");
    expect(words.textContent).toContain("As many as the server takes itself");
    choose("Entry 1, buffers", "number");
    expect(commandOf(shown)).toMatchObject({ bufferCount: 24 });
    fireEvent.change(screen.getByLabelText("Entry 1, buffers"), { target: { value: "16385" } });
    expect(screen.getByText(/16,?385 is not allowed; allowed: .*1 to 16,?384/)).toBeDefined();
    choose("Entry 1, buffers, number or not", "null");
    expect(commandOf(shown)).toMatchObject({ bufferCount: null });
  });
});

describe("a restore on the timeline", () => {
  it("goes to the end of what is backed up, or to a time", () => {
    const shown = showTimeline(restoreInPlace);
    choose("Entry 1, to", "number");
    expect(commandOf(shown)).toMatchObject({ stopAtSeconds: 60 });
    fireEvent.click(screen.getByLabelText("Entry 1, tail first"));
    fireEvent.click(screen.getByLabelText("Entry 1, replace"));
    expect(commandOf(shown)).toMatchObject({ backUpTail: false, replace: true });
  });
});

describe("backup files", () => {
  it("are on the snapshots’ volume until they get one of their own", () => {
    const shown = showDesigner(base, () => (
      <>
        <StorageDrawing />
        <StorageSection />
      </>
    ));
    const drawn = (name: string) =>
      within(screen.getByRole("listitem", { name: `Volume ${name}` }));
    expect(drawn("P").getByText("Backups")).toBeDefined();
    act(() => choose("Backups", "J"));
    expect(shown.scenario().storage.placement).toMatchObject({ snapshot: "P", backup: "J" });
    expect(drawn("P").queryByText("Backups")).toBeNull();
    fireEvent.keyDown(drawn("J").getByText("Backups"), { key: "ArrowLeft", altKey: true });
    expect(shown.scenario().storage.placement.backup).toBe("Q");
    act(() => choose("Backups", ""));
    expect(shown.scenario().storage.placement.backup).toBeNull();
  });

  it("are dealt to several volumes once a backup has several files", () => {
    const striped = { kind: "backup", name: "b", type: "full", copyOnly: false, files: 2 } as const;
    const shown = showDesigner(planned(striped), () => <StorageSection />);
    for (const volume of ["Q", "J"]) fireEvent.click(screen.getByLabelText(`Backups on ${volume}`));
    expect(shown.scenario().storage.placement.backup).toEqual(["Q", "J"]);
    for (const volume of ["Q", "J"]) fireEvent.click(screen.getByLabelText(`Backups on ${volume}`));
    expect(shown.scenario().storage.placement.backup).toBeNull();
  });
});

describe("the network", () => {
  it("is each link’s own, or has paths that all share", () => {
    const shown = showDesigner(base, () => <StorageSection />);
    expect(screen.queryByLabelText("Network paths")).toBeNull();
    fireEvent.click(screen.getByLabelText("Shared host paths"));
    fireEvent.change(screen.getByLabelText("Network paths"), { target: { value: "4" } });
    expect(shown.scenario().storage.network).toEqual({ paths: 4, pathMiBPerSecond: 113 });
    fireEvent.click(screen.getByLabelText("Shared host paths"));
    expect(shown.scenario().storage.network).toBeNull();
  });
});
