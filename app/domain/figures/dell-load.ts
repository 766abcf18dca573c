/** What Dell's paper measured under 4,000 users of a TPC-C-style load: its figures 4 to 7. */
import type { FigurePoint } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import type { ScenarioInput } from "../../contract/scenario.ts";
import { countOf } from "../format/numbers.ts";
import { at, atLeast, atMost, rising, shape } from "./checks.ts";
import {
  type Counter,
  counters,
  dellInputs,
  dellPreset,
  firstOf,
  fiveMinutes,
  lengthOf,
  load4000,
  meanIn,
  meanLength,
  ordinals,
  places,
  type Span,
  share,
  simple,
  smallerLog,
} from "./dell-inputs.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import type { MeasureDefinition } from "./measure-definition.ts";
import { creation, throughput } from "./measures.ts";

/**
 * What is measured begins half an hour after the users: until then responses become shorter, from three times what they are
 * afterwards. The pool has the same share of all leaves at first, and must come to have those that the users look for most.
 */
const settledSeconds = 1800;
/** So long before something, and at the end of the run, is taken as usual. */
const usualMs = 240_000;
/** What is over by then leaves the end of the run undisturbed. */
const settlesMs = 60_000;

/** Ends with the last point that is wholly before: the next has part of what comes merged into it. */
function usualBefore({ counters: kept }: FigureRun, startMs: number): Span | null {
  const toMs = kept?.timeMs.findLast((pointMs) => pointMs <= startMs);
  return toMs === undefined ? null : { fromMs: toMs - usualMs, toMs };
}

/** Null: what ended at `endMs` leaves no such time. */
function usualAtEnd({ counters: kept }: FigureRun, endMs: number): Span | null {
  const toMs = kept?.timeMs.at(-1);
  if (toMs === undefined || endMs + settlesMs > toMs - usualMs) return null;
  return { fromMs: toMs - usualMs, toMs };
}

/** By how much a counter is above what it was before, as a share of that. */
function riseIn(run: FigureRun, counter: Counter, before: Span | null, during: Span | null) {
  const [base, value] = [meanIn(run, counter, before), meanIn(run, counter, during)];
  return base === null || value === null || base <= 0 ? null : value / base - 1;
}

type Part = "before" | "during" | "after";
const partNames = { before: "before", during: "during the backup", after: "at the end" } as const;

function partsOfBackup(run: FigureRun): Readonly<Record<Part, Span | null>> {
  const backup = firstOf(run, "backup");
  if (backup === null) return { before: null, during: null, after: null };
  return {
    before: usualBefore(run, backup.startMs),
    during: { fromMs: backup.startMs, toMs: backup.endMs },
    after: usualAtEnd(run, backup.endMs),
  };
}

const ofBackup = (counter: Counter, name: string, unit: "milliseconds" | "%") =>
  (["before", "during", "after"] as const).map(
    (part): MeasureDefinition => ({
      id: `${counter}-${part}`,
      metric: {
        name: `${name} ${partNames[part]}`,
        unit: unit === "%" ? { name: unit } : unit,
        better: null,
      },
      read: (run) => meanIn(run, counter, partsOfBackup(run)[part]),
    }),
  );

const backupCpu = ofBackup("processorTimePercent", "CPU", "%");
const backupResponse = ofBackup("meanMs", "mean response", "milliseconds");
const [cpuBefore, cpuDuring] = backupCpu as [MeasureDefinition, MeasureDefinition];
const responseRise = share("response-rise", "rise of the mean response", (run) => {
  const { before, during } = partsOfBackup(run);
  return riseIn(run, "meanMs", before, during);
});
const backupTime = lengthOf("backup", "backup", "full backup");

const of4000 = (measures: readonly MeasureDefinition[]) =>
  measures.map((measure) => at(load4000.id, measure));

