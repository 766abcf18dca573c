/** A forecast before a run: rows of the preview. */
import type { Forecast, ReserveForecast, SnapshotForecast } from "../../contract/forecast.ts";
import { formatBytes } from "../format/bytes.ts";
import { hoursText, lostText } from "./forecast-text.ts";
import { fullSentence } from "./reserve-text.ts";

/** Of the first snapshot that is planned, and of each reserve; none where no snapshot is planned. */
export function previewRows(forecast: Forecast | null) {
  if (forecast === null) return [];
  return [
    ...forecast.snapshots.slice(0, 1).map((snapshot) => sparseFileRow(snapshot, forecast)),
    ...(forecast.arraySnapshots?.reserves ?? []).map((reserve) => reserveRow(reserve, forecast)),
  ];
}

const basis = "predicted from the scenario alone";

function sparseFileRow(snapshot: SnapshotForecast, forecast: Forecast) {
  const { points, full } = snapshot;
  const [first, ...later] = points.map(
    ({ afterMs, sizeOnDiskBytes }) => `${formatBytes(sizeOnDiskBytes)} after ${hoursText(afterMs)}`,
  );
  const lost = full === null ? [] : [lostText(snapshot, full, forecast)];
  return {
    name: "Sparse file",
    value: first === undefined ? "full" : `≈ ${first}`,
    what: [...later.slice(-1), ...lost, basis].join("; "),
  };
}

function reserveRow(reserve: ReserveForecast, forecast: Forecast) {
  const [first, ...later] = reserve.points.map(
    ({ afterMs, usedBytes }) => `${formatBytes(usedBytes)} after ${hoursText(afterMs)}`,
  );
  return {
    name: `Reserve of ${reserve.volume}`,
    value: first === undefined ? "full" : `≈ ${first}`,
    what: `${[...later.slice(-1), basis].join("; ")}. ${fullSentence(reserve, forecast)}`,
  };
}
