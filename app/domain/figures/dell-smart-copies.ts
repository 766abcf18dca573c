/** What Dell's paper measured of its array's snapshots under 4,000 users: its figures 8 to 10. */
import type { FigureInput, FigurePoint } from "../../contract/figure.ts";
import type { FigureRun } from "../../contract/figure-results.ts";
import type { ScenarioInput } from "../../contract/scenario.ts";
import { at, atLeastTimes, same, shape } from "./checks.ts";
import { arrayInputs, arraySettings } from "./dell-array.ts";
import {
  counters,
  dellInputs,
  dellPreset,
  fiveMinutes,
  meanIn,
  meanLength,
  ordinals,
  places,
  simple,
  smallerLog,
} from "./dell-inputs.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import type { MeasureDefinition } from "./measure-definition.ts";
import { creation, throughput } from "./measures.ts";

const firstSeconds = 180;
const apartSeconds = { smart: 300, native: 60 } as const;
const durationSeconds = 1800;
const log = smallerLog(4);

type Entry = NonNullable<ScenarioInput["timeline"]>[number];

/** Each is asked for so long after the one before it is there; none is deleted. */
const series = (
  count: number,
  delaySeconds: number,
  commandOf: (name: string) => Entry["command"],
): string =>
  timeline(
    places.slice(0, count).map((place): Entry => {
      const name = `s${place + 1}`;
      const when =
        place === 0
          ? { atSeconds: firstSeconds }
          : {
              after: { step: `s${place}`, event: "completed" as const, delaySeconds },
            };
      return { name, ...when, command: commandOf(name) };
    }),
  );

const point = (id: string, name: string, timelineSetting: string): FigurePoint => ({
  id,
  name,
  series: "",
  x: null,
  settings: [timelineSetting],
});

const none = point("none", "neither", timeline([]));
const smart = point(
  "smart",
  "smart copies",
  series(5, apartSeconds.smart, (name) => ({ kind: "createArraySnapshot", name })),
);
/** Half an hour has two of them. */
const native: FigurePoint = {
  ...point(
    "native",
    "snapshots of SQL Server",
    series(2, apartSeconds.native, (name) => ({ kind: "createSnapshot", name })),
  ),
  mostRepeats: 3,
};

const base = {
  paper: "dell",
  preset: dellPreset,
  settings: [
    `durationSeconds=${durationSeconds}`,
    "warmupSeconds=120",
    log.setting,
    ...arraySettings,
  ],
  // One set of runs for the three figures.
  counters,
} as const;

const twoNative: FigureInput = {
  what: "Snapshots of SQL Server beside them",
  value:
    "two, the second asked for a minute after the first is there, which is kept: half an hour has room for no more; five in the paper",
  source: "assumed",
};

/** They begin with a smart copy, and not as those of figures 4 to 7 when half an hour has gone by. */
const fromTheStart: FigureInput = {
  what: "Time in which these runs are measured",
  value:
    "the first half hour, in which responses become shorter; runs with and without copies are compared at the same times",
  source: "assumed",
};

const inputs: readonly FigureInput[] = [
  ...dellInputs,
  simple,
  log.input,
  ...arrayInputs,
  fromTheStart,
  fiveMinutes,
];

const copiesOf = ({ operations }: FigureRun) =>
  operations.filter(({ name }) => name === "arraySnapshot");

const copyTimes = places.map(
  (place): MeasureDefinition => ({
    id: `copy-${place + 1}`,
    metric: { name: `${ordinals[place]} smart copy`, unit: "duration", better: "lower" },
    read: (run) => {
      const found = copiesOf(run)[place];
      return found === undefined ? null : found.endMs - found.startMs;
    },
  }),
);
const [firstCopy, fifthCopy] = [copyTimes[0], copyTimes[4]] as [
  MeasureDefinition,
  MeasureDefinition,
];
const copyMean = meanLength("copy-mean", "mean of the smart copies", copyTimes);
const nativeTimes = places
  .slice(0, 2)
  .map((place) =>
    creation(`native-${place + 1}`, `${ordinals[place]} snapshot of SQL Server`, place),
  );