const backupUnderLoad: FigureDefinition = {
  id: "dell-4",
  paper: "dell",
  label: "Figure 4",
  title: "A full backup under load",
  question: "What does a full backup of 130 GB cost 4,000 users?",
  says: "CPU load rises significantly while it lasts, and responses take 30 % longer on average.",
  preset: dellPreset,
  settings: [
    "durationSeconds=4200",
    timeline([
      {
        atSeconds: settledSeconds,
        command: { kind: "backup", name: "full_1", type: "full", copyOnly: false },
      },
    ]),
  ],
  inputs: [...dellInputs, simple],
  across: "time",
  chart: "counters",
  points: [load4000],
  measures: [...backupCpu, ...backupResponse, responseRise, backupTime],
  counters,
  published: [
    {
      measure: responseRise.id,
      value: 0.3,
      source: "section 3.2.1, on average while the backup lasted",
    },
  ],
  concludes: ({ value, paper }) =>
    `A full backup costs processor time: CPU is ${value(load4000.id, cpuDuring)} while it lasts, ${value(load4000.id, cpuBefore)} before. Responses take ${value(load4000.id, responseRise)} longer meanwhile; the paper measured ${paper(responseRise)}.`,
  mechanisms: [
    {
      checks: ["response"],
      because: "Checkpoints keep the disks short already, and a backup adds little to that.",
      detail:
        "An automatic checkpoint of some 105,000 pages comes each minute and takes 7 to 15 s. The array’s cache takes its writes at once, so it does not hold back, and for half of each minute, until the disks have what the cache took, a read takes 75 to 90 ms before the backup and 62 to 76 ms during it, when the backup gets little of the disks, too. In the other half the backup goes as fast as the processors let it, and a read takes 7 to 8 ms instead of 3: 32 ms of a transaction instead of 13, which is little of a mean of 180. How often the paper’s server had checkpoints the paper does not say.",
    },
  ],
  checks: [
    shape(
      {
        id: "cpu",
        statement:
          "While the backup lasts the processors do at least 20 % more than in the 4 minutes before; in the last 4 minutes at most 10 % more",
        says: "a significant increase in CPU load while the backup was made",
      },
      of4000(backupCpu),
      ([before = 0, during = 0, after = 0]) => during >= 1.2 * before && after <= 1.1 * before,
    ),
    shape(
      {
        id: "response",
        statement:
          "While the backup lasts the mean response is at least 10 % above that of the 4 minutes before; in the last 4 minutes at most 10 % above it",
        says: "responses took 30 % longer on average in the same time",
      },
      of4000(backupResponse),
      ([before = 0, during = 0, after = 0]) => during >= 1.1 * before && after <= 1.1 * before,
    ),
  ],
};

const creationTime = creation("creation", "creation of a snapshot");
const userCounts = [100, 500, 1000, 2000, 3000, 4000] as const;
const withUsers = (users: number): FigurePoint => ({
  id: `${users}-users`,
  name: countOf(users, "user"),
  series: "",
  x: users,
  settings: [`workload.users=${users}`],
});
const createdWith = (users: number) => at(`${users}-users`, creationTime);

const creationByUsers: FigureDefinition = {
  id: "dell-5",
  paper: "dell",
  label: "Figure 5",
  title: "Creation time by users",
  question: "How long does the creation of a snapshot take if there is no other?",
  says: "About a second with 100 users, and longer the more users there are.",
  preset: dellPreset,
  settings: ["durationSeconds=2400"],
  inputs: [...dellInputs, simple],
  across: "users",
  chart: "lines",
  points: userCounts.map(withUsers),
  measures: [creationTime, throughput],
  published: [
    {
      measure: creationTime.id,
      value: 1000,
      points: ["100-users"],
      isRough: true,
      source: "section 3.3.1, with 100 users",
    },
    {
      measure: throughput.id,
      value: 220,
      points: [load4000.id],
      source:
        "section 3.2, the constant load of 4,000 users; the think time here was chosen for it",
    },
  ],
  predictsCreations: true,
  concludes: ({ value, paper }) =>
    `The more users are at work, the longer a snapshot takes to create: ${value("100-users", creationTime)} with 100 users (${paper(creationTime)} in the paper), ${value("1000-users", creationTime)} with 1,000 and ${value(load4000.id, creationTime)} with 4,000.`,
  checks: [
    atMost(
      {
        id: "seconds",
        statement: "With 100 users it takes at most 10 s",
        says: "about one second with 100 users",
      },
      10_000,
      [createdWith(100)],
    ),
    rising(
      {
        id: "grows",
        statement: "From 100 to 4,000 users it takes longer with each step",
        says: "how long a creation takes depends on the load at that time",
      },
      userCounts.map(createdWith),
    ),
  ],
};

const nameAt = (place: number) => `s${place + 1}`;

