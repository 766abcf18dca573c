/** What is allowed, but likely not meant. Nothing here keeps a scenario from running. */
import { dataVolumes, usedVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import type { Path } from "../../contract/schema-path.ts";
import { formatExact } from "../format/numbers.ts";

export interface Advice {
  readonly id: string;
  /** Warnings spoil what a run is for; notes say what to expect. */
  readonly kind: "warning" | "note";
  readonly path: Path;
  readonly text: string;
}

type Rule = (scenario: Scenario) => readonly Advice[];

export const adviceOn = (scenario: Scenario): readonly Advice[] =>
  rules.flatMap((rule) => rule(scenario));

const sharedVolumes: Rule = ({ storage: { placement } }) => {
  const { log, snapshot } = placement;
  const data = dataVolumes(placement);
  if (new Set([...data, log, snapshot]).size === 1) {
    return [
      {
        id: "all-on-one-volume",
        kind: "note",
        path: ["storage", "placement"],
        text: `Data, log and snapshots share ${log}: their writes queue behind each other.`,
      },
    ];
  }
  const shared = (isShared: boolean, id: string, path: Path, text: string): Advice[] =>
    isShared ? [{ id, kind: "warning", path, text }] : [];
  const dataFile = data.length === 1 ? "the data file" : "data files";
  return [
    ...shared(
      data.includes(snapshot),
      "snapshot-with-data",
      ["storage", "placement", "snapshot"],
      `Snapshots share ${snapshot} with ${dataFile}: their pushes queue behind reads and writes there.`,
    ),
    ...shared(
      data.includes(log),
      "log-with-data",
      ["storage", "placement", "log"],
      `The log shares ${log} with ${dataFile}: commits wait behind reads and writes there.`,
    ),
    ...shared(
      log === snapshot,
      "log-with-snapshot",
      ["storage", "placement", "log"],
      `The log shares ${log} with the snapshots: commits wait behind their pushes.`,
    ),
  ];
};

const unusedVolumes: Rule = ({ storage: { volumes, placement } }) => {
  const used = usedVolumes(placement);
  return volumes.flatMap(({ name }, index): Advice[] =>
    used.includes(name)
      ? []
      : [
          {
            id: `unused-volume-${index}`,
            kind: "note",
            path: ["storage", "volumes", index, "name"],
            text: `Volume ${name} holds no file.`,
          },
        ],
  );
};

const timelineTimes: Rule = ({ timeline, warmupSeconds, durationSeconds }) =>
  timeline.flatMap(({ atSeconds, command }, index): Advice[] => {
    if (command.kind !== "createSnapshot" || atSeconds === undefined) return [];
    const path = ["timeline", index, "atSeconds"];
    if (atSeconds < warmupSeconds) {
      const text = `${command.name} is created during the warm-up, which no statistic covers.`;
      return [{ id: `created-in-warm-up-${index}`, kind: "warning", path, text }];
    }
    if (atSeconds >= durationSeconds) {
      const text = `${command.name} is created as the run ends, so the run does not show what it costs.`;
      return [{ id: `created-at-end-${index}`, kind: "warning", path, text }];
    }
    return [];
  });

/** A full backup is complete only after it began: one that begins at the point to stop at comes too late. */
const restoreOfNothing: Rule = ({ timeline, commands }) => {
  const recorded = commands.map(({ atNs, command }) => ({ atSeconds: atNs / 1e9, command }));
  const fullBackups = [...timeline, ...recorded].flatMap(({ atSeconds, command }) =>
    command.kind === "backup" && command.type === "full" ? [atSeconds] : [],
  );
  return timeline.flatMap(({ atSeconds, command }, index): Advice[] => {
    if (command.kind !== "restore" || command.backups !== null) return [];
    const pointSeconds = Math.min(
      command.stopAtSeconds ?? Number.POSITIVE_INFINITY,
      atSeconds ?? Number.POSITIVE_INFINITY,
    );
    // What waits for something else than a time may begin before any point.
    if (fullBackups.some((begin) => (begin ?? 0) < pointSeconds)) return [];
    const by = Number.isFinite(pointSeconds) ? ` before ${formatExact(pointSeconds)} s` : "";
    return [
      {
        id: `restore-of-nothing-${index}`,
        kind: "warning",
        path: ["timeline", index, "command", "kind"],
        text: `No full backup begins${by}: the restore will be refused (4335).`,
      },
    ];
  });
};

const noSnapshot: Rule = ({ timeline }) =>
  timeline.some(({ command }) => command.kind === "createSnapshot")
    ? []
    : [
        {
          id: "no-snapshot",
          kind: "note",
          path: ["timeline"],
          text: `No snapshot is created: the run measures the load ${timeline.length === 0 ? "alone" : "and what else is planned"}. One can be created live.`,
        },
      ];

const tracesUnseen: Rule = ({ traceFlags }) =>
  traceFlags.length > 0 && !traceFlags.includes(3605)
    ? [
        {
          id: "traces-unseen",
          kind: "warning",
          path: ["traceFlags"],
          text: "Without trace flag 3605 the lines of the others do not reach the ERRORLOG.",
        },
      ]
    : [];

const recordedCommands: Rule = ({ commands }) =>
  commands.length === 0
    ? []
    : [
        {
          id: "recorded-commands",
          kind: "note",
          path: ["commands"],
          text: `Live commands of the recorded run that this run gives again, each at its time: ${commands.length}.`,
        },
      ];

const rules: readonly Rule[] = [
  sharedVolumes,
  unusedVolumes,
  timelineTimes,
  restoreOfNothing,
  noSnapshot,
  tracesUnseen,
  recordedCommands,
];
