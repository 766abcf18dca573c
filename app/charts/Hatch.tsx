/** Patterns, so that nothing is told by colour alone. */
import type { ReactNode } from "react";
import { cssVar } from "../theme/tokens.ts";

/** Thin diagonals: time that is not measured. Sits in an svg; use as `url(#id)`. */
export function Hatch({ id }: { readonly id: string }): ReactNode {
  return (
    <defs>
      <pattern
        id={id}
        width={7}
        height={7}
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line
          x1={0.5}
          x2={0.5}
          y1={0}
          y2={7}
          stroke={cssVar("border")}
          strokeWidth={1}
          strokeOpacity={0.45}
        />
      </pattern>
    </defs>
  );
}
