/** Backups and restores of a run, from its summary: what each took, and what a restore lost. */

import { Fragment } from "react";
import type {
  ArraySnapshotSummary,
  BackupSummary,
  RestoreSummary,
  Summary,
} from "../../../../app/contract/summary.ts";
import {
  arraySnapshotState,
  arraySnapshotType,
  frozenMs,
  ownBytes,
  sharedBytes,
  tookMs,
} from "../../../../app/domain/array-snapshot-words.ts";
import {
  type BackedUpFile,
  type BackupHeader,
  backedUpFiles,
  backupHeader,
} from "../../../../app/domain/backup-header.ts";
import {
  backupTypeText,
  restoredDatabase,
  restoredFrom,
  restoreEnd,
} from "../../../../app/domain/backup-words.ts";
import { consistencyText, restoreVerified } from "../../../../app/domain/consistency.ts";
import { formatBytes } from "../../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { formatTidyDuration } from "../../../../app/domain/format/times.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { ColumnHeads } from "../../../components/ui/ColumnHeads.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import type { PlayerStore } from "../../../state/player/player.ts";
import styles from "./BackupsPart.module.css";
import rowStyles from "./RailTabs.module.css";
import tableStyles from "./RecordingRail.module.css";

interface BackupsTabProps {
  readonly summary: Pick<Summary, "backups" | "restores" | "files" | "arraySnapshots">;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
}

export function BackupsPart({ summary, timeline, player }: BackupsTabProps) {
  const { backups, restores, arraySnapshots = [] } = summary;
  const seek = (atMs: number) => player.getState().seek(atMs);
  return (
    <>
      {backups.length > 0 && (
        <Panel title="Backups">
          <BackupTable backups={backups} seek={seek} />
        </Panel>
      )}
      {backups.length > 0 && (
        <Panel title="Files in each backup">
          <FileList files={backedUpFiles(summary)} />
        </Panel>
      )}
      {arraySnapshots.length > 0 && (
        <Panel title="Array snapshots">
          <ArraySnapshotTable rows={arraySnapshots} seek={seek} />
        </Panel>
      )}
      {restores.length > 0 && (
        <Panel title="Restores">
          <RestoreTable {...{ restores, timeline, seek }} />
        </Panel>
      )}
    </>
  );
}

interface Seeking {
  seek(atMs: number): void;
}

