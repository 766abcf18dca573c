/** What array snapshots of a run are called, wherever their rows are shown, and what is read from a row. */
import type { ArraySnapshotSummary } from "../contract/summary.ts";

const freezes = { vss: "VSS", suspend: "suspended", none: "no freeze" } as const;

/** "VSS, copy-only". */
export const arraySnapshotType = ({ freeze, copyOnly }: ArraySnapshotSummary): string =>
  `${freezes[freeze]}${copyOnly && freeze !== "none" ? ", copy-only" : ""}`;

const states = {
  complete: "complete",
  failed: "✗ failed",
  deleted: "deleted",
  lost: "✗ deleted for room",
} as const;

/** One that is torn is of no use, whatever else becomes of it. */
export const arraySnapshotState = ({ state, torn }: ArraySnapshotSummary): string =>
  torn === null || state === "failed" ? states[state] : "✗ torn";

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
  goneMs === null ? reserve.reduce((sum, part) => sum + bytesOf(part), 0) : null;

/** What deleting it at the end of the run would free; null: it is gone. */
export const ownBytes = (row: ArraySnapshotSummary): number | null =>
  ofAllVolumes(row, (part) => part.ownBytes);

/** What it has of the reserves together with its neighbours; null: it is gone. */
export const sharedBytes = (row: ArraySnapshotSummary): number | null =>
  ofAllVolumes(row, (part) => part.sharedBytes);
