/** What snapshots cost who builds an index: the SQLCAT paper's figures 7 and 8. */
import type { FigureInput, FigurePoint } from "../../contract/figure.ts";
import type { TimelineEntry } from "../../contract/timeline.ts";
import { at, differs, shape } from "./checks.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import { operation } from "./measures.ts";
import { sqlcatInputs, sqlcatPreset } from "./sqlcat-creation.ts";

/** A thirty-second of the database's size, as with the paper's 1 TB and 32 GB. */
const smallDatabase = [
  "database.sizeMiB=2048",
  "server.memoryMiB=64",
  "database.filledPercent=40",
  "database.logSizeMiB=4096",
];

const size: FigureInput = {
  what: "Database",
  value:
    "2 GB with 64 MB of memory, in the proportion of the paper's 1 TB and 32 GB; its table had 364 million rows",
  source: "assumed",
};

const rebuild = operation("indexRebuild", "rebuild");
const counts = [0, 1, 2] as const;

const rebuildBySnapshots: FigureDefinition = {
  id: "sqlcat-8",
  paper: "sqlcat",
  label: "Figure 8",
  title: "Rebuild of an index with existing snapshots",
  question: "How long does it take to rebuild a clustered index in the presence of snapshots?",
  says: "A rebuild takes longer with a snapshot, and longer still with two.",
  preset: sqlcatPreset,
  settings: [...smallDatabase, "workload.users=0", "durationSeconds=400"],
  inputs: [...sqlcatInputs.slice(0, 1), size],
  across: "snapshots",
  chart: "lines",
  points: counts.map((snapshots) => ({
    id: `${snapshots}`,
    name: snapshots === 1 ? "1 snapshot" : `${snapshots} snapshots`,
    series: "",
    x: snapshots,
    settings: [
      timeline([
        ...Array.from({ length: snapshots }, (_, place) => ({
          atSeconds: 1 + place,
          command: { kind: "createSnapshot" as const, name: `s${place + 1}` },
        })),
        { atSeconds: 10, command: { kind: "rebuildIndex", index: 1 } },
      ]),
    ],
  })),
  measures: [rebuild],
  concludes: ({ value }) =>
    `The more snapshots there are, the longer the rebuild of an index takes: ${value("0", rebuild)} without one, ${value("1", rebuild)} with one and ${value("2", rebuild)} with two.`,
  published: [],
  checks: [
    differs(
      {
        id: "longer",
        statement:
          "A rebuild takes longer with one snapshot, and still longer with two, each proven",
        says: "the more snapshots there are, the longer it takes",
      },
      "more",
      counts.map((snapshots) => at(`${snapshots}`, rebuild)),
    ),
  ],
};

const creation = operation("indexCreation", "build of the nonclustered index");
const clustered = operation("indexRebuild", "build of the clustered index");

const builds = [
  {
    id: "nonclustered",
    name: "Nonclustered",
    measure: creation,
    command: { kind: "createIndex" as const, index: 2, online: true, sortInTempdb: true },
  },
  {
    id: "clustered",
    name: "Clustered",
    measure: clustered,
    command: { kind: "rebuildIndex" as const, index: 1, online: true },
  },
] as const;
const loads = [
  { id: "idle", name: "idle", users: 0 },
  { id: "load", name: "100 users", users: 100 },
] as const;

const buildPoint = (
  build: (typeof builds)[number],
  load: (typeof loads)[number],
  withSnapshot: boolean,
): FigurePoint => {
  const entries: TimelineEntry[] = [{ name: "build", atSeconds: 20, command: build.command }];
  if (withSnapshot) {
    entries.push({
      after: { step: "build", event: "started", delaySeconds: 1 },
      command: { kind: "createSnapshot", name: "s1" },
    });
  }
  return {
    id: `${build.id}-${load.id}-${withSnapshot ? "with" : "without"}`,
    name: `${build.name}, ${load.name}, ${withSnapshot ? "with a snapshot" : "without"}`,
    series: "",
    x: null,
    settings: [`workload.users=${load.users}`, timeline(entries)],
  };
};

const pairOf = (build: (typeof builds)[number], load: (typeof loads)[number]) =>
  [false, true].map((withSnapshot) => at(buildPoint(build, load, withSnapshot).id, build.measure));
const [[plain, wide], [idle, busy]] = [builds, loads];

/** Values come in pairs, without and with: whether the second pair is lengthened by a larger share. */
const isMorePronounced = ([
  without = 0,
  withOne = 0,
  other = 0,
  otherWith = 0,
]: readonly number[]) => otherWith / other > withOne / without;

const creationOfIndexes: FigureDefinition = {
  id: "sqlcat-7",
  paper: "sqlcat",
  label: "Figure 7",
  title: "Building an index while a snapshot is created",
  question: "What does creating a snapshot do to an index build?",
  says: "A snapshot that is created while a large index is built makes the build slower, more so if the index is clustered or users are at work.",
  preset: sqlcatPreset,
  settings: [
    ...smallDatabase,
    "durationSeconds=600",
    'storage.volumes.3={"name":"K","device":{"preset":"sqlcat-k"}}',
    "storage.placement.tempdb=K",
    "server.tempdbSizeMiB=2048",
  ],
  inputs: [
    ...sqlcatInputs,
    size,
    { what: "Options", value: "ONLINE = ON, SORT_IN_TEMPDB = ON", source: "paper" },
    {
      what: "Clustered index",
      value: "rebuilt, since every table here has one from the start; the paper created it",
      source: "assumed",
    },
    { what: "Workload", value: "100 users; the paper does not say how many", source: "assumed" },
  ],
  across: "index, load, snapshot",
  chart: "bars",
  points: builds.flatMap((build) =>
    loads.flatMap((load) => [false, true].map((withOne) => buildPoint(build, load, withOne))),
  ),
  measures: [creation, clustered],
  concludes: ({ value }) => {
    const [[without, withOne], [loaded, loadedWithOne]] = loads.map((load) =>
      [false, true].map((isWithOne) => value(buildPoint(wide, load, isWithOne).id, clustered)),
    ) as [[string, string], [string, string]];
    return `Creating a snapshot while an index is built slows the build: that of the clustered index takes ${withOne} instead of ${without}, and ${loadedWithOne} instead of ${loaded} with 100 users at work.`;
  },
  published: [],
  checks: [
    ...builds.flatMap((build) =>
      loads.map((load) =>
        differs(
          {
            id: `longer-${build.id}-${load.id}`,
            statement: `${build.name}, ${load.name}: the build takes longer when a snapshot is created meanwhile, which is proven`,
            says: "a snapshot created meanwhile makes it slower",
          },
          "more",
          pairOf(build, load),
        ),
      ),
    ),
    shape(
      {
        id: "clustered",
        statement: "Idle, a snapshot lengthens the build of the clustered index by a larger share",
        says: "more so where the index is clustered",
      },
      [...pairOf(plain, idle), ...pairOf(wide, idle)],
      isMorePronounced,
    ),
    shape(
      {
        id: "load",
        statement:
          "A snapshot lengthens the build of the nonclustered index by a larger share under load",
        says: "more so where users are at work",
      },
      [...pairOf(plain, idle), ...pairOf(plain, busy)],
      isMorePronounced,
    ),
  ],
};

export const indexFigures: readonly FigureDefinition[] = [creationOfIndexes, rebuildBySnapshots];
