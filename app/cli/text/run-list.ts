/** Runs of the library as text: the list, and what is known of one beside its summary. */
import { assertNever } from "../../contract/result.ts";
import type { RunEntry } from "../../contract/rpc/runs.ts";
import { mebibytesOf, orDash } from "../../domain/format/plain-numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { shortId } from "../../services/library/find-run.ts";
import { left, renderTable, right } from "./table.ts";

export function renderRunList(entries: readonly RunEntry[]): string {
  if (entries.length === 0) return "no runs";
  return renderTable(
    [
      left("id"),
      left("name"),
      left("status"),
      left("created (UTC)"),
      left("mode"),
      right("users"),
      left("device"),
      right("engine time"),
      right("snapshots"),
      right("creation"),
      right("p99 ms before"),
      right("after"),
      right("tx/s"),
      right("MiB"),
      left("tags"),
    ],
    entries.map((entry) => [
      shortId(entry),
      entry.name,
      statusOf(entry),
      utcTime(entry.createdAt),
      entry.mode,
      String(entry.users),
      entry.device,
      formatTidyDuration(entry.engineMs),
      String(entry.snapshots),
      entry.creationMs === null ? "-" : formatTidyDuration(entry.creationMs),
      orDash(entry.p99BeforeMs, 1),
      orDash(entry.p99AfterMs, 1),
      orDash(entry.transactionsPerSecond, 1),
      mebibytesOf(entry.recordedBytes),
      entry.tags.join(", "),
    ]),
  );
}

/** "2026-11-21T12:36:14.123Z" as "2026-11-21 12:36:14". */
export const utcTime = (iso: string): string => iso.slice(0, 19).replace("T", " ");

export function statusOf({ status, verified }: RunEntry): string {
  switch (status) {
    case "completed":
      return verified === false ? "completed, NOT VERIFIED" : status;
    case "running":
    case "failed":
    case "cancelled":
    case "interrupted":
      return status;
    default:
      return assertNever(status);
  }
}

export function renderRunEntry(entry: RunEntry): string {
  const wall = entry.wallMs === null ? "-" : formatTidyDuration(entry.wallMs);
  const lines: readonly (readonly [string, string])[] = [
    ["Run", entry.id],
    ["Name", entry.name],
    ["Preset", entry.preset ?? "-"],
    ["Users", String(entry.users)],
    ["Device", entry.device],
    ["Creation", entry.creationMs === null ? "-" : formatTidyDuration(entry.creationMs)],
    ["p99 before", entry.p99BeforeMs === null ? "-" : `${entry.p99BeforeMs.toFixed(1)} ms`],
    ["p99 after", entry.p99AfterMs === null ? "-" : `${entry.p99AfterMs.toFixed(1)} ms`],
    ["Status", statusOf(entry)],
    ["Created", `${utcTime(entry.createdAt)} UTC`],
    ["Ended", entry.endedAt === null ? "-" : `${utcTime(entry.endedAt)} UTC`],
    ["Wall time", wall],
    [
      "Recorded",
      `${formatTidyDuration(entry.engineMs)} of ${formatTidyDuration(entry.plannedMs)} engine time`,
    ],
    ["Takes", `${mebibytesOf(entry.recordedBytes)} MiB in the library`],
    ["Tags", entry.tags.length === 0 ? "-" : entry.tags.join(", ")],
    ["Note", entry.note === "" ? "-" : entry.note],
  ];
  const text = lines.map(([name, value]) => `${name.padEnd(16)}${value}`);
  if (entry.error !== null) text.push(`${"Reason".padEnd(16)}${entry.error.message}`);
  return text.join("\n");
}
