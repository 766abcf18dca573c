/** Measures that the parts of the lane stack share, px. */
/** The phase chart has the same, so that times stand above one another. */
export const gutters = { left: 200, right: 160 } as const;
export const headerHeight = 44;
/** Where lines across the lanes begin: below the flags, in the first row of the header. */
export const overlayTop = 20;
export const axisHeight = 24;
/** The least has room for a name above its unit. */
export const laneHeights = { least: 38, most: 220 } as const;
/** Below it the legend has no room between its lines, nor the axis for a value in its middle. */
export const roomyHeight = 60;

/** Lanes grow where there is room, and scroll where there is none. */
export function laneHeight(room: number, count: number): number {
  const share = count === 0 ? laneHeights.least : Math.floor(room / count);
  return Math.min(Math.max(share, laneHeights.least), laneHeights.most);
}
