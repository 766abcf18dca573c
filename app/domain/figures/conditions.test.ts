/**
 * What each check of a paper's figure lets pass and what it does not, by numbers: a condition that held
 * whatever a run gives would be green without a word.
 */
import { describe, expect, it } from "vitest";
import type { FigureCheck } from "./checks.ts";
import { figures } from "./figures.ts";

type Row = readonly [
  check: string,
  /** Each point with its measure, in the order of the numbers. */
  of: string,
  /** Bears the statement out, by as little as can be. */
  passes: readonly number[],
  /** Each is off in one place, by as little as can be. */
  ...fails: (readonly number[])[],
];

const ofPoints = (points: readonly (string | number)[], measure: string) =>
  points.map((point) => `${point}:${measure}`).join(" ");
const steps = (count: number) => Array.from({ length: count }, (_, at) => 100 + at);

/** Fails where any is no larger than the one before it. */
const rises = (check: string, of: string): Row => {
  const values = steps(of.split(" ").length);
  const flat = values.slice(1).map((_, at) => values.with(at + 1, values[at] ?? 0));
  return [check, of, values, ...flat];
};

/** Fails where any of them is beyond its limit. */
const each = (check: string, of: string, limit: number, beyond: number): Row => {
  const values = of.split(" ").map(() => limit);
  return [check, of, values, ...values.map((_, at) => values.with(at, beyond))];
};

/** Scenarios with the paper's ERRORLOG: ways of arming, and its silent spans given. */
const armings = ["at-once", "copy-dirty-pages"];
const errorlogs = [...armings, "given-spans"];

/** From half to twice what the ERRORLOG shows. */
const asPrinted = (measure: string, value: number, points: readonly string[] = errorlogs) =>
  points.flatMap((point): Row[] => [
    [`sqlcat-creation ${point}-${measure}`, `${point}:${measure}`, [value / 2], [value / 2 - 1]],
    [`sqlcat-creation ${point}-${measure}`, `${point}:${measure}`, [2 * value], [2 * value + 1]],
  ]);

const users500 = (measures: readonly number[]) =>
  measures.map((type) => `500-users-0:transaction${type} 500-users-5:transaction${type}`).join(" ");
const fives = (point: string, measure: string) =>
  [1, 2, 3, 4, 5].map((at) => `${point}:${measure}-${at}`).join(" ");
const around = (measure: string, ...when: string[]) =>
  when.map((one) => `300-users:${measure}-${one}`).join(" ");
const whileBackup = (measure: string) =>
  ["before", "during", "after"].map((when) => `4000-users:${measure}-${when}`).join(" ");
const snapshots500 = [0, 1, 3, 5].map((count) => `500-users-${count}`);
const indexBuilds = "nonclustered-idle-without:indexCreation nonclustered-idle-with:indexCreation";

const ofBackups = (...points: string[]) => ofPoints(points, "backupRate");
const ofScans = (...points: string[]) => ofPoints(points, "tableScan");
const timesFirst = (point: string, least: number, most: number): Row[] =>
  [least, most].map((times) => [
    `tuning-post-backup ${point}`,
    ofBackups(point, "default"),
    [times * 1000, 1000],
    [times * 1000 + (times === least ? -1 : 1), 1000],
  ]);

