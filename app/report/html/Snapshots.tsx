/** What the snapshots of a run came to: their state, what verifying them showed, and their size over time. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import { SizeChart } from "../../charts/SizeChart.tsx";
import type { Report } from "../../contract/report.ts";
import type { SnapshotSummary, Summary } from "../../contract/summary.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { mebibytesText } from "../../domain/format/report-text.ts";
import { formatClock, formatTidyDuration } from "../../domain/format/times.ts";
import { pushNotes } from "../../domain/run-pushes.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { clockIn } from "../clock.ts";
import { ChartFigure } from "./ChartFigure.tsx";
import { figures, Note, rightAligned, Verdict, words } from "./columns.tsx";
import { Exactly } from "./Lanes.tsx";

interface SnapshotsProps {
  readonly report: Report;
  /** Number of the figure of sizes; null: sizes were not recorded often enough to draw them. */
  readonly number: number | null;
}

export const hasSizes = ({ snapshotSizes }: Report): boolean =>
  snapshotSizes.some(({ points }) => points.length > 1);

export function Snapshots({ report, number }: SnapshotsProps): ReactNode {
  const { summary } = report;
  const notes = summary === null ? [] : pushNotes(summary);
  const clock = clockIn(report);
  return (
    <>
      <DataTable<SnapshotSummary>
        caption="Snapshots at the end of the run"
        rows={summary?.snapshots ?? []}
        empty={
          summary === null
            ? "The engine left no summary of the snapshots; the phases and the sizes are what was recorded."
            : "No snapshot was created."
        }
        columns={[
          words("Snapshot", ({ name }) => name),
          words("State", ({ state }) => state),
          rightAligned("As of", "clock", ({ asOfMs }) => clock(asOfMs)),
          words("Split LSN", ({ splitLsn }) => <code>{splitLsn ?? "–"}</code>),
          figures("Created in", undefined, ({ createdMs }) => createdMs, formatTidyDuration),
          figures("Pages pushed", "pages", ({ pagesPushed }) => pagesPushed),
          figures("On disk", "MiB", ({ sizeOnDiskBytes }) => sizeOnDiskBytes, mebibytesText),
          figures("Size", "MiB", ({ sizeBytes }) => sizeBytes, mebibytesText),
        ]}
      />
      {notes.length > 0 && <Note>{`Pushes: ${notes.join("; ")}.`}</Note>}
      {summary !== null && <Verification snapshots={summary.snapshots} />}
      {number !== null && <Sizes report={report} number={number} />}
    </>
  );
}

type Verified = SnapshotSummary & { verification: NonNullable<SnapshotSummary["verification"]> };

type CountKey =
  | "pagesCompared"
  | "pagesTotal"
  | "rowsCompared"
  | "rowsMismatched"
  | "pagesPushedBeforeSplit"
  | "pagesPulledByRedo"
  | "transactionsUndone";

function Verification({ snapshots }: Pick<Summary, "snapshots">): ReactNode {
  const rows = snapshots.filter((snapshot): snapshot is Verified => snapshot.verification !== null);
  if (rows.length === 0) return null;
  const count = (key: CountKey, title: string, unit: string) =>
    figures<Verified>(title, unit, ({ verification }) => verification[key]);
  return (
    <DataTable<Verified>
      caption="Verification: what each snapshot shows against what was committed at its split"
      rows={rows}
      empty=""
      columns={[
        words("Snapshot", ({ name }) => name),
        words("Verdict", ({ verified }) => <Verdict verified={verified} />),
        words("Coverage", ({ verification: { coverage, pagesSampled = 0 } }) =>
          coverage === "changedAndSampled"
            ? `what changed, and ${countOf(pagesSampled, "leaf", "leaves")} of the rest`
            : "all pages",
        ),
        count("pagesCompared", "Compared", "pages"),
        count("pagesTotal", "Of", "pages"),
        count("rowsCompared", "Compared", "rows"),
        count("rowsMismatched", "Differ", "rows"),
        count("pagesPushedBeforeSplit", "Pushed before split", "pages"),
        count("pagesPulledByRedo", "Pulled by redo", "pages"),
        count("transactionsUndone", "Undone", "transactions"),
      ]}
    />
  );
}

function Sizes({
  report,
  number,
}: {
  readonly report: Report;
  readonly number: number;
}): ReactNode {
  const { snapshotSizes, origin, span } = report;
  const originMs = clockOrigin(origin);
  const rows = snapshotSizes.flatMap(({ snapshot, points }) =>
    points.map((point) => ({ snapshot, ...point })),
  );
  const data = `Data of figure ${number}`;
  return (
    <ChartFigure
      number={number}
      caption={`Size on disk of the snapshots. Data behind it: ${countOf(rows.length, "point")}, below.`}
      chart={
        <SizeChart
          id={`figure-${number}-chart`}
          originMs={originMs}
          view={{ startMs: span.fromMs, endMs: span.toMs }}
          sizes={snapshotSizes}
        />
      }
    >
      <details>
        <summary>{data}</summary>
        <DataTable<(typeof rows)[number]>
          caption={`${data}: pages pushed and size on disk, with every digit`}
          rows={rows}
          empty="Nothing was recorded."
          columns={[
            words("Snapshot", ({ snapshot }) => snapshot),
            words("Clock", ({ atMs }) => formatClock(originMs, atMs)),
            rightAligned("Engine time", "ms", ({ atMs }) => <Exactly value={atMs} />),
            rightAligned("Pages pushed", "pages", ({ pagesPushed }) => (
              <Exactly value={pagesPushed} />
            )),
            rightAligned("Size on disk", "bytes", ({ sizeOnDiskBytes }) => (
              <Exactly value={sizeOnDiskBytes} />
            )),
          ]}
        />
      </details>
    </ChartFigure>
  );
}
