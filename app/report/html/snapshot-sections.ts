/** What the snapshots were, how they came to be, and what that cost. */

import type { Report, ReportCreation, ReportMeans, UsualRange } from "../../contract/report.ts";
import type { SnapshotSummary } from "../../contract/summary.ts";
import { formatClock } from "../../domain/format/times.ts";
import { phaseTerm } from "../../domain/glossary/glossary.ts";
import { pushNotes } from "../../domain/run-pushes.ts";
import { clockOrigin } from "../../domain/timeline/clock.ts";
import { durationOfPhase, sourceOfPhase, workOfPhase } from "../phase-text.ts";
import {
  byteRateText,
  changeText,
  countText,
  mebibytesText,
  numberText,
  readableText,
  secondsText,
} from "../text.ts";
import { html, type Markup } from "./markup.ts";
import { figure, type TableColumn, table } from "./table.ts";

const clockIn = ({ run }: Report) => {
  const originMs = clockOrigin(run.origin);
  return (atMs: number | null) => (atMs === null ? "–" : formatClock(originMs, atMs));
};

/** Before, during and after: the table for which one makes the experiment. */
export function creationCostTable(
  creation: ReportCreation,
  { measuredOnly = false }: { readonly measuredOnly?: boolean } = {},
): Markup {
  const rows = (["before", "during", "after"] as const).flatMap((when) => {
    const means = creation[when];
    return means === null ? [] : [{ when, means }];
  });
  const base = creation.before?.transactionsPerSecond ?? null;
  /** A real server's files seldom have all of them. */
  const isShown = (key: keyof ReportMeans) =>
    !measuredOnly || rows.some(({ means }) => means[key] !== null);
  const rateColumn = (key: RateKey, title: string): TableColumn<CostRow>[] =>
    isShown(key)
      ? [
          {
            title,
            unit: "MiB/s",
            align: "figures",
            cell: ({ means }) => figure(means[key], byteRateText(means[key])),
          },
        ]
      : [];
  return table<CostRow>({
    caption: `Before, during and after the creation of ${creation.snapshot}`,
    rows,
    empty: "No sample was recorded around the creation.",
    columns: [
      { title: "When", align: "words", cell: ({ when }) => whenText[when] },
      {
        title: "Span",
        unit: "s",
        align: "figures",
        cell: ({ means: { fromMs, toMs } }) => figure(toMs - fromMs, secondsText(toMs - fromMs)),
      },
      {
        title: "Throughput",
        unit: "transactions/s",
        align: "figures",
        cell: ({ means: { transactionsPerSecond: value } }) => figure(value, numberText(value, 1)),
      },
      {
        title: "Change",
        unit: "from before",
        align: "figures",
        cell: ({ when, means }) =>
          when === "before" ? "" : changeCell(base, means.transactionsPerSecond, creation.usual),
      },
      ...rateColumn("dataWriteBytesPerSecond", "Data writes"),
      ...rateColumn("snapshotWriteBytesPerSecond", "Snapshot writes"),
      ...rateColumn("logReadBytesPerSecond", "Log reads"),
      ...(isShown("highestP99Ms") ? [highestP99Column] : []),
    ],
  });
}

interface CostRow {
  readonly when: "before" | "during" | "after";
  readonly means: ReportMeans;
}

type RateKey = "dataWriteBytesPerSecond" | "snapshotWriteBytesPerSecond" | "logReadBytesPerSecond";

const highestP99Column: TableColumn<CostRow> = {
  title: "Highest p99",
  unit: "ms, of a point",
  align: "figures",
  cell: ({ means: { highestP99Ms: value } }) => figure(value, readableText(value)),
};

const whenText = { before: "Before", during: "During", after: "After" } as const;

/** Direction by sign and word, not by colour alone. */
function changeCell(
  base: number | null,
  value: number | null,
  usual: UsualRange | null,
): Markup | string {
  const change = changeText(base, value);
  if (change === null || value === null) return "–";
  if (usual === null) return change;
  if (value < usual.lowest) return html`${change} <span class="worse">↓ lower</span>`;
  if (value > usual.highest) return html`${change} <span class="better">↑ higher</span>`;
  return html`${change} <span class="better">~ as usual</span>`;
}