const rows: readonly Row[] = [
  ["tuning-post-backup top-wait", "default:BACKUPBUFFER default:otherWait", [101, 100], [100, 100]],
  [
    "tuning-post-backup usual-buffers",
    ofPoints(["default", "nine"], "buffers"),
    [9, 49],
    [8, 49],
    [9, 50],
  ],
  ...timesFirst("nine", 1.4, 1.9),
  ["tuning-post-backup blocks", ofBackups("blocks", "nine"), [1050, 1000], [1049, 1000]],
  ...timesFirst("tuned", 2.2, 2.8),
  each("tuning-post-backup nul-writers", "nul:BACKUPIO nul:BACKUPBUFFER", 0, 1),
  ["tuning-post-backup nul-reads", ofBackups("nul"), [3000], [2999]],
  ["tuning-post-scan disk", ofScans("disk", "memory"), [400, 100], [399, 100]],
  ["tuning-post-scan disk", ofScans("disk", "memory"), [600, 100], [601, 100]],
  ["tuning-post-scan partitions", ofPoints(["partitions", "memory"], "peak"), [35, 10], [34, 10]],
  ["tuning-post-scan partitions", ofPoints(["partitions", "memory"], "peak"), [55, 10], [56, 10]],
  ["tuning-post-scan maxdop", ofScans("maxdop", "partitions"), [99, 100], [100, 100]],
  ["tuning-post-scan every-core", "maxdop:cores", [95], [94]],
  [
    "tuning-post-scan smaller",
    ofPoints(["compressed", "partitions"], "size"),
    [60, 100],
    [61, 100],
  ],
  [
    "tuning-post-scan smaller",
    ofPoints(["compressed", "partitions"], "size"),
    [35, 100],
    [34, 100],
  ],
  [
    "tuning-post-scan shortest",
    ofScans("compressed", "memory", "disk", "partitions", "maxdop"),
    [99, 100, 100, 100, 100],
    [99, 99, 100, 100, 100],
    [99, 100, 99, 100, 100],
    [99, 100, 100, 99, 100],
    [99, 100, 100, 100, 99],
  ],
  ...asPrinted("checkpoint", 80_907),
  ...asPrinted("toOpening", 58_550, armings),
  ...asPrinted("toStartup", 338_570, armings),
  ...asPrinted("startupAnalysis", 31_350),
  ...asPrinted("redo", 1_196_850),
  ...asPrinted("undo", 25_740),
  ...asPrinted("creation", 1_732_580),
  ...asPrinted("toAsOf", 478_240, ["given-spans"]),
  ...asPrinted("redoRecords", 1_560_650, ["given-spans"]),
  ...asPrinted("redoBytes", 815_938_560, ["given-spans"]),
  ...errorlogs.map(
    (point): Row => [
      `sqlcat-creation ${point}-redo-longest`,
      `${point}:redo ${point}:startupAnalysis ${point}:undo`,
      [3, 2, 2],
      [2, 2, 1],
      [2, 1, 2],
    ],
  ),
  each("sqlcat-1 quick", ofPoints(["0-users", "10-users"], "creation"), 5000, 5001),
  rises(
    "sqlcat-1 rises",
    ofPoints(
      [10, 50, 100, 200, 300, 400, 500].map((users) => `${users}-users`),
      "creation",
    ),
  ),
  ["sqlcat-1 threefold", "500-users:creation 100-users:creation", [30, 10], [29, 10]],
  ["sqlcat-1 readers", "500-users:creation 500-readers:creation", [100, 10], [99, 10]],
  ["sqlcat-2 most", "500-users:recoveryShare", [0.5], [0.49]],
  rises("sqlcat-2 rises", ofPoints(["100-users", "300-users", "500-users"], "recovery")),
  ...[100, 300, 500].map((users) =>
    rises(
      `sqlcat-3 rises-${users}`,
      [1, 2, 3, 4, 5].map((at) => `${users}-users:creation${at}`).join(" "),
    ),
  ),
  [
    "sqlcat-3 more-at-load",
    "100-users:creation1 100-users:creation5 500-users:creation1 500-users:creation5",
    [10, 15, 20, 26],
    [10, 15, 20, 25],
    [9, 15, 20, 26],
  ],
  ["sqlcat-4 dips", around("transactionsPerSecond", "before", "after"), [100, 95], [100, 95.1]],
  [
    "sqlcat-4 returns",
    around("transactionsPerSecond", "before", "end"),
    [100, 95],
    [100, 94.9],
    [100, 105.1],
  ],
  [
    "sqlcat-4 snapshot-writes",
    around("snapshotWriteBytesPerSecond", "before", "after"),
    [0, 0.1],
    [0, 0],
    [0.1, 8],
  ],
  [
    "sqlcat-4 log-reads",
    around("logReadBytesPerSecond", "before", "after"),
    [1, 10],
    [1, 9.9],
    [0, 0],
  ],
  [
    "sqlcat-5 low-load",
    ofPoints(["100-users-0", "100-users-5"], "throughput"),
    [100, 95],
    [100, 94.9],
  ],
  [
    "sqlcat-6 writers",
    users500([1, 3, 2, 4]),
    [10, 13, 20, 23, 10, 12, 20, 22],
    [10, 12, 20, 23, 10, 12, 20, 22],
    [10, 13, 20, 22, 10, 12, 20, 22],
    [10, 13, 20, 23, 10, 13, 20, 22],
    [10, 13, 20, 23, 10, 12, 20, 23],
  ],
  [
    "sqlcat-6 readers",
    ofPoints(snapshots500, "transaction5"),
    [100, 105, 105, 105],
    [100, 105.1, 105, 105],
    [100, 105, 105.1, 105],
    [100, 105, 105, 105.1],
  ],
  [
    "sqlcat-6 readers-least",
    users500([1, 2, 3, 4, 5]),
    [10, 12, 10, 12, 10, 12, 10, 12, 10, 11],
    [10, 11, 10, 12, 10, 12, 10, 12, 10, 11],
    [10, 12, 10, 11, 10, 12, 10, 12, 10, 11],
    [10, 12, 10, 12, 10, 11, 10, 12, 10, 11],
    [10, 12, 10, 12, 10, 12, 10, 11, 10, 11],
  ],
  [
    "sqlcat-7 clustered",
    `${indexBuilds} clustered-idle-without:indexRebuild clustered-idle-with:indexRebuild`,
    [10, 12, 100, 121],
    [10, 12, 100, 120],
  ],
  [
    "sqlcat-7 load",
    `${indexBuilds} nonclustered-load-without:indexCreation nonclustered-load-with:indexCreation`,
    [10, 12, 100, 121],
    [10, 12, 100, 120],
  ],
  ...[10, -10].map((ms) =>
    each(
      "sqlcat-9 analysis",
      ofPoints(["100-users", "300-users", "500-users"], "toAnalysis"),
      ms,
      1.01 * ms,
    ),
  ),
  ...[
    [1000, 1001],
    [0, -1],
  ].map(([limit = 0, beyond = 0]) =>
    each(
      "sqlcat-9 newest-row",
      ofPoints(["100-users", "300-users", "500-users"], "newestRow"),
      limit,
      beyond,
    ),
  ),
  each("sqlcat-9 in-the-middle", "500-users:toAsOf 500-users:afterAsOf", 1000, 999),
  [
    "sqlcat-10 proportional",
    "10-s:revert 10-s:size 80-s:revert 80-s:size",
    [10, 100, 60, 400],
    [10, 100, 60, 399],
    [10, 100, 61, 400],
    [10, 100, 26, 400],
  ],
  ...["raid5", "pcie"].flatMap((device): Row[] => [
    [
      `sqlskills-1 second-${device}`,
      `none:selectInto ${device}-1:selectInto ${device}-2:selectInto`,
      [10, 20, 29],
      [10, 20, 30],
    ],
    [
      `sqlskills-2 top-${device}`,
      ["PREEMPTIVE_OS_WRITEFILE", "WRITE_COMPLETION", "otherWait"]
        .map((wait) => `${device}-1:${wait}`)
        .join(" "),
      [2, 2, 1],
      [1, 2, 1],
      [2, 1, 1],
    ],
    rises(
      `sqlskills-2 trend-${device}`,
      ofPoints([`${device}-1`, `${device}-2`], "PREEMPTIVE_OS_WRITEFILE"),
    ),
  ]),
  ["sqlskills-1 disks", ofPoints(["raid5-1", "pcie-1"], "selectInto"), [20, 10], [19.9, 10]],
  [
    "sqlskills-2 replica",
    ofPoints(["raid5-1", "raid5-2", "pcie-1", "pcie-2"], "FCB_REPLICA_WRITE"),
    [0, 1, 0, 1],
    [1, 1, 0, 1],
    [0, 0, 0, 1],
    [0, 1, 1, 1],
    [0, 1, 0, 0],
  ],
  ["dell-4 cpu", whileBackup("processorTimePercent"), [50, 60, 55], [50, 59, 55], [50, 60, 56]],
  ["dell-4 response", whileBackup("meanMs"), [100, 111, 110], [100, 109, 110], [100, 111, 111]],
  each("dell-5 seconds", "100-users:creation", 10_000, 10_001),
  rises(
    "dell-5 grows",
    ofPoints(
      [100, 500, 1000, 2000, 3000, 4000].map((users) => `${users}-users`),
      "creation",
    ),
  ),
  each("dell-6 minutes", fives("4000-users", "creation"), 60_000, 59_999),
  [
    "dell-6 longer",
    [1, 2, 3, 4, 5].map((at) => `100-users:creation-${at} 4000-users:creation-${at}`).join(" "),
    [1, 2, 1, 2, 1, 2, 1, 2, 1, 2],
    ...[1, 3, 5, 7, 9].map((at) => [1, 2, 1, 2, 1, 2, 1, 2, 1, 2].with(at, 1)),
  ],
  each("dell-7 transactions", fives("4000-users", "transactionsPerSecond"), -0.05, -0.049),
  each("dell-7 responses", fives("4000-users", "meanMs"), 0.2, 0.199),
  rises("dell-7 cpu", "4000-users:cpu-none 4000-users:cpu-five"),
  ...["1-paths", "2-paths", "4-paths"].map((point) =>
    rises(`dell-table-2 logs-${point}`, `${point}:full-existing ${point}:logs-existing`),
  ),
  [
    "dell-table-2 records",
    "half:records 4-paths:records half:logs-existing 4-paths:logs-existing",
    [1, 2, 1, 2],
    [2, 2, 1, 2],
    [1, 2, 2, 2],
  ],
  each("dell-8 seconds", fives("smart", "copy"), 14_999, 15_000),
  ["dell-8 retained", "smart:copy-1 smart:copy-5", [4000, 6000], [4000, 6001]],
  ["dell-8 native", "native:native-mean smart:copy-mean", [80_000, 4000], [79_999, 4000]],
  ["dell-10 native", "native:response-first smart:response-first", [120, 100], [119, 100]],
  ["dell-table-3 logs", "smart:by-logs smart:total", [1500, 500], [1499, 500]],
  ["dell-table-3 differential", "smart:by-differential smart:total", [1500, 500], [1499, 500]],
  ["dell-12 times", "smart:times-by-logs", [3.75], [3.74]],
  ["dell-12 times", "smart:times-by-logs", [15], [15.1]],
];

