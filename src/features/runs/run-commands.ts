/** What can be done to the chosen runs: one list for the toolbar, the palette and the keys. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { askComparisonOfRun } from "../../state/comparison/compare-with.ts";
import { useExports } from "../../state/files/exports.ts";
import { exportedRun, removeRuns, undoDeletion, useDeletions } from "../../state/library/runs.ts";
import { runAgain } from "../../state/library/start-run.ts";
import { useConnection } from "../../state/services/services.ts";
import { type Action, runAction, useActions } from "../../state/shell/actions.ts";
import { type ComparedSidePlace, useNavigation } from "../../state/shell/navigation.ts";

export interface RunCommand {
  readonly enabled: boolean;
  run(): void;
}

export interface RunCommands {
  readonly open: RunCommand;
  readonly replay: RunCommand;
  readonly report: RunCommand;
  /** Several with each other; one with what it would be otherwise. */
  readonly compare: RunCommand;
  readonly again: RunCommand;
  readonly againSteered: RunCommand;
  readonly rename: RunCommand;
  readonly export: RunCommand;
  /** While files are made of runs; null: none is. */
  readonly exporting: { cancel(): void } | null;
  readonly remove: RunCommand;
  readonly import: RunCommand;
}

const whenOne =
  (entry: RunEntry | null, act: (entry: RunEntry) => void): (() => void) =>
  () => {
    if (entry !== null) act(entry);
  };

/** Also where no run is left. */
export function useUndoDeletion(): void {
  const deletions = useDeletions();
  const connected = useConnection() === "open";
  const command = {
    enabled: connected && deletions.length > 0,
    run: () => void undoDeletion(),
  };
  useActions([action("runs.undo-delete", "Bring the deleted runs back", "Run", "Ctrl+Z", command)]);
}

/** More are not told apart; of many runs of one setting a study is one side. */
const mostCompared = 6;

/** `one` is the run that is chosen alone; `chosen` are all. */
export function useRunCommands(
  one: RunEntry | null,
  chosen: readonly RunEntry[],
  rename: (runId: string) => void,
): RunCommands {
  const { openLive, openReplay, openReport, openCompare } = useNavigation.getState();
  const connected = useConnection() === "open";
  const replay = (entry: RunEntry): void => openReplay({ kind: "run", id: entry.id });
  const running = chosen.some(({ status }) => status === "running");
  const hasOne = one !== null;
  const exports = useExports<"runs">();
  const exporting = exports.running.has("runs");
  const commands: RunCommands = {
    open: {
      enabled: hasOne,
      run: whenOne(one, (entry) =>
        entry.status === "running" ? openLive(entry.id) : replay(entry),
      ),
    },
    replay: { enabled: hasOne, run: whenOne(one, replay) },
    report: {
      enabled: hasOne && one.status !== "running",
      run: whenOne(one, ({ id }) => openReport({ recording: { kind: "run", id }, span: null })),
    },
    compare: {
      enabled: connected && !running && chosen.length > 0 && chosen.length <= mostCompared,
      run: () =>
        one === null
          ? openCompare({
              // The oldest is what the others are compared with.
              sides: sidesOf(chosen.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))),
              studyId: null,
              primary: null,
              align: "analysis",
            })
          : void askComparisonOfRun(one),
    },
    again: { enabled: hasOne && connected, run: whenOne(one, (entry) => void runAgain(entry)) },
    againSteered: {
      enabled: hasOne && connected && one.status === "completed",
      run: whenOne(one, (entry) => void runAgain(entry, true)),
    },
    rename: { enabled: hasOne && connected, run: whenOne(one, ({ id }) => rename(id)) },
    export: {
      enabled: chosen.length > 0 && connected && !running && !exporting,
      run: () =>
        void exports.start(
          "runs",
          "The run was not exported",
          ...chosen.map(({ id }) => exportedRun(id)),
        ),
    },
    exporting: exporting ? { cancel: () => exports.cancel("runs") } : null,
    // A run under way belongs to its engine: it is stopped in Live first.
    remove: {
      enabled: chosen.length > 0 && connected && !running,
      run: () => void removeRuns(chosen),
    },
    import: { enabled: connected, run: () => void runAction("file.import-run") },
  };
  useActions(actionsOf(commands));
  return commands;
}

/** Sides are known by their names: runs of one name are numbered. */
function sidesOf(entries: readonly RunEntry[]): ComparedSidePlace[] {
  const seen = new Map<string, number>();
  return entries.map(({ id, name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      name: count === 1 ? name : `${name} (${count})`,
      recordings: [{ kind: "run", id }],
      point: null,
    };
  });
}

const action = (
  id: string,
  title: string,
  group: Action["group"],
  keys: string | undefined,
  command: RunCommand,
): Action => ({ id, title, group, keys, ...command });

const actionsOf = (commands: RunCommands): Action[] => [
  action("runs.replay", "Open the chosen run in Replay", "Run", undefined, commands.replay),
  action("runs.report", "Open the report of the chosen run", "Run", undefined, commands.report),
  action("runs.compare", "Compare the chosen runs", "Run", undefined, commands.compare),
  action("runs.again", "Run the chosen run again", "Run", "Ctrl+Enter", commands.again),
  action(
    "runs.again-steered",
    "Run the chosen run again, with what was done to it by hand",
    "Run",
    undefined,
    commands.againSteered,
  ),
  action("runs.rename", "Rename the chosen run", "Run", "F2", commands.rename),
  action("runs.delete", "Delete the chosen runs", "Run", "Delete", commands.remove),
  action("runs.export", "Export the chosen runs…", "File", "Ctrl+E", commands.export),
];
