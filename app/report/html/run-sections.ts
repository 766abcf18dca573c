/** Waits, transactions, checkpoints, files and counters: what the run did, in the server's own terms. */

import type { Report } from "../../contract/report.ts";
import type { Summary } from "../../contract/summary.ts";
import { formatClock } from "../../domain/format/times.ts";
import { transactionTerm } from "../../domain/glossary/glossary.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import {
  byteRateText,
  countText,
  mebibytesText,
  numberText,
  readableText,
  secondsText,
} from "../text.ts";
import { html, type Markup } from "./markup.ts";
import { figure, table } from "./table.ts";
import { waitsTable } from "./waits-table.ts";

export function waitsSection({ waits }: Report): Markup {
  const busy = waits.filter(({ idle }) => !idle);
  const idle = waits.filter((wait) => wait.idle);
  const whole = busy.reduce((sum, { wait_time_ms }) => sum + wait_time_ms, 0);
  return html`${waitsTable("Waits after the warm-up, most time first", busy, whole)}
<p class="note">Marked ◆: waits that occur only because there are snapshots. Columns are those of sys.dm_os_wait_stats; the share is of the table's total.</p>
${
  idle.length === 0
    ? null
    : html`<details><summary>Idle waits: background tasks with nothing to do</summary>${waitsTable("Idle waits, which cost nothing", idle, null)}</details>`
}`;
}

export function transactionsSection({ summary }: Report): Markup {
  if (summary === null) {
    return html`<p class="empty">The engine left no summary: response times by transaction type are not known. The samples have the p99 over all types.</p>`;
  }
  const { byType, total, perSecond, rolledBack, deadlocked = 0 } = summary.transactions;
  const time = (key: "meanMs" | "p50Ms" | "p95Ms" | "p99Ms", title: string) => ({
    title,
    unit: "ms",
    align: "figures" as const,
    cell: (row: (typeof byType)[number]) => figure(row[key], numberText(row[key], 1)),
  });
  const { sessions } = summary;
  const share = (part: number) =>
    sessions.elapsedMs > 0 ? `${numberText((100 * part) / sessions.elapsedMs, 2)} %` : "–";
  return html`${table<(typeof byType)[number]>({
    caption: "Response times by type, after the warm-up",
    rows: byType,
    empty: "No transaction ended after the warm-up.",
    columns: [
      {
        title: "Type",
        align: "words",
        cell: ({ type }) => html`<abbr title="${transactionTerm(type).what}">${type}</abbr>`,
      },
      {
        title: "Count",
        unit: "transactions",
        align: "figures",
        cell: ({ count }) => figure(count, numberText(count)),
      },
      time("meanMs", "Mean"),
      time("p50Ms", "p50"),
      time("p95Ms", "p95"),
      time("p99Ms", "p99"),
    ],
  })}
<p class="note">In all ${figure(total, countText(total, "transaction"))}, ${figure(perSecond, `${numberText(perSecond, 1)} transactions/s`)}; ${figure(rolledBack, numberText(rolledBack))} rolled back, ${figure(deadlocked, numberText(deadlocked))} chosen as a deadlock’s victim and run again. ${countText(sessions.count, "session")} spent ${share(sessions.thinkMs)} of the whole run thinking, ${share(sessions.waitMs)} waiting and ${share(sessions.cpuMs)} on a CPU.</p>`;
}

export function checkpointsTable({ summary, run }: Report): Markup {
  const originMs = clockOrigin(run.origin);
  const count = (key: "buffers" | "writes" | "avoided", title: string, unit: string) => ({
    title,
    unit,
    align: "figures" as const,
    cell: (row: Summary["checkpoints"][number]) => figure(row[key], numberText(row[key])),
  });
  return table<Summary["checkpoints"][number]>({
    caption: "Checkpoints of the whole run",
    rows: summary?.checkpoints ?? [],
    empty:
      summary === null
        ? "The engine left no summary; the phases above show the checkpoints that were recorded."
        : "No checkpoint ran.",
    columns: [
      {
        title: "Kind",
        align: "words",
        cell: ({ kind }) => (kind === "snapshot" ? "of a creation" : kind),
      },
      {
        title: "Start",
        unit: "clock",
        align: "figures",
        cell: ({ startMs }) => formatClock(originMs, startMs),
      },
      {
        title: "Duration",
        unit: "s",
        align: "figures",
        cell: ({ startMs, endMs }) => figure(endMs - startMs, secondsText(endMs - startMs)),
      },
      count("buffers", "Flushed", "buffers"),
      count("writes", "Writes", "writes"),
      count("avoided", "New dirty avoided", "buffers"),
    ],
  });
}

type DataFile = Summary["files"][number];

export function filesTable({ summary }: Report): Markup {
  const operations = (key: "reads" | "writes", title: string) => ({
    title,
    unit: key,
    align: "figures" as const,
    cell: (file: DataFile) => figure(file[key], numberText(file[key])),
  });
  const size = (key: "bytesRead" | "bytesWritten" | "sizeOnDiskBytes", title: string) => ({
    title,
    unit: "MiB",
    align: "figures" as const,
    cell: (file: DataFile) => figure(file[key], mebibytesText(file[key])),
  });
  const stall = (sum: "ioStallReadMs" | "ioStallWriteMs", of: "reads" | "writes") => ({
    title: of === "reads" ? "Per read" : "Per write",
    unit: "ms",
    align: "figures" as const,
    cell: (file: DataFile) => {
      const mean = file[of] > 0 ? file[sum] / file[of] : null;
      return figure(mean, numberText(mean, 2));
    },
  });
  return table<DataFile>({
    caption: "Files over the whole run, with the stall of an operation",
    rows: summary?.files ?? [],
    empty: summary === null ? "The engine left no summary of the files." : "No file was used.",
    columns: [
      { title: "File", align: "words", cell: ({ name }) => name },
      { title: "Volume", align: "words", cell: ({ volume }) => volume },
      operations("reads", "Reads"),
      size("bytesRead", "Read"),
      stall("ioStallReadMs", "reads"),
      operations("writes", "Writes"),
      size("bytesWritten", "Written"),
      stall("ioStallWriteMs", "writes"),
      size("sizeOnDiskBytes", "On disk"),
    ],
  });
}

type Counter = Report["counters"][number];

export function countersTable({ counters, scenario }: Report): Markup {
  const shown = ({ unit }: Counter, value: number | null) =>
    figure(value, unit === "bytes/s" ? byteRateText(value) : readableText(value));
  return table<Counter>({
    caption: "Counters after the warm-up",
    rows: counters,
    empty: "No sample was recorded.",
    columns: [
      { title: "Counter", align: "words", cell: ({ title }) => title },
      { title: "Unit", align: "words", cell: ({ unit }) => (unit === "bytes/s" ? "MiB/s" : unit) },
      {
        title: "Mean",
        align: "figures",
        cell: (counter) => shown(counter, counter.mean),
      },
      {
        title: "Highest",
        unit: "of a sample",
        align: "figures",
        cell: (counter) => shown(counter, counter.max),
      },
      {
        title: "Perfmon path",
        align: "words",
        cell: ({ path }) =>
          html`<code>${path.replace("(db)", `(${scenario.database.name})`)}</code>`,
      },
    ],
  });
}
