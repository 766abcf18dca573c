/** What a map is to show, and what is counted for it. */
import type { PlacedPushes } from "./placed-pushes.ts";
import type { PushLog } from "./push-log.ts";
import type { Cells, LogSpan, SpanCounts } from "./span-counts.ts";

export interface MapWish<Grid extends Cells> {
  /** Another name, another log; under the same name a log only grows. */
  readonly name: string;
  readonly log: PushLog;
  /** Position of the sparse file. */
  readonly target: number;
  readonly grid: Grid;
  readonly strip: Cells;
  /** Pushes made until the moment that is shown. */
  readonly made: number;
  readonly brush: LogSpan | null;
}

/** What was wished, once it is counted. */
export interface MapCounts<Grid extends Cells> {
  readonly wish: MapWish<Grid>;
  readonly pushes: PlacedPushes;
  readonly copied: SpanCounts;
  readonly brushed: SpanCounts | null;
  readonly strip: SpanCounts;
}
