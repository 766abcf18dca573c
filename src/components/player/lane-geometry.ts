/** Measures that the parts of the lane stack share, px. */
/** The phase chart has the same, so that times stand above one another. */
export const gutters = { left: 200, right: 160 } as const;
export const headerHeight = 44;
/** Where lines across the lanes begin: below the flags, in the first row of the header. */
export const overlayTop = 20;
export const axisHeight = 24;
/** 76 px where there is room; a little less before the last lane would be cut off. */
export const laneHeights = { least: 68, most: 220 } as const;

/** Lanes grow where there is room, and scroll where there is none. */
export function laneHeight(room: number, count: number): number {
  const share = count === 0 ? laneHeights.least : Math.floor(room / count);
  return Math.min(Math.max(share, laneHeights.least), laneHeights.most);
}
