/** Tells a result of sys.dm_os_wait_stats by its head. */
import { waitFormOf, withPlainLineEnds } from "./wait-rows.ts";

export const looksLikeWaitStats = (head: string): boolean =>
  waitFormOf(withPlainLineEnds(head)) !== null;
