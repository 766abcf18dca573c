/** What is selected, or else what is at the playhead: its times, what its record says, the creation it lies in. */
import { Button } from "@fluentui/react-components";
import { DismissRegular, WarningRegular, ZoomInRegular } from "@fluentui/react-icons";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RunDetails } from "../../../../app/contract/rpc/timeline-data.ts";
import { formatNumber, formatPercent } from "../../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../../app/domain/format/times.ts";
import { phaseTerm, recordTerm, snapshotTerm } from "../../../../app/domain/glossary/glossary.ts";
import { isFromStartup, isPartOf } from "../../../../app/domain/timeline/creation.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import {
  type Band,
  goesOn,
  type Timeline,
  type TimelineRecord,
} from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { bandTitle } from "../../../components/player/phase-look.ts";
import { creationAt, durationText } from "../../../components/player/phase-rows.ts";
import { type CreationState, creationStateAt } from "../../../components/rail/creation-steps.ts";
import { PhaseChecklist } from "../../../components/rail/PhaseChecklist.tsx";
import { SelectionFields } from "../../../components/rail/SelectionFields.tsx";
import { SnapshotSizes } from "../../../components/rail/SnapshotSizes.tsx";
import { snapshotSizesAt } from "../../../components/rail/snapshot-sizes.ts";
import { FactList } from "../../../components/ui/FactList.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import { type HereStore, useRecordHere } from "../../../state/player/here.ts";
import type { MapViewStore } from "../../../state/player/map-view.ts";
import type { PlayerStore } from "../../../state/player/player.ts";
import { factsOf } from "../record-facts.ts";
import type { Selected } from "../selection.ts";
import { bandFacts } from "./band-facts.ts";
import { PageHere } from "./PageHere.tsx";
import styles from "./RecordingRail.module.css";
import { RunForecast } from "./RunForecast.tsx";

export interface HereTabProps {
  readonly recording: RecordingRef;
  /** Samples read so far. */
  readonly samples: number;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly selected: Selected;
  /** The moment of the playhead. */
  readonly atMs: number;
  /** What was asked of an engine; null: a server's files. */
  readonly run: RunDetails | null;
  /** Names of the files that were opened, by position. */
  readonly files: readonly string[];
  readonly here: HereStore;
  readonly map: MapViewStore;
}

const mebibyte = 2 ** 20;

export function HereTab(props: HereTabProps) {
  const { recording, samples, timeline, player, selected, atMs, run, files } = props;
  const aboutMs = selected.record?.atMs ?? selected.span?.startMs ?? atMs;
  const creation = creationStateAt(timeline, atMs, run?.entry.status === "running");
  const atPlayhead = useRecordHere(props.here);
  const record = selected.record ?? (selected.span === null ? atPlayhead : null);
  return (
    <>
      <PageHere map={props.map} timeline={timeline} player={player} />
      {selected.span === null ? (
        <Moment timeline={timeline} atMs={atMs} creation={creation} />
      ) : (
        <SelectedSpan
          timeline={timeline}
          player={player}
          selected={selected}
          span={selected.span}
        />
      )}
      {record !== null && <RecordPanel timeline={timeline} record={record} files={files} />}
      <SelectedBand timeline={timeline} selected={selected} />
      <AsOfPanel timeline={timeline} aboutMs={aboutMs} />
      {creation !== null && <PhaseChecklist creation={creation} />}
      {run !== null && (
        <SnapshotSizes
          sizes={snapshotSizesAt(timeline, atMs)}
          sourceBytes={run.scenario.database.sizeMiB * mebibyte}
        />
      )}
      {run !== null && <RunForecast {...{ recording, timeline, run, samples, atMs }} />}
    </>
  );
}

interface MomentProps {
  readonly timeline: Timeline;
  readonly atMs: number;
  readonly creation: CreationState | null;
}

/** The state of the moment, while nothing is selected. */
function Moment({ timeline, atMs, creation }: MomentProps) {
  return (
    <Panel title="At the playhead" aside={formatMomentOf(timeline, atMs)}>
      <p className={styles.state}>{stateOf(creation)}</p>
      <p className={styles.help}>
        Select a phase or a record, or drag in the charts with Shift held, to see its times.
      </p>
    </Panel>
  );
}

function stateOf(creation: CreationState | null): string {
  if (creation === null) return "No database snapshot yet";
  if (creation.state === "complete") return "Snapshot created";
  if (creation.state === "incomplete") return "Not completed";
  const current = creation.steps.find(({ state }) => state === "current");
  return current === undefined ? "Nothing logged" : phaseTerm(current.phase).title;
}

type PartProps = Pick<HereTabProps, "timeline" | "selected">;

