/**
 * What the acts of a run came to, beside its creations, as sentences: the same in Live, in the report and in
 * a terminal. First what took the database out of service, then what was done beside its users.
 */
import type { ArraySnapshotSummary, BackupSummary } from "../../contract/summary.ts";
import { lostOn } from "../array-snapshot-words.ts";
import { backupTypeText, restoreSentence } from "../backup-words.ts";
import { countOf } from "../format/numbers.ts";
import { asSentence } from "../format/report-text.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { formatTidyDuration } from "../format/times.ts";
import { setupPhrase, withSetup } from "../setup-phrase.ts";
import { clockOrigin } from "../timeline/clock.ts";
import { nameOfAct } from "./act-names.ts";
import { type LastingAct, lastingActs } from "./noticed-acts.ts";
import {
  type ActsOfRun,
  commandsGiven,
  type Outage,
  outagesOf,
  type Restart,
  type Revert,
} from "./outages.ts";

/** How many of a kind are told; what is more can be found in the tables. */
const toldOfKind = 3;

/** `setup`: what was run on what; null where that stands beside them. */
export function actSentences(
  summary: ActsOfRun,
  setup: string | null = setupPhrase(summary.scenario),
): string[] {
  const outages = outagesOf(summary);
  const builds = lastingActs(summary.phases, commandsGiven(summary)).filter(
    ({ phase: { name } }) => name === "indexRebuild" || name === "indexCreation",
  );
  const beside = summary.restores.filter(({ database }) => database != null);
  const momentText = momentIn(summary);
  return [
    ...told(
      outages.map((outage) => outageSentence(outage, summary)),
      "further revert, restore or restart",
      "further reverts, restores or restarts",
    ),
    ...told(
      beside.map((restore) => restoreSentence(restore, momentText)),
      "further restore",
    ),
    ...told(builds.map(buildSentence), "further index build"),
    ...backupSentence(backupsOfTheirOwn(summary)),
    ...arraySnapshotNotes(summary, momentText),
  ]
    .map((sentence) => withSetup(setup, sentence))
    .concat(told(unfinished(summary, outages), "further action that was not carried out"));
}

function told(sentences: readonly string[], more: string, many?: string): string[] {
  const left = sentences.length - toldOfKind;
  if (left <= 0) return [...sentences];
  return [
    ...sentences.slice(0, toldOfKind),
    `${countOf(left, more, many)} can be found in the tables.`,
  ];
}

const momentIn =
  ({ run }: Pick<ActsOfRun, "run">) =>
  (atMs: number): string =>
    formatMomentOf({ originMs: clockOrigin(run.origin), endMs: run.engineMs }, atMs);

export function outageSentence(outage: Outage, summary: ActsOfRun): string {
  const ended = endedBy(outage, summary);
  const sentence = sentenceOf(outage, summary);
  return ended.length === 0 ? sentence : `${sentence} It ended ${ended.join(" and ")}.`;
}

function sentenceOf(outage: Outage, summary: ActsOfRun): string {
  switch (outage.kind) {
    case "restore":
      return restoreSentence(outage.restore, momentIn(summary));
    case "revert":
      return revertSentence(outage, summary);
    case "restart":
      return restartSentence(outage);
  }
}

/** What a DBA asks: how far back, how long without service, how much was written back, what is gone. */
function revertSentence(revert: Revert, summary: ActsOfRun): string {
  const { snapshot, startMs, endMs, backToMs, figures } = revert;
  const to = snapshot === null ? "" : ` to ‘${snapshot}’`;
  if (endMs === null) return `The database was being reverted${to} when the run ended.`;
  const state = backToMs === null ? "" : `, to what it was at ${momentIn(summary)(backToMs)},`;
  const copied =
    typeof figures.pages === "number"
      ? `: ${countOf(figures.pages, "page was", "pages were")} copied back`
      : "";
  return `The database was reverted${to}${state} in ${formatTidyDuration(endMs - startMs)} without service${copied}${revertLoss(revert)}.`;
}

function revertLoss({ lossMs, discardedCommits }: Revert): string {
  if (lossMs === null) return "";
  const before = `the ${formatTidyDuration(lossMs)} before`;
  return discardedCommits === null
    ? `; what was committed in ${before} is lost`
    : `; ${countOf(discardedCommits, "commit")} of ${before} ${discardedCommits === 1 ? "is" : "are"} lost`;
}

function restartSentence({ crash, startMs, endMs }: Restart): string {
  const what = crash ? "The server crashed and started again" : "The server was restarted";
  return endMs === null
    ? `${what}, and was not up by the end of the run.`
    : `${what}, in ${formatTidyDuration(endMs - startMs)} without service.`;
}

/** "the update of the table, after 15 s": what people had under way is told with what cut it off. */
const endedBy = (outage: Outage, { timeline }: ActsOfRun): string[] =>
  timeline.flatMap(({ command, outcome, firedMs, endedMs }) => {
    const what = nameOfAct(command);
    return outcome === "failed" && what !== null && isCutBy(outage, { firedMs, endedMs })
      ? [`${what}, after ${formatTidyDuration((endedMs ?? 0) - (firedMs ?? 0))}`]
      : [];
  });

