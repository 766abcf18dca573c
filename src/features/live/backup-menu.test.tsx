// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Command, restoreInPlace } from "../../../app/contract/command.ts";
import type { TimelineEvent } from "../../../app/contract/rpc/timeline-data.ts";
import { scenarioSchema } from "../../../app/contract/scenario.ts";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import { phaseEvent, timelineOf } from "../../../app/domain/timeline/testing/pieces.ts";
import { show } from "../../components/testing/render.tsx";
import { useRegistry } from "../../state/shell/actions.ts";
import { askedServices, WithAnswers } from "../../state/testing/asked-services.tsx";
import * as commands from "./commands.ts";
import {
  consequencesOf,
  firstChoice,
  problemOfStop,
  refusalOf,
  restoreCommand,
} from "./restore-choice.ts";
import { SteerRow } from "./SteerRow.tsx";
import { tablesOf } from "./steering.ts";

let given: Command[] = [];
const { animate } = Element.prototype;

beforeAll(() => {
  // The motion of a dialog would outlive its test.
  Object.assign(Element.prototype, { animate: undefined });
});
afterAll(() => {
  Object.assign(Element.prototype, { animate });
});

beforeEach(() => {
  given = [];
  vi.spyOn(commands, "sendCommand").mockImplementation((_, command) => {
    given.push(command);
    return Promise.resolve(true);
  });
});

