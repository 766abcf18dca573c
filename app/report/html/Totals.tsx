/** Transactions, checkpoints and files, as the engine summed them up. */
import type { ReactNode } from "react";
import { DataTable, Figure } from "../../charts/DataTable.tsx";
import type { Report } from "../../contract/report.ts";
import type { Summary } from "../../contract/summary.ts";
import { countOf, formatNumber } from "../../domain/format/numbers.ts";
import { mebibytesText } from "../../domain/format/report-text.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { transactionTerm } from "../../domain/glossary/glossary.ts";
import { clockIn } from "../clock.ts";
import { Empty, figures, Note, rightAligned, words } from "./columns.tsx";

type ByType = Summary["transactions"]["byType"][number];

export function Transactions({ summary }: { readonly summary: Summary | null }): ReactNode {
  if (summary === null) {
    return (
      <Empty>
        The engine left no summary: response times by transaction type are not known. The samples
        have the p99 over all types.
      </Empty>
    );
  }
  const { transactions, sessions, scenario } = summary;
  const typeText = ({ type }: ByType): ReactNode => {
    const { title, what } = transactionTerm(type, scenario);
    return <abbr title={what}>{title}</abbr>;
  };
  const { byType, total, perSecond, rolledBack, deadlocked = 0 } = transactions;
  const time = (key: "meanMs" | "p50Ms" | "p95Ms" | "p99Ms", title: string) =>
    figures<ByType>(
      title,
      "ms",
      (row) => row[key],
      (value) => formatNumber(value, 1),
    );
  const share = (part: number) =>
    sessions.elapsedMs > 0 ? `${formatNumber((100 * part) / sessions.elapsedMs, 2)} %` : "–";
  return (
    <>
      <DataTable<ByType>
        caption="Response times by type, after the warm-up"
        rows={byType}
        empty="No transaction ended after the warm-up."
        columns={[
          words("Type", typeText),
          figures("Count", "transactions", ({ count }) => count),
          time("meanMs", "Mean"),
          time("p50Ms", "p50"),
          time("p95Ms", "p95"),
          time("p99Ms", "p99"),
        ]}
      />
      <Note>
        {"Committed user transactions: "}
        <Figure value={total} text={countOf(total, "transaction")} />
        {", "}
        <Figure value={perSecond} text={`${formatNumber(perSecond, 1)} transactions/s`} />
        {"; "}
        <Figure value={rolledBack} text={formatNumber(rolledBack)} />
        {" rolled back, "}
        <Figure value={deadlocked} text={formatNumber(deadlocked)} />
        {` chosen as a deadlock’s victim and run again. ${countOf(sessions.count, "session")} spent ${share(sessions.thinkMs)} of the whole run thinking, ${share(sessions.waitMs)} waiting and ${share(sessions.cpuMs)} on a CPU.`}
      </Note>
    </>
  );
}

type Checkpoint = Summary["checkpoints"][number];

export function SummedCheckpoints(props: {
  readonly report: Report;
  readonly checkpoints: readonly Checkpoint[];
}): ReactNode {
  const clock = clockIn(props.report);
  return (
    <DataTable<Checkpoint>
      caption="Checkpoints of the whole run"
      rows={props.checkpoints}
      empty="No checkpoint ran."
      columns={[
        words("Kind", ({ kind }) => (kind === "snapshot" ? "of a creation" : kind)),
        rightAligned("Start", "clock", ({ startMs }) => clock(startMs)),
        figures("Duration", undefined, ({ startMs, endMs }) => endMs - startMs, formatTidyDuration),
        figures("Flushed", "buffers", ({ buffers }) => buffers),
        figures("Writes", "writes", ({ writes }) => writes),
        figures("New dirty avoided", "buffers", ({ avoided }) => avoided),
      ]}
    />
  );
}

type DataFile = Summary["files"][number];

export function DataFiles({ summary }: { readonly summary: Summary | null }): ReactNode {
  const operations = (key: "reads" | "writes", title: string) =>
    figures<DataFile>(title, key, (file) => file[key]);
  const size = (key: "bytesRead" | "bytesWritten" | "sizeOnDiskBytes", title: string) =>
    figures<DataFile>(title, "MiB", (file) => file[key], mebibytesText);
  const stall = (sum: "ioStallReadMs" | "ioStallWriteMs", of: "reads" | "writes") =>
    figures<DataFile>(
      of === "reads" ? "Per read" : "Per write",
      "ms",
      (file) => (file[of] > 0 ? file[sum] / file[of] : null),
      (value) => formatNumber(value, 2),
    );
  return (
    <DataTable<DataFile>
      caption="Files over the whole run, with the stall of an operation"
      rows={summary?.files ?? []}
      empty={summary === null ? "The engine left no summary of the files." : "No file was used."}
      columns={[
        words("File", ({ name }) => name),
        words("Volume", ({ volume }) => volume),
        operations("reads", "Reads"),
        size("bytesRead", "Read"),
        stall("ioStallReadMs", "reads"),
        operations("writes", "Writes"),
        size("bytesWritten", "Written"),
        stall("ioStallWriteMs", "writes"),
        size("sizeOnDiskBytes", "On disk"),
      ]}
    />
  );
}
