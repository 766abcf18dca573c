/**
 * One failure of a plan as a scenario: what the plan takes from the base of the way back on, the failure, and the way
 * back. It runs as any experiment does.
 */
import { maxDurationSeconds } from "../../contract/fields.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { failure, type Result } from "../../contract/result.ts";
import type { Scenario, ScenarioInput } from "../../contract/scenario.ts";
import type { PlanSet } from "./occurrences.ts";
import type { PlanAnswer } from "./plan-answer.ts";
import { durationText, failureAt } from "./plan-words.ts";
import type { TimedWay } from "./way-back.ts";

/** The entry of the timeline that goes back. */
export const wayBackStep = "wayBack";
/** Entries before it make way for it, one after the other. */
const makeWayStep = (place: number): string => `makeWay_${place}`;
export const firstToMakeWay = makeWayStep(1);
/** The load is under way when the base is taken. */
const leadSeconds = 30;
const maxEntries = 1000;

type Entry = NonNullable<ScenarioInput["timeline"]>[number];

/** `way`: one of those of the answer at that moment. */
export function scenarioOfWay(
  { plan, sets }: Pick<PlanAnswer, "plan" | "sets">,
  way: TimedWay,
  atSeconds: number,
): Result<Scenario> {
  const { scenario } = plan;
  const shift = leadSeconds - way.base.startSeconds;
  const goesBackAt = rounded(way.noticedSeconds + shift);
  const taken = sets.filter(
    ({ startSeconds, base }) =>
      startSeconds >= way.base.startSeconds &&
      startSeconds <= way.noticedSeconds &&
      (base === null || isWithin(sets, base, way)),
  );
  const timeline: Entry[] = [
    ...taken.map((set) => ({
      name: set.name,
      atSeconds: rounded(set.startSeconds + shift),
      command: commandOf(set, plan.jobs[set.job]?.files ?? 1),
    })),
    ...taken.flatMap((set) => removal(set, way.noticedSeconds, shift)),
    ...goingBack(taken, way, { atSeconds: goesBackAt, stopSeconds: rounded(atSeconds + shift) }),
  ];
  if (timeline.length > maxEntries) {
    return failure(
      "badInput",
      `A run of this takes ${timeline.length} steps from ${way.base.name} on; allowed: at most ${maxEntries}. Take a moment nearer to its base.`,
    );
  }
  const durationSeconds = Math.ceil(goesBackAt + 3 * way.timeSeconds + 120);
  if (durationSeconds > maxDurationSeconds) {
    return failure(
      "badInput",
      `A run of this takes ${durationText(durationSeconds)} from ${way.base.name} on; allowed: at most a day. Take a moment nearer to its base.`,
    );
  }
  return resolveScenario(
    {
      ...scenario,
      name: `${plan.name}: ${failureAt(way.failure, atSeconds)}`.slice(0, 100),
      description: "A failure of a protection plan, and the way back that the plan has.",
      durationSeconds,
      warmupSeconds: Math.min(scenario.warmupSeconds, leadSeconds),
      timeline: timeline.sort(
        (one, other) => (one.atSeconds ?? goesBackAt) - (other.atSeconds ?? goesBackAt),
      ),
    },
    plan.name,
  );
}

const rounded = (seconds: number): number => Number(seconds.toFixed(3));

const isWithin = (sets: readonly PlanSet[], base: string, way: TimedWay): boolean =>
  (sets.find(({ name }) => name === base)?.startSeconds ?? Number.NEGATIVE_INFINITY) >=
  way.base.startSeconds;

function commandOf({ kind, name, copyOnly, freeze }: PlanSet, files: number): Entry["command"] {
  switch (kind) {
    case "arraySnapshot":
      return { kind: "createArraySnapshot", name, freeze, copyOnly };
    case "databaseSnapshot":
      return { kind: "createSnapshot", name };
    default:
      return { kind: "backup", name, type: kind, copyOnly, files };
  }
}

/** Files of backups are left where they are: nothing else depends on them. */
function removal({ kind, name, removedSeconds }: PlanSet, until: number, shift: number): Entry[] {
  if (removedSeconds >= until) return [];
  const atSeconds = rounded(removedSeconds + shift);
  if (kind === "arraySnapshot")
    return [{ atSeconds, command: { kind: "deleteArraySnapshot", name } }];
  if (kind === "databaseSnapshot") return [{ atSeconds, command: { kind: "dropSnapshot", name } }];
  return [];
}