const nativeMean = meanLength("native-mean", "mean of the snapshots of SQL Server", nativeTimes);

const times: FigureDefinition = {
  ...base,
  id: "dell-8",
  label: "Figure 8",
  title: "Time to create smart copies, the earlier ones retained",
  question:
    "How long does a snapshot of the array take under 4,000 users if earlier ones are kept?",
  says: "4.8 s on average, and 814.4 s for a snapshot of SQL Server.",
  inputs: [...inputs, twoNative],
  across: "snapshot",
  chart: "bars",
  points: [smart, native],
  measures: [...copyTimes, copyMean, ...nativeTimes, nativeMean],
  published: [
    {
      measure: copyMean.id,
      value: 4800,
      points: [smart.id],
      source: "section 3.4.1, the mean of the smart copies with 4,000 users",
    },
    {
      measure: nativeMean.id,
      value: 814_400,
      points: [native.id],
      source: "section 3.4.1, the mean of five snapshots of SQL Server with 4,000 users",
    },
  ],
  concludes: ({ value, paper }) =>
    `A snapshot of the array takes seconds, whatever is kept: ${value(smart.id, firstCopy)} the first and ${value(smart.id, fifthCopy)} the fifth, of which 3.8 s are given and only the wait until writes have stopped is computed; ${paper(copyMean)} on average in the paper. One of SQL Server takes ${value(native.id, nativeMean)} on average of two; ${paper(nativeMean)} in the paper.`,
  checks: [
    shape(
      {
        id: "seconds",
        statement: "With 4,000 users each of the five smart copies takes less than 15 s",
        says: "4.8 s on average",
      },
      copyTimes.map((measure) => at(smart.id, measure)),
      (values) => values.every((value) => value < 15_000),
    ),
    shape(
      {
        id: "retained",
        statement: "The fifth takes at most 1.5 times as long as the first",
        says: "a few seconds each, with the earlier ones kept",
      },
      [at(smart.id, firstCopy), at(smart.id, fifthCopy)],
      ([first = 0, fifth = 0]) => fifth <= 1.5 * first,
    ),
    atLeastTimes(
      {
        id: "native",
        statement:
          "On average a snapshot of SQL Server takes at least 20 times as long as a smart copy",
        says: "814.4 s and 4.8 s, which is 170 times as long",
      },
      20,
      [at(native.id, nativeMean), at(smart.id, copyMean)],
    ),
  ],
};

/** From the first copy to the end of the run. */
const whole = { fromMs: firstSeconds * 1000, toMs: durationSeconds * 1000 };
const cpu: MeasureDefinition = {
  id: "cpu",
  metric: { name: "CPU", unit: { name: "%" }, better: null },
  read: (run) => meanIn(run, "processorTimePercent", whole),
};

const series9: FigureDefinition = {
  ...base,
  id: "dell-9",
  label: "Figure 9",
  title: "CPU and transactions while five smart copies are created",
  question: "What do creating and keeping smart copies cost 4,000 users?",
  says: "No significant increase of CPU use, and transactions a second are not affected.",
  inputs,
  across: "time",
  chart: "counters",
  points: [smart, none],
  measures: [throughput, cpu],
  published: [
    {
      measure: throughput.id,
      value: 220,
      source: "section 3.4.1, the constant load of 4,000 users",
    },
  ],
  concludes: ({ value }) =>
    `With five smart copies throughput is ${value(smart.id, throughput)} and CPU ${value(smart.id, cpu)}, without them ${value(none.id, throughput)} and ${value(none.id, cpu)}.`,
  mechanisms: [
    {
      checks: ["transactions", "cpu"],
      because:
        "Both runs of a pair have the same users, who draw the same numbers: differences far below those of a real server are proven.",
      detail:
        "With five smart copies there are 218.1 transactions a second in place of 218.3, 0.06 % fewer on average and fewer in each of six pairs, and CPU use is 22.55 % in place of 22.57 %. Commits are held for 0.8 s five times, and answers take a twentieth longer (see figure 10), of which users who think for 18 s ask hardly less.",
    },
  ],
  checks: [
    same(
      {
        id: "transactions",
        statement:
          "With five smart copies throughput is not shown to differ from that without, and differs by less than 5 %",
        says: "transactions a second were not affected",
      },
      0.05,
      [at(none.id, throughput), at(smart.id, throughput)],
    ),
    same(
      {
        id: "cpu",
        statement:
          "From the first smart copy on CPU use is not shown to differ from that without, and differs by less than 5 %",
        says: "no significant increase in CPU use",
      },
      0.05,
      [at(none.id, cpu), at(smart.id, cpu)],
    ),
  ],
};

