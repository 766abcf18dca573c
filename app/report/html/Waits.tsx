/** Waits in the columns of sys.dm_os_wait_stats, whether an engine or a server measured them. */
import { Fragment, type ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { WaitCapture } from "../../contract/capture.ts";
import type { Report, ReportLog } from "../../contract/report.ts";
import { countOf, formatNumber } from "../../domain/format/numbers.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { waitTerm } from "../../domain/glossary/glossary.ts";
import { isSnapshotWait } from "../../domain/waits/wait-purpose.ts";
import { ofWaitStats, rankWaits } from "../../domain/waits/wait-ranking.ts";
import { clockIn } from "../clock.ts";
import { figures, Note, words } from "./columns.tsx";

type ShownWait = Omit<Report["waits"][number], "signal_wait_time_ms"> & {
  /** Null where a source does not tell it. */
  readonly signal_wait_time_ms: number | null;
};

interface WaitsTableProps {
  readonly caption: string;
  readonly rows: readonly ShownWait[];
  /** What the share is of; null: none is shown. */
  readonly whole: number | null;
}

function WaitsTable({ caption, rows, whole }: WaitsTableProps): ReactNode {
  const time = (key: "wait_time_ms" | "max_wait_time_ms" | "signal_wait_time_ms") =>
    figures<ShownWait>(
      key,
      "ms",
      (wait) => wait[key],
      (value) => formatNumber(value, 1),
    );
  return (
    <DataTable<ShownWait>
      caption={caption}
      rows={rows}
      empty="No wait was recorded."
      columns={[
        words("wait_type", ({ wait_type, ofSnapshots }) => (
          <span className="whole">
            <abbr title={waitTerm(wait_type).what}>{wait_type}</abbr>
            {ofSnapshots && " ◆"}
          </span>
        )),
        ...(whole === null
          ? []
          : [words<ShownWait>("Share", (wait) => <Share wait={wait} whole={whole} />)]),
        figures("waiting_tasks_count", "waits", ({ waiting_tasks_count }) => waiting_tasks_count),
        time("wait_time_ms"),
        figures(
          "mean",
          "ms",
          ({ wait_time_ms, waiting_tasks_count }) =>
            waiting_tasks_count > 0 ? wait_time_ms / waiting_tasks_count : null,
          (value) => formatNumber(value, 3),
        ),
        time("max_wait_time_ms"),
        time("signal_wait_time_ms"),
      ]}
    />
  );
}

const barWidth = 44;
const barHeight = 8;

function Share({ wait, whole }: { readonly wait: ShownWait; readonly whole: number }): ReactNode {
  const share = whole > 0 ? wait.wait_time_ms / whole : 0;
  return (
    <span className="share">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${barWidth} ${barHeight}`}
        width={barWidth}
        height={barHeight}
      >
        <rect className="bar-rest" width={barWidth} height={barHeight} />
        <rect
          className={wait.ofSnapshots ? "bar-snapshots" : "bar-others"}
          width={Math.round(barWidth * share * 10) / 10}
          height={barHeight}
        />
      </svg>
      {` ${formatNumber(100 * share, 1)} %`}
    </span>
  );
}

const markedNote =
  "Marked ◆: waits that occur only because there are snapshots. Columns are those of sys.dm_os_wait_stats";

export function MeasuredWaits({ waits }: Pick<Report, "waits">): ReactNode {
  const { costs, totalMs, idle } = rankWaits(waits, ofWaitStats);
  return (
    <>
      <WaitsTable caption="Waits after the warm-up, most time first" rows={costs} whole={totalMs} />
      <Note>{`${markedNote}; the share is of the table's total.`}</Note>
      {idle.length > 0 && (
        <details>
          <summary>Idle waits: background tasks with nothing to do</summary>
          <WaitsTable caption="Idle waits, which cost nothing" rows={idle} whole={null} />
        </details>
      )}
    </>
  );
}

interface WaitsOfSpanProps extends Pick<Report, "waits"> {
  readonly caption: string;
}

/** Without idle ones. */
export function WaitsOfSpan({ caption, waits }: WaitsOfSpanProps): ReactNode {
  const { costs, totalMs } = rankWaits(waits, ofWaitStats);
  return (
    <>
      <WaitsTable caption={caption} rows={costs.slice(0, waitsShown)} whole={totalMs} />
      <Note>{`${markedNote}; the share is of all waits of this span.`}</Note>
    </>
  );
}

/** Totals since a server's start say little beside what came between two of them. */
const capturesShown = 6;
const waitsShown = 15;

interface CapturedProps {
  readonly report: Report;
  readonly log: ReportLog;
}

export function CapturedWaits({ report, log: { waits, files } }: CapturedProps): ReactNode {
  const differences = waits.filter(({ since }) => since !== null);
  const last = waits.filter(({ since }) => since === null).slice(-1);
  const shown = [...differences.slice(-capturesShown), ...last].slice(0, capturesShown);
  const hidden = waits.length - shown.length;
  return (
    <>
      {shown.map((capture) => (
        <Fragment key={`${capture.file} ${capture.since} ${capture.label}`}>
          <h3>
            {`${titleOf(capture, report)}${files.length > 1 ? ` (${files[capture.file]?.name ?? ""})` : ""}`}
          </h3>
          <CaptureOfWaits capture={capture} />
        </Fragment>
      ))}
      <Note>{`${markedNote}; idle waits, of background tasks with nothing to do, are left out.`}</Note>
      {hidden > 0 && <Note>{`${countOf(hidden, "further result")}: see the JSON report.`}</Note>}
    </>
  );
}

function CaptureOfWaits({ capture }: { readonly capture: WaitCapture }): ReactNode {
  const { costs, totalMs } = rankWaits(capture.waits, (wait) => wait);
  const others = costs.slice(waitsShown);
  const otherMs = others.reduce((sum, { waitMs }) => sum + waitMs, 0);
  const rows = costs.slice(0, waitsShown).map((wait) => ({
    wait_type: wait.waitType,
    waiting_tasks_count: wait.tasks,
    wait_time_ms: wait.waitMs,
    max_wait_time_ms: wait.maxWaitMs,
    signal_wait_time_ms: wait.signalMs,
    idle: wait.idle,
    ofSnapshots: isSnapshotWait(wait.waitType),
  }));
  return (
    <>
      <WaitsTable
        caption={`Waits of ${capture.label}, most time first`}
        rows={rows}
        whole={totalMs}
      />
      {others.length > 0 && totalMs > 0 && (
        <Note>
          {`${countOf(others.length, "further wait type")} ${others.length === 1 ? "has" : "have"} ${formatNumber((100 * otherMs) / totalMs, 1)} % of the time.`}
        </Note>
      )}
      {capture.reset && (
        <Note>
          Counters fell since the result before: they were cleared, or the server was restarted.
        </Note>
      )}
    </>
  );
}

function titleOf({ label, since, atMs, spanMs }: WaitCapture, report: Report): string {
  if (since === null) {
    const at = atMs === null ? "" : `, taken at ${clockIn(report)(atMs)}`;
    return `${label}: totals since the server's start${at}`;
  }
  return `Between ${since} and ${label}${spanMs === null ? "" : `: ${formatTidyDuration(spanMs)}`}`;
}