interface Lasted {
  readonly firedMs: number | null;
  readonly endedMs: number | null;
}

const isCutBy = (
  { startMs, endMs }: Pick<Outage, "startMs" | "endMs">,
  { firedMs, endedMs }: Lasted,
): boolean =>
  firedMs !== null &&
  endedMs !== null &&
  firedMs < startMs &&
  endedMs >= startMs &&
  endedMs <= (endMs ?? endedMs);

const tableMeanwhile = {
  indexRebuild: "; nobody could use its table meanwhile",
  indexCreation: "; its table could only be read meanwhile",
} as const;

function buildSentence({ phase, given }: LastingAct): string {
  const { name, startMs, endMs, figures } = phase;
  const index = given?.command.index;
  const online = given?.command.online;
  const isCreation = name === "indexCreation";
  const what = typeof index === "number" ? `Index ${index}` : "An index";
  const done = isCreation ? "created" : "rebuilt";
  if (endMs === null) return `${what} was being ${done} when the run ended.`;
  const how = given === null ? "" : online === true ? " online" : " offline";
  const pages =
    typeof figures.pages === "number" ? `: ${countOf(figures.pages, "page")} were written` : "";
  const pushed =
    typeof figures.pagesPushed === "number" && figures.pagesPushed > 0
      ? `, ${countOf(figures.pagesPushed, "page")} pushed to snapshots`
      : "";
  const table =
    given !== null && online !== true
      ? tableMeanwhile[isCreation ? "indexCreation" : "indexRebuild"]
      : "";
  return `${what} was ${done}${how} in ${formatTidyDuration(endMs - startMs)}${pages}${pushed}${table}.`;
}

/** What is wrong with array snapshots, or has become of them by itself. */
const arraySnapshotNotes = (
  { arraySnapshots = [] }: ActsOfRun,
  momentText: (atMs: number) => string,
): string[] =>
  told(
    arraySnapshots.flatMap((row) => [
      ...(row.torn === null ? [] : [asSentence(row.torn)]),
      ...(row.state === "lost" && row.goneMs !== null
        ? [lossOfArraySnapshot(row, momentText(row.goneMs))]
        : []),
    ]),
    "further note on array snapshots",
    "further notes on array snapshots",
  );

function lossOfArraySnapshot(row: ArraySnapshotSummary, moment: string): string {
  const [gone, left] = [lostOn(row), row.reserve.map(({ volume }) => volume)];
  const rest =
    left.length === 0 ? "" : ` What is left of it, on ${left.join(", ")}, cannot be restored from.`;
  return `The array deleted its snapshot ‘${row.name}’ on ${gone.join(", ")} at ${moment}, to have room in the reserve.${rest}`;
}

/** Without those that a restore takes of the log's tail: its sentence names them. */
const backupsOfTheirOwn = ({ backups, restores }: ActsOfRun): BackupSummary[] =>
  backups.filter(
    ({ name, startMs }) =>
      !restores.some((restore) => restore.from.includes(name) && startMs >= restore.startMs),
  );

/** "3 backups were made: ‘nightly’ (full) in 8 s, …". */
function backupSentence(backups: readonly BackupSummary[]): string[] {
  const complete = backups.flatMap(({ endMs, state, ...backup }) =>
    endMs === null || state === "failed" ? [] : { ...backup, state, endMs },
  );
  const [first] = complete;
  if (first === undefined) return [];
  const lengthOf = (backup: (typeof complete)[number]) => backup.endMs - backup.startMs;
  const text = (backup: (typeof complete)[number]) =>
    `‘${backup.name}’ (${backupTypeText(backup)}) in ${formatTidyDuration(lengthOf(backup))}`;
  const pages = first.pages > 0 ? `: ${countOf(first.pages, "page")}` : "";
  if (complete.length === 1) {
    const length = formatTidyDuration(lengthOf(first));
    return [`Backup ‘${first.name}’ (${backupTypeText(first)}) was made in ${length}${pages}.`];
  }
  const named =
    complete.length <= toldOfKind
      ? complete.map(text).join(", ")
      : `the longest ${text(complete.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a)))}`;
  return [`${countOf(complete.length, "backup")} were made: ${named}.`];
}

const planned: ReadonlySet<string> = new Set([
  "revertSnapshot",
  "restore",
  "restartServer",
  "rebuildIndex",
  "createIndex",
  "backup",
  "createArraySnapshot",
]);

/** What was planned and did not come to its end, but for what another act's sentence tells of. */
const unfinished = ({ timeline }: ActsOfRun, outages: readonly Outage[]): string[] =>
  timeline.flatMap(({ command, outcome, firedMs, endedMs, message }) => {
    const isTold = outages.some((outage) => isCutBy(outage, { firedMs, endedMs }));
    const what = nameOfAct(command);
    if (what === null || !planned.has(command.kind) || isTold) return [];
    if (outcome !== "failed" && outcome !== "notFired") return [];
    const why = message === null ? "." : `: ${asSentence(message)}`;
    const name = what.charAt(0).toUpperCase() + what.slice(1);
    return [`${name} ${outcome === "failed" ? "failed" : "was not carried out"}${why}`];
  });
