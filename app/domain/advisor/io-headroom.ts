/** The volume of the sparse files, which they have to themselves, must keep up with the pushes. */
import { dataVolumes } from "../../contract/placement.ts";
import { creationSpans } from "../creation-cost/creation-spans.ts";
import { responsesFall } from "./promises.ts";
import type { Rule } from "./rule.ts";
import { filesOn, ioEvidence, ioTimes, isBusy } from "./volume-load.ts";
import { deviceOf, twice, withDevice } from "./volumes.ts";
import { waitShare } from "./wait-share.ts";

export const ioHeadroom: Rule = (run) => {
  const { scenario, summary, devices } = run;
  const { placement } = scenario.storage;
  const volume = placement.snapshot;
  const device = deviceOf(scenario, volume);
  // Shared, the files are put apart first: another rule says so.
  const isShared = dataVolumes(placement).includes(volume) || placement.log === volume;
  const [first] = creationSpans(summary.phases);
  if (device === undefined || isShared || first === undefined) return null;
  const spanMs = summary.run.engineMs - first.startMs;
  const times = ioTimes(filesOn(run, volume), devices.get(volume), spanMs);
  const waits = waitShare(summary);
  if (times === null || !isBusy(times) || waits === null) return null;
  return {
    rule: "ioHeadroom",
    title: `Give the snapshots a volume with more headroom than ${volume}.`,
    reason:
      "The first change of a page waits for its push. Where sparse files are written more slowly than pages change, every user waits.",
    evidence: [...ioEvidence(volume, times), waits],
    change: `The device of ${volume} has twice the capacity: I/Os at a time, bandwidth and limits.`,
    promise: responsesFall,
    changed: withDevice(scenario, volume, twice(device)),
  };
};
