// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { setValue, undo } from "../../../../app/domain/scenario-form/draft.ts";
import type { KnownCreation } from "../../../../app/domain/scenario-form/planned-timeline.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { showDesigner } from "../testing/designer.tsx";
import { StorageDrawing } from "./StorageDrawing.tsx";
import { TimelineStrip } from "./TimelineStrip.tsx";

/** 600 px are 120 s: five to a second. */
beforeEach(() => {
  const width = vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(600);
  onTestFinished(() => width.mockRestore());
  HTMLElement.prototype.setPointerCapture ??= () => undefined;
  HTMLElement.prototype.scrollIntoView ??= () => undefined;
});

const created = (atSeconds: number, name: string) => ({
  atSeconds,
  command: { kind: "createSnapshot" as const, name },
});
const base: Scenario = {
  ...presetScenario("creation-under-load"),
  durationSeconds: 120,
  warmupSeconds: 10,
  timeline: [created(30, "s1"), created(70, "s2")],
};
const waiting: Scenario["timeline"][number] = {
  when: { counter: "percentLogUsed", above: 70, fromSeconds: 0 },
  command: { kind: "setUsers", users: 5 },
};

const showStrip = (scenario = base, known: KnownCreation | null = null) =>
  showDesigner(scenario, () => <TimelineStrip known={known} />);
const moment = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const leftOf = (name: RegExp) => moment(name).style.left;
const drag = (name: RegExp, byX: number) => {
  const handle = moment(name);
  fireEvent.pointerDown(handle, { button: 0, clientX: 300, pointerId: 1 });
  fireEvent.pointerMove(handle, { clientX: 300 + byX, pointerId: 1 });
  return handle;
};
const timesOf = ({ timeline }: Scenario) => timeline.map(({ atSeconds }) => atSeconds);

describe("the timeline to come", () => {
  it("has each moment to scale, with warm-up, baseline and end, and says so", () => {
    showStrip({ ...base, warmupSeconds: 15, timeline: [created(30, "s1")] });
    expect(leftOf(/s1, at 30 s/)).toBe("25%");
    expect(screen.getByText("Warm-up")).toBeDefined();
    expect(screen.getByText("Baseline")).toBeDefined();
    expect(screen.getByText("end, 2 min")).toBeDefined();
    expect(
      screen.getByRole("group", {
        name: /^Timeline of the run: warm-up until 15 s; create snapshot s1, at 30 s.*; end at 2 min\.$/,
      }),
    ).toBeDefined();
  });

  it("moves a moment by arrow keys: the form's value, and one step back", () => {
    const shown = showStrip();
    act(() => moment(/s1/).focus());
    fireEvent.keyDown(moment(/s1/), { key: "ArrowRight" });
    fireEvent.keyDown(moment(/s1/), { key: "PageUp" });
    expect(timesOf(shown.scenario())).toEqual([41, 70]);
    expect(screen.getByRole("status").textContent).toBe("at 41 s");
    act(() => shown.edit(undo));
    expect(shown.scenario()).toEqual(base);
    expect(leftOf(/s1/)).toBe("25%");
  });

  it("follows the pointer, and changes the form where a moment is let go", () => {
    const shown = showStrip();
    const handle = drag(/s2/, 52);
    expect(leftOf(/s2, at 80 s/)).toBe(`${(80 / 120) * 100}%`);
    expect(shown.scenario()).toEqual(base);
    fireEvent.pointerUp(handle, { pointerId: 1 });
    expect(timesOf(shown.scenario())).toEqual([30, 80]);
    expect(shown.draft().past).toHaveLength(1);
    act(() => shown.edit(undo));
    expect(timesOf(shown.scenario())).toEqual([30, 70]);
  });

  it("puts a moment back that is let go by Escape, and takes a click for no drag", () => {
    const shown = showStrip({ ...base, timeline: [created(30, "s1"), created(70.7, "s2")] });
    const handle = drag(/s2/, 52);
    fireEvent.keyDown(handle, { key: "Escape" });
    fireEvent.pointerUp(handle, { pointerId: 1 });
    expect(leftOf(/s2/)).toBe(`${(70.7 / 120) * 100}%`);
    fireEvent.pointerUp(drag(/s2/, 2), { pointerId: 1 });
    expect(shown.draft().past).toHaveLength(0);
  });

  it("never leaves the run, whatever the pointer does", () => {
    const shown = showStrip();
    fireEvent.pointerUp(drag(/s2/, 5000), { pointerId: 1 });
    fireEvent.pointerUp(drag(/s1/, -5000), { pointerId: 1 });
    expect(timesOf(shown.scenario())).toEqual([0, 120]);
  });

  it("tells of the moment that has pointer or focus, below, and explains its signs otherwise", () => {
    showStrip();
    act(() => moment(/s1/).focus());
    fireEvent.pointerEnter(moment(/s2/));
    expect(screen.getByText(/^create snapshot s2, at 70 s/)).toBeDefined();
    fireEvent.pointerLeave(moment(/s2/));
    expect(screen.getByText(/^create snapshot s1, at 30 s/)).toBeDefined();
    act(() => moment(/s1/).blur());
    expect(screen.queryByText(/^create snapshot s1, at 30 s/)).toBeNull();
  });

  it("has one stop for Tab, from which arrows lead to the others in order of time", () => {
    showStrip();
    const stops = () =>
      screen.getAllByRole("button").filter(({ tabIndex }) => tabIndex === 0).length;
    act(() => moment(/s1/).focus());
    fireEvent.keyDown(moment(/s1/), { key: "ArrowDown" });
    expect(document.activeElement).toBe(moment(/s2/));
    expect(stops()).toBe(1);
  });

  it("keeps hold of a moment that passes another", () => {
    const shown = showStrip();
    const handles = () => screen.getAllByRole("button").map(({ id }) => id);
    const before = handles();
    act(() => moment(/s1/).focus());
    for (let press = 0; press < 5; ++press) fireEvent.keyDown(moment(/s1/), { key: "PageUp" });
    expect(timesOf(shown.scenario())).toEqual([80, 70]);
    expect(document.activeElement).toBe(moment(/s1/));
    expect(handles()).toEqual(before);
  });

  it("leaves what waits for a counter where it may come at the earliest", () => {
    const shown = showStrip({ ...base, timeline: [waiting] });
    fireEvent.keyDown(moment(/users 5, when log used/), { key: "ArrowRight" });
    fireEvent.pointerUp(drag(/users 5/, 50), { pointerId: 1 });
    expect(shown.draft().past).toHaveLength(0);
    expect(screen.getByText(/at the earliest/)).toBeDefined();
  });

  it("keeps its scale while the duration is not allowed, and says so", () => {
    const shown = showStrip();
    act(() => shown.edit((draft) => setValue(draft, ["durationSeconds"], 0)));
    expect(leftOf(/s1/)).toBe("25%");
    expect(screen.getByText("Drawn with the last duration that was allowed.")).toBeDefined();
  });

  it("draws a creation as long as it took in runs of the preset, while nothing is changed", () => {
    const shown = showStrip(base, { preset: base, creationMs: 12_000 });
    const { left, width } = screen.getByTestId("creation").style;
    expect(left).toBe("25%");
    expect(Number.parseFloat(width)).toBeCloseTo(10);
    expect(screen.getByText(/the creation took 12 s in runs of this preset here/)).toBeDefined();
    act(() => shown.edit((draft) => setValue(draft, ["workload", "users"], 7)));
    expect(screen.queryByTestId("creation")).toBeNull();
  });

  it("says that nothing is planned", () => {
    showStrip({ ...base, timeline: [] });
    expect(screen.getByText(/Nothing is planned/)).toBeDefined();
  });
});

