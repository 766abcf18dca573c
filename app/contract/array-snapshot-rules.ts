/**
 * Rules of array snapshots: what an array must have to take them, and what a timeline asks of it. Names and their order
 * are judged by timeline-rules.ts.
 */
import { capacityMiB, checkDevice, type DeviceDescription } from "./device.ts";
import { dataVolumes, type PlacedScenario, placedFiles } from "./placement.ts";
import { isReserved, type Problem, quoted, type RuledEntry } from "./timeline-rules.ts";

export interface RuledVolume {
  readonly name: string;
  readonly device?: DeviceDescription | undefined;
  readonly arraySnapshots?:
    | {
        readonly sizeGiB: number;
        readonly reservePercent: number;
        readonly poolGiB: number;
      }
    | undefined;
}

type RuledCommand = RuledEntry["command"];

/** The part of a scenario that these rules look at. */
interface ArrayScenario extends PlacedScenario {
  readonly mode: "virtual" | "real";
  readonly server: PlacedScenario["server"] & { readonly engineVersion: string };
  readonly storage: PlacedScenario["storage"] & { readonly volumes: readonly RuledVolume[] };
  readonly timeline: readonly RuledEntry[];
}

export const checkArraySnapshots = (scenario: ArrayScenario): Problem[] => [
  ...checkArrays(scenario),
  ...scenario.timeline.flatMap(({ command }, index) => {
    const path = ["timeline", index, "command"];
    return problemsOf(command, scenario).map(({ field, message }) => ({
      path: [...path, ...field],
      message,
    }));
  }),
];

interface FieldProblem {
  readonly field: readonly (string | number)[];
  readonly message: string;
}

function problemsOf(command: RuledCommand, scenario: ArrayScenario): FieldProblem[] {
  if (command.kind === "createArraySnapshot") return problemsOfCreation(command, scenario);
  if (command.kind === "restore") return problemsOfRestore(command, scenario);
  return [];
}

function problemsOfCreation(command: RuledCommand, scenario: ArrayScenario): FieldProblem[] {
  const { name = "", freeze } = command;
  const { engineVersion } = scenario.server;
  return [
    ...(isReserved(name)
      ? [
          {
            field: ["name"],
            message: `${JSON.stringify(name)} is kept for the array snapshot that a restore takes before it begins; allowed: another name`,
          },
        ]
      : []),
    ...(freeze === "suspend" && Number(engineVersion) < 2016
      ? [
          {
            field: ["freeze"],
            message: `"suspend" needs SUSPEND_FOR_SNAPSHOT_BACKUP, which SQL Server ${engineVersion} does not have; allowed: "vss" or "none", or server.engineVersion "2016", which stands for releases up to 2022`,
          },
        ]
      : []),
    ...problemsOfSet(command, scenario),
  ];
}

/** Volumes of the set: they are on an array, and there is room for snapshots of them. */
function problemsOfSet({ volumes: named }: RuledCommand, scenario: ArrayScenario): FieldProblem[] {
  const { volumes, placement } = scenario.storage;
  const refused = (message: string): FieldProblem[] => [
    { field: ["kind"], message: `"createArraySnapshot" ${message}` },
  ];
  if (scenario.mode === "real") {
    return refused(
      'needs an array, which only simulated storage has; allowed: the other kinds, or mode "virtual"',
    );
  }
  const withRoom = volumes.flatMap(({ name, arraySnapshots }) =>
    (arraySnapshots?.reservePercent ?? 0) > 0 ? [name] : [],
  );
  if (named == null) {
    const own = [...new Set([...dataVolumes(placement), placement.log])];
    const missing = own.filter((name) => !withRoom.includes(name));
    return missing.length === 0
      ? []
      : refused(
          `takes a snapshot of every volume of the database, and no array has a reserve for ${quoted(missing)}; allowed: arraySnapshots on ${quoted(own)}, or volumes that have them`,
        );
  }
  const allowed = withRoom.length === 0 ? "volumes that have arraySnapshots" : quoted(withRoom);
  return named.flatMap((name, turn): FieldProblem[] => {
    const why = whyNotInSet(name, turn, named, volumes);
    return why === null
      ? []
      : [
          {
            field: ["volumes", turn],
            message: `${JSON.stringify(name)} ${why}; allowed: ${allowed}, each once`,
          },
        ];
  });
}