/** A line of its own says which: beside its figures a narrow rail has no room for that. */
function BackupTable({ backups, seek }: Seeking & { readonly backups: readonly BackupSummary[] }) {
  return (
    <table className={tableStyles.table} data-dense>
      <ColumnHeads names={["Took", "Pages", "Log", "File"]} />
      <tbody>
        {backups.map((backup, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that failed may be used again
          <Fragment key={place}>
            <tr>
              <th scope="rowgroup" colSpan={4} className={tableStyles.which}>
                <Start text={backup.name} atMs={backup.startMs} seek={seek} />
                <span className={styles.detail}>{backupTypeText(backup)}</span>
                {backup.state === "failed" && <span className={styles.failed}>✗ failed</span>}
              </th>
            </tr>
            <tr>
              <td>{tookText(backup)}</td>
              <td>{formatNumber(backup.pages)}</td>
              <td>{formatBytes(backup.logBytes)}</td>
              <td>{formatBytes(backup.bytes)}</td>
            </tr>
            <HeaderRow header={backupHeader(backup)} name={backup.name} />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** RESTORE HEADERONLY, folded away: long numbers that one looks up. */
function HeaderRow({
  header,
  name,
}: {
  readonly header: BackupHeader | null;
  readonly name: string;
}) {
  if (header === null) return null;
  const { BackupStartMs, BackupFinishMs, ...columns } = header;
  const times = {
    "BackupStart, s": BackupStartMs / 1000,
    "BackupFinish, s": BackupFinishMs === null ? null : BackupFinishMs / 1000,
  };
  return (
    <tr>
      <td colSpan={4} className={styles.header}>
        <details>
          <summary aria-label={`Header of ${name}`}>Header</summary>
          <dl className={styles.columns}>
            {Object.entries({ ...columns, ...times }).map(([column, value]) => (
              <Fragment key={column}>
                <dt>{column}</dt>
                <dd>{value ?? "NULL"}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
      </td>
    </tr>
  );
}

/** RESTORE FILELISTONLY. */
function FileList({ files }: { readonly files: readonly BackedUpFile[] }) {
  return (
    <table className={tableStyles.table} data-dense>
      <ColumnHeads names={["LogicalName", "Type", "Size"]} />
      <tbody>
        {files.map(({ LogicalName, PhysicalName, Type, Size }) => (
          <tr key={PhysicalName}>
            <th scope="row">
              {LogicalName}
              <span className={styles.detail}>{PhysicalName}</span>
            </th>
            <td>{Type}</td>
            <td>{formatBytes(Size)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ArraySnapshotTable({
  rows,
  seek,
}: Seeking & { readonly rows: readonly ArraySnapshotSummary[] }) {
  const duration = (ms: number | null) => (ms === null ? "–" : formatTidyDuration(ms));
  const bytes = (value: number | null) => (value === null ? "–" : formatBytes(value));
  return (
    <table className={tableStyles.table} data-dense>
      <ColumnHeads names={["Took", "Frozen", "Its own", "Shared"]} />
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that was deleted may be used again
          <Fragment key={place}>
            <tr>
              <th scope="rowgroup" colSpan={4} className={tableStyles.which}>
                <Start text={row.name} atMs={row.startMs} seek={seek} />
                <span className={styles.detail}>
                  {`${arraySnapshotType(row)}, of ${row.volumes.join(", ")}`}
                </span>
                <ArraySnapshotState row={row} />
              </th>
            </tr>
            <tr>
              <td>{duration(tookMs(row))}</td>
              <td>{duration(frozenMs(row))}</td>
              <td>{bytes(ownBytes(row))}</td>
              <td>{bytes(sharedBytes(row))}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** What is as usual goes without saying. */
function ArraySnapshotState({ row }: { readonly row: ArraySnapshotSummary }) {
  const state = arraySnapshotState(row);
  if (state === "complete") return null;
  return <span className={state.startsWith("✗") ? styles.failed : styles.detail}>{state}</span>;
}

function RestoreTable({
  restores,
  timeline,
  seek,
}: Seeking & { readonly restores: readonly RestoreSummary[]; readonly timeline: Timeline }) {
  return (
    <table className={`${tableStyles.table} ${styles.restores}`} data-dense>
      <ColumnHeads names={["Took", "Pages", "Log records", "Rolled back", "Commits lost"]} />
      <tbody>
        {restores.map((restore) => (
          <Fragment key={restore.startMs}>
            <tr>
              <th scope="rowgroup" colSpan={5} className={tableStyles.which}>
                <Start text={endOf(restore, timeline)} atMs={restore.startMs} seek={seek} />
                {restoredDatabase(restore) !== null && (
                  <span className={styles.detail}>as {restoredDatabase(restore)}</span>
                )}
                <span className={styles.detail}>from {restoredFrom(restore)}</span>
                <RestoreVerdict restore={restore} />
              </th>
            </tr>
            <tr>
              <td>{tookText(restore)}</td>
              <td>{formatNumber(restore.pages)}</td>
              <td>{formatNumber(restore.logRecords)}</td>
              <td>{formatNumber(restore.rolledBack)}</td>
              <td>{formatNumber(restore.discardedCommits)}</td>
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function RestoreVerdict({ restore }: { readonly restore: RestoreSummary }) {
  const verified = restoreVerified(restore);
  if (verified === null) return null;
  const { consistency } = restore;
  return (
    <>
      <span className={verified ? styles.verified : styles.failed}>
        {verified ? "✓ verified" : "✗ differs"}
      </span>
      {consistency != null && <span className={styles.detail}>{consistencyText(consistency)}</span>}
    </>
  );
}

const endOf = (restore: RestoreSummary, timeline: Timeline): string =>
  `to ${restoreEnd(restore, (atMs) => formatMomentOf(timeline, atMs))}`;

const tookText = ({ startMs, endMs }: Pick<BackupSummary, "startMs" | "endMs">): string =>
  endMs === null ? "not ended" : formatTidyDuration(endMs - startMs);

function Start({ text, atMs, seek }: Seeking & { readonly text: string; readonly atMs: number }) {
  return (
    <button
      type="button"
      className={`${rowStyles.link} ${styles.what}`}
      title="Put the playhead there"
      onClick={() => seek(atMs)}
    >
      {text}
    </button>
  );
}
