/** Measures that the charts over one axis of time share, px. */

/**
 * Left of the plots: the values of axes, or with the phase chart the names of its rows and, above them, what of a
 * recording is shown.
 */
export const gutters = { lanes: 84, phases: 152 } as const;
/** Right of the plots. */
export const rightMargin = 12;
export const headerHeight = 48;
/** Where lines across the lanes begin: below the flags, in the first row of the header. */
export const overlayTop = 20;
export const axisHeight = 24;
export const laneHeights = { least: 52, most: 220 } as const;
/** Where the plot begins, below half of the line of its name: its own head room lies behind that. */
export const plotTop = 12;
/** Below it an axis has no room for a value in its middle. */
export const roomyHeight = 68;

/** Lanes grow where there is room, and scroll where there is none. */
export function laneHeight(room: number, count: number): number {
  const share = count === 0 ? laneHeights.least : Math.floor(room / count);
  return Math.min(Math.max(share, laneHeights.least), laneHeights.most);
}

/** Width of the plots in a box. */
export const plotWidth = (boxWidth: number, gutter: number): number =>
  Math.max(boxWidth - gutter - rightMargin, 0);
