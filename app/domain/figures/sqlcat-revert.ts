/** How long it takes to go back to a snapshot: the SQLCAT paper's figure 10. */
import { at, shape } from "./checks.ts";
import { type FigureDefinition, timeline } from "./figure-definition.ts";
import { operation, revertedSize } from "./measures.ts";
import { sqlcatInputs, sqlcatPreset } from "./sqlcat-creation.ts";

const revert = operation("revert", "revert");
/** Seconds of changes: what a snapshot has on disk grows with them. */
const changed = [10, 20, 40, 80] as const;
const pointOf = (seconds: number) => `${seconds}-s`;

export const revertFigure: FigureDefinition = {
  id: "sqlcat-10",
  paper: "sqlcat",
  label: "Figure 10",
  title: "Time to revert by the snapshot's size",
  question: "How much time does it take to restore a database from a snapshot?",
  says: "A revert takes nearly in proportion to the snapshot's size on disk.",
  preset: sqlcatPreset,
  settings: [],
  inputs: [
    ...sqlcatInputs,
    {
      what: "Size of the snapshot",
      value: "what 500 users change in 10 to 80 s",
      source: "assumed",
    },
  ],
  across: "seconds of changes",
  chart: "lines",
  points: changed.map((seconds) => ({
    id: pointOf(seconds),
    name: `${seconds} s of changes`,
    series: "",
    x: seconds,
    settings: [
      `durationSeconds=${2.5 * seconds + 40}`,
      timeline([
        { name: "create", atSeconds: 5, command: { kind: "createSnapshot", name: "s1" } },
        {
          name: "revert",
          after: { step: "create", event: "completed", delaySeconds: seconds },
          command: { kind: "revertSnapshot", name: "s1" },
        },
        // Whoever would come back afterwards is no part of it.
        { after: { step: "revert", event: "started" }, command: { kind: "setUsers", users: 0 } },
      ]),
    ],
  })),
  measures: [revert, revertedSize],
  concludes: ({ value }) => {
    const [smallest, largest] = [pointOf(changed[0]), pointOf(changed[3])];
    return `The time of a revert is nearly proportional to the snapshot’s size on disk: ${value(smallest, revert)} for ${value(smallest, revertedSize)} and ${value(largest, revert)} for ${value(largest, revertedSize)}.`;
  },
  published: [],
  checks: [
    shape(
      {
        id: "proportional",
        statement:
          "From the smallest snapshot to one at least 4 times as large, the time of a revert for each byte stays within a factor of 1.5",
        says: "nearly in proportion to the snapshot's size",
      },
      [changed[0], changed.at(-1) ?? 0].flatMap((seconds) => [
        at(pointOf(seconds), revert),
        at(pointOf(seconds), revertedSize),
      ]),
      ([shortMs = 0, small = 1, longMs = 0, large = 1]) => {
        const ratio = longMs / large / (shortMs / small);
        return large >= 4 * small && ratio <= 1.5 && ratio * 1.5 >= 1;
      },
    ),
  ],
};
