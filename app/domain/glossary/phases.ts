/** Help for phases and activities, and for the snapshot's measures. */
import type { PhaseName } from "../../contract/phase.ts";
import { activityTerms } from "./activities.ts";
import type { Term } from "./term.ts";

/** Beside the length of a phase that a scenario gives (`storage.spans`). */
export const givenNote = "given, not predicted";

export const phaseTerms: Readonly<Record<PhaseName, Term>> = {
  files: {
    title: "Files",
    unit: null,
    what: "A sparse file is created for each data file of the source. It takes no space yet.",
    reading: "It should be short. If it is long, look at the snapshot volume.",
  },
  checkpointWait: {
    title: "Wait for a checkpoint",
    unit: null,
    what: "Another checkpoint of the source is under way. Only one runs at a time, so the creation's own checkpoint begins when the other has ended.",
    reading:
      "It occurs only where the creation begins in the middle of a checkpoint. The creation's own checkpoint need not write again what that checkpoint wrote.",
  },
  checkpoint: {
    title: "Checkpoint",
    unit: null,
    what: "All dirty pages of the source are written to its data file, so that the snapshot can read them there.",
    reading:
      "Its length follows the number of dirty pages and the speed of the data volume. The workload goes on, and what it changes meanwhile is left to redo.",
  },
  secondPass: {
    title: "Second pass",
    unit: null,
    what: "What changed meanwhile is written once more, so that fewer pages are dirty when the snapshot is armed. This phase exists only where the scenario has dirty pages copied at arming.",
    reading:
      "It grows with what the workload changed during the checkpoint. Logs of real servers are silent here; a second pass is one explanation of that silence, and no published source confirms it.",
  },
  openWait: {
    title: "Before the opening (given)",
    unit: null,
    what: "The scenario gives the length of this wait; it is no prediction. The checkpoint is over, the sparse files are not open yet, and the creation does nothing. Users go on.",
    reading:
      "Logs of real servers are silent here, and no published source says what the product does meanwhile. The consequences are predicted: the longer the wait, the more is left to redo.",
  },
  open: {
    title: "Open",
    unit: null,
    what: "The snapshot is armed: from now on, the first change to any page copies the old page first.",
    reading: "Transactions pay for the snapshot from here on, although it is not ready.",
  },
  arming: {
    title: "Arming",
    unit: null,
    what: "Each page that is dirty is copied to the snapshot, one after the other. This phase exists only where the scenario has dirty pages copied at arming; otherwise the snapshot is armed in a moment.",
    reading:
      "Its length is the number of dirty pages times one write to the snapshot's volume. Logs of real servers are silent for minutes here.",
  },
  startupWait: {
    title: "Before the start-up (given)",
    unit: null,
    what: "The scenario gives the length of this wait; it is no prediction. The snapshot is armed and does not start yet. Users go on, and the first change to any page copies the old page first.",
    reading:
      "Logs of real servers are silent for minutes here. The consequences are predicted: a later as-of time, more pages pushed, and a longer redo.",
  },
  startup: {
    title: "Start-up",
    unit: null,
    what: "The snapshot starts as a database of its own.",
    reading: "Logs of real servers are silent for minutes here.",
  },
  analysis: {
    title: "Analysis",
    unit: null,
    what: "The log is read to find the transactions that were open. Its start fixes what the snapshot shows: everything that was committed before it.",
    reading: "Its length follows the amount of log since the checkpoint began.",
  },
  redo: {
    title: "Redo",
    unit: null,
    what: "Changes that are in the log and not yet in the snapshot's pages are repeated, in the snapshot only.",
    reading:
      "Often the longest part under load: it grows with what was changed since the checkpoint began, and it pulls each page that it changes into the sparse file.",
  },
  undo: {
    title: "Undo",
    unit: null,
    what: "Transactions that were open at the start of analysis are rolled back, in the snapshot only. In the source they go on.",
    reading: "It is long where long transactions were open.",
  },
  flush: {
    title: "Final flush",
    unit: null,
    what: "The pages that redo and undo changed are written to the sparse files. The creation waits for pushes that are under way, then marks the snapshot as complete.",
    reading:
      "Its length follows the pages that redo pulled and the speed of the snapshot volume. A real server's log does not mention it: there it is part of undo.",
  },
  complete: {
    title: "Complete",
    unit: null,
    what: "The snapshot is complete and can be queried.",
    reading: "From here on its only price is copy-on-write.",
  },
  ...activityTerms,
};

export const snapshotTerms = {
  asOf: {
    title: "As of",
    unit: null,
    what: "The start of the snapshot's analysis. What was committed before it is in the snapshot; everything else is not.",
    reading:
      "It lies after the command was given and before the creation ends. Neither of these two moments is what the snapshot shows.",
  },
  sizeOnDisk: {
    title: "Size on disk",
    unit: "bytes",
    what: "Space that the sparse file takes, in regions of 64 KiB. Its logical size is the source's.",
    reading:
      "It grows with every region that is changed for the first time, up to the size of the source when the snapshot was made.",
  },
  pagesPushed: {
    title: "Pages pushed",
    unit: "pages",
    what: "Old images of pages that were copied into the snapshot since it was armed.",
    reading: "Each of them delayed the transaction that changed the page.",
  },
  pagesPulled: {
    title: "Pulled by redo",
    unit: "pages",
    what: "Pages that redo changed while the snapshot was created: each was read from the source and changed in the snapshot.",
    reading: "They take as much space as pushed pages, and no transaction waited for them.",
  },
  regions: {
    title: "Regions of 64 KiB",
    unit: null,
    what: "The sparse file takes space a region at a time: the first of its eight pages that is copied takes all of it, the others then cost nothing.",
    reading:
      "Pushed and pulled pages that lie side by side share a region, so there are fewer regions than pages, and more space than their pages need. One of each file holds its header.",
  },
} as const satisfies Readonly<Record<string, Term>>;
