/** Opens files from a drop, a dialog or the menu: logs go to Replay, exported runs to the library. */
import type { PickedFile } from "../../app/contract/rpc/host-bridge.ts";
import type { RunEntry } from "../../app/contract/rpc/runs.ts";
import type { OpenedLog } from "../../app/contract/rpc/services.ts";
import { kindOfFile } from "./file-kinds.ts";
import { takeEntry } from "./library.ts";
import { useNavigation } from "./navigation.ts";
import { notify } from "./notifications.ts";
import { messageOf, services } from "./services.ts";

export interface OpenedFiles {
  readonly runs: readonly RunEntry[];
  readonly logs: readonly OpenedLog[];
  /** One sentence for each file that could not be opened. */
  readonly problems: readonly string[];
}

type Opened = { run: RunEntry } | { log: OpenedLog } | { problem: string };

async function openOne(file: PickedFile): Promise<Opened> {
  const verdict = kindOfFile(file);
  if (verdict.kind === "refused") return { problem: verdict.message };
  const request = { fileName: file.name, bytes: file.bytes };
  try {
    if (verdict.kind === "run") {
      const run = await services().library.importRun.mutate(request);
      return run.ok ? { run: run.value } : { problem: run.error.message };
    }
    const log = await services().logs.open.mutate(request);
    return log.ok ? { log: log.value } : { problem: log.error.message };
  } catch (error) {
    return { problem: `${file.name}: ${messageOf(error)}` };
  }
}

/**
 * One after the other: a file may be large, and the last one opened is the one to show. Who shows the
 * problems where the files were asked for says so with `quiet`.
 */
export async function openFiles(
  files: readonly PickedFile[],
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<OpenedFiles> {
  const opened: Opened[] = [];
  for (const file of files) opened.push(await openOne(file));
  const result: OpenedFiles = {
    runs: opened.flatMap((one) => ("run" in one ? [one.run] : [])),
    logs: opened.flatMap((one) => ("log" in one ? [one.log] : [])),
    problems: opened.flatMap((one) => ("problem" in one ? [one.problem] : [])),
  };
  show(quiet ? { ...result, problems: [] } : result);
  return result;
}

function show({ runs, logs, problems }: OpenedFiles): void {
  for (const run of runs) takeEntry(run);
  const log = logs.at(-1);
  if (log !== undefined) {
    useNavigation.getState().openReplay({ kind: "log", logId: log.id });
  } else if (runs.length > 0) {
    useNavigation.getState().openScreen("runs");
  }
  if (runs.length > 0) {
    const names = runs.map(({ name }) => name).join(", ");
    notify({
      intent: "success",
      title: runs.length === 1 ? "Run imported" : `${runs.length} runs imported`,
      body: names,
    });
  }
  if (logs.length > 1) {
    const others = logs.slice(0, -1).map(({ fileName }) => fileName);
    notify({
      intent: "info",
      title: `${logs.length} logs opened`,
      body: `${log?.fileName} is shown; ${others.join(", ")}: in Open log.`,
    });
  }
  for (const problem of problems) {
    notify({ intent: "error", title: "File not opened", body: problem });
  }
}
