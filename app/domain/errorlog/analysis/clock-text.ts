/** Times of a log's clock as findings print them. Milliseconds since 1970 of that clock. */
import { printLocalTime } from "../../local-time.ts";

/** "2006-10-23 21:48:07.22": where a log spans days, the time alone would not do. */
export const clockDate = (timeMs: number): string =>
  printLocalTime(timeMs).slice(0, 22).replace("T", " ");
