/** Files of the database and sparse files belong on volumes apart. */
import { dataVolumes } from "../../contract/placement.ts";
import { responsesFall } from "./promises.ts";
import type { Rule } from "./rule.ts";
import { filesOn, ioEvidence, ioTimes, isBusy, isSparse } from "./volume-load.ts";
import { withOwnVolume } from "./volumes.ts";

/** What is less of a volume's I/O cannot be felt when it goes elsewhere. */
const leastShare = 0.05;

export const snapshotVolume: Rule = (run) => {
  const { scenario, summary, devices } = run;
  const { placement } = scenario.storage;
  const volume = placement.snapshot;
  const others = [
    ...(dataVolumes(placement).includes(volume) ? ["data"] : []),
    ...(placement.log === volume ? ["log"] : []),
  ];
  const files = filesOn(run, volume);
  const device = devices.get(volume);
  const times = ioTimes(files, device, summary.run.engineMs);
  const sparse = ioTimes(
    files.filter((file) => isSparse(run, file)),
    device,
    summary.run.engineMs,
  );
  if (others.length === 0 || times === null || sparse === null || !isBusy(times)) return null;
  const share = sparse.perSecond / times.perSecond;
  if (share < leastShare) return null;
  const moved = withOwnVolume(scenario, "snapshot", "snapshots");
  if (moved === null) return null;
  const what = others.join(" and ");
  return {
    rule: "snapshotVolume",
    title: `Put the snapshots on a volume of their own: they share ${volume} with the ${what}.`,
    reason:
      "The first change of a page waits until the old page is in the sparse file. On a volume that is busy with data or log, that write queues behind their reads and writes, and they queue behind it.",
    evidence: [
      ...ioEvidence(volume, times),
      { label: "Share of sparse files in that I/O", value: share, unit: "share" },
    ],
    change: `Sparse files lie on a further volume, ${moved.name}, with a device like that of ${volume}.`,
    promise: responsesFall,
    changed: moved.scenario,
  };
};