export function snapshotsTable(report: Report): Markup {
  const clock = clockIn(report);
  return table<SnapshotSummary>({
    caption: "Snapshots at the end of the run",
    rows: report.summary?.snapshots ?? [],
    empty:
      report.summary === null
        ? "The engine left no summary of the snapshots; the phases and the sizes below are what was recorded."
        : "No snapshot was created.",
    columns: [
      { title: "Snapshot", align: "words", cell: ({ name }) => name },
      { title: "State", align: "words", cell: ({ state }) => state },
      { title: "As of", unit: "clock", align: "figures", cell: ({ asOfMs }) => clock(asOfMs) },
      {
        title: "Split LSN",
        align: "words",
        cell: ({ splitLsn }) => html`<code>${splitLsn ?? "–"}</code>`,
      },
      {
        title: "Created in",
        unit: "s",
        align: "figures",
        cell: ({ createdMs }) => figure(createdMs, secondsText(createdMs)),
      },
      {
        title: "Pages pushed",
        unit: "pages",
        align: "figures",
        cell: ({ pagesPushed }) => figure(pagesPushed, numberText(pagesPushed)),
      },
      {
        title: "On disk",
        unit: "MiB",
        align: "figures",
        cell: ({ sizeOnDiskBytes }) => figure(sizeOnDiskBytes, mebibytesText(sizeOnDiskBytes)),
      },
      {
        title: "Size",
        unit: "MiB",
        align: "figures",
        cell: ({ sizeBytes }) => figure(sizeBytes, mebibytesText(sizeBytes)),
      },
    ],
  });
}

/** How they were pushed to, where that was not the product's way. */
export function pushNote({ summary }: Report): Markup | null {
  const notes = summary === null ? [] : pushNotes(summary);
  return notes.length === 0 ? null : html`<p class="note">Pushes: ${notes.join("; ")}.</p>`;
}

type Verified = SnapshotSummary & { verification: NonNullable<SnapshotSummary["verification"]> };

export function verificationTable({ summary }: Report): Markup | null {
  const rows = (summary?.snapshots ?? []).filter(
    (snapshot): snapshot is Verified => snapshot.verification !== null,
  );
  if (rows.length === 0) return null;
  const count = (key: CountKey, title: string, unit: string) => ({
    title,
    unit,
    align: "figures" as const,
    cell: ({ verification }: Verified) => figure(verification[key], numberText(verification[key])),
  });
  return table<Verified>({
    caption: "Verification: what each snapshot shows against what was committed at its split",
    rows,
    empty: "",
    columns: [
      { title: "Snapshot", align: "words", cell: ({ name }) => name },
      {
        title: "Verdict",
        align: "words",
        cell: ({ verified }) =>
          verified
            ? html`<span class="better">✓ verified</span>`
            : html`<span class="worse">✗ differs</span>`,
      },
      {
        title: "Coverage",
        align: "words",
        cell: ({ verification: { coverage, pagesSampled = 0 } }) =>
          coverage === "changedAndSampled"
            ? `what changed, and ${countText(pagesSampled, "leaf", "leaves")} of the rest`
            : "all pages",
      },
      count("pagesCompared", "Compared", "pages"),
      count("pagesTotal", "Of", "pages"),
      count("rowsCompared", "Compared", "rows"),
      count("rowsMismatched", "Differ", "rows"),
      count("pagesPushedBeforeSplit", "Pushed before split", "pages"),
      count("pagesPulledByRedo", "Pulled by redo", "pages"),
      count("transactionsUndone", "Undone", "transactions"),
    ],
  });
}

type CountKey =
  | "pagesCompared"
  | "pagesTotal"
  | "rowsCompared"
  | "rowsMismatched"
  | "pagesPushedBeforeSplit"
  | "pagesPulledByRedo"
  | "transactionsUndone";

export function phasesTable(report: Report): Markup {
  const clock = clockIn(report);
  const total = (snapshot: string | null, startMs: number) =>
    report.creations.find(
      (creation) =>
        creation.snapshot === snapshot &&
        creation.startMs <= startMs &&
        startMs <= (creation.endMs ?? Number.POSITIVE_INFINITY),
    )?.durationMs ?? null;
  return table<Report["phases"][number]>({
    caption: "Phases of the creations, and checkpoints outside of them",
    rows: report.phases,
    empty: "No phase was recorded.",
    columns: [
      { title: "Phase", align: "words", cell: ({ name }) => phaseTerm(name).title },
      { title: "Of", align: "words", cell: ({ snapshot }) => snapshot ?? "the source (automatic)" },
      { title: "Start", unit: "clock", align: "figures", cell: ({ startMs }) => clock(startMs) },
      {
        title: "Duration",
        unit: "s",
        align: "figures",
        cell: (phase) =>
          phase.instant || phase.durationMs === null
            ? durationOfPhase(phase)
            : html`${boundSign(phase)}${figure(phase.durationMs, secondsText(phase.durationMs))}`,
      },
      {
        title: "Share",
        unit: "% of creation",
        align: "figures",
        cell: ({ snapshot, startMs, durationMs, instant }) => {
          const whole = total(snapshot, startMs);
          return instant || whole === null || durationMs === null || whole === 0
            ? ""
            : numberText((100 * durationMs) / whole, 1);
        },
      },
      {
        title: "Work",
        align: "words",
        cell: (phase) =>
          [workOfPhase(phase), sourceOfPhase(phase)].filter((text) => text !== "").join("; "),
      },
    ],
  });
}

/** The sign that `durationOfPhase` puts before a duration that has a bound for an end. */
const boundSign = (phase: Report["phases"][number]): string =>
  /^[≤≥≈] /.exec(durationOfPhase(phase))?.[0] ?? "";
