/** Waits in the columns of sys.dm_os_wait_stats, whether an engine or a server measured them. */
import type { Report } from "../../contract/report.ts";
import { waitTerm } from "../../domain/glossary/glossary.ts";
import { numberText } from "../text.ts";
import { html, type Markup } from "./markup.ts";
import { figure, table } from "./table.ts";

type ShownWait = Omit<Report["waits"][number], "signal_wait_time_ms"> & {
  /** Null where a source does not tell it. */
  readonly signal_wait_time_ms: number | null;
};

/** The share is of `whole`; null: no share is shown. */
export function waitsTable(
  caption: string,
  rows: readonly ShownWait[],
  whole: number | null,
): Markup {
  const time = (key: "wait_time_ms" | "max_wait_time_ms" | "signal_wait_time_ms") => ({
    title: key,
    unit: "ms",
    align: "figures" as const,
    cell: (wait: ShownWait) => figure(wait[key], numberText(wait[key], 1)),
  });
  return table<ShownWait>({
    caption,
    rows,
    empty: "No wait was recorded.",
    columns: [
      {
        title: "wait_type",
        align: "words",
        cell: ({ wait_type, ofSnapshots }) =>
          html`<span class="whole"><abbr title="${waitTerm(wait_type).what}">${wait_type}</abbr>${ofSnapshots ? " ◆" : ""}</span>`,
      },
      ...(whole === null
        ? []
        : [
            {
              title: "Share",
              align: "words" as const,
              cell: (wait: ShownWait) => shareBar(wait, whole),
            },
          ]),
      {
        title: "waiting_tasks_count",
        unit: "waits",
        align: "figures",
        cell: ({ waiting_tasks_count: count }) => figure(count, numberText(count)),
      },
      time("wait_time_ms"),
      {
        title: "mean",
        unit: "ms",
        align: "figures",
        cell: ({ wait_time_ms, waiting_tasks_count }) => {
          const mean = waiting_tasks_count > 0 ? wait_time_ms / waiting_tasks_count : null;
          return figure(mean, numberText(mean, 3));
        },
      },
      time("max_wait_time_ms"),
      time("signal_wait_time_ms"),
    ],
  });
}

const barWidth = 56;

function shareBar({ wait_time_ms, ofSnapshots }: ShownWait, whole: number): Markup {
  const share = whole > 0 ? wait_time_ms / whole : 0;
  const width = Math.round(barWidth * share * 10) / 10;
  return html`<span class="share"><svg aria-hidden="true" viewBox="0 0 ${barWidth} 8" width="${barWidth}" height="8"><rect class="bar-rest" width="${barWidth}" height="8"/><rect class="${ofSnapshots ? "bar-snapshots" : "bar-others"}" width="${width}" height="8"/></svg> ${numberText(100 * share, 1)} %</span>`;
}
