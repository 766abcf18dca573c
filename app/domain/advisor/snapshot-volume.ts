/** Files of the database and sparse files belong on volumes apart. */
import { dataVolumes } from "../../contract/placement.ts";
import type { Summary } from "../../contract/summary.ts";
import { busiest, isBusy, partEvidence } from "../bottleneck/volume-parts.ts";
import { responsesFall } from "./promises.ts";
import type { Rule } from "./rule.ts";
import { withOwnVolume } from "./volumes.ts";

/** What is less of a volume's I/O cannot be felt when it goes elsewhere. */
const leastShare = 0.05;

export const snapshotVolume: Rule = ({ scenario, summary, measured }) => {
  const { placement } = scenario.storage;
  const volume = placement.snapshot;
  const others = [
    ...(dataVolumes(placement).includes(volume) ? ["data"] : []),
    ...(placement.log === volume ? ["log"] : []),
  ];
  const busy = busiest(measured.parts.filter((part) => part.volume === volume && isBusy(part)));
  const share = sparseShare(summary, volume);
  if (others.length === 0 || busy === null || share < leastShare) return null;
  const moved = withOwnVolume(scenario, "snapshot", "snapshots");
  if (moved === null) return null;
  const what = others.join(" and ");
  return {
    rule: "snapshotVolume",
    title: `Put the snapshots on a volume of their own: they share ${volume} with the ${what}.`,
    reason:
      "The first change of a page waits until the old page is in the sparse file. On a volume that is busy with data or log, that write queues behind their reads and writes, and they queue behind it.",
    evidence: [
      ...partEvidence(busy),
      { label: `Share of sparse files in the I/O of ${volume}`, value: share, unit: "share" },
    ],
    change: `Sparse files lie on a further volume, ${moved.name}, with a device like that of ${volume}.`,
    promise: responsesFall,
    changed: moved.scenario,
  };
};

/** Of the reads and writes of a volume. A sparse file has the name of its snapshot; that of a further data file, a number after it. */
function sparseShare({ files, snapshots }: Summary, volume: string): number {
  const names = new Set(snapshots.map(({ name }) => name));
  const ios = (of: typeof files) => of.reduce((sum, { reads, writes }) => sum + reads + writes, 0);
  const there = files.filter((file) => file.volume === volume);
  const all = ios(there);
  const sparse = there.filter(({ name }) => names.has(name.replace(/\.\d+$/, "")));
  return all > 0 ? ios(sparse) / all : 0;
}
