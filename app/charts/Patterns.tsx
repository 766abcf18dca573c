/** Patterns that the drawings of a document share; nothing is told by colour alone. */
import type { ReactNode } from "react";
import { cssVar } from "../theme/tokens.ts";
import { Hatch } from "./Hatch.tsx";

export const unmeasured = "unmeasured";
const hatch = "hatch";
const crossHatch = "cross-hatch";

/** Of phases whose neighbours are of like colour. */
export const patternOf: Partial<Readonly<Record<string, string>>> = {
  redo: `url(#${hatch})`,
  undo: `url(#${crossHatch})`,
};

const size = {
  width: 5,
  height: 5,
  patternUnits: "userSpaceOnUse",
  patternTransform: "rotate(45)",
};
const line = { stroke: cssVar("surface"), strokeWidth: 1.2 };

/** An element without size, since one that is not displayed has no patterns. */
export function Patterns(): ReactNode {
  return (
    <svg className="patterns" aria-hidden="true">
      <Hatch id={unmeasured} />
      <defs>
        <pattern id={hatch} {...size}>
          <line {...line} x1={0} y1={0} x2={0} y2={5} />
        </pattern>
        <pattern id={crossHatch} {...size}>
          <line {...line} x1={0} y1={0} x2={0} y2={5} />
          <line {...line} x1={0} y1={0} x2={5} y2={0} />
        </pattern>
      </defs>
    </svg>
  );
}
