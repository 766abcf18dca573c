/** A forecast as a terminal shows it: in words, then a table for each snapshot. */
import type {
  ArrayForecast,
  Forecast,
  ReserveForecast,
  RetainedForecast,
  SnapshotForecast,
} from "../../contract/forecast.ts";
import { saysSomething } from "../../domain/forecast/forecast.ts";
import {
  commitsText,
  estimateText,
  forecastBasis,
  forecastSentences,
  inText,
  pagesText,
} from "../../domain/forecast/forecast-text.ts";
import {
  heldBytes,
  reserveBasis,
  reserveSentences,
  whenText,
} from "../../domain/forecast/reserve-text.ts";
import { formatBytes } from "../../domain/format/bytes.ts";
import { formatMomentOf, type TimelineClock } from "../../domain/format/timeline-clock.ts";
import { left, renderTable, right, wrap } from "./table.ts";

const width = 98;

export function renderForecast(forecast: Forecast, run: string, clock: TimelineClock): string {
  const { atMs, snapshots, arraySnapshots } = forecast;
  const moment = atMs === null ? "" : `, at ${formatMomentOf(clock, atMs)}`;
  const none = !saysSomething(forecast)
    ? ["There is no snapshot at this time: there is nothing to forecast."]
    : [];
  return [
    `Forecast of ${run}${moment}`,
    ...[...none, ...forecastSentences(forecast)].map((sentence) => wrap(sentence, width)),
    ...snapshots.map((snapshot) => tableOf(snapshot, forecast)),
    ...(snapshots.length === 0 ? [] : [wrap(forecastBasis, width)]),
    ...(arraySnapshots === null ? [] : arrayTexts(forecast, arraySnapshots)),
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

const arrayTexts = (forecast: Forecast, { reserves, snapshots }: ArrayForecast): string[] => [
  ...reserveSentences(forecast).map((sentence) => wrap(sentence, width)),
  ...reserves.map((reserve) => reserveTable(reserve, forecast)),
  ...snapshots.map((snapshot) => retainedTable(snapshot, forecast)),
  wrap(reserveBasis, width),
];

const reserveTable = ({ volume, points }: ReserveForecast, forecast: Forecast): string =>
  renderTable(
    [left(`reserve of ${volume}`), right("in use")],
    points.map(({ afterMs, usedBytes }) => [whenText(afterMs, forecast), formatBytes(usedBytes)]),
  );

const retainedTable = ({ snapshot, points }: RetainedForecast, forecast: Forecast): string =>
  renderTable(
    [
      left(snapshot),
      right("its own"),
      right("shared"),
      right("a restore takes"),
      right("has room"),
    ],
    points.map((point) => [
      whenText(point.afterMs, forecast),
      formatBytes(point.ownBytes),
      formatBytes(point.sharedBytes),
      formatBytes(heldBytes(point)),
      point.restoreFits ? "yes" : "no",
    ]),
  );
