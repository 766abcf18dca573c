/**
 * The page map of a recording, linked to its time: the selected time lights its pages, a rectangle of cells lights
 * its moments.
 */
import { Dropdown, Option } from "@fluentui/react-components";
import { type ReactNode, useEffect, useRef } from "react";
import { formatMomentOf, type TimelineClock } from "../../../app/domain/format/timeline-clock.ts";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import type { MapPlace } from "../../../app/domain/page-map/map-place.ts";
import type { PageGrid } from "../../../app/domain/page-map/page-grid.ts";
import { momentsOf } from "../../../app/domain/page-map/page-moments.ts";
import type { PushLog } from "../../../app/domain/page-map/push-log.ts";
import {
  sparseFileAt,
  sparseFileNote,
  sparseFileTitle,
} from "../../../app/domain/page-map/sparse-files.ts";
import type { Moments } from "../../../app/domain/timeline/lane-view.ts";
import type { Span } from "../../../app/domain/timeline/span.ts";
import { PageMap } from "./PageMap.tsx";

export interface LinkedMapProps {
  /** Of the recording: another name, another log. */
  readonly name: string;
  readonly log: PushLog;
  readonly clock: TimelineClock;
  /** All of the recording. */
  readonly extent: Span;
  readonly atMs: number;
  readonly selected: Span | null;
  /** Position of the sparse file; null: the newest one. */
  readonly target: number | null;
  readonly onTarget: (target: number) => void;
  /** Stands beside the choice of the snapshot. */
  readonly beside?: ReactNode;
  readonly place: MapPlace;
  readonly onPlace: (place: MapPlace) => void;
  /** What is shown; null: nothing any more. */
  readonly counts: MapCounts<PageGrid> | null;
  readonly onCounts: (counts: MapCounts<PageGrid> | null) => void;
  /** When the pages of the rectangle were pushed; null: there is none. */
  readonly onMoments: (moments: Moments | null) => void;
}

/** As many parts of the time as a chart has pixels, about. */
const parts = 1000;

export function LinkedMap(props: LinkedMapProps): ReactNode {
  const { name, log, clock, extent, selected, place, onPlace, onTarget, onCounts } = props;
  useMarkedMoments(props);
  // What was selected is shown at its end, wherever one is in time.
  const atMs = Math.max(props.atMs, Math.min(selected?.endMs ?? 0, extent.endMs));
  const target = props.target ?? sparseFileAt(log, atMs);
  const titles = log.sparseFiles.map((_, index) => sparseFileTitle(log, index, clock));
  const note = sparseFileNote(log, target, clock, atMs);
  return (
    <PageMap
      label={`Page map of ${name}`}
      {...{ log, target, atMs, place, onPlace, onCounts }}
      brush={selected}
      notes={[
        `State at ${formatMomentOf(clock, atMs)}${atMs > props.atMs ? ", the end of the selected time" : ""}`,
        ...(note === null ? [] : [note]),
      ]}
      corner={
        <>
          <Dropdown
            size="small"
            aria-label="Snapshot and file"
            value={titles[target] ?? ""}
            selectedOptions={[`${target}`]}
            onOptionSelect={(_, { optionValue }) => onTarget(Number(optionValue))}
          >
            {titles.map((title, index) => (
              <Option key={title} value={`${index}`}>
                {title}
              </Option>
            ))}
          </Dropdown>
          {props.beside}
        </>
      }
    />
  );
}

/** Nothing is counted, and no moment lit, once the map is gone. */
function useMarkedMoments({ counts, place, extent, onMoments, onCounts }: LinkedMapProps): void {
  const told = useRef({ onMoments, onCounts });
  told.current = { onMoments, onCounts };
  const pushes = counts?.pushes ?? null;
  // It grows while the log is read, or goes on.
  const known = counts?.wish.log.count ?? 0;
  const { marked } = place;
  const { startMs, endMs } = extent;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what more is known is in the pushes
  useEffect(() => {
    if (pushes === null || marked.length === 0) {
      told.current.onMoments(null);
      return;
    }
    const span = { startMs, endMs };
    told.current.onMoments({ span, counts: momentsOf(pushes, marked, { ...span, parts }) });
  }, [pushes, known, marked, startMs, endMs]);
  useEffect(
    () => () => {
      told.current.onMoments(null);
      told.current.onCounts(null);
    },
    [],
  );
}
