/** What somebody has bookmarked of the recording, with its moments. */
import type { ReactNode } from "react";
import { DataTable } from "../../charts/DataTable.tsx";
import type { Bookmark } from "../../contract/bookmarks.ts";
import type { Report } from "../../contract/report.ts";
import { formatTidyDuration } from "../../domain/format/times.ts";
import { clockIn } from "../clock.ts";
import { rightAligned, words } from "./columns.tsx";

export function Bookmarks({ report }: { readonly report: Report }): ReactNode {
  const clock = clockIn(report);
  return (
    <DataTable<Bookmark>
      caption="Bookmarks and notes, in order of time"
      rows={report.bookmarks ?? []}
      empty=""
      columns={[
        rightAligned("From", "clock", ({ fromMs }) => clock(fromMs)),
        rightAligned("To", "clock", ({ toMs }) => (toMs === null ? "" : clock(toMs))),
        rightAligned("Duration", undefined, ({ fromMs, toMs }) =>
          toMs === null ? "" : formatTidyDuration(toMs - fromMs),
        ),
        words("Note", ({ text }) => text),
      ]}
    />
  );
}
