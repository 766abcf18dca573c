/** Which sparse files a push log tells of, by which names, and which of them one wants to see at a moment. */
import { formatMomentOf, type TimelineClock } from "../format/timeline-clock.ts";
import type { PushLog } from "./push-log.ts";

/** The one that was begun last until then, a consistency check's own only where there is no other; 0: none was. */
export function sparseFileAt({ sparseFiles, snapshots }: PushLog, atMs: number): number {
  const rank = (index: number): number => {
    const snapshot = snapshots[sparseFiles[index]?.snapshot ?? -1];
    if (snapshot === undefined || snapshot.createdMs > atMs) return -1;
    return snapshot.createdMs + (snapshot.hidden ? 0 : Number.MAX_SAFE_INTEGER / 2);
  };
  let found = 0;
  for (let index = 1; index < sparseFiles.length; ++index) {
    // Of several files of one snapshot the first.
    if (rank(index) > rank(found)) found = index;
  }
  return found;
}

/** By snapshot and data file; a name that was used again has its moment too. */
export function sparseFileTitle(log: PushLog, target: number, clock: TimelineClock): string {
  const { snapshot: of = -1, file = -1 } = log.sparseFiles[target] ?? {};
  const snapshot = log.snapshots[of];
  if (snapshot === undefined) return "";
  const isAgain = log.snapshots.filter(({ name }) => name === snapshot.name).length > 1;
  const from = isAgain ? ` from ${formatMomentOf(clock, snapshot.createdMs)}` : "";
  const ofFile = log.files.length > 1 ? `, ${log.files[file]?.name}` : "";
  return `${snapshot.name}${from}${snapshot.hidden ? " (consistency check)" : ""}${ofFile}`;
}

/** What one should know of the sparse file at a moment; null: it is there. */
export function sparseFileNote(
  log: PushLog,
  target: number,
  clock: TimelineClock,
  atMs: number,
): string | null {
  const snapshot = log.snapshots[log.sparseFiles[target]?.snapshot ?? -1];
  if (snapshot === undefined) return null;
  const { createdMs, droppedMs } = snapshot;
  if (atMs < createdMs) {
    return `The snapshot is not there yet: its files are made at ${formatMomentOf(clock, createdMs)}.`;
  }
  return droppedMs === null || atMs < droppedMs
    ? null
    : `The snapshot is gone since ${formatMomentOf(clock, droppedMs)}: this is what its file held.`;
}
