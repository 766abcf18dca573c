/**
 * Places labels on one line so that none lies over another or over a line that crosses it. A label
 * may have several places, the best first; one that fits nowhere is left out, and stays in the
 * tooltip and in the table.
 */
export interface LabelRequest {
  readonly id: string;
  readonly width: number;
  /** Left edges that would do, px, the best first. */
  readonly lefts: readonly number[];
  /** Higher goes first. */
  readonly priority: number;
}

export interface Room {
  readonly left: number;
  readonly right: number;
}

/** Between two labels, px. */
export const labelGap = 6;

/** Left edge of each label that has a place. */
export function placeLabels(
  requests: readonly LabelRequest[],
  room: Room,
  obstacles: readonly Room[],
): ReadonlyMap<string, number> {
  const taken: Room[] = [...obstacles];
  const placed = new Map<string, number>();
  const ordered = [...requests].sort((a, b) => b.priority - a.priority);
  for (const { id, width, lefts } of ordered) {
    const left = lefts.find(
      (candidate) =>
        candidate >= room.left &&
        candidate + width <= room.right &&
        taken.every(
          (other) =>
            candidate + width + labelGap <= other.left || candidate >= other.right + labelGap,
        ),
    );
    if (left === undefined) continue;
    placed.set(id, left);
    taken.push({ left, right: left + width });
  }
  return placed;
}
