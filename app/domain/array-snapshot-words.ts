/** What array snapshots of a run are called, wherever their rows are shown, and what is read from a row. */
import type { ArraySnapshotSummary } from "../contract/summary.ts";

const freezes = { vss: "VSS", suspend: "suspended", none: "no freeze" } as const;

/** "VSS, copy-only". */
export const arraySnapshotType = ({ freeze, copyOnly }: ArraySnapshotSummary): string =>
  `${freezes[freeze]}${copyOnly && freeze !== "none" ? ", copy-only" : ""}`;

const states = { complete: "complete", failed: "✗ failed", deleted: "deleted" } as const;

/** One that is torn is of no use, whatever else becomes of it. */
export function arraySnapshotState(row: ArraySnapshotSummary): string {
  const { state, torn } = row;
  if (torn !== null && state !== "failed") return "✗ torn";
  return state === "lost" ? `✗ deleted for room on ${lostOn(row).join(", ")}` : states[state];
}

/** Volumes of one that is lost: there the array has deleted it; what it has of others stays, and is of no use. */
export const lostOn = ({ volumes, reserve }: ArraySnapshotSummary): readonly string[] =>
  volumes.filter((volume) => !reserve.some((part) => part.volume === volume));

/** Null: the run ended before it did. */
export const tookMs = ({ startMs, endMs }: ArraySnapshotSummary): number | null =>
  endMs === null ? null : endMs - startMs;

/** How long writes of the database were held; null: they were not. */
export const frozenMs = ({ frozenFromMs, frozenToMs }: ArraySnapshotSummary): number | null =>
  frozenFromMs === null || frozenToMs === null ? null : frozenToMs - frozenFromMs;

type Reserve = ArraySnapshotSummary["reserve"][number];

const ofAllVolumes = (
  { reserve, goneMs }: ArraySnapshotSummary,
  bytesOf: (part: Reserve) => number,
): number | null =>
  goneMs === null || reserve.length > 0
    ? reserve.reduce((sum, part) => sum + bytesOf(part), 0)
    : null;

/** What deleting it at the end of the run would free; null: it is gone. */
export const ownBytes = (row: ArraySnapshotSummary): number | null =>
  ofAllVolumes(row, (part) => part.ownBytes);

/** What it has of the reserves together with its neighbours; null: it is gone. */
export const sharedBytes = (row: ArraySnapshotSummary): number | null =>
  ofAllVolumes(row, (part) => part.sharedBytes);
