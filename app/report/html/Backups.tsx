/** Backups and restores of a run, as the engine summed them up. */

import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { Report } from "../../contract/report.ts";
import type { BackupSummary, RestoreSummary, Summary } from "../../contract/summary.ts";
import {
  backupTypeText,
  restoredDatabase,
  restoredFrom,
  restoreEnd,
} from "../../domain/backup-words.ts";
import { consistencyText, restoreVerified } from "../../domain/consistency.ts";
import { mebibytesText } from "../../domain/format/report-text.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { clockIn } from "../clock.ts";
import { ArraySnapshots } from "./ArraySnapshots.tsx";
import { figures, Note, rightAligned, Verdict, words } from "./columns.tsx";

type Timed = Pick<BackupSummary, "startMs" | "endMs">;

const duration = <Row extends Timed>() =>
  figures<Row>(
    "Duration",
    undefined,
    ({ startMs, endMs }) => (endMs === null ? null : endMs - startMs),
    formatTidyDuration,
  );

export function SummedBackups(props: {
  readonly report: Report;
  readonly summary: Pick<Summary, "backups" | "restores" | "arraySnapshots" | "volumes">;
}): ReactNode {
  const { backups, restores } = props.summary;
  const clock = clockIn(props.report);
  return (
    <>
      <DataTable<BackupSummary>
        caption="Backups of the whole run"
        rows={backups}
        empty="No backup was made."
        columns={[
          words("Backup", ({ name }) => name),
          words("Type", backupTypeText),
          words("State", ({ state }) =>
            state === "failed" ? <span className="worse">✗ failed</span> : state,
          ),
          rightAligned("Start", "clock", ({ startMs }) => clock(startMs)),
          duration(),
          figures("Data", "pages", ({ pages }) => pages),
          figures("Log", "MiB", ({ logBytes }) => logBytes, mebibytesText),
          figures("File", "MiB", ({ bytes }) => bytes, mebibytesText),
          words("Log from and to", ({ firstLsn, lastLsn }) => (
            <>
              <code>{firstLsn}</code> <code>{lastLsn}</code>
            </>
          )),
        ]}
      />
      <ArraySnapshots {...props} />
      {restores.length > 0 && (
        <DataTable<RestoreSummary>
          caption="Restores: what each brought back, and what was lost"
          rows={restores}
          empty=""
          columns={[
            ...(restores.some((restore) => restoredDatabase(restore) !== null)
              ? [
                  words<RestoreSummary>(
                    "Database",
                    (one) => restoredDatabase(one) ?? "(the source)",
                  ),
                ]
              : []),
            words("From", restoredFrom),
            rightAligned("Up to", "clock", (restore) => restoreEnd(restore, clock)),
            rightAligned("Start", "clock", ({ startMs }) => clock(startMs)),
            duration(),
            figures("Data", "pages", ({ pages }) => pages),
            figures("Log", "records", ({ logRecords }) => logRecords),
            figures("Log", "MiB", ({ logBytes }) => logBytes, mebibytesText),
            figures("Rolled back", "transactions", ({ rolledBack }) => rolledBack),
            figures("Lost", "commits", ({ discardedCommits }) => discardedCommits),
            words("Verdict", (restore) => <Verdict verified={restoreVerified(restore)} />),
          ]}
        />
      )}
      {restores.map(({ startMs, consistency }) =>
        consistency == null ? null : (
          <Note key={startMs}>
            {`After the restore of ${clock(startMs)} ${consistencyText(consistency)}.`}
          </Note>
        ),
      )}
    </>
  );
}