function whyNotInSet(
  name: string,
  turn: number,
  named: readonly string[],
  volumes: readonly RuledVolume[],
): string | null {
  const volume = volumes.find((one) => one.name === name);
  if (volume === undefined) return "is not a volume of this scenario";
  if (named.indexOf(name) < turn) return "is named twice";
  if (volume.arraySnapshots === undefined) return "is on no array that takes snapshots";
  return volume.arraySnapshots.reservePercent === 0 ? "has a reserve of 0 %" : null;
}

/** Without a freeze nothing says up to which log record its files are: no log can follow. */
function problemsOfRestore(command: RuledCommand, { timeline }: ArrayScenario): FieldProblem[] {
  const wanted = command.arraySnapshot?.toLowerCase();
  const made = timeline.filter(
    ({ command: { kind, name } }) =>
      kind === "createArraySnapshot" && name?.toLowerCase() === wanted,
  );
  if (made.length === 0 || made.some(({ command: { freeze } }) => freeze !== "none")) return [];
  const why = `needs backups of the log, which cannot follow ${JSON.stringify(command.arraySnapshot)}: it was taken without a freeze`;
  const stops = ["stopAtSeconds", "stopAtMark", "stopBeforeMark", "backups"] as const;
  return [
    ...stops.flatMap((field) =>
      command[field] == null ? [] : [{ field: [field], message: `${why}; allowed: null` }],
    ),
    ...(command.recovery === false
      ? [{ field: ["recovery"], message: `false ${why}; allowed: true` }]
      : []),
  ];
}

const mibPerGiB = 1024;

const checkArrays = (scenario: ArrayScenario): Problem[] =>
  scenario.storage.volumes.flatMap((volume, index) => {
    const problem = problemOfArray(volume, scenario);
    if (problem === null) return [];
    const { field, message } = problem;
    return [{ path: ["storage", "volumes", index, "arraySnapshots", ...field], message }];
  });

/** A volume of a given size is a part of its device, whose rest is the pool: the reserve, and what may be borrowed. */
function problemOfArray(
  { name, device, arraySnapshots }: RuledVolume,
  scenario: ArrayScenario,
): FieldProblem | null {
  if (arraySnapshots === undefined) return null;
  if (scenario.mode === "real") {
    return {
      field: [],
      message:
        'has no meaning in mode "real": only simulated storage has an array; allowed: to leave it out',
    };
  }
  if (device === undefined || checkDevice(device).length > 0) return null;
  const { sizeGiB, reservePercent, poolGiB } = arraySnapshots;
  const capacity = capacityMiB(device);
  if (sizeGiB === 0) {
    const message =
      "0 means what its device holds, which has no limit; allowed: at least 1, or a capacity of the device";
    return capacity === null ? { field: ["sizeGiB"], message } : null;
  }
  const filesMiB = (scenario.database.dataFiles > 0 ? placedFiles(scenario) : [])
    .filter(({ volume }) => volume === name)
    .reduce((sum, { sizeMiB }) => sum + sizeMiB, 0);
  if (filesMiB > sizeGiB * mibPerGiB) {
    const message = `${sizeGiB} is too little for its files (${Math.ceil(filesMiB)} MiB); allowed: at least ${Math.ceil(filesMiB / mibPerGiB)}, or 0`;
    return { field: ["sizeGiB"], message };
  }
  if (capacity === null) return null;
  const holds = `its device holds ${capacity} MiB`;
  const room = capacity / mibPerGiB - sizeGiB;
  if (room < 0) {
    const message = `${sizeGiB} is too much: ${holds}; allowed: at most ${Math.floor(capacity / mibPerGiB)}, or 0`;
    return { field: ["sizeGiB"], message };
  }
  const left = room - (sizeGiB * reservePercent) / 100;
  if (left < 0) {
    const message = `${reservePercent} does not fit: ${holds}, of which the volume takes ${sizeGiB} GiB; allowed: at most ${Math.floor((100 * room) / sizeGiB)}`;
    return { field: ["reservePercent"], message };
  }
  if (poolGiB <= left) return null;
  const message = `${poolGiB} does not fit: ${holds}, of which volume and reserve leave ${left} GiB; allowed: at most ${Math.floor(left)}`;
  return { field: ["poolGiB"], message };
}
