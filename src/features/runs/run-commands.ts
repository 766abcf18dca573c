/** What can be done to the chosen runs: one list for the toolbar, the palette and the keys. */
import type { RunEntry } from "../../../app/contract/rpc/runs.ts";
import { exportRuns, removeRuns } from "../../state/library/runs.ts";
import { runAgain } from "../../state/library/start-run.ts";
import { useConnection } from "../../state/services/services.ts";
import { type Action, runAction, useActions } from "../../state/shell/actions.ts";
import { useNavigation } from "../../state/shell/navigation.ts";

export interface RunCommand {
  readonly enabled: boolean;
  run(): void;
}

export interface RunCommands {
  readonly open: RunCommand;
  readonly replay: RunCommand;
  readonly report: RunCommand;
  readonly again: RunCommand;
  readonly againSteered: RunCommand;
  readonly rename: RunCommand;
  readonly export: RunCommand;
  readonly remove: RunCommand;
  readonly import: RunCommand;
}

const whenOne =
  (entry: RunEntry | null, act: (entry: RunEntry) => void): (() => void) =>
  () => {
    if (entry !== null) act(entry);
  };

/** `one` is the run that is chosen alone; `chosen` are all. */
export function useRunCommands(
  one: RunEntry | null,
  chosen: readonly RunEntry[],
  rename: (runId: string) => void,
): RunCommands {
  const { openLive, openReplay, openReport } = useNavigation.getState();
  const connected = useConnection() === "open";
  const replay = (entry: RunEntry): void => openReplay({ kind: "run", id: entry.id });
  const running = chosen.some(({ status }) => status === "running");
  const hasOne = one !== null;
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
    again: { enabled: hasOne && connected, run: whenOne(one, (entry) => void runAgain(entry)) },
    againSteered: {
      enabled: hasOne && connected && one.status === "completed",
      run: whenOne(one, (entry) => void runAgain(entry, true)),
    },
    rename: { enabled: hasOne && connected, run: whenOne(one, ({ id }) => rename(id)) },
    export: {
      enabled: chosen.length > 0 && connected && !running,
      run: () => void exportRuns(chosen),
    },
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
