/** What files of a server tell of each other, once they are on one time axis. */
import type { CaptureFile } from "../contract/capture.ts";

/** What a reader should know of files that were opened together, and that none of them tells alone. */
export function notesTogether(files: readonly CaptureFile[]): string[] {
  const logs = files.filter(({ kind }) => kind === "errorlog");
  return [...serversNote(logs), ...machinesNotes(logs, files), ...timesNotes(logs, files)];
}

function serversNote(logs: readonly CaptureFile[]): string[] {
  const names = [...new Set(logs.flatMap(({ host }) => host ?? []))];
  const isOne = new Set(names.map((name) => name.toUpperCase())).size < 2;
  return isOne
    ? []
    : [
        `Logs of several servers: ${names.join(", ")}. Each is judged by itself, and findings name theirs.`,
      ];
}

/** Of an instance, the machine that it runs on. */
const machineOf = ({ host }: CaptureFile): string | null =>
  host?.split("\\", 1)[0]?.toUpperCase() ?? null;

/** Logs of several are told already. */
function machinesNotes(logs: readonly CaptureFile[], files: readonly CaptureFile[]): string[] {
  const others = files.filter(({ kind }) => kind !== "errorlog");
  const ofLogs = new Set(logs.flatMap((log) => machineOf(log) ?? []));
  const strange = others.filter((file) => {
    const machine = machineOf(file);
    return machine !== null && ofLogs.size > 0 && !ofLogs.has(machine);
  });
  return strange.map(
    ({ name, host }) =>
      `${name} is of another machine than the ERRORLOG: ${host}, not ${[...ofLogs].join(" or ")}. Both stand on one time axis all the same.`,
  );
}

/** The clock of a server, without a zone: its order is that of the texts. */
function timesNotes(logs: readonly CaptureFile[], files: readonly CaptureFile[]): string[] {
  const first = logs.flatMap(({ firstTime }) => firstTime ?? []).toSorted()[0];
  const last = logs
    .flatMap(({ lastTime }) => lastTime ?? [])
    .toSorted()
    .at(-1);
  if (first === undefined || last === undefined) return [];
  return files.flatMap(({ kind, name, firstTime, lastTime }) => {
    if (kind === "errorlog" || firstTime === null || lastTime === null) return [];
    if (firstTime <= last && lastTime >= first) return [];
    return `${name} has no time in common with the ERRORLOG: it covers ${spanText(firstTime, lastTime)}, the log ${spanText(first, last)}.`;
  });
}

const spanText = (first: string, last: string): string =>
  `${first.replace("T", " ")} to ${last.replace("T", " ")}`;
