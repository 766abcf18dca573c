// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Command, restoreInPlace } from "../../../../app/contract/command.ts";
import type { TimelineEvent } from "../../../../app/contract/rpc/timeline-data.ts";
import { scenarioSchema } from "../../../../app/contract/scenario.ts";
import { plainScenario } from "../../../../app/contract/testing/scenarios.ts";
import { newArraySnapshots } from "../../../../app/domain/scenario-form/array-snapshots.ts";
import { phaseEvent, timelineOf } from "../../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../../components/testing/render.tsx";
import { useRegistry } from "../../../state/shell/actions.ts";
import { askedServices, WithAnswers } from "../../../state/testing/asked-services.tsx";
import * as commands from "../commands.ts";
import { SteerRow } from "./SteerRow.tsx";

let given: Command[] = [];

beforeEach(() => {
  given = [];
  vi.spyOn(commands, "sendCommand").mockImplementation((_, command) => {
    given.push(command);
    return Promise.resolve(true);
  });
});

const scenario = scenarioSchema.parse({ ...plainScenario, database: { recoveryModel: "full" } });
const showRow = (enabled = true, events: readonly TimelineEvent[] = [], of = scenario) => {
  const timeline = { ...timelineOf([...events]), endMs: 80_500 };
  askedServices({});
  show(
    <WithAnswers>
      <SteerRow runId="r" {...{ timeline, scenario: of, enabled }} />
    </WithAnswers>,
  );
};
const commandEvent = (
  atSeconds: number,
  command: Command,
  outcome: Extract<TimelineEvent, { kind: "command" }>["outcome"] = "applied",
): TimelineEvent => ({ kind: "command", atNs: atSeconds * 1e9, command, outcome });
const click = (role: "button" | "menuitem" | "radio" | "switch" | "checkbox", name: string) =>
  fireEvent.click(screen.getByRole(role, { name }));
const backupEvent = (kind: number, startMs: number, endMs: number | null) =>
  phaseEvent("backup", startMs, endMs, { snapshot: null, figures: endMs === null ? {} : { kind } });
const fullBackup = backupEvent(0, 20_000, 28_500);
const split = phaseEvent("analysis", 30_000, 31_000, { snapshot: "night" });
const sampled: TimelineEvent = {
  kind: "snapshot",
  atMs: 40_000,
  name: "night",
  pagesPushed: 1,
  sizeOnDiskBytes: 65_536,
};
const openRestore = (events: readonly TimelineEvent[] = [], backups = [fullBackup]) => {
  showRow(true, [...backups, ...events]);
  click("button", "Undo a mistake");
  click("menuitem", "Restore…");
};
const openMore = (menu: string): void => {
  click("button", "More");
  click("menuitem", menu);
};
const confirm = (act: string): void => {
  const dialog = screen.getByRole("alertdialog");
  fireEvent.click(within(dialog).getByRole("button", { name: act }));
};

