/** Lanes for the counters of a capture: those of the engine where they are the same, else their own. */
import type { CapturedCounter } from "../../contract/capture.ts";
import { isDiskLatency } from "../perfmon/counter-names.ts";
import type { CounterChoice } from "../perfmon/volumes.ts";
import { dashAt, type LaneColour, type LaneLook } from "./lane-looks.ts";
import { type Lane, lanesOf } from "./lanes.ts";

const colours: readonly LaneColour[] = [
  "data-snapshot-writes",
  "data-response",
  "data-data-writes",
  "data-log-reads",
  "data-checkpoint",
  "data-snapshot-reads",
];

/** Colour and dash change together, so that neighbours differ in both; 24 looks in all. */
const lookAt = (position: number): LaneLook => ({
  colour: colours[position % colours.length] ?? "text-3",
  dash: dashAt(position + Math.floor(position / colours.length)),
});

/** In what unit people read a counter, and the factor from what Perfmon writes. */
function display({ unit, counter }: CapturedCounter): Pick<Lane, "unit" | "scale"> {
  if (isDiskLatency(counter)) return { unit: "ms", scale: 1000 };
  switch (unit) {
    case "bytes/s":
      return { unit: "MiB/s", scale: 1 / 2 ** 20 };
    case "KiB/s":
      return { unit: "MiB/s", scale: 1 / 2 ** 10 };
    case "bytes":
      return { unit: "MiB", scale: 1 / 2 ** 20 };
    case "KiB":
      return { unit: "MiB", scale: 1 / 2 ** 10 };
    default:
      return { unit, scale: 1 };
  }
}

/** The lane of the counter itself; `position` among the lanes that the engine does not have gives its look. */
export function laneOfCounter(counter: CapturedCounter, position = 0): Lane {
  const [known] = counter.lane === null ? [] : lanesOf([counter.lane]);
  if (known !== undefined) return { ...known, id: counter.id, engineId: known.id };
  return {
    id: counter.id,
    title: titleOf(counter),
    ...display(counter),
    ...lookAt(position),
    filled: false,
    standard: false,
  };
}

/** "Avg. Disk sec/Write (Q:)"; where there is no instance the object tells what is counted. */
function titleOf({ object, instance, counter }: CapturedCounter): string {
  return instance === null
    ? `${counter}, ${object.replace(/^[^:]*:/, "")}`
    : `${counter} (${instance})`;
}

/**
 * In the order of the catalogue's lanes and then of the files. A chosen counter looks like the one
 * that it stands for, and says which it is.
 */
export function lanesOfCounters(
  counters: readonly CapturedCounter[],
  choices: readonly CounterChoice[] = [],
): readonly Lane[] {
  const chosen = new Map(choices.map(({ lane, counter }) => [counter, lane]));
  const own: Lane[] = [];
  const known: Lane[] = [];
  for (const counter of counters) {
    const [role] = lanesOf([chosen.get(counter.id) ?? ""]);
    if (role !== undefined) {
      const title = `${role.title} (${counter.instance ?? ""})`;
      known.push({ ...role, id: counter.id, engineId: role.id, title });
    } else if (counter.lane !== null) known.push(laneOfCounter(counter));
    else own.push(laneOfCounter(counter, own.length));
  }
  return [...known.sort((a, b) => Number(b.standard) - Number(a.standard)), ...own];
}
