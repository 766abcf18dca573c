/** What the dialog of a restore asks: whether it can be, what it will do, and the command that it makes. */
import { type Command, commandSchema, restoreInPlace } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { commitsText } from "../forecast/forecast-text.ts";
import { formatExact } from "../format/numbers.ts";
import { formatClock } from "../format/times.ts";
import { parseClockSeconds } from "../scenario-form/clock-text.ts";
import { howToWrite, parseNumber } from "../scenario-form/number-text.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { existingSnapshots } from "./steering.ts";

/** What one goes back behind. */
export interface Mistake {
  readonly kind: "tableUpdate" | "dropTable" | "damagePage";
  /** "the table was updated": completes "a second before". */
  readonly what: string;
  /** When it began, engine time. */
  readonly atMs: number;
}

export interface RestoreChoice {
  /** The kind of a mistake: a second before it. */
  readonly to: "end" | "time" | Mistake["kind"];
  /** Engine time in seconds or as the clock shows it, as typed. */
  readonly stopAt: string;
  /** The start of that clock; absent: seconds alone are understood. */
  readonly clockOriginMs?: number;
  readonly backUpTail: boolean;
  readonly replace: boolean;
  /** The name of another database, which is made beside this one; empty: this one itself. */
  readonly as: string;
  /** Whether that other database can be used afterwards. */
  readonly recovery: boolean;
  /** Whether backups with damaged pages are restored, too. */
  readonly continueAfterError: boolean;
  /** The array snapshot that it begins with; null: a full backup. */
  readonly arraySnapshot: string | null;
}

/** A moment before now is what one goes back to after a mistake. */
const usualBackMs = 1000;

const secondBefore = (ms: number): string => formatExact(secondsOf(Math.max(0, ms - usualBackMs)));

/** `mistakes`: the latest first. */
export const firstChoice = (nowMs: number, [latest]: readonly Mistake[] = []): RestoreChoice => ({
  to: latest?.kind ?? "end",
  stopAt: secondBefore(latest?.atMs ?? nowMs),
  backUpTail: true,
  replace: false,
  as: "",
  recovery: true,
  continueAfterError: false,
  arraySnapshot: null,
});

/** What one would go back behind, the latest first: the last of each kind. */
export function mistakesOf({ bands, acts }: Timeline): readonly Mistake[] {
  const update = bands.findLast(({ phase }) => phase === "tableUpdate");
  const lastOf = (wanted: string) =>
    acts.findLast(({ kind, outcome }) => kind === wanted && outcome === "applied");
  const [drop, damage] = [lastOf("dropTable"), lastOf("damagePage")];
  const mistakes: Mistake[] = [];
  if (update !== undefined) {
    mistakes.push({ kind: "tableUpdate", what: "the table was updated", atMs: update.startMs });
  }
  if (drop !== undefined) {
    const what = `the table ${drop.name ?? ""} was dropped`;
    mistakes.push({ kind: "dropTable", what, atMs: drop.atMs });
  }
  if (damage !== undefined) {
    mistakes.push({ kind: "damagePage", what: "the page was damaged", atMs: damage.atMs });
  }
  return mistakes.toSorted((one, other) => other.atMs - one.atMs);
}

/** Where the radio buttons lead; a time that was typed stays while none is asked for. */
export const choiceOf = (
  to: RestoreChoice["to"],
  nowMs: number,
  mistakes: readonly Mistake[],
): Partial<RestoreChoice> => {
  if (to === "end") return { to };
  const mistake = mistakes.find(({ kind }) => kind === to);
  return { to, stopAt: secondBefore(mistake?.atMs ?? nowMs) };
};

const secondsOf = (ms: number): number => Math.floor(ms) / 1000;

const stopSeconds = ({ stopAt, clockOriginMs }: RestoreChoice): number | null =>
  parseNumber(stopAt) ??
  (clockOriginMs === undefined ? null : parseClockSeconds(stopAt, clockOriginMs));