/** No restore while there are database snapshots, no revert while there is another one. */
function goingBack(
  taken: readonly PlanSet[],
  way: TimedWay,
  { atSeconds, stopSeconds }: { readonly atSeconds: number; readonly stopSeconds: number },
): Entry[] {
  const names = !isServersChoice(taken, way);
  const namesTail = way.usesTail && names;
  // A backup that is named has to be complete.
  const running = names && way.logs.find(({ endSeconds }) => endSeconds > way.noticedSeconds);
  const begin = running ? afterStep(running.name) : { atSeconds };
  const before: Entry["command"][] = [
    ...taken
      .filter(
        ({ kind, name, removedSeconds }) =>
          kind === "databaseSnapshot" &&
          removedSeconds > way.noticedSeconds &&
          name !== way.base.name,
      )
      .map(({ name }) => ({ kind: "dropSnapshot" as const, name })),
    ...(namesTail ? [{ kind: "backup" as const, name: tailName, type: "log" as const }] : []),
  ];
  const steps = before.map(
    (command, at): Entry => ({
      name: makeWayStep(at + 1),
      ...(at > 0 ? afterStep(makeWayStep(at)) : namesTail ? afterStep(usersLeave, 1) : begin),
      command,
    }),
  );
  const noUsers = { kind: "setUsers" as const, users: 0 };
  return [
    // What they did behind that tail would be lost; a restore that takes the tail itself throws them out.
    ...(namesTail ? [{ name: usersLeave, ...begin, command: noUsers }] : []),
    ...steps,
    {
      name: wayBackStep,
      ...(steps.length === 0 ? begin : afterStep(makeWayStep(steps.length))),
      command: wayCommand(taken, way, { stopSeconds, namesTail }),
    },
    // Whoever works after it would only make the run longer.
    { ...afterStep(wayBackStep), command: noUsers },
  ];
}

const usersLeave = "usersLeave";

const afterStep = (step: string, delaySeconds = 0) => ({
  after: { step, event: "completed" as const, delaySeconds },
});

/** Of the backup of the tail, where a way has to name what it takes. */
const tailName = "tail";

/**
 * The server chooses the newest base, its newest differential and the log behind it, with the tail. What the plan says is
 * still under way may be complete in a run. Only a way by others names them.
 */
function isServersChoice(taken: readonly PlanSet[], way: TimedWay): boolean {
  const until = way.failure === "wrongUpdate" ? way.reachedSeconds : way.noticedSeconds;
  const last = (kind: PlanSet["kind"], base: string | null): string | null =>
    taken.findLast((set) => set.kind === kind && set.base === base && set.startSeconds <= until)
      ?.name ?? null;
  return (
    (way.kind === "arraySnapshot" || last("full", null) === way.base.name) &&
    last("differential", way.base.name) === (way.differential?.name ?? null)
  );
}

function wayCommand(
  taken: readonly PlanSet[],
  way: TimedWay,
  { stopSeconds, namesTail }: { readonly stopSeconds: number; readonly namesTail: boolean },
): Entry["command"] {
  const { kind, base, differential, logs, usesTail, tailFromSeconds, failure: failed } = way;
  if (kind === "databaseSnapshot") return { kind: "revertSnapshot", name: base.name };
  const rollsForward = usesTail || logs.length > 0;
  const backups = [
    ...(kind === "arraySnapshot" ? [] : [base.name]),
    ...(differential === null ? [] : [differential.name]),
    ...logs.map(({ name }) => name),
    ...(namesTail ? [tailName] : []),
  ];
  const backUpTail = tailFromSeconds !== null && !namesTail;
  return {
    kind: "restore",
    stopAtSeconds: failed === "wrongUpdate" && rollsForward ? stopSeconds : null,
    backUpTail,
    replace: !backUpTail,
    backups: backups.length === 0 || isServersChoice(taken, way) ? null : backups,
    ...(kind === "arraySnapshot" ? { arraySnapshot: base.name } : {}),
  };
}
