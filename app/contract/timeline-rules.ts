/** Rules between the entries of a timeline. The engine has none of them: what it is told by others may make no sense. */
import { phaseNames } from "./phase.ts";
import { commandEvents } from "./timeline.ts";
import { orderOf, type TimedEntry, type TimelineOrder, triggersOf } from "./timeline-order.ts";

/** The part of an entry that the rules look at. */
export interface RuledEntry extends TimedEntry {
  readonly when?:
    | {
        readonly fromSeconds: number;
        readonly above?: number | undefined;
        readonly below?: number | undefined;
      }
    | undefined;
  readonly command: {
    readonly kind: string;
    readonly name?: string;
    readonly init?: boolean | undefined;
    readonly format?: boolean | undefined;
    readonly toNul?: boolean | undefined;
    readonly index?: number;
    readonly users?: number;
    readonly as?: string | null;
    readonly volume?: string | null;
    readonly recovery?: boolean;
    readonly database?: string | null | undefined;
    readonly snapshot?: string | null | undefined;
    readonly arraySnapshot?: string | null | undefined;
    readonly freeze?: string;
    readonly volumes?: readonly string[] | null | undefined;
    readonly backups?: readonly string[] | null;
    readonly stopAtSeconds?: number | null;
    readonly stopAtMark?: string | null | undefined;
    readonly stopBeforeMark?: string | null | undefined;
  };
}

export interface RuledScenario {
  readonly timeline: readonly RuledEntry[];
  readonly durationSeconds: number;
  readonly warmupSeconds: number;
  readonly database: { readonly name: string; readonly nonclusteredIndexes: number };
}

export interface Problem {
  readonly path: readonly (string | number)[];
  /** Completes a sentence that starts with the path. */
  readonly message: string;
}

export const quoted = (names: readonly string[]) =>
  names.map((name) => JSON.stringify(name)).join(", ");

/** Names differ by more than case: the product folds it, and so do some file systems. */
const sameName = (name: string) => name.toLowerCase();

export function checkTimeline(scenario: RuledScenario): Problem[] {
  const { timeline, warmupSeconds } = scenario;
  const order = orderOf(timeline, warmupSeconds);
  return [
    ...timeline.flatMap((entry, index) => [
      ...checkTrigger(entry, index),
      ...checkName(timeline, index),
      ...checkAfter(timeline, order, index),
      ...checkTime(scenario, order, index),
    ]),
    ...checkOwnNames(scenario),
    ...checkRestoredNames(scenario),
    ...checkUses(timeline, order),
    ...checkIndexes(scenario),
  ];
}

function checkTrigger(entry: RuledEntry, index: number): Problem[] {
  const triggers = triggersOf(entry);
  if (triggers.length !== 1) {
    const has = triggers.length === 0 ? "has no trigger" : `has ${triggers.join(" and ")}`;
    return [
      {
        path: ["timeline", index],
        message: `${has}; allowed: exactly one of atSeconds, after, when`,
      },
    ];
  }
  const { when } = entry;
  if (when === undefined || (when.above === undefined) !== (when.below === undefined)) return [];
  const has = when.above === undefined ? "has no bound" : "has both above and below";
  return [
    {
      path: ["timeline", index, "when"],
      message: `${has}; allowed: exactly one of above, below`,
    },
  ];
}

function checkName(timeline: readonly RuledEntry[], index: number): Problem[] {
  const name = timeline[index]?.name;
  if (name === undefined) return [];
  if (timeline.findIndex((entry) => entry.name === name) === index) return [];
  return [
    {
      path: ["timeline", index, "name"],
      message: `${JSON.stringify(name)} is used twice; allowed: a name of its own for each entry`,
    },
  ];
}

function checkAfter(
  timeline: readonly RuledEntry[],
  order: TimelineOrder,
  index: number,
): Problem[] {
  const after = timeline[index]?.after;
  if (after === undefined) return [];
  const stepPath = ["timeline", index, "after", "step"];
  const awaited = order.awaited(index);
  const named = JSON.stringify(after.step);
  const refused = (verdict: string): Problem[] => [
    {
      path: stepPath,
      message: `${named} ${verdict}; allowed: ${allowedSteps(timeline, order, index)}`,
    },
  ];
  const step = awaited === null ? undefined : timeline[awaited];
  if (step === undefined) return refused("is not the name of an entry");
  if (awaited === index) return refused("is this entry itself");
  if (order.inRing(index)) return refused("waits for this entry, so that neither can come");
  const { kind } = step.command;
  const events: readonly string[] =
    kind === "createSnapshot" ? [...commandEvents, ...phaseNames] : commandEvents;
  if (events.includes(after.event)) return [];
  return [
    {
      path: ["timeline", index, "after", "event"],
      message:
        `${JSON.stringify(after.event)} is a phase of a creation, and ${named} is ${kind}; ` +
        `allowed: ${quoted(events)}`,
    },
  ];
}

