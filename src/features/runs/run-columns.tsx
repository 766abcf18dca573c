/** The columns of the run list: what each shows, how it sorts and how wide it is. */
import { CheckmarkRegular, WarningRegular } from "@fluentui/react-icons";
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { type RunEntry, runStatuses } from "../../../app/contract/rpc/runs.ts";
import { formatNumber, noValue } from "../../../app/domain/format/numbers.ts";
import { formatTidyDuration } from "../../../app/domain/format/times.ts";
import { titleOfPreset } from "../../../app/domain/preset-title.ts";
import { Bytes, Duration, Milliseconds, Moment } from "../../components/format/Figures.tsx";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import styles from "./RunTable.module.css";

export const runTableFeatures = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

type Compare = (a: RunEntry, b: RunEntry) => number;

const byRun =
  (compare: Compare): SortFn<typeof runTableFeatures, RunEntry> =>
  (a, b) =>
    compare(a.original, b.original);

// Names are sorted as the reader's own language does: they are the reader's words.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const byText = (text: (entry: RunEntry) => string) =>
  byRun((a, b) => collator.compare(text(a), text(b)));
/** What was not measured sorts below every number. */
const byNumber = (value: (entry: RunEntry) => number | null) =>
  byRun((a, b) => (value(a) ?? -Infinity) - (value(b) ?? -Infinity) || 0);

const verifiedRank = ({ verified }: RunEntry): number | null =>
  verified === null ? null : Number(verified);

function Verified({ value }: { readonly value: boolean | null }): ReactNode {
  if (value === null) return <span title="Nothing to verify, or not ended">{noValue}</span>;
  return value ? (
    <span className={styles.verified}>
      <CheckmarkRegular fontSize={14} aria-hidden /> yes
    </span>
  ) : (
    <span className={styles.mismatch}>
      <WarningRegular fontSize={14} aria-hidden /> no
    </span>
  );
}

const Tags = ({ tags }: { readonly tags: readonly string[] }): ReactNode => (
  <span className={styles.tags} title={tags.join(", ")}>
    {tags.map((tag) => (
      <span key={tag} className={styles.tag}>
        {tag}
      </span>
    ))}
  </span>
);

const helper = createColumnHelper<typeof runTableFeatures, RunEntry>();

/** What creations cost first, at the left, where a narrow window shows it without scrolling. */
export const runColumns = helper.columns([
  helper.accessor("name", {
    header: "Name",
    sortFn: byText(({ name }) => name),
    cell: ({ row }) => <span title={row.original.name}>{row.original.name}</span>,
  }),
  helper.accessor("status", {
    header: "Status",
    sortFn: byNumber(({ status }) => runStatuses.indexOf(status)),
    cell: ({ row }) => (
      <span title={row.original.error?.message}>
        <RunStatusLabel run={row.original} />
      </span>
    ),
  }),
  helper.accessor("users", {
    header: "Users",
    sortFn: byNumber(({ users }) => users),
    cell: ({ row }) => formatNumber(row.original.users),
  }),
  helper.accessor("device", {
    header: "Device",
    sortFn: byText(({ device }) => device),
    cell: ({ row }) => <span title={row.original.device}>{row.original.device}</span>,
  }),
  helper.accessor("snapshots", {
    header: "Snapshots",
    sortFn: byNumber(({ snapshots }) => snapshots),
    cell: ({ row }) => formatNumber(row.original.snapshots),
  }),
  helper.accessor("creationMs", {
    header: "Creation",
    sortFn: byNumber(({ creationMs }) => creationMs),
    cell: ({ row }) => <Duration ms={row.original.creationMs} />,
  }),
  helper.accessor("p99BeforeMs", {
    header: "p99 before",
    sortFn: byNumber(({ p99BeforeMs }) => p99BeforeMs),
    cell: ({ row }) => <Milliseconds value={row.original.p99BeforeMs} />,
  }),
  helper.accessor("p99AfterMs", {
    header: "p99 after",
    sortFn: byNumber(({ p99AfterMs }) => p99AfterMs),
    cell: ({ row }) => <Milliseconds value={row.original.p99AfterMs} />,
  }),
  helper.accessor("transactionsPerSecond", {
    header: "Transactions/s",
    sortFn: byNumber(({ transactionsPerSecond }) => transactionsPerSecond),
    cell: ({ row }) => formatNumber(row.original.transactionsPerSecond, 1),
  }),
  helper.accessor("createdAt", {
    header: "Started",
    sortDescFirst: true,
    sortFn: byText(({ createdAt }) => createdAt),
    cell: ({ row }) => <Moment iso={row.original.createdAt} />,
  }),
  helper.accessor("verified", {
    header: "Verified",
    sortFn: byNumber(verifiedRank),
    cell: ({ row }) => <Verified value={row.original.verified} />,
  }),
  helper.accessor("preset", {
    header: "Preset",
    sortFn: byText(({ preset }) => preset ?? ""),
    cell: ({ row: { original } }) =>
      original.preset === null ? noValue : titleOfPreset(original.preset),
  }),
  helper.accessor("tags", {
    header: "Tags",
    sortFn: byText(({ tags }) => tags.join(" ")),
    cell: ({ row }) => <Tags tags={row.original.tags} />,
  }),
  helper.accessor("engineMs", {
    header: "Engine time",
    sortFn: byNumber(({ engineMs }) => engineMs),
    cell: ({ row }) => formatTidyDuration(row.original.engineMs),
  }),
  helper.accessor("recordedBytes", {
    header: "Size",
    sortFn: byNumber(({ recordedBytes }) => recordedBytes),
    cell: ({ row }) => <Bytes value={row.original.recordedBytes} />,
  }),
]);

const spans =
  "The two spans are of one length, at most 30 s (10 samples where these are further apart): one ends where the creation begins, after the warm-up; the other begins where it is complete. No other creation or change lies in either. Milliseconds, from the merged histograms of the span's whole samples. A dash: no creation, or fewer than 100 transactions there.";

/** What a header says on hover and on focus, where its word alone does not define the figure. */
export const columnHelp: Readonly<Record<string, string>> = {
  users: "User sessions at the start.",
  device:
    "What the data files lie on, and log and snapshots where that is another. Devices with figures of their own: I/Os at a time × time of a read.",
  snapshots: "Snapshots that were created or being created, by hand as well.",
  creationMs:
    "What creating the first snapshot that was completed took, from its files to its completion, in engine time. A dash: there is none.",
  p99BeforeMs: `99th percentile of the response time of all transactions before that creation. ${spans}`,
  p99AfterMs: `The same after that creation. ${spans}`,
  transactionsPerSecond: "Committed transactions of the users a second, after the warm-up.",
};

/** Figures stand at the right of their columns. */
export const figureColumns: ReadonlySet<string> = new Set([
  "users",
  "snapshots",
  "creationMs",
  "p99BeforeMs",
  "p99AfterMs",
  "transactionsPerSecond",
  "engineMs",
  "recordedBytes",
]);
