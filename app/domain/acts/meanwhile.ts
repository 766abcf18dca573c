/** Acts beside a creation, in words. */
import type { OtherAct } from "../../contract/creation-cost.ts";
import { countOf } from "../format/numbers.ts";
import { formatTidyDuration } from "../format/times.ts";

const namedInWords = 3;

/** ", while the update of the table ran for 15 s and the revert to ‘s1’ for 13 s"; "" of none. */
export function meanwhile(acts: readonly OtherAct[]): string {
  if (acts.length === 0) return "";
  const named = acts.slice(0, namedInWords);
  const more = acts.length - named.length;
  const parts = [
    ...named.map(actText),
    ...(more > 0 ? [`${countOf(more, "further action")} went on`] : []),
  ];
  const last = parts.pop();
  return `, while ${parts.length === 0 ? "" : `${parts.join(", ")} and `}${last}`;
}

function actText({ what, startMs, endMs }: OtherAct): string {
  if (endMs === null) return `${what} was under way`;
  return endMs > startMs
    ? `${what} ran for ${formatTidyDuration(endMs - startMs)}`
    : `${what} happened`;
}