/** Another database needs no tail; for this one, `replace` has a meaning only without it. */
export function restoreCommand(choice: RestoreChoice): Command {
  const { to, as, recovery } = choice;
  const backUpTail = choice.backUpTail && as === "";
  return {
    ...restoreInPlace,
    stopAtSeconds: to === "end" ? null : (stopSeconds(choice) ?? Number.NaN),
    backUpTail,
    replace: choice.replace && !backUpTail,
    as: as === "" ? null : as,
    recovery: as === "" || recovery,
    ...(choice.continueAfterError ? { continueAfterError: true } : {}),
    ...(choice.arraySnapshot === null ? {} : { arraySnapshot: choice.arraySnapshot }),
  };
}

/** What is wrong with the name of the other database; null: nothing. */
export function problemOfName({ as }: RestoreChoice): string | null {
  const command = { ...restoreInPlace, as: as === "" ? null : as };
  if (commandSchema.safeParse(command).success) return null;
  return `‘${as}’ is no name of a database; allowed: letters, digits and _, at most 64.`;
}

/** What is wrong with the time; null: nothing. */
export function problemOfStop(choice: RestoreChoice, nowMs: number): string | null {
  const command = restoreCommand(choice);
  if (command.kind !== "restore" || command.stopAtSeconds === null) return null;
  const now = secondsOf(nowMs);
  const at = { ...restoreInPlace, stopAtSeconds: command.stopAtSeconds };
  if (commandSchema.safeParse(at).success && command.stopAtSeconds <= now) return null;
  return `‘${choice.stopAt}’ is no time of this run so far${stopSeconds(choice) === null ? howToWrite(choice.stopAt) : ""}; allowed: 0 to ${momentText(now, choice)}, with at most three decimals.`;
}

/** One of the kinds that the phase of a backup has among its figures: BackupType of msdb, from 0. */
const fullBackup = 0;

/** When the first full backup was complete, engine time; infinite: none is yet. */
const firstFullBackupMs = ({ bands }: Timeline): number =>
  Math.min(
    ...bands.flatMap(({ phase, endMs, figures }) =>
      phase === "backup" && figures.kind === fullBackup && endMs !== null ? [endMs] : [],
    ),
    Number.POSITIVE_INFINITY,
  );

type Restored = Pick<Scenario, "storage" | "database">;

/** In the simple recovery model the log has no tail that could be backed up. */
export const hasTail = ({ database }: Pick<Scenario, "database">): boolean =>
  database.recoveryModel !== "simple";

/** Why no backup of the log can follow what the restore begins with; null: some can. */
function whyNoLog(
  { arraySnapshot }: RestoreChoice,
  { acts }: Pick<Timeline, "acts">,
  scenario: Restored,
): string | null {
  if (!hasTail(scenario)) return "in the simple recovery model no log is backed up";
  if (arraySnapshot === null) return null;
  const taken = acts.findLast(
    ({ kind, name, outcome }) =>
      kind === "createArraySnapshot" && name === arraySnapshot && outcome === "applied",
  );
  // A restore that takes one takes it of a database that is closed.
  return (taken?.command.freeze ?? "none") === "none"
    ? `no log follows ‘${arraySnapshot}’, which was taken without a freeze`
    : null;
}

