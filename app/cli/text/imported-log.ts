/** What a log tells, as text: the creations of snapshots in it, and the other checkpoints. */
import type { ImportedLog, ImportedSnapshot } from "../../domain/errorlog/read-errorlog.ts";
import { secondsOf } from "./numbers.ts";
import { phaseTable } from "./phase-table.ts";
import { indent } from "./table.ts";

export function renderImportedLog(log: ImportedLog, name: string): string {
  const { source } = log;
  const head = [
    `Log             ${name} (${source.encoding}, ${source.lines} lines)`,
    `Covers          ${source.firstTime.replace("T", " ")} to ${source.lastTime.replace("T", " ")}`,
    `Records         ${source.records}, of which ${source.unrecognised} mean nothing to Snapscope`,
  ].join("\n");
  const automatic = log.phases.filter((phase) => phase.snapshot === null);
  const sections = [head, ...log.snapshots.map((snapshot) => snapshotSection(snapshot, log))];
  if (log.snapshots.length === 0) sections.push("Snapshots created: none");
  if (automatic.length > 0) {
    sections.push(`Outside of creations\n${indent(phaseTable(automatic, null))}`);
  }
  return `${sections.join("\n\n")}\n`;
}

function snapshotSection(snapshot: ImportedSnapshot, log: ImportedLog): string {
  const phases = log.phases.filter((phase) => phase.snapshot === snapshot.name);
  const created =
    snapshot.createdMs === null
      ? "not completed in this log"
      : `created in ${secondsOf(snapshot.createdMs)} s`;
  const asOf = snapshot.asOf === null ? "unknown" : snapshot.asOf.replace("T", " ");
  return [
    `Snapshot ${snapshot.name}: ${created}`,
    indent(phaseTable(phases, snapshot.createdMs)),
    "",
    indent(`data as of ${asOf}; seconds count from the first record`),
  ].join("\n");
}
