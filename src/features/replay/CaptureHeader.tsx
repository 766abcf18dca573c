/** What was opened, of which server, how much of it is understood; and how far it is read. */
import { Button, ProgressBar } from "@fluentui/react-components";
import {
  ArrowClockwiseRegular,
  DismissRegular,
  FolderOpenRegular,
  WarningRegular,
} from "@fluentui/react-icons";
import type { CaptureOverview } from "../../../app/contract/capture.ts";
import type { CaptureProgress } from "../../../app/contract/rpc/captures.ts";
import { formatBytes } from "../../../app/domain/format/bytes.ts";
import { countOf, formatNumber, formatPercent } from "../../../app/domain/format/numbers.ts";
import { formatClockDate, formatRoughDuration } from "../../../app/domain/format/times.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";
import { useNavigation } from "../../state/navigation.ts";
import { cancelReading, type OpenedCaptureState, readAgain } from "../../state/opened-capture.ts";
import { type PlayerStore, usePlayerState } from "../../state/player.ts";
import { ReportButton } from "./export/ReportButton.tsx";
import { OverlayControl } from "./overlay/OverlayControl.tsx";
import styles from "./ReplayHeader.module.css";
import { creationFacts, type HeaderFact, HeaderFacts } from "./ReplayHeader.tsx";
import { selectedOf } from "./selection.ts";

export interface CaptureHeaderProps {
  readonly captureId: string;
  readonly title: string;
  readonly opened: OpenedCaptureState;
  readonly timeline: Timeline;
  readonly overview: CaptureOverview;
  readonly player: PlayerStore;
}

export function CaptureHeader(props: CaptureHeaderProps) {
  const { captureId, title, opened, timeline, overview, player } = props;
  const openScreen = useNavigation((state) => state.openScreen);
  const selection = usePlayerState(player, (state) => state.selection);
  const names = overview.files.map(({ name }) => name).join("\n");
  return (
    <header className={styles.capture}>
      <div className={styles.line}>
        <div className={styles.source}>
          <FolderOpenRegular fontSize={16} aria-hidden="true" />
          <h1 title={names}>{title}</h1>
          <span>{kindText(overview)}</span>
        </div>
        <div className={styles.actions}>
          <OverlayControl captureId={captureId} timeline={timeline} />
          <ReportButton
            captureId={captureId}
            originMs={timeline.originMs}
            selection={selectedOf(timeline, selection).span}
          />
          <Button size="small" icon={<FolderOpenRegular />} onClick={() => openScreen("open-log")}>
            Open another
          </Button>
        </div>
      </div>
      <div className={styles.line}>
        <HeaderFacts facts={contentFacts(overview, timeline)} />
        {timeline.asOf.length > 0 && (
          <div className={styles.roomy}>
            <HeaderFacts facts={creationFacts(timeline)} />
          </div>
        )}
        <Remarks overview={overview} />
      </div>
      <Reading captureId={captureId} opened={opened} />
    </header>
  );
}

function kindText({ files }: CaptureOverview): string {
  if (files.length > 1) return countOf(files.length, "file");
  const kind = files[0]?.kind ?? "errorlog";
  return { errorlog: "ERRORLOG", perfmon: "Perfmon", waitStats: "Wait statistics" }[kind];
}

function serverFacts({ source }: CaptureOverview): readonly HeaderFact[] {
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

function contentFacts(overview: CaptureOverview, timeline: Timeline): readonly HeaderFact[] {
  const { source, findings, endMs, files } = overview;
  const hasLog = files.some(({ kind }) => kind === "errorlog");
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
function Remarks({ overview: { source, phasesLeftOut } }: { readonly overview: CaptureOverview }) {
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
  readonly captureId: string;
  readonly opened: OpenedCaptureState;
}

function Reading({ captureId, opened: { progress, message, reading } }: ReadingProps) {
  const stopped = progress?.state === "cancelled";
  if (reading && progress !== null) {
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
          onClick={() => void cancelReading(captureId)}
        >
          Cancel
        </Button>
      </div>
    );
  }
  if (!stopped && message === null) return null;
  const text = stopped
    ? `Reading was cancelled: only ${progressText(progress)} is shown.`
    : `Not all of it could be read: ${message}`;
  return (
    <div className={styles.reading} role="status">
      <WarningRegular fontSize={16} aria-hidden="true" />
      <span>{text}</span>
      <Button size="small" icon={<ArrowClockwiseRegular />} onClick={() => readAgain(captureId)}>
        {stopped ? "Read on" : "Try again"}
      </Button>
    </div>
  );
}

const shareOf = ({ bytesRead, bytesTotal }: CaptureProgress): number =>
  bytesTotal > 0 ? bytesRead / bytesTotal : 0;

function progressText(progress: CaptureProgress): string {
  const { bytesRead, bytesTotal, records } = progress;
  const share = formatPercent(shareOf(progress), 0);
  return `${share}: ${formatBytes(bytesRead)} of ${formatBytes(bytesTotal)}, ${countOf(records, "record")}`;
}
