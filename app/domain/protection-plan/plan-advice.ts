/** What the paper of 2011 advises on backups and array snapshots (its section 4), where it applies to a plan. */
import { backupVolumes, dataVolumes } from "../../contract/placement.ts";
import type { PlanJob, PlanJobKind, ProtectionPlan } from "../../contract/protection-plan.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { formatBytes } from "../format/bytes.ts";
import { listed } from "../format/listed.ts";
import type { PlanModel } from "./backup-estimate.ts";
import { keptSeconds } from "./occurrences.ts";
import { backupRoomBytes, type PlanSpace } from "./plan-space.ts";
import { durationText } from "./plan-words.ts";

export interface PlanAdvice {
  readonly id: string;
  readonly kind: "warning" | "note";
  readonly text: string;
}

export function planAdvice(plan: ProtectionPlan, model: PlanModel, space: PlanSpace): PlanAdvice[] {
  const { jobs, scenario } = plan;
  const { placement } = scenario.storage;
  const data = new Set(dataVolumes(placement));
  const advice: PlanAdvice[] = [];
  const warn = (id: string, text: string) => advice.push({ id, kind: "warning", text });
  const note = (id: string, text: string) => advice.push({ id, kind: "note", text });
  const of = (kind: PlanJobKind): PlanJob[] => jobs.filter((job) => job.kind === kind);

  if (of("full").length === 0) {
    warn(
      "noFull",
      "Snapshots are no substitute for backups: they are lost with the volumes of the database. Add a full backup.",
    );
  }
  const beside = [...new Set(backupVolumes(placement))].filter(
    (name) => data.has(name) || name === placement.log,
  );
  if (beside.length > 0 && jobs.some(isBackup)) {
    warn(
      "backupsBesideData",
      `Backups lie on ${listed(beside)}, beside the database: who loses that volume loses both, and either slows the other down. Give backups a volume of their own.`,
    );
  }
  if (data.has(placement.log)) {
    warn(
      "logBesideData",
      `The log lies on ${placement.log}, beside the data files: a restore of that volume takes both back, and each waits for the other. Give the log a volume of its own.`,
    );
  }
  if (scenario.database.recoveryModel === "full" && of("log").length === 0) {
    warn(
      "noLog",
      "Nothing backs up the log, which grows until it is full. Add a backup of the log.",
    );
  }
  for (const { volume, bytes, withOneMoreBytes, reserveBytes } of space.reserves) {
    if (reserveBytes === null || withOneMoreBytes <= reserveBytes) continue;
    warn(
      `reserve of ${volume}`,
      bytes > reserveBytes
        ? `The array snapshots of ${volume} take ${formatBytes(bytes)}, and its reserve has ${formatBytes(reserveBytes)}: the oldest go before their time. Keep fewer, or give it more reserve.`
        : `A restore of ${volume} in place takes one more snapshot first, for which its reserve has no room: ${formatBytes(withOneMoreBytes)} are needed, and it has ${formatBytes(reserveBytes)}.`,
    );
  }
  const room = backupRoomBytes(model);
  if (room !== null && space.mostBackupBytes > room) {
    warn(
      "backupRoom",
      `The backups that are kept take ${formatBytes(space.mostBackupBytes)}, and their volume has room for ${formatBytes(room)}.`,
    );
  }
  const shortLogs = shortestLogs(jobs);
  if (shortLogs !== null) {
    warn(
      "logsGoFirst",
      `Log backups are kept for ${durationText(shortLogs.logs)}, and what they roll forward for ${durationText(shortLogs.bases)}: the oldest full backups or array snapshots lead only to their own time. Keep every log backup that a restore needs.`,
    );
  }
  const tooLong = of("arraySnapshot").some(({ freeze }) => freeze === "vss")
    ? vssProblem(scenario)
    : null;
  if (tooLong !== null) {
    warn(
      "vssLimit",
      `${tooLong}: array snapshots with VSS are given up, though this plan counts on them. Freeze fewer databases, or take fewer volumes, with one of them.`,
    );
  }
  const movesBase = of("arraySnapshot").some(
    ({ freeze, copyOnly }) => freeze !== "none" && !copyOnly,
  );
  if (movesBase && of("differential").length > 0) {
    warn(
      "arrayIsBase",
      "Array snapshots that are not copy-only count as full backups: differentials are based on the newest of them, and worth nothing once it is removed or lost with its volumes. Make them copy-only.",
    );
  }
  if (of("databaseSnapshot").some(({ keepCount }) => keepCount !== 1)) {
    note(
      "dropOthers",
      "A revert is refused while there is more than one database snapshot, and a restore while there is any: the others are dropped first.",
    );
  }
  if (of("full").length > 0) {
    note(
      "lowActivity",
      "Take full backups when there is little activity: this load is the same all day.",
    );
    note(
      "verify",
      "Test backups periodically by RESTORE VERIFYONLY WITH CHECKSUM, and now and then by a restore.",
    );
  }
  return advice;
}

/** VSS holds a database for so long at most, and the writes of the volumes. */
const [writerSeconds, providerSeconds] = [60, 10];

function vssProblem({ storage: { placement, arraySnapshotTimes: times } }: Scenario) {
  const volumes = new Set([...dataVolumes(placement), placement.log]).size;
  const others = (times.otherDatabases * times.otherDatabaseMs) / 1000;
  const commit = (volumes * times.commitMsPerVolume) / 1000;
  if (others > writerSeconds) {
    return `Other databases are frozen before this one for ${durationText(others)}, and VSS waits at most ${writerSeconds} s`;
  }
  return commit > providerSeconds
    ? `The array takes ${durationText(commit)} for a snapshot of ${volumes} volumes, and VSS holds their writes for at most ${providerSeconds} s`
    : null;
}

const isBackup = ({ kind }: PlanJob): boolean =>
  kind === "full" || kind === "differential" || kind === "log";

/** Where logs go before what they are for. */
function shortestLogs(jobs: readonly PlanJob[]): { logs: number; bases: number } | null {
  const logs = jobs.filter(({ kind }) => kind === "log").map(keptSeconds);
  const bases = jobs
    .filter(
      ({ kind, freeze }) => kind === "full" || (kind === "arraySnapshot" && freeze !== "none"),
    )
    .map(keptSeconds);
  if (logs.length === 0 || bases.length === 0) return null;
  const found = { logs: Math.max(...logs), bases: Math.max(...bases) };
  return found.logs < found.bases ? found : null;
}
