/** How the causes of pushes look, on the map, in its legend and in a report: a colour and a pattern each. */
import type { PushCause } from "../contract/telemetry-catalog.ts";
import type { ThemedToken } from "../theme/tokens.ts";

export type CausePattern =
  | "plain"
  | "hatch"
  | "crossHatch"
  | "dots"
  | "rows"
  | "columns"
  | "counterHatch";

export interface CauseLook {
  readonly colour: ThemedToken;
  readonly pattern: CausePattern;
}

/** Colours are those of the phases and lanes that the causes belong to. */
export const causeLooks: Readonly<Record<PushCause, CauseLook>> = {
  workload: { colour: "data-snapshot-writes", pattern: "plain" },
  redo: { colour: "phase-redo", pattern: "hatch" },
  undo: { colour: "phase-undo", pattern: "crossHatch" },
  indexBuild: { colour: "data-index-build", pattern: "dots" },
  arming: { colour: "phase-redo", pattern: "rows" },
  along: { colour: "data-snapshot-writes", pattern: "columns" },
  restart: { colour: "data-data-writes", pattern: "counterHatch" },
};

/** Side of a pattern's tile, px. */
export const tilePx = 6;

/** Lines of a tile, in the colour of the surface, from corner to corner of it or across: x1, y1, x2, y2. */
export const patternLines: Readonly<Record<CausePattern, readonly (readonly number[])[]>> = {
  plain: [],
  hatch: [
    [-1, 1, 1, -1],
    [-1, 7, 7, -1],
    [5, 7, 7, 5],
  ],
  counterHatch: [
    [-1, 5, 1, 7],
    [-1, -1, 7, 7],
    [5, -1, 7, 1],
  ],
  crossHatch: [
    [-1, 7, 7, -1],
    [-1, -1, 7, 7],
  ],
  dots: [
    [1, 1.5, 2.5, 1.5],
    [4, 4.5, 5.5, 4.5],
  ],
  rows: [[0, 3, 6, 3]],
  columns: [[3, 0, 3, 6]],
};

export const patternLinePx = 1.5;
