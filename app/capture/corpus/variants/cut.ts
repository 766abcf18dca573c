/** The beginning of a log. */
import { LineEnds } from "../../../domain/line-ends.ts";
import type { RecordOutcome } from "./outcome.ts";

/**
 * Up to a record, none of which is cut off; an error keeps its text, which is the record behind its
 * header. `records`: of the whole text.
 */
export function cutBefore(text: string, records: readonly RecordOutcome[], wanted: number): string {
  let record = wanted;
  while (records[record - 1]?.kind === "errorHeader" && record < records.length) record += 1;
  const line = records[record]?.line;
  if (line === undefined) return text;
  const ends = new LineEnds(text);
  let at = 0;
  for (let number = 1; number < line; number++) at = ends.next(at) ?? text.length;
  return text.slice(0, at);
}
