/** What is selected, as fields that can be changed; what its record says; the creation it lies in. */
import { Button } from "@fluentui/react-components";
import { DismissRegular, WarningRegular, ZoomInRegular } from "@fluentui/react-icons";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RunDetails } from "../../../../app/contract/rpc/timeline-data.ts";
import { formatNumber, formatPercent } from "../../../../app/domain/format/numbers.ts";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import { formatDuration } from "../../../../app/domain/format/times.ts";
import { recordTerm, snapshotTerm } from "../../../../app/domain/glossary/glossary.ts";
import type { Span } from "../../../../app/domain/timeline/span.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import { bandTitle } from "../../../components/player/phase-look.ts";
import { creationAt, isPartOf } from "../../../components/player/phase-rows.ts";
import { creationStateAt } from "../../../components/rail/creation-steps.ts";
import { PhaseChecklist } from "../../../components/rail/PhaseChecklist.tsx";
import { SelectionFields } from "../../../components/rail/SelectionFields.tsx";
import { SnapshotSizes } from "../../../components/rail/SnapshotSizes.tsx";
import { snapshotSizesAt } from "../../../components/rail/snapshot-sizes.ts";
import { FactList } from "../../../components/ui/FactList.tsx";
import { Panel } from "../../../components/ui/Panel.tsx";
import type { PlayerStore } from "../../../state/player/player.ts";
import { useActions } from "../../../state/shell/actions.ts";
import type { Selected } from "../selection.ts";
import { bandFacts } from "./band-facts.ts";
import styles from "./RecordingRail.module.css";
import { RunForecast } from "./RunForecast.tsx";
import { factsOf } from "./record-facts.ts";

export interface SelectionTabProps {
  readonly recording: RecordingRef;
  /** Samples read so far. */
  readonly samples: number;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly selected: Selected;
  /** Of the playhead. */
  readonly atMs: number;
  /** What was asked of an engine; null: a server's files. */
  readonly run: RunDetails | null;
  /** Names of the files that were opened, by position. */
  readonly files: readonly string[];
}

const mebibyte = 2 ** 20;

export function SelectionTab(props: SelectionTabProps) {
  const { recording, samples, timeline, player, selected, atMs, run, files } = props;
  const aboutMs = selected.record?.atMs ?? selected.span?.startMs ?? atMs;
  const creation = creationStateAt(timeline, atMs, run?.entry.status === "running");
  return (
    <>
      <SelectedSpan timeline={timeline} player={player} selected={selected} />
      <SelectedRecord timeline={timeline} selected={selected} files={files} />
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

type PartProps = Pick<SelectionTabProps, "timeline" | "selected">;

function SelectedSpan({ timeline, player, selected }: PartProps & { player: PlayerStore }) {
  const { band, span } = selected;
  const zoom = () => span !== null && player.getState().zoomToSpan(span);
  useActions([
    {
      id: "view.zoom-selection",
      title: "Zoom to the selection",
      group: "View",
      keys: "Z",
      enabled: span !== null,
      run: zoom,
    },
  ]);
  if (span === null) {
    return (
      <Panel title="Selection" aside="nothing">
        <p className={styles.prose}>
          Select a phase or a record, or drag in the lanes with Shift held, to see its times here.
        </p>
      </Panel>
    );
  }
  const change = (next: Span) => player.getState().select({ kind: "span", span: next });
  return (
    <Panel title="Selection" aside={band === null ? "span" : bandTitle(band)}>
      <SelectionFields
        span={span}
        originMs={timeline.originMs}
        limits={extentOf(timeline)}
        onChange={change}
      />
      <ShareOfCreation timeline={timeline} span={span} />
      <div className={styles.row}>
        <Button size="small" icon={<ZoomInRegular />} onClick={zoom}>
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

function ShareOfCreation({ timeline, span }: { timeline: Timeline; span: Span }) {
  const command = creationAt(timeline, span.startMs);
  if (command === null || command.endMs === null) return null;
  const overlap = Math.min(span.endMs, command.endMs) - Math.max(span.startMs, command.startMs);
  if (overlap < 0 || command.endMs <= command.startMs) return null;
  const share = overlap / (command.endMs - command.startMs);
  return (
    <div className={styles.share}>
      <FactList facts={[{ name: "Share of the creation", value: formatPercent(share) }]} />
    </div>
  );
}

interface SelectedRecordProps extends PartProps {
  readonly files: readonly string[];
}

function SelectedRecord({ timeline, selected: { record }, files }: SelectedRecordProps) {
  if (record === null) return null;
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
  return (
    <Panel
      title="As of"
      aside={`${formatDuration(analysis.startMs - command.startMs)} after the command`}
    >
      <p className={styles.prose}>{snapshotTerm("asOf").what}</p>
      <FactList
        facts={[
          { name: "Command issued", value: clock(command.startMs) },
          { name: "As of", value: clock(analysis.startMs) },
          { name: "Command ended", value: clock(command.endMs) },
        ]}
      />
    </Panel>
  );
}
