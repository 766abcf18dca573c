/** What is shown: its name, how it came about, its headline figures; and how far it is read. */
import {
  Button,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  ProgressBar,
} from "@fluentui/react-components";
import {
  ArrowClockwiseRegular,
  BeakerRegular,
  DismissRegular,
  FolderOpenRegular,
  InfoRegular,
  PulseRegular,
  WarningRegular,
} from "@fluentui/react-icons";
import type { RecordingOverview, RecordingRef } from "../../../app/contract/rpc/recordings.ts";
import type { ReadingProgress } from "../../../app/contract/rpc/records.ts";
import type { RunDetails } from "../../../app/contract/rpc/timeline-data.ts";
import { notesTogether } from "../../../app/domain/files-together.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf, formatNumber, formatPercent } from "../../../app/domain/format/numbers.ts";
import {
  formatClockDate,
  formatDuration,
  formatRoughDuration,
} from "../../../app/domain/format/times.ts";
import { isFromStartup } from "../../../app/domain/timeline/creation.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { PresentButton } from "../../components/present/PresentButton.tsx";
import { FactList } from "../../components/ui/FactList.tsx";
import { RunStatusLabel } from "../../components/ui/RunStatusLabel.tsx";
import { type PlayerStore, usePlayerState } from "../../state/player/player.ts";
import { usePresentAction } from "../../state/present/present.ts";
import { cancelReading, type RecordingState, readAgain } from "../../state/recordings/recording.ts";
import { useNavigation } from "../../state/shell/navigation.ts";
import { ReportButton } from "./export/ReportButton.tsx";
import { Happened } from "./Happened.tsx";
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

export function RecordingHeader(props: RecordingHeaderProps) {
  const { recording, state, timeline, overview, player } = props;
  const { title, run, files } = overview;
  const selection = usePlayerState(player, (current) => current.selection);
  const span = selectedOf(timeline, selection).span;
  const present = usePresentAction({ recording, live: false });
  const facts = factsOf(overview, timeline);
  const names = files.map(({ name }) => name).join("\n");
  const Icon = run === null ? FolderOpenRegular : BeakerRegular;
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <Icon fontSize={16} aria-hidden="true" />
        <h1 title={names || title}>{title}</h1>
        {run === null ? (
          <span className={styles.kind}>{kindText(overview)}</span>
        ) : (
          <RunStatusLabel run={run.entry} />
        )}
        <HeadlineFacts facts={facts} />
        <AllFacts facts={facts} />
        <div className={styles.actions}>
          <PresentButton onPresent={present} />
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
      <Happened {...{ overview, player }} />
      <Remarks overview={overview} />
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

/** The facts that the line has room for; the others are below it, where nobody sees them. */
function HeadlineFacts({ facts }: { readonly facts: readonly HeaderFact[] }) {
  return (
    <dl className={styles.facts} title={facts.map(factText).join("\n")}>
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const factText = ({ name, value, note }: HeaderFact): string =>
  `${name}: ${value}${note === undefined ? "" : `, ${note}`}`;

function AllFacts({ facts }: { readonly facts: readonly HeaderFact[] }) {
  return (
    <Popover withArrow>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<InfoRegular />}
          aria-label="All facts of this recording"
          title="All facts of this recording"
        />
      </PopoverTrigger>
      <PopoverSurface aria-label="Facts of this recording" className={styles.allFacts ?? ""}>
        <FactList
          facts={facts.map(({ name, value, note }) => ({
            name,
            value: note === undefined ? value : `${value}, ${note}`,
          }))}
          columns
        />
      </PopoverSurface>
    </Popover>
  );
}

/** The weightiest first. */
function factsOf(overview: RecordingOverview, timeline: Timeline): readonly HeaderFact[] {
  const { run } = overview;
  if (run !== null) return [...runFacts(run), ...creationFacts(timeline)];
  const creation = timeline.asOf.length > 0 ? creationFacts(timeline) : [];
  return [...creation, ...contentFacts(overview, timeline)];
}

/** Facts of the first creation; how many more there are is said beside it. */
function creationFacts({ bands, asOf }: Timeline): HeaderFact[] {
  const commands = bands.filter(({ row, phase }) => row === "command" && phase === null);
  const [first] = commands;
  if (first === undefined) return [{ name: "Creation", value: "none" }];
  const more = commands.length - 1;
  const fromStartup = isFromStartup(bands, first);
  const duration =
    first.endMs === null
      ? "not completed"
      : `${fromStartup ? "≥ " : ""}${formatDuration(first.endMs - first.startMs)}`;
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
            note: fromStartup ? "after its start-up" : "after the command",
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
  const { source, findings, endMs } = overview;
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
    {
      name: "Time",
      value: formatRoughDuration(endMs),
      note: `from ${formatClockDate(timeline.originMs, 0).slice(0, 19)}`,
    },
    ...(hasLog ? log : []),
    ...serverFacts(overview),
  ];
}

function noteOf(parts: readonly string[]): { note?: string } {
  const note = parts.filter((part) => part !== "").join(", ");
  return note === "" ? {} : { note };
}

/** "Microsoft SQL Server 2019 (RTM-CU15)" without its maker, and without what the build says too. */
const shortProduct = (product: string): string =>
  product.replace(/^Microsoft /, "").replace(/ \([^)]*\)$/, "");

/** What one must know to read the charts: files that do not belong together, records out of order, phases that are not drawn. */
function Remarks({
  overview: { source, phasesLeftOut, files },
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
  const notes = notesTogether(files);
  if (remarks.length + notes.length === 0) return null;
  const rest = remarks.length === 0 ? [] : [`${capitalised(remarks.join("; "))}.`];
  const text = [...notes, ...rest, "More under Data, Files."].join(" ");
  return (
    <p className={styles.slim}>
      <WarningRegular fontSize={16} aria-hidden="true" />
      <span className={styles.said} title={text}>
        {text}
      </span>
    </p>
  );
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

interface ReadingProps {
  readonly recording: RecordingRef;
  readonly state: RecordingState;
}

function Reading({ recording, state: { progress, message, reading } }: ReadingProps) {
  const stopped = progress?.state === "cancelled";
  // What is read in a moment needs no bar that flashes up.
  if (reading && progress !== null && progress.bytesTotal > quietBytes) {
    return (
      <div className={styles.slim}>
        <ProgressBar
          value={shareOf(progress)}
          thickness="medium"
          aria-label="How far the files are read"
        />
        <span className={styles.said} title={progressText(progress)}>
          {progressText(progress)}
        </span>
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
    <div className={styles.slim} role="status">
      <WarningRegular fontSize={16} aria-hidden="true" />
      <span className={styles.said} title={text}>
        {text}
      </span>
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
