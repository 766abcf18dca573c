/** What snapshots take on disk at a moment of a run, and how fast that grows. */
import type { SnapshotTrack, Timeline } from "../../../app/domain/timeline/timeline.ts";

export interface SnapshotSize {
  readonly name: string;
  readonly sizeOnDiskBytes: number;
  readonly pagesPushed: number;
  /** Over the last stretch of engine time; null before two points are known. */
  readonly bytesPerMinute: number | null;
}

/** Short enough to follow a burst of pushes, long enough to be read. */
const growthSpanMs = 10_000;

/** Those that exist at `atMs`, in order of creation. */
export function snapshotSizesAt(timeline: Timeline, atMs: number): readonly SnapshotSize[] {
  const isLatest = atMs >= timeline.endMs;
  return timeline.snapshots.flatMap((track) => {
    if (isLatest && track.dropped) return [];
    const last = track.points.findLast((point) => point.atMs <= atMs);
    if (last === undefined) return [];
    const { sizeOnDiskBytes, pagesPushed } = last;
    const bytesPerMinute = growth(track, atMs);
    return [{ name: track.name, sizeOnDiskBytes, pagesPushed, bytesPerMinute }];
  });
}

function growth({ points }: SnapshotTrack, atMs: number): number | null {
  const last = points.findLast((point) => point.atMs <= atMs);
  const first = points.find((point) => point.atMs >= atMs - growthSpanMs);
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
  return ((last.sizeOnDiskBytes - first.sizeOnDiskBytes) / (last.atMs - first.atMs)) * 60_000;
}
