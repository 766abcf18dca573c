import { lengthOf, type Span } from "../../../app/domain/timeline/span.ts";
import type { PlayerStore } from "../../state/player/player.ts";

/**
 * Takes the charts, the selection and the playhead to a stretch of time. `around`: how much of what comes before and after is
 * shown beside it, in its lengths.
 */
export function showSpan(player: PlayerStore, span: Span, around = 0): void {
  const { pause, select, zoomToSpan, seek } = player.getState();
  pause();
  select({ kind: "span", span });
  const besideMs = around * lengthOf(span);
  zoomToSpan({ startMs: span.startMs - besideMs, endMs: span.endMs + besideMs });
  seek(span.startMs);
}
