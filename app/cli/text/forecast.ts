/** A forecast as a terminal shows it: in words, then a table for each snapshot. */
import type { Forecast, SnapshotForecast } from "../../contract/forecast.ts";
import {
  commitsText,
  estimateText,
  forecastBasis,
  forecastSentences,
  inText,
  pagesText,
} from "../../domain/forecast/forecast-text.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { formatMomentOf, type TimelineClock } from "../../domain/format/timeline-clock.ts";
import { left, renderTable, right, wrap } from "./table.ts";

const width = 98;

export function renderForecast(forecast: Forecast, run: string, clock: TimelineClock): string {
  const { atMs, snapshots, notForecast } = forecast;
  const moment = atMs === null ? "" : `, at ${formatMomentOf(clock, atMs)}`;
  const none =
    snapshots.length + notForecast.length === 0
      ? ["There is no snapshot at this time: there is nothing to forecast."]
      : [];
  return [
    `Forecast of ${run}${moment}`,
    ...[...none, ...forecastSentences(forecast)].map((sentence) => wrap(sentence, width)),
    ...snapshots.map((snapshot) => tableOf(snapshot, forecast)),
    ...(snapshots.length === 0 ? [] : [wrap(forecastBasis, width)]),
  ].join("\n\n");
}

function tableOf({ snapshot, points }: SnapshotForecast, forecast: Forecast): string {
  return renderTable(
    [
      left(snapshot),
      right("on disk"),
      right("a revert takes"),
      right("it puts back"),
      right("it loses"),
    ],
    points.map(({ afterMs, sizeOnDiskBytes, revertMs, pagesPushed, commitsLost }) => [
      inText(afterMs, forecast),
      formatBytes(sizeOnDiskBytes),
      revertMs === null ? "-" : estimateText(revertMs),
      pagesText(pagesPushed),
      commitsText(commitsLost),
    ]),
  );
}
