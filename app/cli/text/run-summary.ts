/** The summary of a run as text that can be pasted into a ticket as it is. */

import { type CreationCost, isOfDatabase } from "../../contract/creation-cost.ts";
import type { SnapshotSummary, Summary } from "../../contract/summary.ts";
import { actSentences } from "../../domain/acts/act-sentences.ts";
import {
  bottleneckSentence,
  listedResources,
  resourceHeads,
} from "../../domain/bottleneck/bottleneck-text.ts";
import { consistencyText, verifiedOf } from "../../domain/consistency.ts";
import { kindsSentence } from "../../domain/creation-cost/cost-sentence.ts";
import { creationCheckPlace, creationCheckText } from "../../domain/figures/creation-check.ts";
import {
  fixed,
  mebibytesOf,
  orDash,
  percentOf,
  secondsOf,
} from "../../domain/format/plain-numbers.ts";
import { formatClock, formatTidyDuration } from "../../domain/format/times.ts";
import { transactionTerm } from "../../domain/glossary/glossary.ts";
import { pushNotes } from "../../domain/run-pushes.ts";
import { setupFacts } from "../../domain/setup-facts.ts";
import { setupPhrase } from "../../domain/setup-phrase.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { outcomeNames, plannedSteps } from "../../domain/timeline/planned-steps.ts";
import { ofWaitStats, rankWaits } from "../../domain/waits/wait-ranking.ts";
import {
  arraySnapshotTable,
  backedUpFileTable,
  backupHeaderTable,
  backupTable,
  restoreTable,
} from "./backups.ts";
import { phaseTable } from "./phase-table.ts";
import { renderAdvice, type ToldAdvice } from "./recommendations.ts";
import { indent, left, renderTable, right, wrap } from "./table.ts";

const topWaitCount = 10;
const checkpointRows = 12;
const errorlogLines = 40;
const sentenceWidth = 96;