/** Each is asked for five minutes after the one before it is there; none is dropped. */
const fiveRetained = timeline(
  places.map((place): NonNullable<ScenarioInput["timeline"]>[number] => ({
    name: nameAt(place),
    ...(place === 0
      ? { atSeconds: settledSeconds }
      : { after: { step: nameAt(place - 1), event: "completed", delaySeconds: 300 } }),
    command: { kind: "createSnapshot", name: nameAt(place) },
  })),
);
const retainedLog = smallerLog(4);
const retainedSettings = ["durationSeconds=21600", retainedLog.setting, fiveRetained];
const creationTimes = places.map((place) =>
  creation(`creation-${place + 1}`, `${ordinals[place]} creation`, place),
);
const meanCreation = meanLength("creation-mean", "mean of the five", creationTimes);
const load100: FigurePoint = {
  id: "100-users",
  name: "100 users",
  series: "",
  x: null,
  settings: ["workload.users=100"],
};

const retained: FigureDefinition = {
  id: "dell-6",
  paper: "dell",
  label: "Figure 6",
  title: "Five creations, the earlier snapshots retained",
  question: "How long does a creation take if earlier snapshots are kept, under 4,000 users?",
  says: "How long one takes is hard to predict; keeping fewer makes it shorter. The mean of the five is 814.4 s.",
  preset: dellPreset,
  settings: retainedSettings,
  inputs: [...dellInputs, simple, retainedLog.input, fiveMinutes],
  across: "creation",
  chart: "bars",
  points: [load100, load4000],
  measures: [...creationTimes, meanCreation],
  // Not drawn: so the runs with 4,000 users are those of figure 7, and done once.
  counters,
  published: [
    {
      measure: meanCreation.id,
      value: 814_400,
      points: [load4000.id],
      source: "section 3.4.1, the mean of the snapshots of SQL Server with 4,000 users",
    },
  ],
  predictsCreations: true,
  concludes: ({ value, paper }) => {
    const [first, fifth] = [creationTimes[0], creationTimes[4]] as [
      MeasureDefinition,
      MeasureDefinition,
    ];
    return `Snapshots that are kept make the next one take far longer: under 4,000 users the first took ${value(load4000.id, first)} and the fifth ${value(load4000.id, fifth)}. The mean of the five is ${value(load4000.id, meanCreation)}; the paper’s is ${paper(meanCreation)}.`;
  },
  mechanisms: [
    {
      checks: ["minutes"],
      because:
        "The first creation has no earlier snapshot to push to, and is as short as those of figure 5; the others take longer than the paper’s.",
      detail:
        "From the second on, every page that a checkpoint, redo or a user writes first is pushed to the earlier snapshots, on the disks that hold data and log, too: they are what is short. Redo, which brings in one page after the other, is 74 to 84 % of a creation from the second on, as each of its reads waits in their queue; the checkpoint that a creation makes, 2 s at the first, takes 79 to 308 s. How many pages its users changed the paper does not say.",
    },
  ],
  checks: [
    atLeast(
      {
        id: "minutes",
        statement: "With 4,000 users each of the five takes a minute at least",
        says: "minutes each, 814 s on average",
      },
      60_000,
      creationTimes.map((measure) => at(load4000.id, measure)),
    ),
    shape(
      {
        id: "longer",
        statement: "Each of the five takes longer with 4,000 users than with 100",
        says: "how long it takes varies with the load and with the snapshots that are retained",
      },
      creationTimes.flatMap((measure) => [at(load100.id, measure), at(load4000.id, measure)]),
      (values) =>
        values.every((value, place) => place % 2 === 0 || value > (values[place - 1] ?? value)),
    ),
  ],
};

/** The n-th creation, and the four minutes before it. */
function aroundCreation(run: FigureRun, place: number) {
  const found = run.creations[place];
  if (found === undefined || found.endMs === null) return null;
  return {
    before: usualBefore(run, found.startMs),
    during: { fromMs: found.startMs, toMs: found.endMs },
  };
}

const changes = (counter: Counter, name: string) =>
  places.map((place) =>
    share(`${counter}-${place + 1}`, `${name}, ${ordinals[place]} creation`, (run) => {
      const around = aroundCreation(run, place);
      return around === null ? null : riseIn(run, counter, around.before, around.during);
    }),
  );
const rateChanges = changes("transactionsPerSecond", "change of transactions/s");
const responseChanges = changes("meanMs", "change of the mean response");

