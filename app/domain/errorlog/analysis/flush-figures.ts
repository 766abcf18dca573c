/** What FlushCache lines tell of a checkpoint, as figures of its phase. */
import type { Phase } from "../../../contract/phase.ts";
import type { MessageOf } from "./follower.ts";

export type FlushDetailKind = "flushThroughput" | "flushWriteRate" | "flushTarget";
export type FlushDetail = MessageOf<FlushDetailKind>;

export function addFlush(
  figures: Phase["figures"],
  { buffers, writes, durationMs, avoided, databaseId }: MessageOf<"flushCache">,
): void {
  figures.buffers = buffers;
  figures.writes = writes;
  figures.durationMs = durationMs;
  figures.avoided = avoided;
  if (writes > 0) figures.pagesPerWrite = Math.round((buffers / writes) * 100) / 100;
  if (databaseId !== null) figures.databaseId = databaseId;
}

export function addDetail(figures: Phase["figures"], detail: FlushDetail): void {
  switch (detail.kind) {
    case "flushThroughput":
      figures.megabytesPerSecond = detail.megabytesPerSecond;
      figures.ioSaturation = detail.ioSaturation;
      if (detail.contextSwitches !== null) figures.contextSwitches = detail.contextSwitches;
      return;
    case "flushWriteRate":
      figures.writesPerSecond = detail.writesPerSecond;
      return;
    case "flushTarget":
      figures.lastTargetOutstanding = detail.lastTargetOutstanding;
      if (detail.averageWriteLatencyMs !== null) {
        figures.averageWriteLatencyMs = detail.averageWriteLatencyMs;
      }
  }
}
