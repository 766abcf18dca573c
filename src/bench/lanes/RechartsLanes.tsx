/** The lanes in Recharts, with all that costs time and can be done without switched off. */
import type { ReactNode } from "react";
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  XAxis,
  YAxis,
} from "recharts";
import { columnOf, type Lane } from "../../../app/domain/timeline/lanes.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { cssVar } from "../../../app/theme/tokens.ts";

interface RechartsLanesProps {
  readonly timeline: Timeline;
  readonly lanes: readonly Lane[];
  readonly view: Span;
}

export function RechartsLanes({ timeline, lanes, view }: RechartsLanesProps): ReactNode {
  const { timeMs } = timeline.series;
  const first = timeMs.findIndex((atMs) => atMs > view.startMs);
  return lanes.map((lane) => {
    const column = columnOf(lane, timeline.series);
    const data = Array.from(timeMs.subarray(first), (atMs, index) => ({
      atMs,
      value: (column[first + index] ?? 0) * lane.scale,
    }));
    const colour = cssVar(lane.colour);
    return (
      <AreaChart key={lane.id} width={920} height={82} data={data}>
        <CartesianGrid stroke={cssVar("grid")} />
        <XAxis dataKey="atMs" type="number" domain={[view.startMs, view.endMs]} hide />
        <YAxis tickCount={3} width={60} />
        {timeline.bands.map((band) => (
          <ReferenceArea
            key={band.id}
            x1={band.startMs}
            x2={band.endMs ?? timeline.endMs}
            fill={colour}
            fillOpacity={0.085}
          />
        ))}
        {timeline.asOf.map(({ atMs }) => (
          <ReferenceLine key={atMs} x={atMs} stroke={cssVar("as-of")} strokeDasharray="6 4" />
        ))}
        <Area
          dataKey="value"
          type="stepBefore"
          stroke={colour}
          fill={colour}
          fillOpacity={lane.filled ? 0.14 : 0}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </AreaChart>
    );
  });
}
