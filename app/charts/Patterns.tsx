/** Patterns that the drawings of a document share; nothing is told by colour alone. */
import type { ReactNode } from "react";
import { cssVar } from "../theme/tokens.ts";
import { Hatch } from "./Hatch.tsx";

export const unmeasured = "unmeasured";
export const hatch = "hatch";
export const crossHatch = "cross-hatch";
/** Upright lines, as the edges of sheets that lie on one another. */
export const stack = "stack";

const size = { width: 5, height: 5, patternUnits: "userSpaceOnUse" };
const slanted = { ...size, patternTransform: "rotate(45)" };
const line = { stroke: cssVar("surface"), strokeWidth: 1.2, x1: 0, x2: 0, y1: 0, y2: 5 };

/** An element without size, since one that is not displayed has no patterns. */
export function Patterns(): ReactNode {
  return (
    <svg className="patterns" width={0} height={0} aria-hidden="true">
      <Hatch id={unmeasured} />
      <defs>
        <pattern id={hatch} {...slanted}>
          <line {...line} />
        </pattern>
        <pattern id={crossHatch} {...slanted}>
          <line {...line} />
          <line {...line} x2={5} y2={0} />
        </pattern>
        <pattern id={stack} {...size}>
          <line {...line} x1={3.5} x2={3.5} />
        </pattern>
      </defs>
    </svg>
  );
}