describe("the storage", () => {
  const showStorage = (scenario = base) => showDesigner(scenario, () => <StorageDrawing />);
  const volume = (name: string) => within(screen.getByRole("listitem", { name: `Volume ${name}` }));
  const filesOf = (name: string) =>
    volume(name)
      .getAllByRole("button", { description: /Alt/ })
      .map(({ textContent }) => textContent);

  it("has the files on their volumes, and as many disks as there are", () => {
    showStorage(presetScenario("sqlcat-creation"));
    expect(filesOf("Q")).toEqual(["Data1.0 TiB", expect.stringContaining("tempdb")]);
    expect(filesOf("J")).toEqual([expect.stringContaining("Log")]);
    const disks = document.querySelector("svg[data-count]");
    expect(disks?.getAttribute("data-count")).toBe("80");
  });

  it("moves a file by Alt and an arrow, which can be undone", () => {
    const shown = showStorage();
    fireEvent.keyDown(volume("J").getByRole("button", { name: /^Log/ }), {
      key: "ArrowRight",
      altKey: true,
    });
    expect(shown.scenario().storage.placement.log).toBe("P");
    expect(filesOf("P").join()).toContain("Log");
    act(() => shown.edit(undo));
    expect(shown.scenario()).toEqual(base);
  });

  it("warns below of files that should be apart", () => {
    const shown = showStorage();
    act(() => shown.edit((draft) => setValue(draft, ["storage", "placement", "snapshot"], "Q")));
    expect(screen.getByText(/Snapshots share Q/)).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Move to P" }));
    expect(shown.scenario()).toEqual(base);
  });

  it("has the folders of a real run, and marks a volume with an error", () => {
    const real = presetScenario("creation-on-this-machine");
    const shown = showStorage(real);
    const [first] = real.storage.volumes;
    expect(screen.getByText("default folder")).toBeDefined();
    act(() => shown.edit((draft) => setValue(draft, ["storage", "volumes", 0, "folder"], "")));
    expect(volume(first?.name ?? "").getByLabelText("has an error")).toBeDefined();
  });
});
