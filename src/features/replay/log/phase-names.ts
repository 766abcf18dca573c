/** Names of phases that come as text, as a facet's values do. */
import { activityNames, type PhaseName, phaseNames } from "../../../../app/contract/phase.ts";

const all: readonly PhaseName[] = [...phaseNames, ...activityNames];

/** Null for what is no phase, such as the value that stands for "outside every phase". */
export const phaseNamed = (value: string): PhaseName | null =>
  all.find((name) => name === value) ?? null;