const scenario = scenarioSchema.parse(plainScenario);
const showMenu = (enabled = true, events: readonly TimelineEvent[] = []) => {
  const timeline = { ...timelineOf([...events]), endMs: 80_500 };
  askedServices({});
  show(
    <WithAnswers>
      <SteerRow runId="r" {...{ timeline, scenario, enabled }} />
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
const openRestore = (events: readonly TimelineEvent[] = [], backups = [fullBackup]) => {
  showMenu(true, [...backups, ...events]);
  click("button", "Backup");
  click("menuitem", "Restore…");
};

describe("the menu of the table", () => {
  it("is closed where the load has no accounts table, and says why", () => {
    showMenu();
    expect(screen.getByRole("button", { name: "Table" })).toHaveProperty("disabled", false);
    const timeline = { ...timelineOf([]), endMs: 80_500 };
    const tpcc = { ...scenario, workload: { ...scenario.workload, profile: "tpcc" as const } };
    cleanup();
    show(<SteerRow runId="r" {...{ timeline, scenario: tpcc, enabled: true }} />);
    const button = screen.getByRole("button", { name: "Table" });
    expect(button).toHaveProperty("disabled", true);
    expect(button.title).toContain("needs the accounts table");
  });
});

describe("a table of SELECT INTO", () => {
  const into = { kind: "selectInto", name: "copy", rows: 10 } as const;
  const drop = { kind: "dropTable", name: "copy" } as const;

  it("can be dropped while it is there, and after a restore again", () => {
    showMenu(true, [commandEvent(10, into)]);
    click("button", "Table");
    click("menuitem", "Drop table copy");
    expect(given).toEqual([drop]);
    const restore = { ...restoreInPlace, stopAtSeconds: 15 };
    const gone = [commandEvent(10, into), commandEvent(20, drop)];
    expect(tablesOf(timelineOf(gone))).toEqual([]);
    expect(tablesOf(timelineOf([...gone, commandEvent(30, restore)]))).toEqual(["copy"]);
    const beside = commandEvent(30, { ...restore, as: "standby" });
    expect(tablesOf(timelineOf([...gone, beside]))).toEqual([]);
  });
});

describe("the menu of backups", () => {
  it("makes a backup of each type, with a name that is free", () => {
    showMenu();
    click("button", "Backup");
    click("menuitem", "Full backup backup_1");
    click("button", "Backup");
    click("menuitem", "Differential backup backup_1");
    click("button", "Backup");
    click("menuitem", "Log backup backup_1");
    const backup = { kind: "backup", name: "backup_1", copyOnly: false, files: 1 };
    expect(given).toEqual([
      { ...backup, type: "full" },
      { ...backup, type: "differential" },
      { ...backup, type: "log" },
    ]);
  });

  it("is in the palette as well, for as long as the run takes commands", () => {
    showMenu(false);
    const actions = useRegistry.getState().registrations.flatMap((one) => one.actions);
    const ofBackups = actions.filter(({ id }) => /^run\.(backup|restore)/.test(id));
    expect(ofBackups.map(({ title, enabled }) => [title, enabled])).toEqual([
      ["Full backup backup_1", false],
      ["Differential backup backup_1", false],
      ["Log backup backup_1", false],
      ["Restore…", false],
    ]);
  });
});

describe("a revert", () => {
  const split = phaseEvent("analysis", 30_000, 31_000, { snapshot: "night" });
  const sampled: TimelineEvent = {
    kind: "snapshot",
    atMs: 40_000,
    name: "night",
    pagesPushed: 1,
    sizeOnDiskBytes: 65_536,
  };

  it("asks first, and says what is lost", () => {
    showMenu(true, [split, sampled]);
    click("button", "Revert");
    click("menuitem", "Revert to night");
    expect(given).toEqual([]);
    expect(screen.getByRole("alertdialog").textContent).toContain(
      "committed after 21:48:37.00 (30 s) is lost: 50.50 s of work",
    );
    fireEvent.click(screen.getAllByRole("button", { name: "Revert" }).at(-1) as HTMLElement);
    expect(given).toEqual([{ kind: "revertSnapshot", name: "night", closeConnections: true }]);
  });

  it("does nothing when it is not wanted", () => {
    showMenu(true, [split, sampled]);
    click("button", "Revert");
    click("menuitem", "Revert to night");
    click("button", "Cancel");
    expect(given).toEqual([]);
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("the dialog of a restore", () => {
  it("restores to the end of what is backed up unless it is told otherwise, the tail included", () => {
    openRestore();
    expect(screen.getByRole("status").textContent).toBe(
      "Everybody is thrown out, and nobody can use the database until it is restored. Nothing that was committed is lost.",
    );
    click("button", "Restore");
    expect(given).toEqual([
      { ...restoreInPlace, stopAtSeconds: null, backUpTail: true, replace: false },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
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

describe("a restore that was chosen", () => {
  const end = firstChoice(80_500);

  it.each(["", "ten", "-1", "0.0005", "90"])("cannot stop at ‘%s’", (stopAt) => {
    expect(problemOfStop({ ...end, to: "time", stopAt }, 80_500)).toContain("0 to 80.5 s");
    expect(problemOfStop({ ...end, stopAt }, 80_500)).toBeNull();
    expect(problemOfStop({ ...end, to: "time", stopAt: "1,5" }, 80_500)).toMatch(
      /^‘1,5’ is no time of this run so far; a point is before decimals here, .*; allowed: 0 to /,
    );
  });

  it("can stop now, and at the start, where a run has only begun", () => {
    for (const stopAt of ["0", "80.5"]) {
      expect(problemOfStop({ ...end, to: "time", stopAt }, 80_500)).toBeNull();
    }
    expect(firstChoice(400).stopAt).toBe("0");
  });

  it("replaces nothing that the tail’s backup makes safe", () => {
    expect(restoreCommand({ ...end, replace: true })).toMatchObject({ replace: false });
  });

  it("is refused while there is a snapshot, unless it makes another database", () => {
    const withSnapshot = (dropped: boolean) => ({
      ...timelineOf([fullBackup]),
      snapshots: [{ name: "noon", points: [], dropped }],
    });
    expect(refusalOf(end, withSnapshot(false))).toBe(
      "It will be refused (3709) while there is a snapshot of the database: ‘noon’.",
    );
    expect(refusalOf({ ...end, as: "standby" }, withSnapshot(false))).toBeNull();
    expect(refusalOf(end, withSnapshot(true))).toBeNull();
  });

  it("says what it loses without the tail, and when it is refused", () => {
    const without = consequencesOf({ ...end, backUpTail: false });
    expect(without).toContain("What was committed since the last log backup is lost. If the tail");
    expect(without).toContain("refused (3159)");
    expect(consequencesOf({ ...end, backUpTail: false, replace: true })).not.toContain("3159");
  });
});
