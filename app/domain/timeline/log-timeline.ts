/** The timeline of an opened log: no samples, only what was written down. */
import type { OpenedLog } from "../../contract/rpc/services.ts";
import { BandTable } from "./bands.ts";
import { clockOrigin } from "./clock.ts";
import { RecordTable } from "./record-links.ts";
import { asOfLines } from "./run-timeline.ts";
import { SeriesBuffer } from "./series-buffer.ts";
import type { Timeline } from "./timeline.ts";

export function timelineOfLog(log: OpenedLog): Timeline {
  const bands = new BandTable();
  for (const phase of log.phases) bands.take(phase);
  const records = new RecordTable();
  for (const row of log.rows) records.take(row);
  records.link(bands.list);
  const moments = [
    ...log.rows.map((row) => row.atMs),
    ...bands.list.map((band) => band.endMs ?? band.startMs),
  ];
  return {
    kind: "log",
    originMs: clockOrigin(log.origin),
    endMs: moments.reduce((latest, atMs) => Math.max(latest, atMs), 0),
    plannedEndMs: null,
    warmupEndMs: 0,
    series: new SeriesBuffer().series,
    bands: bands.list,
    asOf: asOfLines(bands.list),
    acts: [],
    records: records.list,
    snapshots: [],
    state: null,
  };
}
