/**
 * What a scenario's result hangs on that no source gives: the figures of its server and of the devices in
 * use that are still those that their presets assume. A figure that was changed is the user's own.
 */
import { type AssumedRange, endOf, type RangeEnd } from "../../contract/assumed-range.ts";
import { type ComposedDevice, isComposed } from "../../contract/device.ts";
import { tempdbVolume, usedVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { splitUnit } from "../../contract/scenario-form.ts";
import { type Path, valueAt } from "../../contract/schema-path.ts";
import { formatExact } from "../format/numbers.ts";
import { figuresOf, rangeOf, sourceOf } from "../scenario-form/devices.ts";
import { labelOf } from "../scenario-form/labels.ts";
import { serverRangeOf, serverSourceOf } from "../scenario-form/servers.ts";

export interface Assumption {
  readonly path: Path;
  /** Within a sentence: "Q’s rotation", "the server’s buffer pool". */
  readonly name: string;
  readonly given: number;
  readonly range: AssumedRange;
  readonly source: string;
  /** Figures that change with it, each with its factor; those that the user changed do not. */
  readonly also: Readonly<Record<RangeEnd, readonly (readonly [path: Path, factor: number])[]>>;
}

/** Those of the server, then those of each volume in use. A real run's machine is as it is. */
export function assumptionsOf(scenario: Scenario): Assumption[] {
  if (scenario.mode === "real") return [];
  return [...serverAssumptions(scenario), ...deviceAssumptions(scenario)];
}

function serverAssumptions({ server }: Scenario): Assumption[] {
  return (["schedulers", "coreSpeedPercent", "memoryMiB"] as const).flatMap((figure) => {
    const [range, source] = [serverRangeOf(server, figure), serverSourceOf(server, figure)];
    const given = server[figure];
    if (range === undefined || source === null) return [];
    const path = ["server", figure];
    const name = `the server’s ${wordsOf(path)}`;
    return [{ path, name, given, range, source, also: { slow: [], fast: [] } }];
  });
}

function deviceAssumptions({ storage: { volumes, placement } }: Scenario): Assumption[] {
  const used = new Set([...usedVolumes(placement), tempdbVolume(placement)]);
  return volumes.flatMap(({ name, device }, index) =>
    device === undefined || !isComposed(device) || !used.has(name)
      ? []
      : ofDevice(device).map(({ figure, given, range, source }) => {
          const owner = ["storage", "volumes", index, "device"];
          const path = [...owner, ...figure];
          const also = (end: RangeEnd) =>
            Object.entries(range.also?.[end] ?? {}).flatMap(([key, factor]) =>
              sourceOf(device, key.split(".")) === null
                ? []
                : [[[...owner, ...key.split(".")], factor] as const],
            );
          return {
            path,
            name: `${name}’s ${wordsOf(path)}`,
            given,
            range,
            source,
            also: { slow: also("slow"), fast: also("fast") },
          };
        }),
  );
}

const ofDevice = (device: ComposedDevice) =>
  figuresOf(device).flatMap(({ path: figure }) => {
    const [range, source] = [rangeOf(device, figure), sourceOf(device, figure)];
    const given = valueAt(device, figure);
    return typeof given === "number" && range !== undefined && source !== null
      ? [{ figure, given, range, source }]
      : [];
  });

/** Where the label of the form is no thing that a sentence can be about. */
const spoken: Readonly<Record<string, string>> = {
  destageFromPercent: "destage threshold",
  coreSpeedPercent: "speed of a CPU",
};

function wordsOf(path: Path): string {
  const label = spoken[String(path.at(-1))] ?? labelOf(path);
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** "15,000 /min"; of a part that is not there: "none". */
export function figureText({ path }: Pick<Assumption, "path">, value: number | null): string {
  if (value === null) return "none";
  const { unit } = splitUnit(String(path.at(-1) ?? ""));
  const text = formatExact(value);
  return unit === "" ? text : `${text} ${unit}`;
}

/** The ends that a figure has besides what is given. */
export const endsBeside = ({ range, given }: Assumption): readonly RangeEnd[] =>
  (["slow", "fast"] as const).filter((end) => endOf(range, end) !== given);
