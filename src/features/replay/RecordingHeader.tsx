/** What is shown: its name, how it came about, its headline figures; and how far it is read. */
import { Button, ProgressBar } from "@fluentui/react-components";
import {
  ArrowClockwiseRegular,
  BeakerRegular,
  DismissRegular,
  FolderOpenRegular,
  PulseRegular,
  WarningRegular,
} from "@fluentui/react-icons";
import type { RecordingOverview, RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { ReadingProgress } from "../../../app/contract/rpc/records.ts";
import type { RunDetails } from "../../../app/contract/rpc/timeline-data.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf, formatNumber, formatPercent } from "../../../app/domain/format/numbers.ts";
import {
  formatClockDate,
  formatDuration,
  formatRoughDuration,
} from "../../../app/domain/format/times.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import { type PlayerStore, usePlayerState } from "../../state/player/player.ts";
import { cancelReading, type RecordingState, readAgain } from "../../state/recordings/recording.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { ReportButton } from "./export/ReportButton.tsx";
import { OverlayControl } from "./overlay/OverlayControl.tsx";
import styles from "./RecordingHeader.module.css";
import { selectedOf } from "./selection.ts";

export interface RecordingHeaderProps {
  readonly recording: RecordingRef;
  readonly state: RecordingState;
  readonly timeline: Timeline;
  readonly overview: RecordingOverview;
  readonly player: PlayerStore;
}

interface HeaderFact {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** Beyond so many facts they have a line of their own unless the window is wide. */
const mostBesideName = 4;
/** Beyond so many facts those of the creation, which the rail has too, are for wide windows. */
const mostInLine = 2;

export function RecordingHeader(props: RecordingHeaderProps) {
  const { recording, state, timeline, overview, player } = props;
  const { title, run, files } = overview;
  const selection = usePlayerState(player, (current) => current.selection);
  const span = selectedOf(timeline, selection).span;
  const content = contentFacts(overview, timeline);
  const names = files.map(({ name }) => name).join("\n");
  return (
    <header className={styles.header}>
      <div className={styles.line} data-crowded={content.length > mostBesideName}>
        <div className={styles.source}>
          {run === null ? (
            <FolderOpenRegular fontSize={16} aria-hidden="true" />
          ) : (
            <BeakerRegular fontSize={16} aria-hidden="true" />
          )}
          <h1 title={names || title}>{title}</h1>
          {run === null ? <span>{kindText(overview)}</span> : <RunStatusLabel run={run.entry} />}
        </div>
        <HeaderFacts facts={content} />
        {(run !== null || timeline.asOf.length > 0) && (
          <div className={content.length > mostInLine ? styles.roomy : undefined}>
            <HeaderFacts facts={creationFacts(timeline)} />
          </div>
        )}
        <Remarks overview={overview} />
        <div className={styles.actions}>
          <OverlayControl recording={recording} timeline={timeline} />
          {run?.entry.status === "running" ? (
            <ToLive run={run} />
          ) : (
            <ReportButton
              recording={recording}
              originMs={timeline.originMs}
              // The figures of a run are of all of it.
              selection={run === null ? span : null}
            />
          )}
        </div>
      </div>
      <Reading recording={recording} state={state} />
    </header>
  );
}

function ToLive({ run }: { readonly run: RunDetails }) {
  const openLive = useNavigation((state) => state.openLive);
  return (
    <Button size="small" icon={<PulseRegular />} onClick={() => openLive(run.entry.id)}>
      Still running: go to Live
    </Button>
  );
}

function HeaderFacts({ facts }: { readonly facts: readonly HeaderFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== undefined && <span>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Of the first creation; how many more there are is said beside it. */
function creationFacts({ bands, asOf }: Timeline): HeaderFact[] {
  const commands = bands.filter(({ row, phase }) => row === "command" && phase === null);
  const [first] = commands;
  if (first === undefined) return [{ name: "Creation", value: "none" }];
  const more = commands.length - 1;
  const duration =
    first.endMs === null ? "not completed" : formatDuration(first.endMs - first.startMs);
  const line = asOf.find(
    ({ snapshot, atMs }) => snapshot === first.snapshot && atMs >= first.startMs,
  );
  return [
    {
      name: more === 0 ? "Creation" : `Creation of ${first.snapshot}`,
      value: duration,
      ...(more === 0 ? {} : { note: `and ${countOf(more, "more", "more")}` }),
    },
    ...(line === undefined
      ? []
      : [
          {
            name: "As of",
            value: formatDuration(line.atMs - first.startMs),
            note: "after the command",
          },
        ]),
  ];
}

function kindText({ files }: RecordingOverview): string {
  if (files.length > 1) return countOf(files.length, "file");
  const kind = files[0]?.kind ?? "errorlog";
  return { errorlog: "ERRORLOG", perfmon: "Perfmon", waitStats: "Wait statistics" }[kind];
}

function runFacts({ summary, entry }: RunDetails): readonly HeaderFact[] {
  const rate = summary?.transactions.perSecond ?? entry.transactionsPerSecond;
  return rate === null || rate === undefined
    ? []
    : [{ name: "Throughput", value: formatNumber(rate, 1), note: "/s after warm-up" }];
}

function serverFacts({ source }: RecordingOverview): readonly HeaderFact[] {
  const { product, build, host } = source;
  return [
    ...(host === null && product === null
      ? []
      : [
          {
            name: "Server",
            value: host ?? shortProduct(product ?? ""),
            ...noteOf([...(host === null ? [] : [shortProduct(product ?? "")]), build ?? ""]),
          },
        ]),
  ];
}

function contentFacts(overview: RecordingOverview, timeline: Timeline): readonly HeaderFact[] {
  const { source, findings, endMs, run } = overview;
  if (run !== null) return runFacts(run);
  const hasLog = source.kind === "errorlog" || source.kind === "mixed";
  const log: readonly HeaderFact[] = [
    {
      name: "Records",
      value: formatNumber(source.records),
      note: `${formatNumber(source.unrecognised)} not understood`,
    },
    { name: "Errors", value: formatNumber(source.errors) },
    { name: "Findings", value: formatNumber(findings.length) },
  ];
  return [
    ...serverFacts(overview),
    {
      name: "Time",
      value: formatRoughDuration(endMs),
      note: `from ${formatClockDate(timeline.originMs, 0).slice(0, 19)}`,
    },
    ...(hasLog ? log : []),
  ];
}

function noteOf(parts: readonly string[]): { note?: string } {
  const note = parts.filter((part) => part !== "").join(", ");
  return note === "" ? {} : { note };
}

/** "Microsoft SQL Server 2019 (RTM-CU15)" without its maker, and without what the build says too. */
const shortProduct = (product: string): string =>
  product.replace(/^Microsoft /, "").replace(/ \([^)]*\)$/, "");

/** What one must know to read the charts: records out of order, phases that are not drawn. */
function Remarks({
  overview: { source, phasesLeftOut },
}: {
  readonly overview: RecordingOverview;
}) {
  const { timeStepCount, timeSteps } = source;
  const [first] = timeSteps;
  const by = first === undefined ? "" : `, first by ${formatRoughDuration(first.byMs)}`;
  const remarks = [
    ...(timeStepCount === 0 ? [] : [`the clock steps back ${countOf(timeStepCount, "time")}${by}`]),
    ...(phasesLeftOut === 0 ? [] : [`${countOf(phasesLeftOut, "short phase")} not drawn`]),
  ];
  if (remarks.length === 0) return null;
  return (
    <p className={styles.warning}>
      <WarningRegular fontSize={16} aria-hidden="true" />
      See Files: {remarks.join("; ")}.
    </p>
  );
}

interface ReadingProps {
  readonly recording: RecordingRef;
  readonly state: RecordingState;
}

function Reading({ recording, state: { progress, message, reading } }: ReadingProps) {
  const stopped = progress?.state === "cancelled";
  // What is read in a moment needs no bar that flashes up.
  if (reading && progress !== null && progress.bytesTotal > quietBytes) {
    return (
      <div className={styles.reading}>
        <ProgressBar
          value={shareOf(progress)}
          thickness="medium"
          aria-label="How far the files are read"
        />
        <span>{progressText(progress)}</span>
        <Button
          size="small"
          icon={<DismissRegular />}
          onClick={() => void cancelReading(recording)}
        >
          Cancel
        </Button>
      </div>
    );
  }
  if (!stopped && (message === null || reading)) return null;
  const text = stopped
    ? `Reading was cancelled: only ${progressText(progress)} is shown.`
    : `Not all of it could be read: ${message}`;
  return (
    <div className={styles.reading} role="status">
      <WarningRegular fontSize={16} aria-hidden="true" />
      <span>{text}</span>
      <Button size="small" icon={<ArrowClockwiseRegular />} onClick={() => readAgain(recording)}>
        {stopped ? "Read on" : "Try again"}
      </Button>
    </div>
  );
}

/** Some tenths of a second of reading. */
const quietBytes = 8 * 2 ** 20;

const shareOf = ({ bytesRead, bytesTotal }: ReadingProgress): number =>
  bytesTotal > 0 ? bytesRead / bytesTotal : 0;

function progressText(progress: ReadingProgress): string {
  const { bytesRead, bytesTotal, records } = progress;
  const share = formatPercent(shareOf(progress), 0);
  return `${share}: ${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}, ${countOf(records, "record")}`;
}