/** What is to be proven: which way it goes, and from which point to which. */
const differences: readonly (readonly [check: string, expected: "more" | "less", of: string])[] = [
  ["sqlcat-5 high-load", "less", ofPoints(snapshots500, "throughput")],
  ["sqlcat-6 writers-rise", "more", ofPoints(snapshots500, "transaction3")],
  ...["idle", "load"].flatMap((load) =>
    (
      [
        ["nonclustered", "indexCreation"],
        ["clustered", "indexRebuild"],
      ] as const
    ).map(
      ([index, measure]) =>
        [
          `sqlcat-7 longer-${index}-${load}`,
          "more",
          ofPoints([`${index}-${load}-without`, `${index}-${load}-with`], measure),
        ] as const,
    ),
  ),
  ["sqlcat-8 longer", "more", ofPoints([0, 1, 2], "indexRebuild")],
  ["sqlskills-1 costs-raid5", "more", ofPoints(["none", "raid5-1", "raid5-2"], "selectInto")],
  ["sqlskills-1 costs-pcie", "more", ofPoints(["none", "pcie-1", "pcie-2"], "selectInto")],
];

/** What is not to differ: by how much less, and between which points. */
const samenesses: readonly (readonly [check: string, below: number, of: string])[] = [
  ["dell-9 transactions", 0.05, ofPoints(["none", "smart"], "throughput")],
  ["dell-9 cpu", 0.05, ofPoints(["none", "smart"], "cpu")],
  ["dell-10 response", 0.05, ofPoints(["none", "smart"], "response")],
];

