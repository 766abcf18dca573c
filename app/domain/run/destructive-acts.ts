/** Acts that take something away: each is asked about once, naming what is lost. */
import type { Command } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { lossBack } from "../forecast/forecast.ts";
import { commitsText } from "../forecast/forecast-text.ts";
import { formatBytes } from "../format/bytes.ts";
import { countOf } from "../format/numbers.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { formatTidyDuration } from "../format/times.ts";
import { asOfLines } from "../timeline/run-timeline.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { readersOf } from "./steering.ts";

export type DestructiveAct =
  | { readonly kind: "revert" | "dropSnapshot"; readonly snapshot: string }
  | { readonly kind: "dropCopy"; readonly copy: string }
  | { readonly kind: "deleteArraySnapshot"; readonly snapshot: string }
  | { readonly kind: "dropTable"; readonly table: string }
  | { readonly kind: "damage" | "crash" };

export interface Question {
  readonly title: string;
  /** The label of the button that does it. */
  readonly act: string;
  /** What is lost, and what becomes of those who use the database. */
  readonly words: readonly string[];
  readonly command: Command;
}

export function questionOf(act: DestructiveAct, scenario: Scenario, timeline: Timeline): Question {
  switch (act.kind) {
    case "revert":
      return {
        title: `Revert ${scenario.database.name} to ${act.snapshot}?`,
        act: "Revert",
        words: [
          revertLoss(scenario, timeline, act.snapshot),
          "The users are disconnected, their open transactions are rolled back, and they come back when the database is open again.",
          "The log is rebuilt: log backups go on only after a new full backup.",
        ],
        command: { kind: "revertSnapshot", name: act.snapshot, closeConnections: true },
      };
    case "dropSnapshot":
      return {
        title: `Drop ${act.snapshot}?`,
        act: "Drop",
        words: [
          dropLoss(scenario, timeline, act.snapshot),
          ...refusalOfDrop(timeline, act.snapshot, "snapshot"),
        ],
        command: { kind: "dropSnapshot", name: act.snapshot },
      };
    case "dropCopy":
      return {
        title: `Drop database ${act.copy}?`,
        act: "Drop",
        words: [
          `What was restored as ${act.copy} is lost, and its files are deleted. ${scenario.database.name} stays as it is.`,
          ...refusalOfDrop(timeline, act.copy, "database"),
        ],
        command: { kind: "dropSnapshot", name: act.copy },
      };
    case "deleteArraySnapshot":
      return {
        title: `Delete array snapshot ${act.snapshot}?`,
        act: "Delete",
        words: [
          "What it shows can no longer be restored, mounted or backed up.",
          "The array frees what of the reserve is its own; what it shares with another snapshot stays with that one.",
        ],
        command: { kind: "deleteArraySnapshot", name: act.snapshot },
      };
    case "dropTable":
      return {
        title: `Drop table ${act.table}?`,
        act: "Drop",
        words: [
          tableLoss(timeline, act.table),
          "A restore to before this, or a revert to a snapshot that has the table, brings it back.",
        ],
        command: { kind: "dropTable", name: act.table },
      };
    case "damage":
      return {
        title: "Damage a page on the disk?",
        act: "Damage",
        words: [
          "The disk overwrites a page of the table with garbage, and the server is not told.",
          "Whoever reads it gets error 824 and is rolled back, until a restore mends the page. Without a full backup it stays damaged.",
        ],
        command: { kind: "damagePage", page: null },
      };
    case "crash":
      return {
        title: "Crash the server?",
        act: "Crash and restart",
        words: [
          "The server ends as it stands, without a checkpoint: open transactions are lost, what was committed is not.",
          "Nobody can use the database until its recovery is over.",
        ],
        command: { kind: "restartServer", mode: "crash" },
      };
  }
}

const momentText = (timeline: Timeline, atMs: number): string =>
  `${formatMomentOf(timeline, atMs)} (${formatTidyDuration(atMs)})`;

/** Null until the snapshot's point in time is fixed. */
const asOfMs = ({ bands }: Timeline, snapshot: string): number | null =>
  asOfLines(bands).findLast((one) => one.snapshot === snapshot)?.atMs ?? null;

function revertLoss(scenario: Scenario, timeline: Timeline, snapshot: string): string {
  const toMs = asOfMs(timeline, snapshot);
  if (toMs === null) {
    return "Everything that was committed after the snapshot’s point in time is lost.";
  }
  const { sinceMs, forMs, commits } = lossBack(scenario, timeline, toMs);
  const work = `Reverts ${formatTidyDuration(forMs)} of work`;
  const since = `made since ${momentText(timeline, sinceMs)}`;
  return commits === null
    ? `${work}: all commits ${since} are lost.`
    : `${work}: about ${commitsText(commits)} ${since} ${Math.round(commits) === 1 ? "is" : "are"} lost.`;
}

/**
 * Commits that a restore in place to a moment takes away; null: not known, as after another revert or
 * restore, which has taken some of them already.
 */
export function commitsLostInRestore(
  scenario: Scenario,
  timeline: Timeline,
  toMs: number,
): number | null {
  const wentBack = timeline.bands.some(
    ({ row, startMs }) => (row === "revert" || row === "restore") && startMs >= toMs,
  );
  return wentBack ? null : lossBack(scenario, timeline, toMs).commits;
}

function dropLoss(
  { database }: Pick<Scenario, "database">,
  timeline: Timeline,
  snapshot: string,
): string {
  const toMs = asOfMs(timeline, snapshot);
  const state = toMs === null ? "it shows" : `of ${momentText(timeline, toMs)}`;
  const bytes = timeline.snapshots
    .findLast(({ name, dropped }) => name === snapshot && !dropped)
    ?.points.at(-1)?.sizeOnDiskBytes;
  const files = database.dataFiles === 1 ? "sparse file is" : "sparse files are";
  const size = bytes === undefined ? "" : `, ${formatBytes(bytes)} on disk`;
  return `The state ${state} can no longer be read or reverted to. Its ${files} deleted${size}.`;
}

/** Why a drop is refused, as far as the timeline shows; empty: nothing there speaks against it. */
function refusalOfDrop(timeline: Timeline, name: string, what: "snapshot" | "database"): string[] {
  const readers = readersOf(timeline, name);
  if (readers === 0) return [];
  const who = countOf(readers, "session reads", "sessions read");
  return [`It will be refused (3702) while ${who} the ${what}.`];
}

/** The loss of a table that a SELECT INTO of this run has made. */
function tableLoss({ acts }: Pick<Timeline, "acts">, table: string): string {
  const rows = acts.findLast(
    ({ kind, name, outcome }) => kind === "selectInto" && name === table && outcome === "applied",
  )?.command.rows;
  return typeof rows === "number"
    ? `The table and its ${countOf(rows, "row")} are lost.`
    : "The table and its rows are lost.";
}
