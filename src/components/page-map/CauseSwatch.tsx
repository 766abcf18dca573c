/** A piece of a cause's colour and pattern, beside its name. */
import { type ReactNode, useId } from "react";
import { causeLooks, patternLinePx, patternLines, tilePx } from "../../../app/charts/cause-look.ts";
import type { PushCause } from "../../../app/contract/telemetry-catalog.ts";
import { cssVar } from "../../../app/theme/tokens.ts";

interface CauseSwatchProps {
  /** Null: a page that was not copied. */
  readonly cause: PushCause | null;
  /** Of its side, px. */
  readonly size?: number;
}

export function CauseSwatch({ cause, size: side = 12 }: CauseSwatchProps): ReactNode {
  const id = useId();
  const look = cause === null ? null : causeLooks[cause];
  return (
    <svg width={side} height={side} aria-hidden="true">
      <rect width={side} height={side} fill={cssVar(look?.colour ?? "grid")} />
      {look !== null && (
        <>
          <defs>
            <pattern id={id} width={tilePx} height={tilePx} patternUnits="userSpaceOnUse">
              {patternLines[look.pattern].map(([x1, y1, x2, y2]) => (
                <line
                  key={`${x1}/${y1}/${x2}/${y2}`}
                  {...{ x1, y1, x2, y2 }}
                  stroke={cssVar("surface")}
                  strokeWidth={patternLinePx}
                  strokeOpacity={0.75}
                />
              ))}
            </pattern>
          </defs>
          <rect width={side} height={side} fill={`url(#${id})`} />
        </>
      )}
    </svg>
  );
}