const checks = new Map<string, FigureCheck>(
  figures.flatMap(({ id, checks: ofFigure }) =>
    ofFigure.map((check) => [`${id} ${check.id}`, check] as const),
  ),
);

describe("each check of the papers' figures", () => {
  it("has numbers here that it lets pass, and ones that it does not", () => {
    const named = new Set([...rows, ...differences, ...samenesses].map(([check]) => check));
    expect([...checks.keys()].filter((check) => !named.has(check))).toEqual([]);
    expect([...named].filter((check) => !checks.has(check))).toEqual([]);
  });

  const shapes = rows.map(([name, of, passes, ...fails]) => ({ name, of, passes, fails }));
  it.each(shapes)("$name", ({ name, of, passes, fails }) => {
    const check = checks.get(name);
    if (check?.kind !== "shape") throw new Error(`${name} is no relation with a margin`);
    const read = check.quantities.map(({ point, measure }) => `${point}:${measure.id}`);
    expect(read.join(" ")).toBe(of);
    expect(check.holds(passes)).toBe(true);
    expect(fails).not.toEqual([]);
    expect(fails.filter((values) => check.holds(values))).toEqual([]);
  });

  it.each(differences)("%s is to be proven: %s", (name, expected, of) => {
    const check = checks.get(name);
    if (check?.kind !== "difference") throw new Error(`${name} is no difference`);
    const named = check.pairs.map((pair) =>
      [pair.base, pair.variant].map(({ point, measure }) => `${point}:${measure.id}`),
    );
    const ladder = of.split(" ");
    expect(named).toEqual(ladder.slice(1).map((variant, at) => [ladder[at], variant]));
    expect(check.expected).toBe(expected);
  });

  it.each(samenesses)("%s is not to differ by %s", (name, below, of) => {
    const check = checks.get(name);
    if (check?.kind !== "sameness") throw new Error(`${name} is no sameness`);
    const named = [check.base, check.variant].map(({ point, measure }) => `${point}:${measure.id}`);
    expect(named.join(" ")).toBe(of);
    expect(check.below).toBe(below);
  });
});
