/** What the figures of Dell's paper about its array's snapshots share, which it calls smart copies. */
import type { FigureInput } from "../../contract/figure.ts";
import type { ScenarioInput } from "../../contract/scenario.ts";

type Volume = ScenarioInput["storage"]["volumes"][number];

/** The volume of data and log takes part for the paper's four. */
const paperVolumes = 4;
const restoreSeconds = 168;
const commitMsPerVolume = 200;

const arraySnapshots: Volume["arraySnapshots"] = {
  scheme: "redirectOnWrite",
  pageKiB: 15_360,
  sizeGiB: 373,
  reservePercent: 600,
};

export const arraySettings: readonly string[] = [
  `storage.volumes.0.arraySnapshots=${JSON.stringify(arraySnapshots)}`,
  `storage.arraySnapshotTimes=${JSON.stringify({
    commitMsPerVolume: paperVolumes * commitMsPerVolume,
    restoreSecondsPerVolume: restoreSeconds,
  })}`,
];

export const arrayInputs: readonly FigureInput[] = [
  {
    what: "Volumes of a smart copy",
    value:
      "one of 400 GB with data and log, which takes the array as long as the paper’s four of 100 GB on that pool",
    source: "derived",
  },
  {
    what: "The array",
    value:
      "redirect-on-write with pages of 15 MiB, as is widely said of it; a reserve of 600 %, in which no copy has to go",
    source: "assumed",
  },
  {
    what: "Time that the array and VSS take for a copy",
    value:
      "given: 3 s before the database is frozen and 0.8 s in which the array commits; how long writes take to stop is computed",
    source: "assumed",
  },
];

/** Table 3 has it, and no model: an input that its total has in it. */
export const givenRestore: FigureInput = {
  what: "Smart copy restore",
  value: "given: the 168 s of table 3, in which the array’s volumes go back",
  source: "paper",
};
