/** What would have become of the snapshots from the playhead on, by what was known at that moment. */
import { useMemo } from "react";
import type { RecordingRef } from "../../../../app/contract/rpc/recordings.ts";
import type { RunDetails } from "../../../../app/contract/rpc/timeline-data.ts";
import { reserveCounter } from "../../../../app/domain/forecast/array-snapshots-of-run.ts";
import { loadCounter } from "../../../../app/domain/forecast/measured-load.ts";
import type { Timeline } from "../../../../app/domain/timeline/timeline.ts";
import { SnapshotForecast } from "../../../components/rail/SnapshotForecast.tsx";
import { mayForecast, useForecast } from "../../../state/recordings/forecast.ts";
import { useRecordingSeries } from "../../../state/recordings/recording-series.ts";

interface RunForecastProps {
  readonly recording: RecordingRef;
  readonly timeline: Timeline;
  readonly run: RunDetails;
  /** Samples read so far. */
  readonly samples: number;
  /** The moment of the playhead. */
  readonly atMs: number;
}

const load = [loadCounter, reserveCounter];

export function RunForecast({ recording, timeline, run, samples, atMs }: RunForecastProps) {
  const { endMs } = timeline;
  const whole = useMemo(() => ({ startMs: 0, endMs }), [endMs]);
  // Without a snapshot nobody asks for samples.
  const counters = mayForecast(timeline) ? load : [];
  const asked = { recording, counters, extent: whole, view: whole, samples };
  const { series, loading } = useRecordingSeries(asked);
  const measured = useMemo(() => ({ ...timeline, series }), [timeline, series]);
  const forecast = useForecast({ timeline: measured, scenario: run.scenario, atMs });
  return loading || forecast === null ? null : <SnapshotForecast forecast={forecast} />;
}
