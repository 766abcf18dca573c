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
import { Bytes, Duration, Moment } from "../../components/format/Figures.tsx";
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

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const byText = (text: (entry: RunEntry) => string) =>
  byRun((a, b) => collator.compare(text(a), text(b)));
/** What was not measured sorts below every number. */
const byNumber = (value: (entry: RunEntry) => number | null) =>
  byRun((a, b) => (value(a) ?? -Infinity) - (value(b) ?? -Infinity) || 0);

const verifiedRank = ({ verified }: RunEntry): number | null =>
  verified === null ? null : Number(verified);

function Verified({ value }: { readonly value: boolean | null }): ReactNode {
  if (value === null) return <span title="No snapshot to verify, or not ended">{noValue}</span>;
  return value ? (
    <span className={styles.verified}>
      <CheckmarkRegular fontSize={14} aria-hidden /> yes
    </span>
  ) : (
    <span className={styles.mismatch}>
      <WarningRegular fontSize={14} aria-hidden /> mismatch
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
        <RunStatusLabel status={row.original.status} />
      </span>
    ),
  }),
  helper.accessor("preset", {
    header: "Preset",
    sortFn: byText(({ preset }) => preset ?? ""),
    cell: ({ row }) => row.original.preset ?? noValue,
  }),
  helper.accessor("createdAt", {
    header: "Started",
    sortDescFirst: true,
    sortFn: byText(({ createdAt }) => createdAt),
    cell: ({ row }) => <Moment iso={row.original.createdAt} />,
  }),
  helper.accessor("engineMs", {
    header: "Engine time",
    sortFn: byNumber(({ engineMs }) => engineMs),
    cell: ({ row }) => <Duration ms={row.original.engineMs} />,
  }),
  helper.accessor("users", {
    header: "Users",
    sortFn: byNumber(({ users }) => users),
    cell: ({ row }) => formatNumber(row.original.users),
  }),
  helper.accessor("snapshots", {
    header: "Snapshots",
    sortFn: byNumber(({ snapshots }) => snapshots),
    cell: ({ row }) => formatNumber(row.original.snapshots),
  }),
  helper.accessor("transactionsPerSecond", {
    header: "Transactions/s",
    sortFn: byNumber(({ transactionsPerSecond }) => transactionsPerSecond),
    cell: ({ row }) => formatNumber(row.original.transactionsPerSecond, 1),
  }),
  helper.accessor("verified", {
    header: "Verified",
    sortFn: byNumber(verifiedRank),
    cell: ({ row }) => <Verified value={row.original.verified} />,
  }),
  helper.accessor("tags", {
    header: "Tags",
    sortFn: byText(({ tags }) => tags.join(" ")),
    cell: ({ row }) => <Tags tags={row.original.tags} />,
  }),
  helper.accessor("recordedBytes", {
    header: "Size",
    sortFn: byNumber(({ recordedBytes }) => recordedBytes),
    cell: ({ row }) => <Bytes value={row.original.recordedBytes} />,
  }),
]);

/** Figures stand at the right of their columns. */
export const figureColumns: ReadonlySet<string> = new Set([
  "engineMs",
  "users",
  "snapshots",
  "transactionsPerSecond",
  "recordedBytes",
]);
