/** How busy volumes were, by the parts of their devices and the way to them. */
import type { ResourceKind } from "../../contract/bottleneck.ts";
import { dataVolumes } from "../../contract/placement.ts";
import type { Evidence } from "../../contract/recommendation.ts";
import type { Measured, UsedPart } from "./measured.ts";
import { resourceName } from "./resource-names.ts";

const kinds: Readonly<Record<string, ResourceKind>> = {
  servers: "device",
  link: "bandwidth",
  linkIn: "bandwidth",
  linkOut: "bandwidth",
  limitIos: "ioLimit",
  limitBytes: "byteLimit",
  depth: "queueDepth",
  schedulers: "schedulers",
};

export function kindOf({ volume, part }: UsedPart): ResourceKind {
  const kind = kinds[part] ?? "device";
  return kind === "bandwidth" && volume === "" ? "network" : kind;
}

export const utilisationOf = ({ serving, units }: UsedPart): number => Math.min(1, serving / units);

/** From here on hardly anything is left of a part, however evenly it is asked. */
export const nearlyAll = 0.9;
/** I/Os that come all at once wait on an idle device, too: more of it would not help the rest of the time. */
const leastUtilisation = 0.25;

/**
 * An I/O waits for the part for as long as it is served there, or hardly anything is left of it. A queue of one
 * server does the former at a utilisation of one half (response = service / (1 - utilisation)).
 */
export const isBusy = (part: UsedPart): boolean =>
  part.part !== "copies" &&
  (utilisationOf(part) >= nearlyAll ||
    (part.waiting >= part.serving && utilisationOf(part) >= leastUtilisation));

/** What makes half or more of a device's work, apart from those who wait for it; null: nothing does. */
export function busyWith(busy: UsedPart, measured: Measured): ResourceKind | null {
  if (isBusyWithCopies(busy, measured)) return "pageCopies";
  return isBusyWithCheckpoints(busy, measured) ? "checkpoint" : null;
}

/** The array’s copies of old pages are half or more of what is under way at the device. */
function isBusyWithCopies({ volume, serving, waiting }: UsedPart, { parts }: Measured): boolean {
  const copies = parts.find((one) => one.volume === volume && one.part === "copies");
  return copies !== undefined && copies.serving >= (serving + waiting) / 2;
}

const pageBytes = 8192;

/** Checkpoints, indirect ones as well, write half or more of what goes to data files and comes from them. */
function isBusyWithCheckpoints({ volume }: UsedPart, { scenario, counter }: Measured): boolean {
  if (!dataVolumes(scenario.storage.placement).includes(volume)) return false;
  const pages = counter("checkpointPagesPerSecond") + counter("backgroundWriterPagesPerSecond");
  const allBytes = counter("dataReadBytesPerSecond") + counter("dataWriteBytesPerSecond");
  return pages > 0 && pages * pageBytes >= allBytes / 2;
}

/** The part that is nearest to all of what it can do. */
export const busiest = (parts: readonly UsedPart[]): UsedPart | null =>
  parts.reduce<UsedPart | null>(
    (most, part) => (most === null || utilisationOf(part) > utilisationOf(most) ? part : most),
    null,
  );

export const partEvidence = (part: UsedPart): Evidence[] => [
  {
    label: `Utilisation of ${resourceName(kindOf(part), part.volume)}`,
    value: utilisationOf(part),
    unit: "share",
  },
  { label: "Waiting for it", value: part.waiting, unit: { name: "on the average" } },
];
