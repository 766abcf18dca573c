/** Array snapshots of a run, as the engine summed them up, and the reserves that they share. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { Report } from "../../contract/report.ts";
import type { ArraySnapshotSummary, Summary } from "../../contract/summary.ts";
import {
  arraySnapshotState,
  arraySnapshotType,
  frozenMs,
  ownBytes,
  sharedBytes,
  tookMs,
} from "../../domain/array-snapshot-words.ts";
import { mebibytesText } from "../../domain/format/report-text.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { clockIn } from "../clock.ts";
import { figures, rightAligned, words } from "./columns.tsx";

type Volume = Summary["volumes"][number];

interface ArraySnapshotsProps {
  readonly report: Report;
  readonly summary: Pick<Summary, "arraySnapshots" | "volumes">;
}

export function ArraySnapshots({ report, summary }: ArraySnapshotsProps): ReactNode {
  const { arraySnapshots = [], volumes } = summary;
  if (arraySnapshots.length === 0) return null;
  const clock = clockIn(report);
  return (
    <>
      <DataTable<ArraySnapshotSummary>
        caption="Array snapshots; what is their own is what deleting them would free"
        rows={arraySnapshots}
        empty=""
        columns={[
          words("Snapshot", ({ name }) => name),
          words("Freeze", arraySnapshotType),
          words("State", (row) => {
            const state = arraySnapshotState(row);
            return state.startsWith("✗") ? <span className="worse">{state}</span> : state;
          }),
          words("Volumes", (row) => row.volumes.join(", ")),
          rightAligned("Start", "clock", ({ startMs }) => clock(startMs)),
          figures("Took", undefined, tookMs, formatTidyDuration),
          figures("Frozen", undefined, frozenMs, formatTidyDuration),
          figures("Its own", "MiB", ownBytes, mebibytesText),
          figures("Shared", "MiB", sharedBytes, mebibytesText),
        ]}
      />
      <DataTable<Volume>
        caption="Reserves of the volumes at the end of the run"
        rows={volumes.filter(({ reserve }) => reserve !== undefined)}
        empty=""
        columns={[
          words("Volume", ({ name }) => name),
          figures("Reserve", "MiB", ({ reserve }) => reserve?.bytes ?? null, mebibytesText),
          figures("In use", "MiB", ({ reserve }) => reserve?.usedBytes ?? null, mebibytesText),
          figures(
            "Borrowed",
            "MiB",
            ({ reserve }) => reserve?.borrowedBytes ?? null,
            mebibytesText,
          ),
          words("State", ({ reserve }) =>
            reserve?.isOffline === true ? <span className="worse">✗ offline</span> : "online",
          ),
        ]}
      />
    </>
  );
}
