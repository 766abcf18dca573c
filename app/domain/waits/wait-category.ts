/** What a wait is for, by which it is coloured: the same hue as what it waits for has in the lanes. */
import { type WaitPurpose, waitPurpose } from "./wait-purpose.ts";

export const waitCategories = ["snapshot", "log", "data", "sessions", "other"] as const;
export type WaitCategory = (typeof waitCategories)[number];

export const waitCategoryNames: Readonly<Record<WaitCategory, string>> = {
  snapshot: "snapshot files",
  log: "log",
  data: "data files",
  sessions: "locks and latches",
  other: "other",
};

const categories: Readonly<Partial<Record<WaitPurpose, WaitCategory>>> = {
  snapshot: "snapshot",
  log: "log",
  data: "data",
  operation: "data",
  rowLocks: "sessions",
  tableLocks: "sessions",
  pageLatches: "sessions",
  latches: "sessions",
};

export const waitCategory = (waitType: string): WaitCategory =>
  categories[waitPurpose(waitType)] ?? "other";
