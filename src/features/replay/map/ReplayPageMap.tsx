/** The page map at the playhead: the selected time lights its pages, a rectangle of cells lights its moments. */
import { Dropdown, Option } from "@fluentui/react-components";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { formatMomentOf } from "../../../../app/domain/format/timeline-clock.ts";
import type { MapPlace } from "../../../../app/domain/page-map/map-place.ts";
import type { PageGrid } from "../../../../app/domain/page-map/page-grid.ts";
import { momentsOf } from "../../../../app/domain/page-map/page-moments.ts";
import type { PushLog } from "../../../../app/domain/page-map/push-log.ts";
import type { Moments } from "../../../../app/domain/timeline/lane-view.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { extentOf } from "../../../../app/domain/timeline/viewport.ts";
import type { MapCounts } from "../../../components/page-map/map-counter.ts";
import { PageMap } from "../../../components/page-map/PageMap.tsx";
import { type PlayerStore, usePlayerState } from "../../../state/player/player.ts";
import { selectedOf } from "../selection.ts";

export interface ReplayPageMapProps {
  /** Of the recording: another name, another log. */
  readonly name: string;
  readonly log: PushLog;
  readonly timeline: Timeline;
  readonly player: PlayerStore;
  readonly place: MapPlace;
  readonly onPlace: (place: MapPlace) => void;
  readonly onCounts: (counts: MapCounts<PageGrid>) => void;
  /** When the pages of the rectangle were pushed; null: there is none. */
  readonly onMoments: (moments: Moments | null) => void;
}

/** As many parts of the time as a chart has pixels, about. */
const parts = 1000;

export function ReplayPageMap(props: ReplayPageMapProps): ReactNode {
  const { name, log, timeline, player, place, onPlace, onCounts, onMoments } = props;
  const [wanted, setWanted] = useState<number | null>(null);
  const [counts, setCounts] = useState<MapCounts<PageGrid> | null>(null);
  const playheadMs = usePlayerState(player, (state) => state.playheadMs);
  const selection = usePlayerState(player, (state) => state.selection);
  const target = wanted ?? 0;
  const options = useMemo(() => optionsOf(log, timeline), [log, timeline]);
  const pushes = counts?.pushes ?? null;
  const { marked } = place;
  useEffect(() => {
    if (pushes === null || marked.length === 0) {
      onMoments(null);
      return;
    }
    const span = extentOf(timeline);
    onMoments({ span, counts: momentsOf(pushes, marked, { ...span, parts }) });
  }, [pushes, marked, timeline, onMoments]);
  return (
    <PageMap
      label={`Page map of ${name}`}
      {...{ log, target, place, onPlace }}
      atMs={playheadMs}
      brush={selectedOf(timeline, selection).span}
      onCounts={(now) => {
        setCounts(now);
        onCounts(now);
      }}
      corner={
        <Dropdown
          size="small"
          aria-label="Snapshot and file"
          value={options.find(({ value }) => value === target)?.title ?? ""}
          selectedOptions={[`${target}`]}
          onOptionSelect={(_, { optionValue }) => setWanted(Number(optionValue))}
        >
          {options.map(({ value, title }) => (
            <Option key={value} value={`${value}`}>
              {title}
            </Option>
          ))}
        </Dropdown>
      }
    />
  );
}

/** Sparse files by snapshot and data file; a name that was used again has its moment too. */
function optionsOf(log: PushLog, timeline: Timeline) {
  return log.sparseFiles.map(({ snapshot: of, file: ofFile }, value) => {
    const snapshot = log.snapshots[of];
    const isAgain = log.snapshots.filter(({ name }) => name === snapshot?.name).length > 1;
    const from = isAgain ? ` from ${formatMomentOf(timeline, snapshot?.createdMs ?? 0)}` : "";
    const file = log.files.length > 1 ? `, ${log.files[ofFile]?.name}` : "";
    return { value, title: `${snapshot?.name}${from}${file}` };
  });
}
