/**
 * What pushes beyond the product's way came to, in sentences: extents, and pages that were held in
 * memory first. Nothing where pushes were the product's.
 */
import type { Summary } from "../contract/summary.ts";

const bytesPerMiB = 1024 * 1024;
const mebibytes = (bytes: number) => (bytes / bytesPerMiB).toFixed(1);

export function pushNotes({
  snapshots,
  preImages,
}: Pick<Summary, "snapshots" | "preImages">): readonly string[] {
  const notes: string[] = [];
  for (const { name, pagesPushedAlong = 0, pagesDeferred = 0 } of snapshots) {
    if (pagesPushedAlong > 0) {
      notes.push(`${name}: ${pagesPushedAlong} unchanged pages were pushed with their extent`);
    }
    if (pagesDeferred > 0) {
      notes.push(`${name}: ${pagesDeferred} pages were held in memory before they were pushed`);
    }
  }
  if (preImages !== undefined && preImages.limitBytes > 0) {
    const { peakBytes, limitBytes } = preImages;
    notes.push(
      `pages held in memory took at most ${mebibytes(peakBytes)} of ${mebibytes(limitBytes)} MiB`,
    );
  }
  return notes;
}
