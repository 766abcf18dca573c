/** The SQLskills test of SELECT INTO with snapshots on disks and on a card: its figures 1 and 2. */
import type { FigureInput, FigurePoint } from "../../contract/figure.ts";
import { at, atLeastTimes, differs, shape } from "./checks.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import { operation, otherWaits, wait } from "./measures.ts";

const preset = "sqlskills-select-into";

const inputs: readonly FigureInput[] = [
  {
    what: "Server and disks",
    value:
      "Dell R720; data in 8 files on two Fusion-io cards, the log on another; snapshots on six 15k disks in RAID 5 over iSCSI, or on an LSI Nytro card",
    source: "paper",
  },
  { what: "Rows", value: "1,000,000, into a new table", source: "paper" },
  { what: "Width of a row", value: "256 bytes; the post does not say", source: "assumed" },
  { what: "New pages", value: "where the files had never been used", source: "assumed" },
];

const stores = [
  { id: "raid5", name: "RAID 5 over iSCSI", volume: "K" },
  { id: "pcie", name: "PCIe SSD", volume: "R" },
] as const;

const copied = (snapshots: number): string =>
  timeline([
    ...Array.from({ length: snapshots }, (_, place) => ({
      atSeconds: 1 + place,
      command: { kind: "createSnapshot" as const, name: `s${place + 1}` },
    })),
    { atSeconds: 10, command: { kind: "selectInto", name: "copy", rows: 1_000_000 } },
  ]);

const withSnapshots = (
  { id, name, volume }: (typeof stores)[number],
  snapshots: number,
): FigurePoint => ({
  id: `${id}-${snapshots}`,
  name: `${name}, ${snapshots === 1 ? "1 snapshot" : `${snapshots} snapshots`}`,
  series: name,
  x: snapshots,
  settings: [`storage.placement.snapshot=${volume}`, copied(snapshots)],
});
const without: FigurePoint = {
  id: "none",
  name: "No snapshot",
  series: "no snapshot",
  x: 0,
  settings: [copied(0)],
};
const some = stores.flatMap((store) => [1, 2].map((snapshots) => withSnapshots(store, snapshots)));

const selectInto = operation("selectInto", "SELECT INTO");

const duration: FigureDefinition = {
  id: "sqlskills-1",
  paper: "sqlskills",
  label: "Figure 1",
  title: "SELECT INTO with 0, 1 and 2 snapshots",
  question: "What does a snapshot cost when a million rows are written into a new table?",
  says: "One snapshot slows down writing, even where its storage is as fast as the source’s; the second costs less than the first on every storage.",
  preset,
  settings: [],
  inputs,
  across: "snapshots",
  chart: "lines",
  points: [without, ...some],
  measures: [selectInto],
  concludes: ({ value, paper }) =>
    `A snapshot makes writing a million rows into a new table far slower: ${value("raid5-1", selectInto)} with one on disks and ${value("pcie-1", selectInto)} on a PCIe SSD, against ${value(without.id, selectInto)} without (${paper(selectInto)} in the paper). A second one adds less: ${value("raid5-2", selectInto)} and ${value("pcie-2", selectInto)}.`,
  published: [
    {
      measure: selectInto.id,
      value: 1800,
      points: [without.id],
      source: "below figure 1, the mean of ten runs without a snapshot",
    },
  ],
  checks: [
    ...stores.map(({ id, name }) =>
      differs(
        {
          id: `costs-${id}`,
          statement: `On ${name} it takes longer with one snapshot, and still longer with two, each proven`,
          says: "one snapshot costs whoever writes",
        },
        "more",
        [at(without.id, selectInto), at(`${id}-1`, selectInto), at(`${id}-2`, selectInto)],
      ),
    ),
    ...stores.map(({ id, name }) =>
      shape(
        {
          id: `second-${id}`,
          statement: `On ${name} the second snapshot adds less than the first`,
          says: "the second costs less than the first, in every test",
        },
        [at(without.id, selectInto), at(`${id}-1`, selectInto), at(`${id}-2`, selectInto)],
        ([none = 0, one = 0, two = 0]) => two - one < one - none,
      ),
    ),
    atLeastTimes(
      {
        id: "disks",
        statement: "With one snapshot it takes at least twice as long on the disks as on the card",
        says: "the card was far ahead of the disks",
      },
      2,
      [at("raid5-1", selectInto), at("pcie-1", selectInto)],
    ),
  ],
};

