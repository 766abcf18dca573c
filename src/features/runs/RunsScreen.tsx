/** The run library: a list to search and sort, what the chosen run was, and what can be done to it. */
import { Button, Spinner } from "@fluentui/react-components";
import { ArchiveRegular, SearchRegular } from "@fluentui/react-icons";
import { type ReactNode, useMemo, useRef, useState } from "react";
import * as z from "zod";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf } from "../../../app/domain/format/numbers.ts";
import { EmptyState, ErrorState } from "../../components/ui/StateMessage.tsx";
import { usePresets } from "../../state/experiments/presets.ts";
import { useLibrary } from "../../state/library/library.ts";
import { changeRun } from "../../state/library/runs.ts";
import { startRunOrTell } from "../../state/library/start-run.ts";
import { usePresentAction } from "../../state/present/present.ts";
import { useConnection } from "../../state/services/services.ts";
import { useSetting } from "../../state/services/settings.ts";
import { runAction, useActions } from "../../state/shell/actions.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { useStatus } from "../../state/shell/status.ts";
import { RecentlyDeleted } from "./RecentlyDeleted.tsx";
import { RunDetails, SeveralRuns } from "./RunDetails.tsx";
import styles from "./RunsScreen.module.css";
import { RunTable } from "./RunTable.tsx";
import { RunToolbar } from "./RunToolbar.tsx";
import { chooseAll } from "./row-selection.ts";
import { useRunCommands, useUndoDeletion } from "./run-commands.ts";
import { everyRun, filterRuns, tagCounts } from "./run-filter.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useRunFilter } from "./use-run-filter.ts";
import { useRunTable } from "./use-run-table.ts";

function NoRuns(): ReactNode {
  const { presets } = usePresets();
  const openScreen = useNavigation((state) => state.openScreen);
  const connected = useConnection() === "open";
  const [first] = presets;
  return (
    <EmptyState
      icon={<ArchiveRegular fontSize={32} aria-hidden />}
      title="No runs yet"
      actions={
        <>
          {first !== undefined && (
            <Button
              appearance="primary"
              disabled={!connected}
              onClick={() => void startRunOrTell(first.scenario, first.name)}
            >
              Run {first.title}
            </Button>
          )}
          <Button onClick={() => openScreen("experiments")}>Choose an experiment</Button>
          <Button disabled={!connected} onClick={() => runAction("file.open-sample-log")}>
            Open the sample ERRORLOG
          </Button>
          <Button disabled={!connected} onClick={() => runAction("file.import-run")}>
            Import a run…
          </Button>
          <RecentlyDeleted named />
        </>
      }
    >
      Every run is kept here while it runs, with its scenario, its counters and its ERRORLOG.
      Exported runs can be dropped anywhere on the window.
    </EmptyState>
  );
}

const panelSchema = z.boolean().nullable();
/** Below this width the list needs the room; the panel is then opened on demand. */
const roomForPanel = "(min-width: 1480px)";

function usePanel(): [boolean, (open: boolean) => void] {
  const [chosen, choose] = useSetting<boolean | null>("runs.panel", panelSchema, null);
  return [chosen ?? matchMedia(roomForPanel).matches, choose];
}

function RunList(): ReactNode {
  const entries = useLibrary((library) => library.entries);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [panelOpen, setPanelOpen] = usePanel();
  const searchField = useRef<HTMLInputElement>(null);
  const counts = useMemo(() => tagCounts(entries), [entries]);
  const [filter, setFilter] = useRunFilter(counts);
  const filtered = useMemo(() => filterRuns(entries, filter), [entries, filter]);
  const table = useRunTable(filtered);
  const hasUnlisted = !filter.ofStudies && entries.some(({ study }) => study !== undefined);
  const rows = table.getRowModel().rows;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const [selection, setSelection] = useRowSelection(ids);
  const chosen = rows.map((row) => row.original).filter(({ id }) => selection.selected.has(id));
  const one = chosen.length === 1 ? (chosen[0] ?? null) : null;
  const commands = useRunCommands(one, chosen, setRenaming);
  // A run under way goes on from Live alone.
  const isOver = one !== null && one.status !== "running";
  usePresentAction(isOver ? { recording: { kind: "run", id: one.id }, live: false } : null);
  useActions([
    {
      id: "runs.choose-all",
      title: "Choose all runs of the list",
      group: "Run",
      keys: "Ctrl+A",
      run: () => setSelection(chooseAll(selection, ids)),
    },
    {
      id: "runs.search",
      title: "Search runs",
      group: "View",
      keys: "Ctrl+F",
      run: () => searchField.current?.select(),
    },
    {
      id: "runs.panel",
      title: panelOpen ? "Hide the details of the run" : "Show the details of the run",
      group: "View",
      keys: "Ctrl+D",
      run: () => setPanelOpen(!panelOpen),
    },
  ]);
  return (
    <div className={styles.screen}>
      <RunToolbar
        searchField={searchField}
        filter={filter}
        onFilter={setFilter}
        counts={counts}
        shown={filtered.length}
        all={entries.length}
        commands={commands}
        panelOpen={panelOpen}
        onPanel={setPanelOpen}
      />
      <div className={styles.main}>
        {filtered.length === 0 ? (
          <EmptyState
            icon={<SearchRegular fontSize={32} aria-hidden />}
            title="No run matches"
            actions={
              <Button onClick={() => setFilter({ ...everyRun, ofStudies: true })}>Show all</Button>
            }
          >
            Searched are name, tags, note, preset, device and status.
            {hasUnlisted &&
              " Runs of comparisons and sweeps are listed where “Studies”, above, says so."}
          </EmptyState>
        ) : (
          <RunTable
            table={table}
            ids={ids}
            selection={selection}
            onSelection={setSelection}
            renaming={renaming}
            onRename={(runId, name) => {
              setRenaming(null);
              if (name !== null) void changeRun(runId, { name });
            }}
            onOpen={({ id, status }) =>
              status === "running"
                ? useNavigation.getState().openLive(id)
                : useNavigation.getState().openReplay({ kind: "run", id })
            }
          />
        )}
        {panelOpen && (
          <aside className={styles.panel} aria-label="Details of the chosen run">
            {one !== null && <RunDetails entry={one} knownTags={counts.map(({ tag }) => tag)} />}
            {chosen.length > 1 && <SeveralRuns entries={chosen} />}
            {chosen.length === 0 && <p className={styles.hint}>Choose a run to see what it was.</p>}
          </aside>
        )}
      </div>
    </div>
  );
}

export default function RunsScreen(): ReactNode {
  const { status, message, entries } = useLibrary();
  const bytes = entries.reduce((sum, { recordedBytes }) => sum + recordedBytes, 0);
  useStatus({
    left: status === "ready" ? [`${countOf(entries.length, "run")}, ${formatBytes(bytes)}`] : [],
    right: ["Enter opens", "F2 renames", "Del deletes", "? all keys"],
  });
  useUndoDeletion();
  if (status === "failed") {
    return <ErrorState title="The run library cannot be read" message={message ?? ""} />;
  }
  if (status === "loading")
    return <Spinner className={styles.loading} label="Reading the library" />;
  return entries.length === 0 ? <NoRuns /> : <RunList />;
}