const cpuWithNone: MeasureDefinition = {
  id: "cpu-none",
  metric: { name: "CPU before the first creation", unit: { name: "%" }, better: null },
  read: (run) => meanIn(run, "processorTimePercent", aroundCreation(run, 0)?.before ?? null),
};
const cpuWithFive: MeasureDefinition = {
  id: "cpu-five",
  metric: { name: "CPU with five snapshots, at the end", unit: { name: "%" }, better: null },
  read: (run) => {
    const endMs = run.creations[4]?.endMs ?? null;
    return endMs === null ? null : meanIn(run, "processorTimePercent", usualAtEnd(run, endMs));
  },
};
const cpuRise = share("cpu-rise", "rise of CPU from none to five snapshots", (run) => {
  const [none, five] = [cpuWithNone.read(run), cpuWithFive.read(run)];
  return none === null || five === null || none <= 0 ? null : five / none - 1;
});

const impact: FigureDefinition = {
  id: "dell-7",
  paper: "dell",
  label: "Figure 7",
  title: "CPU, transactions and responses while five snapshots are created",
  question: "What do creating and keeping snapshots cost 4,000 users?",
  says: "While a snapshot is created, throughput falls far and responses take much longer. By the fifth snapshot CPU use is some 30 % higher than before the first.",
  preset: dellPreset,
  settings: retainedSettings,
  inputs: [...dellInputs, simple, retainedLog.input, fiveMinutes],
  across: "time",
  chart: "counters",
  points: [load4000],
  measures: [...rateChanges, ...responseChanges, cpuWithNone, cpuWithFive, cpuRise],
  counters,
  published: [
    {
      measure: cpuRise.id,
      value: 0.3,
      isRough: true,
      source: "section 3.3.3, by the time of the fifth snapshot",
    },
  ],
  concludes: ({ value, paper }) => {
    const [first, fifth] = [rateChanges[0], rateChanges[4]] as [
      MeasureDefinition,
      MeasureDefinition,
    ];
    return `Keeping five snapshots makes the processors do ${value(load4000.id, cpuRise)} more (${paper(cpuRise)} in the paper). Transactions a second change by ${value(load4000.id, first)} while the first is created and by ${value(load4000.id, fifth)} while the fifth is; in the paper they fall far.`;
  },
  mechanisms: [
    {
      checks: ["transactions"],
      because:
        "What a creation takes from users comes in the minutes after its as-of time, and little of that is left in the mean of an hour.",
      detail:
        "A creation from the third on lasts an hour. Just after its as-of time each page is written first once more: there transactions fall from 216 a second to between 184 and 205 (a mean of 2 minutes), and the mean response is 1.5 to 3.7 s. In the rest of it users think for 18 s: with answers in 0.18 s 4,000 of them ask for 220 transactions a second, with answers in 0.63 s for 215. The processors do a quarter of what they could.",
    },
    {
      checks: ["responses"],
      because: "What makes responses long is that snapshots exist, not that one is being created.",
      detail:
        "The mean response is some 180 ms without a snapshot, and 460, 520, 480 and 540 ms in the 4 minutes before the second to the fifth creation, because with a snapshot each first change of a page is a push to the same disks. Automatic checkpoints wait while a snapshot is created, which lets reads through; the pushes of redo and the minutes after the as-of time take as much again: 420 to 450, 560 to 580, 470 to 520 and 620 to 650 ms in the mean of the whole creation.",
    },
  ],
  checks: [
    shape(
      {
        id: "transactions",
        statement:
          "While each of the five is created there are at least 5 % fewer transactions a second than in the 4 minutes before it",
        says: "transactions a second fell far while a snapshot was created",
      },
      of4000(rateChanges),
      (values) => values.every((value) => value <= -0.05),
    ),
    shape(
      {
        id: "responses",
        statement:
          "While each of the five is created the mean response is at least 20 % above that of the 4 minutes before it",
        says: "responses took much longer while a snapshot was created",
      },
      of4000(responseChanges),
      (values) => values.every((value) => value >= 0.2),
    ),
    shape(
      {
        id: "cpu",
        statement: "With five snapshots the processors do more than with none",
        says: "some 30 % more by the fifth than before the first",
      },
      of4000([cpuWithNone, cpuWithFive]),
      ([none = 0, five = 0]) => five > none,
    ),
  ],
};

export const dellLoadFigures: readonly FigureDefinition[] = [
  backupUnderLoad,
  creationByUsers,
  retained,
  impact,
];