function allowedSteps(timeline: readonly RuledEntry[], order: TimelineOrder, index: number) {
  const free = timeline.flatMap(({ name }, other) =>
    name === undefined || other === index || order.eventAwaited(other, index) !== null
      ? []
      : [name],
  );
  return free.length > 0
    ? quoted([...new Set(free)])
    : "the name of an entry that does not wait for this one";
}

/** The field that makes an entry late is the one to change. */
function checkTime(
  { timeline, durationSeconds }: RuledScenario,
  order: TimelineOrder,
  index: number,
): Problem[] {
  const entry = timeline[index];
  const earliest = order.earliest(index);
  if (entry === undefined || earliest <= durationSeconds || !Number.isFinite(earliest)) return [];
  const allowed = `allowed: 0 to durationSeconds (${durationSeconds})`;
  const path = ["timeline", index];
  if (entry.atSeconds !== undefined) {
    return [
      {
        path: [...path, "atSeconds"],
        message: `${entry.atSeconds} is after the end of the run; ${allowed}`,
      },
    ];
  }
  if (entry.after !== undefined) {
    return [
      {
        path: [...path, "after", "delaySeconds"],
        message:
          `${entry.after.delaySeconds} makes it due at ${earliest} s or later, after the end of the run; ` +
          `allowed: what leaves it within durationSeconds (${durationSeconds})`,
      },
    ];
  }
  return [
    {
      path: [...path, "when", "fromSeconds"],
      message: `${entry.when?.fromSeconds} is after the end of the run; ${allowed}`,
    },
  ];
}

interface OwnName {
  /** Those that share names. */
  readonly among: string;
  /** What is said of a name that another has. */
  readonly verdict: string;
}

/** Both are backup sets, known by name; a file system that folds case could keep only one of two. */
const backupSet: OwnName = {
  among: "set",
  verdict: "names two backups or array snapshots; allowed: a name of its own for each",
};

/** Kinds whose commands need a name of their own each. */
const ownNames: Readonly<Record<string, OwnName>> = {
  createSnapshot: {
    among: "snapshot",
    verdict: "is created twice; allowed: a name of its own for each snapshot",
  },
  backup: backupSet,
  createArraySnapshot: backupSet,
};

/** The files of an earlier backup, or none. */
const overwrites = ({ init, format, toNul }: RuledCommand): boolean =>
  init === true || format === true || toNul === true;

function checkOwnNames({ timeline, database }: RuledScenario): Problem[] {
  const taken = new Set([`snapshot ${sameName(database.name)}`]);
  return timeline.flatMap(({ command }, index): Problem[] => {
    const { kind, name } = command;
    const rule = ownNames[kind];
    if (rule === undefined || name === undefined) return [];
    const own = `${rule.among} ${sameName(name)}`;
    const isTaken = taken.has(own) && !overwrites(command);
    taken.add(own);
    if (!isTaken) return [];
    const isDatabase = kind === "createSnapshot" && sameName(name) === sameName(database.name);
    const said = isDatabase ? "is the database itself; allowed: a name of its own" : rule.verdict;
    return [
      {
        path: ["timeline", index, "command", "name"],
        message: `${JSON.stringify(name)} ${said}`,
      },
    ];
  });
}

/** A database under another name has files of that name, beside those of the others. */
function checkRestoredNames({ timeline, database }: RuledScenario): Problem[] {
  const taken = new Set([
    ...["master", "model", "msdb", "tempdb", database.name].map(sameName),
    ...timeline.flatMap(({ command: { kind, name } }) =>
      kind === "createSnapshot" && name !== undefined ? [sameName(name)] : [],
    ),
  ]);
  return timeline.flatMap(({ command: { as } }, index): Problem[] => {
    if (as == null || !taken.has(sameName(as))) return [];
    return [
      {
        path: ["timeline", index, "command", "as"],
        message: `${JSON.stringify(as)} is the name of the database, of a snapshot or of a system database; allowed: a name of its own, or null`,
      },
    ];
  });
}

/**
 * An index that is rebuilt is there at the start, or some entry creates it; one that is created is not there at
 * the start. The rest is known in the run only.
 */
