// @vitest-environment happy-dom
import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { devicePreset } from "../../../../app/contract/device-presets.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import { setValue } from "../../../../app/domain/scenario-form/draft.ts";
import { storageChoiceOf } from "../../../../app/domain/scenario-form/one-device.ts";
import { plannedSnapshots } from "../../../../app/domain/scenario-form/planned-snapshots.ts";
import { presetScenario } from "../../../../app/domain/scenario-form/testing/presets.ts";
import { showDesigner } from "../testing/designer.tsx";
import { Question } from "./Question.tsx";

const base: Scenario = {
  ...presetScenario("sqlcat-creation"),
  durationSeconds: 120,
  warmupSeconds: 10,
  timeline: [{ atSeconds: 30, command: { kind: "createSnapshot", name: "s1" } }],
};

const ask = (scenario: Scenario = base) => showDesigner(scenario, () => <Question preset={null} />);
const list = (label: string) => screen.getByLabelText<HTMLSelectElement>(label);
const choose = (label: string, value: string) =>
  fireEvent.change(list(label), { target: { value } });
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const timesOf = (scenario: Scenario) => plannedSnapshots(scenario).map((one) => one.atSeconds);

describe("the question", () => {
  it("tells what the experiment shows, and asks for users, a device and snapshots", () => {
    ask();
    expect(screen.getByLabelText<HTMLInputElement>("Users").value).toBe("500");
    expect(list("Storage").selectedOptions[0]?.text).toBe("Mixed devices");
    expect(list("Snapshots").value).toBe("1");
    expect(screen.getByLabelText<HTMLInputElement>("Snapshot at").value).toBe("30");
    expect(screen.getByText(base.description)).toBeDefined();
    expect(
      screen.getByRole("group", { name: /^Timeline of the run: .*; end at 2 min/ }),
    ).toBeDefined();
  });

  it("puts everything on the device that is chosen, by its title, and back", () => {
    const shown = ask();
    const titles = [...list("Storage").options].map(({ text }) => text);
    expect(titles).toContain(devicePreset("nvme-data-centre").title);
    choose("Storage", "nvme-data-centre");
    expect(storageChoiceOf(shown.scenario())).toBe("nvme-data-centre");
    expect(screen.getByText(/One each for Q, J and P/)).toBeDefined();
    fireEvent.change(list("Storage"), { target: { value: "as before" } });
    expect(shown.scenario()).toEqual(base);
  });

  it("tells a device that is too small where it was chosen", () => {
    const large = { ...base, database: { ...base.database, sizeMiB: 4 * 1024 * 1024 } };
    ask(large);
    choose("Storage", "sata-ssd");
    expect(list("Storage").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/too little for the data file/)).toBeDefined();
  });

  it("shows devices that were made in the form as a choice of their own", () => {
    const [first, ...others] = base.storage.volumes;
    const shown = ask();
    choose("Storage", "laptop");
    const { volumes } = shown.scenario().storage;
    expect(volumes).toHaveLength(base.storage.volumes.length);
    // One of them as it was, the others laptops.
    act(() => shown.edit((draft) => setValue(draft, ["storage", "volumes", 0], first)));
    expect(others.length).toBeGreaterThan(0);
    expect(list("Storage").selectedOptions[0]?.text).toBe("Mixed devices, as set");
  });

  it("has a time for each snapshot", () => {
    const shown = ask();
    choose("Snapshots", "3");
    expect(timesOf(shown.scenario())).toEqual([30, 75, 120]);
    type("Snapshot 2 at", "60");
    expect(timesOf(shown.scenario())).toEqual([30, 60, 120]);
    choose("Snapshots", "0");
    expect(screen.queryByLabelText(/^Snapshot.* at$/)).toBeNull();
  });

  it("asks when six snapshots are created, tells how many more there are, and keeps their times in sight", () => {
    const created = (at: number) => ({
      atSeconds: 10 + at,
      command: { kind: "createSnapshot" as const, name: `s${at}` },
    });
    ask({ ...base, timeline: Array.from({ length: 100 }, (_, at) => created(at)) });
    expect(screen.getAllByLabelText(/^Snapshot \d+ at$/)).toHaveLength(6);
    expect(screen.getByRole("button", { name: "94 snapshots under Advanced" })).toBeDefined();
    expect(screen.getByText(/^Also set:/).parentElement?.textContent).toMatch(
      /at 16.s: create snapshot s6/,
    );
  });

  it("takes no number that another language writes for one of its own, and says how it is written", () => {
    const shown = ask();
    type("Users", "1.000");
    expect(screen.getByText(/"1\.000" is not a whole number; a point is before/)).toBeDefined();
    type("Snapshot at", "1,5");
    expect(screen.getByText(/"1,5" is not a number; a point is before/)).toBeDefined();
    expect(shown.scenario()).toEqual(base);
    type("Users", "1,000");
    expect(shown.scenario().workload.users).toBe(1000);
  });

  it("keeps text that is no number, with its error, and the time that was", () => {
    const shown = ask();
    type("Snapshot at", "soon");
    expect(screen.getByLabelText("Snapshot at").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText(/"soon" is not a number/)).toBeDefined();
    expect(timesOf(shown.scenario())).toEqual([30]);
  });

  it("says what a snapshot waits for that has no time", () => {
    const when = { counter: "percentLogUsed", above: 70, fromSeconds: 0 };
    ask({ ...base, timeline: [{ when, command: { kind: "createSnapshot", name: "s1" } }] });
    expect(screen.getByText(/when log used is above 70 %/)).toBeDefined();
  });

  it("has what decides the answer, each to be changed where it stands", () => {
    const shown = ask();
    const number = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    expect(number("Data files").value).toBe("1,048,576");
    expect(list("Hot rows").selectedOptions[0]?.text).toBe("All rows");
    expect(number("Recovery interval").value).toBe("1,200");
    type("Data files", "2048");
    choose("Server", "server-32-cores");
    choose("SQL Server", "2016");
    type("Schedulers", "12");
    const { database, server } = shown.scenario();
    expect(database.sizeMiB).toBe(2048);
    expect(server).toMatchObject({
      engineVersion: "2016",
      basedOn: "server-32-cores",
      schedulers: 12,
      memoryMiB: 233_472,
    });
    expect(number("Buffer pool").value).toBe("233,472");
  });

  it("says what else is not as usual, while all is allowed", () => {
    ask();
    const told = () => screen.queryByText(/^Also set:/)?.parentElement?.textContent;
    expect(told()).toMatch(/think time 936.ms; data on Q, log on J, snapshot on P; Q: SQLCAT Q;/);
    choose("Storage", "nvme-data-centre");
    expect(told()).not.toContain("SQLCAT Q");
    type("Data files", "-5");
    expect(told()).toBeUndefined();
  });

  it("is about what is planned", () => {
    ask(presetScenario("restore-after-a-wrong-update"));
    expect(
      screen.getByRole("region", { name: "How long does a restore take, and what is lost?" }),
    ).toBeDefined();
  });
});