describe("the steer row", () => {
  it("is not there where the run takes nothing, and keeps what was typed for when it does", () => {
    const timeline = timelineOf([]);
    askedServices({});
    const row = (enabled: boolean) => (
      <WithAnswers>
        <SteerRow runId="r" {...{ timeline, scenario, enabled }} />
      </WithAnswers>
    );
    const { rerender } = show(row(true));
    const name = () => screen.queryByLabelText<HTMLInputElement>("Name of the new snapshot");
    fireEvent.change(name() as HTMLInputElement, { target: { value: "night" } });
    click("button", "More");
    const region = screen.getByRole("region", { name: "Controls of the run" });
    rerender(row(false));
    expect(screen.queryByRole("region", { name: "Controls of the run" })).toBeNull();
    // The focus is kept on the screen: it must not go to what is not shown.
    expect(region.querySelectorAll(":is(button, input):not(:disabled)")).toHaveLength(0);
    expect(screen.queryByRole("menu")).toBeNull();
    rerender(row(true));
    expect(screen.getByRole("region", { name: "Controls of the run" })).toBeDefined();
    expect(name()?.value).toBe("night");
  });

  it("does not create a snapshot with the name of one that is being created", () => {
    showRow(true, [phaseEvent("files", 70_000, null, { snapshot: "night" })]);
    const name = screen.getByLabelText("Name of the new snapshot");
    fireEvent.change(name, { target: { value: "night" } });
    expect(screen.getByText(/‘night’ exists/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Create snapshot" })).toHaveProperty(
      "disabled",
      true,
    );
    fireEvent.keyDown(name, { key: "Enter" });
    expect(given).toEqual([]);
  });

  it("shows how many sessions read a snapshot, and changes it", () => {
    const read = commandEvent(45, { kind: "setReportUsers", name: "night", users: 50 });
    showRow(true, [sampled, read]);
    click("button", "Read snapshot");
    expect(screen.getByRole("menuitemradio", { checked: true }).textContent).toBe("50 sessions");
    fireEvent.click(screen.getByRole("menuitemradio", { name: "Nobody reads it" }));
    expect(given).toEqual([{ kind: "setReportUsers", name: "night", users: 0 }]);
  });
});

describe("array snapshots", () => {
  const [volume] = scenario.storage.volumes;
  if (volume === undefined) throw new Error("no volume");
  const arraySnapshots = newArraySnapshots(scenario, volume);
  const onArray = {
    ...scenario,
    storage: { ...scenario.storage, volumes: [{ ...volume, arraySnapshots }] },
  };
  const taken = [
    commandEvent(20, {
      ...{ kind: "createArraySnapshot", name: "noon", freeze: "vss", copyOnly: false },
    }),
    phaseEvent("arraySnapshot", 20_000, 23_000, { snapshot: null }),
  ];
  const showOnArray = () => showRow(true, taken, onArray);

  it("are taken, backed up by another host, and deleted when one agrees", () => {
    showOnArray();
    openMore("Array snapshot");
    click("menuitem", "Take array snapshot array_snapshot_1");
    openMore("Array snapshot");
    click("menuitem", "Back up noon from another host");
    openMore("Array snapshot");
    click("menuitem", "Delete noon…");
    confirm("Delete");
    expect(given).toMatchObject([
      { kind: "createArraySnapshot", name: "array_snapshot_1", freeze: "vss" },
      { kind: "backup", type: "full", arraySnapshot: "noon" },
      { kind: "deleteArraySnapshot", name: "noon" },
    ]);
  });

  it("are restored in place by default, and it is said what that takes", () => {
    showOnArray();
    click("button", "Undo a mistake");
    click("menuitem", "Restore array snapshot noon…");
    const { textContent } = screen.getByRole("dialog");
    expect(textContent).toContain("one more snapshot first");
    expect(textContent).toContain("each volume takes 42 s");
    expect(textContent).toContain("Nothing that was committed is lost.");
    click("button", "Restore");
    expect(given).toMatchObject([{ kind: "restore", arraySnapshot: "noon", as: null }]);
  });

  it("cannot be taken where no array does, which is said", () => {
    showRow();
    click("button", "More");
    const item = screen.getByRole("menuitem", { name: "Array snapshot" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(item.title).toBe("No array has a reserve for snapshots of Q");
  });

  it("are palette actions, of which the usual one has a key", () => {
    showOnArray();
    const actions = useRegistry.getState().registrations.flatMap((one) => one.actions);
    const usual = actions.find(({ id }) => id === "run.array-snapshot.vss");
    expect(usual).toMatchObject({ keys: "Ctrl+Shift+A", enabled: true });
    expect(actions.map(({ id }) => id)).toContain("run.restore.noon");
  });

  it("and backups make copies that are read, checked and dropped", () => {
    showRow(true, [commandEvent(30, { ...restoreInPlace, as: "copy" })]);
    click("button", "Read snapshot");
    click("menuitemradio" as "menuitem", "10 sessions");
    click("button", "More");
    click("menuitem", "Check database copy");
    openMore("Drop snapshot or database");
    click("menuitem", "Drop database copy…");
    expect(screen.getByRole("alertdialog").textContent).toContain("sales stays as it is.");
    confirm("Drop");
    expect(given).toEqual([
      { kind: "setReportUsers", name: "copy", users: 10 },
      { kind: "checkDatabase", database: "copy" },
      { kind: "dropSnapshot", name: "copy" },
    ]);
  });
});

describe("the menu of the table", () => {
  it("is closed where the load has no accounts table, and says why", () => {
    const timeline = { ...timelineOf([]), endMs: 80_500 };
    const tpcc = { ...scenario, workload: { ...scenario.workload, profile: "tpcc" as const } };
    askedServices({});
    show(<SteerRow runId="r" {...{ timeline, scenario: tpcc, enabled: true }} />);
    click("button", "More");
    for (const name of ["Table", "Index"]) {
      const item = screen.getByRole("menuitem", { name });
      expect(item.getAttribute("aria-disabled")).toBe("true");
      expect(item.title).toContain("needs the accounts table");
    }
  });

  it("asks before it drops a table, and names its rows", () => {
    showRow(true, [commandEvent(10, { kind: "selectInto", name: "copy", rows: 10_000 })]);
    openMore("Table");
    click("menuitem", "Drop table copy…");
    expect(given).toEqual([]);
    expect(screen.getByRole("alertdialog").textContent).toContain("10,000 rows are lost");
    confirm("Drop");
    expect(given).toEqual([{ kind: "dropTable", name: "copy" }]);
  });

  it("rebuilds the indexes that there are, and creates the next one", () => {
    const { nonclusteredIndexes } = scenario.database;
    showRow();
    openMore("Index");
    const creations = screen.getAllByRole("menuitem", { name: /^Create nonclustered index/ });
    expect(creations.map(({ textContent }) => textContent)).toEqual([
      `Create nonclustered index ${2 + nonclusteredIndexes}`,
    ]);
    expect(screen.getAllByRole("menuitem", { name: /^Rebuild/ })).toHaveLength(
      1 + nonclusteredIndexes,
    );
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Build online" }));
    click("menuitem", "Rebuild the clustered index");
    expect(given).toEqual([{ kind: "rebuildIndex", index: 1, online: true }]);
  });
});

describe("the menu of backups", () => {
  it("makes a backup of each type, with a name that is free", () => {
    showRow();
    for (const type of ["Full", "Differential", "Log"]) {
      openMore("Backup");
      click("menuitem", `${type} backup backup_1`);
    }
    const backup = { kind: "backup", name: "backup_1", copyOnly: false, files: 1 };
    for (const title of [
      "Full backup backup_1 without checksums",
      "Full backup backup_1 of what is damaged, too",
      "Log backup backup_1 of a damaged database",
    ]) {
      openMore("Backup");
      click("menuitem", title);
    }
    expect(given).toEqual([
      { ...backup, type: "full" },
      { ...backup, type: "differential" },
      { ...backup, type: "log" },
      { ...backup, type: "full", checksum: false },
      { ...backup, type: "full", continueAfterError: true },
      { ...backup, type: "log", noTruncate: true },
    ]);
  });

  it("is in the palette as well, for as long as the run takes commands", () => {
    showRow(false);
    const actions = useRegistry.getState().registrations.flatMap((one) => one.actions);
    const ofBackups = actions.filter(({ id }) => /^run\.(backup|restore)/.test(id));
    expect(ofBackups.map(({ title, enabled }) => [title, enabled]).toSorted()).toEqual([
      ["Differential backup backup_1", false],
      ["Full backup backup_1 of what is damaged, too", false],
      ["Full backup backup_1 without checksums", false],
      ["Full backup backup_1", false],
      ["Log backup backup_1 of a damaged database", false],
      ["Log backup backup_1", false],
      ["Restore…", false],
    ]);
  });
});

describe("what takes something away", () => {
  const revert = (): void => {
    showRow(true, [split, sampled]);
    click("button", "Undo a mistake");
    click("menuitem", "Revert to night…");
  };

  it("asks first, and says what a revert loses", () => {
    revert();
    expect(given).toEqual([]);
    expect(screen.getByRole("alertdialog").textContent).toContain(
      "Reverts 50.50 s of work: all commits made since 21:48:37.00 (30 s) are lost.",
    );
    confirm("Revert");
    expect(given).toEqual([{ kind: "revertSnapshot", name: "night", closeConnections: true }]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("does nothing when it is not wanted", () => {
    revert();
    click("button", "Cancel");
    expect(given).toEqual([]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("asks before a drop of a snapshot, a crash and damage as well", () => {
    showRow(true, [split, sampled]);
    openMore("Drop snapshot or database");
    click("menuitem", "Drop night…");
    confirm("Drop");
    openMore("Restart server");
    click("menuitem", "After a crash…");
    confirm("Crash and restart");
    openMore("Damage a page on the disk…");
    confirm("Damage");
    expect(given).toEqual([
      { kind: "dropSnapshot", name: "night" },
      { kind: "restartServer", mode: "crash" },
      { kind: "damagePage", page: null },
    ]);
  });
});

describe("the dialog of a restore", () => {
  it("restores to the end of what is backed up unless it is told otherwise, the tail included", () => {
    openRestore();
    expect(screen.getByRole("status").textContent).toBe(
      "All users are disconnected, and nobody can use the database until it is restored. Nothing that was committed is lost.",
    );
    click("button", "Restore");
    expect(given).toEqual([
      { ...restoreInPlace, stopAtSeconds: null, backUpTail: true, replace: false },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has no tail to back up in the simple recovery model, and goes back to a backup alone", () => {
    const simple = { ...scenario, database: { ...scenario.database, recoveryModel: "simple" } };
    const update = phaseEvent("tableUpdate", 61_200, 64_000, { snapshot: null });
    showRow(true, [fullBackup, update], simple as typeof scenario);
    click("button", "Undo a mistake");
    click("menuitem", "Restore…");
    expect(screen.queryByRole("switch", { name: /tail of the log/ })).toBeNull();
    expect(screen.getByRole("status").textContent).toMatch(
      /What was committed since the last full or differential backup is lost: in the simple recovery model no log is backed up\.$/,
    );
    click("radio", "A time");
    expect(screen.getByRole("status").textContent).toBe(
      "It cannot stop at a time: in the simple recovery model no log is backed up.",
    );
  });

  it("goes back a second where it is asked for a time, and says what is lost", () => {
    openRestore();
    click("radio", "A time");
    expect(screen.getByRole("status").textContent).toContain(
      "committed after 79.5 s (21:49:26.50) is lost",
    );
    click("switch", "Back up the tail of the log first");
    click("checkbox", "Replace the database although the tail is not backed up");
    click("button", "Restore");
    expect(given).toEqual([
      { ...restoreInPlace, stopAtSeconds: 79.5, backUpTail: false, replace: true },
    ]);
  });

  it("offers the second before an update of the whole table, where there was one", () => {
    openRestore([phaseEvent("tableUpdate", 61_200, 64_000, { snapshot: null })]);
    expect(screen.getByRole("status").textContent).toContain(
      "committed after 60.2 s (21:49:07.20) is lost",
    );
    click("button", "Restore");
    expect(given).toEqual([
      { ...restoreInPlace, stopAtSeconds: 60.2, backUpTail: true, replace: false },
    ]);
  });

  it("makes another database, which can be left restoring", () => {
    openRestore();
    const name = screen.getByLabelText("Under another name");
    fireEvent.change(name, { target: { value: "two words" } });
    expect(screen.getByText(/‘two words’ is no name of a database/)).toBeDefined();
    fireEvent.submit(name);
    expect(given).toEqual([]);
    fireEvent.change(name, { target: { value: "standby" } });
    expect(screen.queryByRole("switch", { name: /tail of the log/ })).toBeNull();
    click("switch", "Leave it restoring (WITH NORECOVERY)");
    expect(screen.getByRole("status").textContent).toContain("Users go on.");
    click("button", "Restore");
    expect(given).toEqual([
      { ...restoreInPlace, as: "standby", backUpTail: false, recovery: false },
    ]);
  });

  it("offers the second before a table was dropped, and the latest mistake first", () => {
    const drop = commandEvent(70, { kind: "dropTable", name: "copy" });
    openRestore([phaseEvent("tableUpdate", 61_200, 64_000, { snapshot: null }), drop]);
    const offered = screen.getAllByRole("radio").map((one) => one.parentElement?.textContent);
    expect(offered.slice(0, 2)).toEqual([
      "A second before the table copy was dropped, at 21:49:17.00 (1 min 10 s)",
      "A second before the table was updated, at 21:49:08.20 (1 min 1.20 s)",
    ]);
    expect(screen.getByRole("status").textContent).toContain(
      "committed after 69 s (21:49:16.00) is lost",
    );
    click("button", "Restore");
    expect(given).toEqual([
      { ...restoreInPlace, stopAtSeconds: 69, backUpTail: true, replace: false },
    ]);
  });

  it("offers nothing before a drop of a table that was refused", () => {
    openRestore([commandEvent(70, { kind: "dropTable", name: "copy" }, "refused")]);
    const offered = screen.getAllByRole("radio").map((one) => one.parentElement?.textContent);
    expect(offered.join()).not.toContain("dropped");
    expect(screen.getByRole("status").textContent).toContain("Nothing that was committed is lost.");
  });

  it("says that it will be refused before a full backup is complete, and to an earlier time", () => {
    const words = () => screen.getByRole("status").textContent;
    openRestore([], [backupEvent(2, 10_000, 11_000), backupEvent(0, 20_000, null)]);
    expect(words()).toBe("It will be refused (4335): no full backup is complete.");
    cleanup();
    openRestore();
    click("radio", "A time");
    const time = screen.getByLabelText("Engine time");
    fireEvent.change(time, { target: { value: "28.499" } });
    expect(words()).toBe(
      "It will be refused (4335): the first full backup was complete at 28.5 s.",
    );
    fireEvent.change(time, { target: { value: "28.5" } });
    expect(words()).toContain("What was committed after 28.5 s (21:48:35.50) is lost.");
    fireEvent.change(time, { target: { value: "21:48:36" } });
    expect(words()).toContain("What was committed after 29 s (21:48:36.00) is lost.");
  });

  it("takes no time that has not come", () => {
    openRestore();
    click("radio", "A time");
    const time = screen.getByLabelText("Engine time");
    fireEvent.change(time, { target: { value: "81" } });
    expect(
      screen.getByText(/‘81’ is no time of this run so far; allowed: 0 to 80.5 s/),
    ).toBeDefined();
    fireEvent.submit(time);
    expect(given).toEqual([]);
  });
});