/** `costs`: of each creation, in order of time. */
export function renderSummary(
  summary: Summary,
  costs: readonly CreationCost[],
  advice: ToldAdvice,
): string {
  const sections = [
    header(summary),
    setupSection(summary),
    planSection(summary),
    actsSection(summary, costs),
    ...summary.snapshots.map((snapshot) => snapshotSection(snapshot, summary, costs)),
    checkedSection(summary),
    pushesSection(summary),
    backupsSection(summary),
    arraySnapshotsSection(summary, costs),
    restoresSection(summary),
    transactionsSection(summary),
    reportingSection(summary),
    waitsSection(summary),
    bottleneckSection(advice),
    checkpointsSection(summary),
    filesSection(summary),
    adviceSection(advice),
    errorlogSection(summary),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

const section = (title: string, body: string) => `${title}\n${indent(body)}`;

function header(summary: Summary): string {
  const { run, scenario, telemetryHash, consistency } = summary;
  const { engine } = run;
  const lines = [
    ["Scenario", scenario.name],
    ["Mode", `${run.mode}, seed ${run.seed}`],
    ["Status", status(summary)],
    ...(consistency === null ? [] : [["Consistency", consistencyText(consistency)]]),
    ["Started", run.origin.replace("T", " ")],
    [
      "Engine time",
      `${formatTidyDuration(run.engineMs)}, of which ${formatTidyDuration(run.warmupMs)} warm-up (left out of all statistics)`,
    ],
    ["Wall time", formatTidyDuration(run.wallMs)],
    ["Engine", `${engine.version} (${engine.compiler}, ${engine.build})`],
    ["Telemetry hash", telemetryHash ?? "none (real time is not repeatable)"],
  ];
  return labelled(lines);
}

const labelled = (lines: readonly (readonly string[])[]) =>
  lines.map(([name = "", value = ""]) => `${name.padEnd(16)}${value}`).join("\n");

/** Without what was run, on what, no figure below means anything. */
const setupSection = ({ scenario }: Summary): string => labelled(setupFacts(scenario));

function status(summary: Summary): string {
  const { status: state, error } = summary.run;
  const verified = verifiedOf(summary) ?? summary.run.verified;
  const unproven = error?.code === "snapshotLost" ? "A SNAPSHOT WAS LOST" : "VERIFICATION FAILED";
  const proof = verified === null ? "not verified" : verified ? "verified" : unproven;
  return error === null
    ? `${state}, ${proof}`
    : `${state} (${error.code}: ${error.message}), ${proof}`;
}

const clockIn =
  ({ run }: Summary) =>
  (atMs: number): string =>
    formatClock(clockOrigin(run.origin), atMs);

function planSection(summary: Summary): string {
  const steps = plannedSteps(summary);
  if (steps.length === 0) return "";
  const clockOf = clockIn(summary);
  const columns = [
    left("entry"),
    left("planned"),
    right("started s"),
    right("clock"),
    right("ended s"),
    left(""),
  ];
  const rows = steps.map(({ what, name, when, firedMs, endedMs, outcome, reason }) => [
    name === null ? what : `${what} (${name})`,
    when,
    firedMs === null ? "-" : secondsOf(firedMs),
    firedMs === null ? "-" : clockOf(firedMs),
    endedMs === null ? "-" : secondsOf(endedMs),
    reason === "" ? outcomeNames[outcome] : `${outcomeNames[outcome]}: ${reason}`,
  ]);
  return section("Timeline", renderTable(columns, rows));
}

/** The sentences that Live and the report say. */
function actsSection(summary: Summary, costs: readonly CreationCost[]): string {
  const ofBothKinds = kindsSentence(costs, setupPhrase(summary.scenario));
  const sentences = [ofBothKinds, ...actSentences(summary)].flatMap((sentence) =>
    sentence === null ? [] : wrap(sentence, sentenceWidth),
  );
  return sentences.length === 0 ? "" : section("What was done", sentences.join("\n\n"));
}

/** What is known of how true the time of a creation is, where the engine's model says it. */
const checkedSection = ({ run, snapshots }: Summary): string =>
  run.mode === "virtual" && snapshots.length > 0
    ? wrap(`${creationCheckText()} ${creationCheckPlace}`, sentenceWidth)
    : "";

function pushesSection(summary: Summary): string {
  const notes = pushNotes(summary);
  return notes.length === 0 ? "" : section("Pushes", notes.join("\n"));
}

function backupsSection(summary: Summary): string {
  const { backups } = summary;
  if (backups.length === 0) return "";
  const headers = backupHeaderTable(backups);
  const tables = headers === "" ? [] : [headers, backedUpFileTable(summary)];
  return section("Backups", [backupTable(backups), ...tables].join("\n\n"));
}

function arraySnapshotsSection(
  { arraySnapshots = [] }: Summary,
  costs: readonly CreationCost[],
): string {
  if (arraySnapshots.length === 0) return "";
  const told = costs
    .filter((cost) => !isOfDatabase(cost))
    .map(({ sentence }) => wrap(sentence, sentenceWidth));
  return section("Array snapshots", [...told, arraySnapshotTable(arraySnapshots)].join("\n\n"));
}

const restoresSection = ({ restores }: Summary): string =>
  restores.length === 0 ? "" : section("Restores", restoreTable(restores));

function snapshotSection(
  snapshot: SnapshotSummary,
  summary: Summary,
  costs: readonly CreationCost[],
): string {
  const phases = summary.phases.filter((phase) => phase.snapshot === snapshot.name);
  const asOf =
    snapshot.asOfMs === null
      ? "-"
      : `${clockIn(summary)(snapshot.asOfMs)}, ${secondsOf(snapshot.asOfMs)} s`;
  const created =
    snapshot.createdMs === null
      ? "not completed"
      : `created in ${formatTidyDuration(snapshot.createdMs)}`;
  const facts = [
    `data as of ${asOf} after the start (split LSN ${snapshot.splitLsn ?? "-"})`,
    `size on disk ${mebibytesOf(snapshot.sizeOnDiskBytes)} MiB of ${mebibytesOf(snapshot.sizeBytes)} MiB ` +
      `(regions ${mebibytesOf(snapshot.regionBytes)} MiB), ${snapshot.pagesPushed} pages pushed`,
    verificationLine(snapshot),
  ];
  const title = `Snapshot ${snapshot.name}: ${created}, ${snapshot.state}`;
  const cost = costs.findLast((one) => isOfDatabase(one) && one.snapshot === snapshot.name);
  const told = cost === undefined ? [] : [...costLines(cost), ""];
  return section(title, [...told, phaseTable(phases, snapshot.createdMs), "", ...facts].join("\n"));
}

/** The sentence that Live and the report say, and the figures that it is about. */
function costLines(cost: CreationCost): string[] {
  const rows = (["before", "during", "after"] as const).flatMap((when) => {
    const figures = cost[when];
    if (figures === null) return [];
    const { fromMs, toMs, transactionsPerSecond, responses } = figures;
    return [
      [
        when,
        formatTidyDuration(toMs - fromMs),
        orDash(transactionsPerSecond, 1),
        ...[responses?.meanMs, responses?.p50Ms, responses?.p95Ms, responses?.p99Ms].map((ms) =>
          orDash(ms, 1),
        ),
      ],
    ];
  });
  const columns = [
    left(""),
    right("span"),
    right("tx/s, all sessions"),
    right("mean ms"),
    right("p50 ms"),
    right("p95 ms"),
    right("p99 ms"),
  ];
  return [
    wrap(cost.sentence, sentenceWidth),
    ...(rows.length === 0 ? [] : ["", renderTable(columns, rows)]),
  ];
}

function verificationLine({ lost, verified, verification }: SnapshotSummary): string {
  if (lost != null) return `LOST at ${secondsOf(lost.atMs)} s: ${lost.reason}`;
  if (verification === null || verified === null) return "not verified";
  const v = verification;
  const which =
    v.coverage === "changedAndSampled"
      ? ` (what changed, and ${v.pagesSampled} leaves of the rest)`
      : "";
  return (
    `${verified ? "verified" : "VERIFICATION FAILED"}: ${v.pagesCompared} of ${v.pagesTotal} pages${which}, ` +
    `${v.rowsCompared} rows compared (${v.rowsExpected} expected), ${v.rowsMismatched} differ; ` +
    `${v.pagesPushedBeforeSplit} pages pushed before the split, ${v.pagesPulledByRedo} pulled by redo, ` +
    `${v.transactionsUndone} transactions undone`
  );
}

function transactionsSection({ transactions, sessions, scenario }: Summary): string {
  const columns = [
    left("type"),
    right("count"),
    right("mean ms"),
    right("p50 ms"),
    right("p95 ms"),
    right("p99 ms"),
  ];
  const rows = transactions.byType.map((type) => [
    transactionTerm(type.type, scenario).title,
    String(type.count),
    ...[type.meanMs, type.p50Ms, type.p95Ms, type.p99Ms].map((value) => orDash(value, 3)),
  ]);
  const { total, perSecond, rolledBack, deadlocked, logFull, filegroupFull } = transactions;
  const failed =
    (logFull === 0 ? "" : `, ${logFull} failed because the log was full (9002)`) +
    (filegroupFull === 0 ? "" : `, ${filegroupFull} failed because the filegroup was full (1105)`);
  const title = `Committed user transactions: ${total}, ${fixed(perSecond, 1)}/s; ${rolledBack} rolled back, ${deadlocked} deadlocked${failed}`;
  const share = (part: number) => `${percentOf(part, sessions.elapsedMs)} %`;
  const spent =
    `${sessions.count} sessions spent ${share(sessions.thinkMs)} of their time thinking, ` +
    `${share(sessions.waitMs)} waiting, ${share(sessions.cpuMs)} on a CPU (whole run)`;
  return section(title, `${renderTable(columns, rows)}\n\n${spent}`);
}

/** Nothing when nobody read a snapshot. */
function reportingSection({ reporting }: Summary): string {
  if (reporting === null) return "";
  const { responses, perSecond, rowsRead, disconnected, sessions } = reporting;
  const times = [responses.meanMs, responses.p50Ms, responses.p95Ms, responses.p99Ms];
  const [mean, p50, p95, p99] = times.map((value) => orDash(value, 3));
  const ended =
    disconnected === 0
      ? ""
      : `, ${disconnected} of them ended when their snapshot became suspect (926)`;
  const title = `Reports on snapshots: ${responses.count} queries, ${fixed(perSecond, 1)}/s`;
  return section(
    title,
    [
      `response mean ${mean} ms, p50 ${p50}, p95 ${p95}, p99 ${p99}`,
      `${sessions.count} sessions${ended}; ${rowsRead} rows read (whole run)`,
    ].join("\n"),
  );
}

function waitsSection({ waits }: Summary): string {
  const { costs, totalMs } = rankWaits(waits, ofWaitStats);
  const top = costs.slice(0, topWaitCount);
  if (top.length === 0) return "Top waits: none";
  const columns = [
    left("wait_type"),
    right("waits"),
    right("total ms"),
    right("%"),
    right("mean ms"),
    right("max ms"),
    right("signal ms"),
  ];
  const rows = top.map((wait) => [
    wait.wait_type,
    String(wait.waiting_tasks_count),
    fixed(wait.wait_time_ms, 1),
    percentOf(wait.wait_time_ms, totalMs),
    fixed(wait.wait_time_ms / wait.waiting_tasks_count, 3),
    fixed(wait.max_wait_time_ms, 3),
    fixed(wait.signal_wait_time_ms, 1),
  ]);
  return section("Top waits (idle ones left out)", renderTable(columns, rows));
}

function checkpointsSection({ checkpoints }: Summary): string {
  if (checkpoints.length === 0) return "Checkpoints: none";
  const columns = [
    left("kind"),
    right("start s"),
    right("duration"),
    right("buffers"),
    right("writes"),
    right("pages/write"),
    right("MiB/s"),
    right("avoided"),
  ];
  const rows = checkpoints.slice(0, checkpointRows).map((checkpoint) => {
    const durationMs = checkpoint.endMs - checkpoint.startMs;
    const bytesPerSecond = durationMs > 0 ? (checkpoint.buffers * 8192 * 1000) / durationMs : null;
    return [
      checkpoint.kind,
      secondsOf(checkpoint.startMs),
      formatTidyDuration(durationMs),
      String(checkpoint.buffers),
      String(checkpoint.writes),
      checkpoint.writes > 0 ? fixed(checkpoint.buffers / checkpoint.writes, 2) : "-",
      bytesPerSecond === null ? "-" : mebibytesOf(bytesPerSecond),
      String(checkpoint.avoided),
    ];
  });
  const hidden = checkpoints.length - rows.length;
  const more = hidden > 0 ? `\n... and ${hidden} more` : "";
  return section("Checkpoints", renderTable(columns, rows) + more);
}

function filesSection({ files, volumes }: Summary): string {
  if (files.length === 0) return "";
  const columns = [
    left("file"),
    left("volume"),
    right("reads"),
    right("read MiB"),
    right("ms/read"),
    right("writes"),
    right("write MiB"),
    right("ms/write"),
    right("on disk MiB"),
  ];
  const mean = (stall: number, operations: number) =>
    operations > 0 ? fixed(stall / operations, 3) : "-";
  const rows = files.map((file) => [
    file.name,
    file.volume,
    String(file.reads),
    mebibytesOf(file.bytesRead),
    mean(file.ioStallReadMs, file.reads),
    String(file.writes),
    mebibytesOf(file.bytesWritten),
    mean(file.ioStallWriteMs, file.writes),
    mebibytesOf(file.sizeOnDiskBytes),
  ]);
  return section(
    "Files (whole run)",
    [renderTable(columns, rows), ...spaceLines(volumes)].join("\n"),
  );
}

function bottleneckSection({ bottleneck }: ToldAdvice): string {
  if (bottleneck === null) return "";
  const rows = listedResources(bottleneck).map(({ name, share, utilisation, waitTypes }) => [
    name,
    share,
    utilisation,
    waitTypes.join(", "),
  ]);
  const [resource, share, utilisation, waits] = resourceHeads;
  const columns = [left(resource), right(share), right(utilisation), left(waits)];
  const sentence = wrap(bottleneckSentence(bottleneck), sentenceWidth);
  return section(
    "Where the bottleneck is",
    rows.length === 0 ? sentence : `${sentence}\n\n${renderTable(columns, rows)}`,
  );
}

function adviceSection(advice: ToldAdvice): string {
  const text = renderAdvice(advice);
  return text === "" ? "" : section("Recommendations", text);
}

/** Only of volumes that can become full. */
function spaceLines(volumes: Summary["volumes"]): string[] {
  const lines = volumes.flatMap(({ name, totalBytes, availableBytes }) =>
    totalBytes === null || availableBytes === null
      ? []
      : [`${name}: ${mebibytesOf(availableBytes)} of ${mebibytesOf(totalBytes)} MiB available`],
  );
  return lines.length === 0 ? [] : ["", ...lines];
}

/** From the first line of a creation on: that is what one looks for. */
function errorlogSection({ errorlog }: Summary): string {
  if (errorlog.length === 0) return "ERRORLOG: empty";
  const creation = errorlog.findIndex((line) => line.includes("Creating file"));
  const from = errorlog.length <= errorlogLines ? 0 : Math.max(0, creation);
  const shown = errorlog.slice(from, from + errorlogLines);
  const hidden = errorlog.length - shown.length;
  const more = hidden > 0 ? [`... ${hidden} more lines; --out DIR writes all of them`] : [];
  return section("ERRORLOG", [...shown, ...more].join("\n"));
}