const response: MeasureDefinition = {
  id: "response",
  metric: { name: "mean response", unit: "milliseconds", better: "lower" },
  read: ({ responses }) => {
    const count = responses.reduce((sum, each) => sum + each.count, 0);
    const ms = responses.reduce((sum, each) => sum + each.count * each.meanMs, 0);
    return count === 0 ? null : ms / count;
  },
};
/** From one checkpoint to the next: how far one has come decides what a response takes. */
const firstMinute = { fromMs: firstSeconds * 1000, toMs: (firstSeconds + 60) * 1000 };
const firstResponse: MeasureDefinition = {
  id: "response-first",
  metric: {
    name: "mean response in the minute from the command for the first",
    unit: "milliseconds",
    better: "lower",
  },
  read: (run) => meanIn(run, "meanMs", firstMinute),
};

const responses: FigureDefinition = {
  ...base,
  id: "dell-10",
  label: "Figure 10",
  title: "Responses during snapshots of SQL Server and during smart copies",
  question: "Whose responses become longer while a snapshot is created?",
  says: "No noticeable increase while smart copies are created, and a much higher one for a time while SQL Server creates a snapshot.",
  inputs: [...inputs, twoNative],
  across: "",
  chart: "bars",
  points: [none, smart, native],
  measures: [response, firstResponse],
  published: [],
  concludes: ({ value }) =>
    `With five smart copies the mean response is ${value(smart.id, response)}, without them ${value(none.id, response)}. In the minute from the command for the first on it is ${value(smart.id, firstResponse)}, and ${value(none.id, firstResponse)} without; where SQL Server creates a snapshot in that minute it is ${value(native.id, firstResponse)}.`,
  mechanisms: [
    {
      checks: ["response"],
      because:
        "What the array’s write cache still holds of a page is a smart copy’s once that is taken, and is not overwritten there by the next checkpoint, while what is written lies elsewhere: more goes to the disks, and a read takes a twentieth longer.",
      detail:
        "The mean response is 250 ms with five smart copies and 237 without, 5.5 % more: 12 % in the five minutes after the first, when the disks are busiest, and 2 % in the last seven minutes, with all five kept. Of the 13 ms 3 are the freezes: without the 0.8 s that the array is given for each it is 247 ms (seed 1), and with them, but pages written in place, 239 ms. The rest are reads, which take 39.2 ms on average instead of 37.4, since a tenth fewer blocks are overwritten in the cache and 2 % more writes reach disks that a checkpoint keeps at their limit (seed 1). That what is written lies behind the files instead of behind the volume makes no difference (249 ms). A twentieth is not seen in the paper’s chart; that no difference is proven cannot be: the freezes alone are one, and both runs of a pair draw the same numbers.",
    },
  ],
  checks: [
    same(
      {
        id: "response",
        statement:
          "With five smart copies the mean response is not shown to differ from that without, and differs by less than 5 %",
        says: "no noticeable increase in the average response time",
      },
      0.05,
      [at(none.id, response), at(smart.id, response)],
    ),
    atLeastTimes(
      {
        id: "native",
        statement:
          "In the minute from the command for the first on the mean response is at least 1.2 times as long with a snapshot of SQL Server as with a smart copy",
        says: "a much higher transient increase during snapshots of SQL Server",
      },
      1.2,
      [at(native.id, firstResponse), at(smart.id, firstResponse)],
    ),
  ],
};

export const dellSmartCopyFigures: readonly FigureDefinition[] = [times, series9, responses];
