/** What a wait is for, by which it is coloured: the same hue as what it waits for has in the lanes. */
import { isSnapshotWait } from "./waits-in-span.ts";

export const waitCategories = ["snapshot", "log", "data", "sessions", "other"] as const;
export type WaitCategory = (typeof waitCategories)[number];

export const waitCategoryNames: Readonly<Record<WaitCategory, string>> = {
  snapshot: "snapshot files",
  log: "log",
  data: "data files",
  sessions: "locks and latches",
  other: "other",
};

const ofLog: ReadonlySet<string> = new Set(["WRITELOG", "LOGBUFFER", "LOGMGR", "LOGMGR_FLUSH"]);
const ofData: ReadonlySet<string> = new Set(["IO_COMPLETION", "ASYNC_IO_COMPLETION"]);

export function waitCategory(waitType: string): WaitCategory {
  if (isSnapshotWait(waitType)) return "snapshot";
  if (ofLog.has(waitType)) return "log";
  if (ofData.has(waitType) || waitType.startsWith("PAGEIOLATCH_")) return "data";
  return /^(LCK_|LATCH_|PAGELATCH_)/.test(waitType) ? "sessions" : "other";
}
