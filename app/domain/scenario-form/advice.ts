/** What is allowed, but likely not meant. Nothing here keeps a scenario from running. */
import type { Scenario } from "../../contract/scenario.ts";
import type { Path } from "../../contract/schema-path.ts";

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

const sharedVolumes: Rule = ({ storage: { volumes, placement } }) => {
  const { data, log, snapshot } = placement;
  if (volumes.length === 1 || (data === log && data === snapshot)) {
    return [
      {
        id: "all-on-one-volume",
        kind: "note",
        path: ["storage", "placement"],
        text: `Data, log and snapshots share ${data}: their writes queue behind each other.`,
      },
    ];
  }
  const shared = (first: string, second: string, id: string, path: Path, text: string): Advice[] =>
    first === second ? [{ id, kind: "warning", path, text }] : [];
  return [
    ...shared(
      snapshot,
      data,
      "snapshot-with-data",
      ["storage", "placement", "snapshot"],
      `Snapshots share ${data} with the data file: their pushes queue behind its reads and writes.`,
    ),
    ...shared(
      log,
      data,
      "log-with-data",
      ["storage", "placement", "log"],
      `The log shares ${data} with the data file: commits wait behind its reads and writes.`,
    ),
    ...shared(
      log,
      snapshot,
      "log-with-snapshot",
      ["storage", "placement", "log"],
      `The log shares ${log} with the snapshots: commits wait behind their pushes.`,
    ),
  ];
};

const unusedVolumes: Rule = ({ storage: { volumes, placement } }) => {
  const used = Object.values(placement);
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
      const text = `${command.name} is created as the run ends: nothing of what it costs is seen.`;
      return [{ id: `created-at-end-${index}`, kind: "warning", path, text }];
    }
    return [];
  });

const noSnapshot: Rule = ({ timeline }) =>
  timeline.some(({ command }) => command.kind === "createSnapshot")
    ? []
    : [
        {
          id: "no-snapshot",
          kind: "note",
          path: ["timeline"],
          text: "No snapshot is created: the run measures the load alone. One can be created live.",
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
          text: `Live commands of the recorded run are given again at their times: ${commands.length}.`,
        },
      ];

const rules: readonly Rule[] = [
  sharedVolumes,
  unusedVolumes,
  timelineTimes,
  noSnapshot,
  tracesUnseen,
  recordedCommands,
];