/** Why the engine will refuse, as far as the timeline shows; null: nothing there speaks against it. */
export function refusalOf(
  choice: RestoreChoice,
  timeline: Timeline,
  scenario: Restored,
): string | null {
  const [snapshot] = existingSnapshots(timeline);
  if (snapshot !== undefined && choice.as === "") {
    return `It will be refused (3709) while there is a snapshot of the database: ‘${snapshot}’.`;
  }
  const whyNot = whyNoLog(choice, timeline, scenario);
  const leftRestoring = choice.as !== "" && !choice.recovery;
  if (whyNot !== null && choice.arraySnapshot !== null && leftRestoring) {
    return `It cannot be left restoring: ${whyNot}.`;
  }
  if (whyNot !== null && choice.to !== "end") return `It cannot stop at a time: ${whyNot}.`;
  if (choice.arraySnapshot !== null) return null;
  const firstMs = firstFullBackupMs(timeline);
  if (!Number.isFinite(firstMs)) return "It will be refused (4335): no full backup is complete.";
  const command = restoreCommand(choice);
  const stopAt = command.kind === "restore" ? command.stopAtSeconds : null;
  if (stopAt === null || stopAt * 1000 >= firstMs) return null;
  return `It will be refused (4335): the first full backup was complete at ${formatExact(secondsOf(firstMs))} s.`;
}

/** Commits after a moment that the restore takes away; null: not known. */
type CommitsAfter = (atMs: number) => number | null;

/** What will happen, in sentences. */
export const consequencesOf = (
  choice: RestoreChoice,
  timeline: Pick<Timeline, "acts">,
  scenario: Restored,
  commitsAfter: CommitsAfter = () => null,
): string =>
  choice.as === ""
    ? [
        "All users are disconnected, and nobody can use the database until it is restored.",
        lossOf(choice, whyNoLog(choice, timeline, scenario), commitsAfter),
        ...(choice.backUpTail || choice.replace || !hasTail(scenario)
          ? []
          : ["If the tail of the log is not backed up by then, the restore is refused (3159)."]),
        ...byArray(choice, scenario),
      ].join(" ")
    : consequencesBeside(choice);

/** An array puts whole volumes back; the run has no files of others on them that it could take back. */
function byArray({ arraySnapshot }: RestoreChoice, { storage }: Restored): string[] {
  if (arraySnapshot === null) return [];
  const given = storage.arraySnapshotTimes.restoreSecondsPerVolume;
  return [
    "The array takes one more snapshot first, which keeps what is there now and takes of the reserve.",
    `No page is copied: each volume takes ${formatExact(given)} s, as the scenario gives it.`,
    "On a real array whatever else is on these volumes goes back as well.",
  ];
}

const consequencesBeside = ({ as, recovery, replace, arraySnapshot }: RestoreChoice): string =>
  [
    arraySnapshot === null
      ? `Users go on. The files of ‘${as}’ are made beside those of the database, which shares its disks and memory with the restore.`
      : `Users go on. The array mounts the files of ‘${as}’ without copying them; what is changed in them takes of the reserve.`,
    recovery
      ? "It is compared with what was committed by then."
      : "Backups of the log can be restored into it, by another restore under this name.",
    ...(replace ? ["What an earlier restore under this name has left is replaced."] : []),
  ].join(" ");

/** "64 s (21:49:11.00)". */
function momentText(seconds: number, { clockOriginMs }: RestoreChoice): string {
  const clock =
    clockOriginMs === undefined ? "" : ` (${formatClock(clockOriginMs, 1000 * seconds)})`;
  return `${formatExact(seconds)} s${clock}`;
}

function lossOf(
  choice: RestoreChoice,
  whyNoLog: string | null,
  commitsAfter: CommitsAfter,
): string {
  if (whyNoLog !== null) {
    const last =
      choice.arraySnapshot === null
        ? "since the last full or differential backup"
        : `after ‘${choice.arraySnapshot}’ was taken`;
    return `What was committed ${last} is lost: ${whyNoLog}.`;
  }
  const seconds = choice.to === "end" ? null : stopSeconds(choice);
  if (seconds !== null) {
    const commits = commitsAfter(1000 * seconds);
    const told = commits === null ? "" : `: about ${commitsText(commits)}`;
    return `What was committed after ${momentText(seconds, choice)} is lost${told}.`;
  }
  return choice.backUpTail
    ? "Nothing that was committed is lost."
    : "What was committed since the last log backup is lost.";
}
