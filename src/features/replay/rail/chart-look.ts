/** How the small charts of the rail look: the tokens, in Recharts' words. */
import { cssVar } from "../../../../app/theme/tokens.ts";

/** px between the edges of a chart and its plot, for what is laid over it. */
export const plotInsets = { left: 56, top: 4, right: 24, bottom: 30 } as const;

const tick = { fill: cssVar("text-3"), fontSize: cssVar("size-xs") };

export const axisProps = {
  tick,
  tickLine: false,
  axisLine: { stroke: cssVar("border") },
} as const;

export const tooltipProps = {
  isAnimationActive: false,
  cursor: { stroke: cssVar("text-2"), fill: cssVar("hover") },
  contentStyle: {
    padding: "4px 8px",
    border: `1px solid ${cssVar("border")}`,
    borderRadius: 4,
    background: cssVar("raised"),
    color: cssVar("text-1"),
  },
  itemStyle: { padding: 0, color: cssVar("text-1") },
  labelStyle: { color: cssVar("text-2") },
} as const;
