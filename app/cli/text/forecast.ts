/** A forecast as a terminal shows it: in words, then a table for each snapshot. */
import type {
  ArrayForecast,
  Forecast,
  ReserveForecast,
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
import { reserveBasis, reserveSentences, whenText } from "../../domain/forecast/reserve-text.ts";
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

const arrayTexts = (forecast: Forecast, { reserves }: ArrayForecast): string[] => [
  ...reserveSentences(forecast).map((sentence) => wrap(sentence, width)),
  ...reserves.map((reserve) => reserveTable(reserve, forecast)),
  retainedTable(forecast),
  wrap(reserveBasis, width),
];

const reserveTable = ({ volume, points }: ReserveForecast, forecast: Forecast): string =>
  renderTable(
    [left(`reserve of ${volume}`), right("in use")],
    points.map(({ afterMs, usedBytes }) => [whenText(afterMs, forecast), formatBytes(usedBytes)]),
  );

const retainedTable = (forecast: Forecast): string =>
  renderTable(
    [
      left("array snapshot"),
      left("at"),
      right("deleting it frees"),
      right("others have too"),
      right("a restore takes"),
      left("room for it"),
    ],
    (forecast.arraySnapshots?.snapshots ?? []).flatMap(({ snapshot, points }) =>
      points.map(({ afterMs, ownBytes, sharedBytes, restoreFits }, at) => [
        at === 0 ? snapshot : "",
        whenText(afterMs, forecast),
        formatBytes(ownBytes),
        formatBytes(sharedBytes),
        formatBytes(ownBytes + sharedBytes),
        restoreFits ? "yes" : "no",
      ]),
    ),
  );
