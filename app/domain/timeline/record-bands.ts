/** Which band a record lies in. Only the records that somebody looks at are here: their kind and time tell. */
import type { Band, Timeline, TimelineRecord } from "./timeline.ts";

/** Logs print hundredths of a second. */
const resolutionMs = 10;

const namesAgree = ({ database }: TimelineRecord, band: Band): boolean => {
  const named = band.snapshot ?? band.database ?? null;
  // Messages about files name neither the database nor the snapshot: the time has to do.
  return database === null || named === null || database.toLowerCase() === named.toLowerCase();
};

export function belongsTo(record: TimelineRecord, band: Band): boolean {
  const { phase, atMs } = record;
  if (phase === null || phase !== band.phase || atMs === null) return false;
  const begun = band.startMs <= atMs + resolutionMs;
  return (
    begun && (band.endMs === null || atMs <= band.endMs + resolutionMs) && namesAgree(record, band)
  );
}

/**
 * Where there are several, the one that ends at the record, since many messages tell of a band only when
 * it is over; else the latest that was under way.
 */
export function bandOfRecord({ bands }: Timeline, record: TimelineRecord): Band | null {
  let latest: Band | null = null;
  for (const band of bands) {
    if (!belongsTo(record, band)) continue;
    if (band.endMs !== null && Math.abs(band.endMs - (record.atMs ?? 0)) < resolutionMs)
      return band;
    latest = band;
  }
  return latest;
}