interface SelectedSpanProps extends PartProps {
  readonly player: PlayerStore;
  readonly span: Span;
}

function SelectedSpan({ timeline, player, selected: { band }, span }: SelectedSpanProps) {
  const change = (next: Span) => player.getState().select({ kind: "span", span: next });
  return (
    <Panel title="Selection" aside={band === null ? "a span of time" : bandTitle(band)}>
      <SelectionFields
        span={span}
        originMs={timeline.originMs}
        limits={extentOf(timeline)}
        onChange={change}
      />
      <SpanFacts timeline={timeline} span={span} band={band} />
      <div className={styles.row}>
        <Button
          size="small"
          icon={<ZoomInRegular />}
          aria-keyshortcuts="Z"
          onClick={() => player.getState().zoomToSpan(span)}
        >
          Zoom to it
        </Button>
        <Button
          size="small"
          icon={<DismissRegular />}
          onClick={() => player.getState().select(null)}
        >
          Clear
        </Button>
      </div>
    </Panel>
  );
}

interface SpanFactsProps {
  readonly timeline: Timeline;
  readonly span: Span;
  /** The phase that it is; null: any span of time. */
  readonly band: Band | null;
}

/** How long its phase took, with what its source leaves open of that as in the chart; its share of the creation. */
function SpanFacts({ timeline, span, band }: SpanFactsProps) {
  const duration =
    band === null ? [] : [{ name: "Phase took", value: durationText(band, goesOn(timeline)) }];
  const share = shareOfCreation(timeline, span);
  const ofCreation =
    share === null ? [] : [{ name: "Share of the creation", value: formatPercent(share) }];
  return (
    <div className={styles.share}>
      <FactList facts={[...duration, ...ofCreation]} />
    </div>
  );
}

/** Null where the log does not tell of all of the creation either. */
function shareOfCreation(timeline: Timeline, span: Span): number | null {
  const command = creationAt(timeline, span.startMs);
  if (command === null || command.endMs === null) return null;
  if (isFromStartup(timeline.bands, command)) return null;
  const overlap = Math.min(span.endMs, command.endMs) - Math.max(span.startMs, command.startMs);
  if (overlap < 0 || command.endMs <= command.startMs) return null;
  return overlap / (command.endMs - command.startMs);
}

interface RecordPanelProps {
  readonly timeline: Timeline;
  readonly record: TimelineRecord;
  readonly files: readonly string[];
}

function RecordPanel({ timeline, record, files }: RecordPanelProps) {
  const { facts, hint } = factsOf(record, timeline, files);
  const { atMs, index } = record;
  return (
    <Panel
      title={`Record ${formatNumber(index + 1)}`}
      aside={atMs === null ? "no time" : formatMomentOf(timeline, atMs)}
    >
      <FactList facts={facts} />
      <RecordHelp kind={record.kind} />
      {hint !== null && (
        <p className={styles.hint}>
          <WarningRegular fontSize={16} aria-hidden="true" />
          {hint}
        </p>
      )}
    </Panel>
  );
}

/** A log says much that is not about snapshots. */
function RecordHelp({ kind }: { readonly kind: string }) {
  const { what, reading } = recordTerm(kind);
  return (
    <p className={styles.help}>
      {what} {reading}
    </p>
  );
}

function SelectedBand({ selected: { band, record } }: PartProps) {
  if (band === null || record !== null) return null;
  const facts = bandFacts(band);
  if (facts.length === 0) return null;
  return (
    <Panel title={bandTitle(band)} aside="as reported">
      <FactList facts={facts} />
    </Panel>
  );
}

function AsOfPanel({ timeline, aboutMs }: { timeline: Timeline; aboutMs: number }) {
  const command = creationAt(timeline, aboutMs);
  const analysis = timeline.bands.find(
    (band) => band.phase === "analysis" && command !== null && isPartOf(band, command),
  );
  if (command === null || analysis === undefined) return null;
  const clock = (ms: number | null) => (ms === null ? "not logged" : formatMomentOf(timeline, ms));
  const fromStartup = isFromStartup(timeline.bands, command);
  return (
    <Panel
      title="As of"
      aside={`${formatDuration(analysis.startMs - command.startMs)} after ${fromStartup ? "its start-up" : "the command"}`}
    >
      <p className={styles.prose}>{snapshotTerm("asOf").what}</p>
      <FactList
        facts={[
          { name: "Command issued", value: clock(fromStartup ? null : command.startMs) },
          { name: "As of", value: clock(analysis.startMs) },
          { name: "Command ended", value: clock(command.endMs) },
        ]}
      />
    </Panel>
  );
}
