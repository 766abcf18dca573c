/** What snapshots take on disk at a moment of a run, and how fast that grows. */
import { regionBytes } from "../../../app/domain/forecast/first-touches.ts";
import type { SnapshotTrack, Timeline } from "../../../app/domain/timeline/timeline.ts";

export interface SnapshotSize {
  readonly name: string;
  readonly sizeOnDiskBytes: number;
  /** Regions of 64 KiB, in which a sparse file takes space. */
  readonly regions: number;
  readonly pagesPushed: number;
  /** By redo of its creation; null until that is over. */
  readonly pagesPulled: number | null;
  /** Over the last stretch of engine time; null before two points are known. */
  readonly bytesPerMinute: number | null;
  /** It is suspect: nobody can read it. */
  readonly isLost?: boolean;
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
    const { name } = track;
    const regions = Math.round(sizeOnDiskBytes / regionBytes);
    const pagesPulled = pulledBy(timeline, name, atMs);
    const bytesPerMinute = growth(track, atMs);
    const lost = track.lostMs !== undefined && track.lostMs <= atMs ? { isLost: true } : {};
    return [{ name, sizeOnDiskBytes, regions, pagesPushed, pagesPulled, bytesPerMinute, ...lost }];
  });
}

/** A name can be used again after a drop: the latest creation counts. */
function pulledBy({ bands }: Timeline, name: string, atMs: number): number | null {
  const last = bands.findLast(
    ({ phase, snapshot, startMs }) =>
      snapshot === name && startMs <= atMs && (phase === "files" || phase === "redo"),
  );
  const isOver = last?.phase === "redo" && last.endMs !== null && last.endMs <= atMs;
  const pulled = isOver ? last.figures.pagesPulled : null;
  return typeof pulled === "number" ? pulled : null;
}

function growth({ points }: SnapshotTrack, atMs: number): number | null {
  const last = points.findLast((point) => point.atMs <= atMs);
  const first = points.find((point) => point.atMs >= atMs - growthSpanMs);
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
  return ((last.sizeOnDiskBytes - first.sizeOnDiskBytes) / (last.atMs - first.atMs)) * 60_000;
}