const writeFile = wait("PREEMPTIVE_OS_WRITEFILE");
const completion = wait("WRITE_COMPLETION");
const replica = wait("FCB_REPLICA_WRITE");
const other = otherWaits([writeFile.id, completion.id, replica.id]);

const waits: FigureDefinition = {
  id: "sqlskills-2",
  paper: "sqlskills",
  label: "Figure 2",
  title: "Waits of the SELECT INTO by number of snapshots",
  question: "What does the SELECT INTO wait for?",
  says: "With one snapshot PREEMPTIVE_OS_WRITEFILE and WRITE_COMPLETION are on top; FCB_REPLICA_WRITE comes with the second, and never before.",
  preset,
  settings: [],
  inputs,
  across: "storage and snapshots",
  chart: "bars",
  points: some,
  measures: [writeFile, completion, replica, other],
  concludes: ({ value }) =>
    `FCB_REPLICA_WRITE tells that there are several snapshots: ${value("raid5-1", replica)} of it with one on disks, ${value("raid5-2", replica)} with two. PREEMPTIVE_OS_WRITEFILE, which grows with the second in the paper, is ${value("raid5-1", writeFile)} with one and ${value("raid5-2", writeFile)} with two.`,
  published: [
    {
      measure: replica.id,
      value: 0,
      points: stores.map(({ id }) => `${id}-1`),
      source: "below figure 2: with a single snapshot this wait never occurs",
    },
  ],
  mechanisms: [
    {
      checks: stores.map(({ id }) => `trend-${id}`),
      because:
        "Writes to several snapshots run in parallel here; in the paper one seems to follow the other.",
      detail:
        "The time until the first write returns counts as PREEMPTIVE_OS_WRITEFILE, and what the second takes longer as FCB_REPLICA_WRITE: a second snapshot adds to FCB_REPLICA_WRITE alone.",
    },
  ],
  checks: [
    ...stores.map(({ id, name }) =>
      shape(
        {
          id: `top-${id}`,
          statement: `With one snapshot on ${name} the two longest waits are PREEMPTIVE_OS_WRITEFILE and WRITE_COMPLETION`,
          says: "these two were the top waits with one snapshot",
        },
        [at(`${id}-1`, writeFile), at(`${id}-1`, completion), at(`${id}-1`, other)],
        ([call = 0, done = 0, longest = 0]) => Math.min(call, done) > longest,
      ),
    ),
    shape(
      {
        id: "replica",
        statement: "FCB_REPLICA_WRITE occurs with two snapshots, and never with one",
        says: "never with one snapshot, only with more",
      },
      stores.flatMap(({ id }) => [at(`${id}-1`, replica), at(`${id}-2`, replica)]),
      (values) => values.every((value, place) => (place % 2 === 0 ? value === 0 : value > 0)),
    ),
    ...stores.map(({ id, name }) =>
      shape(
        {
          id: `trend-${id}`,
          statement: `On ${name} there is more PREEMPTIVE_OS_WRITEFILE with two snapshots than with one`,
          says: "PREEMPTIVE_OS_WRITEFILE follows the duration in every configuration",
        },
        [at(`${id}-1`, writeFile), at(`${id}-2`, writeFile)],
        ([one = 0, two = 0]) => two > one,
      ),
    ),
  ],
};

export const sqlskillsFigures: readonly FigureDefinition[] = [duration, waits];
