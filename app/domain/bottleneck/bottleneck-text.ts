/** The bottleneck of a span, in a sentence. */
import type { Bottleneck } from "../../contract/bottleneck.ts";
import { atBegin } from "../format/report-text.ts";
import { shareText } from "../statistics/metric.ts";

/** "The bottleneck is the device of volume Q: 62 % of the time of sessions and operations goes there, and it is busy 97 % of the time." */
export function bottleneckSentence({ binding }: Bottleneck): string {
  if (binding === null) {
    return "There is no bottleneck: no resource has so much of the time of sessions and operations that twice as much of it would be noticed.";
  }
  const { name, share, utilisation } = binding;
  const spent = `The bottleneck is ${name}: ${whole(share)} of the time of sessions and operations goes there`;
  return utilisation === null ? `${spent}.` : `${spent}; its utilisation is ${whole(utilisation)}.`;
}

const whole = (share: number): string => shareText(Math.round(100 * share) / 100);

/** What is less of all time than this is not listed. */
const leastListed = 0.01;

export interface ListedResource {
  readonly name: string;
  readonly share: string;
  /** Empty where it serves nobody in turn, or nobody knows. */
  readonly utilisation: string;
  readonly waitTypes: readonly string[];
}

/** The resources as a table lists them, most time first. */
export const listedResources = ({ resources }: Bottleneck): readonly ListedResource[] =>
  resources
    .filter(({ share }) => share >= leastListed)
    .map(({ name, share, utilisation, waits }) => ({
      name: atBegin(name),
      share: whole(share),
      utilisation: utilisation === null ? "" : whole(utilisation),
      waitTypes: waits.map(({ waitType }) => waitType),
    }));

/** The heads of such a table. */
export const resourceHeads = ["Resource", "Share of time", "Utilisation", "Waits"] as const;