function checkIndexes({ timeline, database }: RuledScenario): Problem[] {
  const indexes = 1 + database.nonclusteredIndexes;
  const created = new Set(
    timeline.flatMap(({ command }) => (command.kind === "createIndex" ? [command.index] : [])),
  );
  return timeline.flatMap(({ command: { kind, index } }, step): Problem[] => {
    if (index === undefined) return [];
    const atTheStart = index <= indexes;
    const path = ["timeline", step, "command", "index"];
    if (kind === "rebuildIndex" && !atTheStart && !created.has(index)) {
      return [
        {
          path,
          message: `${index} is not an index of the table; allowed: 1 to ${indexes}, as database.nonclusteredIndexes has it, and those that an entry creates`,
        },
      ];
    }
    if (kind === "createIndex" && atTheStart) {
      return [
        {
          path,
          message: `${index} is an index that the table has; allowed: above ${indexes}, as database.nonclusteredIndexes has it`,
        },
      ];
    }
    return [];
  });
}

type RuledCommand = RuledEntry["command"];

/** Something that a command uses by its name. */
interface Use {
  readonly field: "name" | "database" | "snapshot" | "arraySnapshot";
  readonly thing: string;
  /** The name that a command gives to such a thing which it makes; nothing of other commands. */
  readonly madeBy: (command: RuledCommand) => string | null | undefined;
}

const nameFrom =
  (maker: string) =>
  ({ kind, name }: RuledCommand) =>
    kind === maker ? name : null;
const createdSnapshot = nameFrom("createSnapshot");
/** One WITH NORECOVERY cannot be read. */
const restoredDatabase = ({ kind, as, recovery }: RuledCommand) =>
  kind === "restore" && recovery !== false ? as : null;
const readable: Use = {
  field: "name",
  thing: "snapshot or restored database",
  madeBy: (command) => createdSnapshot(command) ?? restoredDatabase(command),
};
const snapshot: Use = { field: "name", thing: "snapshot", madeBy: createdSnapshot };
const arraySnapshot: Use = {
  field: "arraySnapshot",
  thing: "array snapshot",
  madeBy: nameFrom("createArraySnapshot"),
};

const uses: Readonly<Record<string, Use>> = {
  dropSnapshot: {
    field: "name",
    thing: "snapshot or restored database",
    madeBy: (command) => createdSnapshot(command) ?? command.as,
  },
  revertSnapshot: snapshot,
  setReportUsers: readable,
  scanTable: { ...readable, field: "snapshot" },
  checkDatabase: { field: "database", thing: "restored database", madeBy: restoredDatabase },
  dropTable: { field: "name", thing: "table of SELECT INTO", madeBy: nameFrom("selectInto") },
  deleteArraySnapshot: { ...arraySnapshot, field: "name" },
  restore: arraySnapshot,
  backup: arraySnapshot,
};

/**
 * A drop, a revert or a report needs a creation that can come before it: what may come later or not at all is
 * allowed. How many array snapshots restores take by themselves is known in the run only.
 */
function checkUses(timeline: readonly RuledEntry[], order: TimelineOrder): Problem[] {
  return timeline.flatMap(({ command }, index): Problem[] => {
    const use = uses[command.kind];
    const name = use === undefined ? null : command[use.field];
    if (use === undefined || name == null) return [];
    const before = timeline.filter((_, other) => other !== index && mayFollow(order, index, other));
    const possible = before.flatMap((entry) => use.madeBy(entry.command) ?? []);
    if (possible.some((created) => sameName(created) === sameName(name))) return [];
    const byRestore = before.some((entry) => takesArraySnapshot(entry.command));
    if (use.madeBy === arraySnapshot.madeBy && byRestore && isReserved(name)) return [];
    const fixed = order.fixed(index);
    const when = fixed === null ? "this entry can come" : `${fixed} s`;
    return [
      {
        path: ["timeline", index, "command", use.field],
        message:
          `${JSON.stringify(name)} is not created before ${when}; ` +
          `allowed: ${possible.length > 0 ? quoted(possible) : `nothing, no ${use.thing} exists by then`}`,
      },
    ];
  });
}

/** What a restore in place calls the array snapshot that it takes before it begins. */
export const isReserved = (name: string): boolean => /^before_restore_\d+$/i.test(name);

const takesArraySnapshot = ({ kind, as, arraySnapshot }: RuledCommand): boolean =>
  kind === "restore" && as == null && arraySnapshot != null;

/** Whether what `creation` makes may be there when `drop` is carried out. */
function mayFollow(order: TimelineOrder, drop: number, creation: number): boolean {
  const event = order.eventAwaited(drop, creation);
  if (event !== null) return event !== "failed";
  if (order.eventAwaited(creation, drop) !== null) return false;
  const dropped = order.fixed(drop);
  return dropped === null || order.earliest(creation) < dropped;
}
