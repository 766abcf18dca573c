/** A forecast in words: the same in a terminal, in the report and beside the lanes. */
import type { Forecast, ForecastPoint, Room, SnapshotForecast } from "../../contract/forecast.ts";
import { formatBytes } from "../format/bytes.ts";
import { listed } from "../format/listed.ts";
import { countOf, formatNumber } from "../format/numbers.ts";
import { formatRoughDuration, formatTidyDuration } from "../format/times.ts";
import { withSetup } from "../setup-phrase.ts";

/** What was supposed, then each snapshot by itself. */
export function forecastSentences(forecast: Forecast): string[] {
  const { setup, snapshots, notForecast } = forecast;
  return [
    ...snapshots.map((snapshot) => withSetup(setup, snapshotSentences(snapshot, forecast))),
    ...notForecastSentences(notForecast),
  ];
}

/** Snapshots of which nothing is said for one reason together. */
export const notForecastSentences = (notForecast: Forecast["notForecast"]): string[] =>
  [...Map.groupBy(notForecast, ({ why }) => why)].map(
    ([why, of]) =>
      `${listed(of.map(({ snapshot }) => `‘${snapshot}’`))} ${of.length === 1 ? "is" : "are"} not forecast. ${why}`,
  );

function snapshotSentences(snapshot: SnapshotForecast, forecast: Forecast): string {
  return [
    growthSentence(snapshot, forecast),
    ...roomSentence(snapshot),
    ...revertSentence(snapshot, forecast),
  ].join(" ");
}

function growthSentence(forecastOf: SnapshotForecast, forecast: Forecast): string {
  const { snapshot, points, full } = forecastOf;
  const sizes = points.map(({ afterMs, sizeOnDiskBytes }) => ({
    afterMs,
    text: formatBytes(sizeOnDiskBytes),
  }));
  const now = sizes[0]?.afterMs === 0 ? sizes[0] : null;
  const later = now === null ? sizes : sizes.slice(1);
  const then = growingText(
    later.map((size) => ({ ...size, when: inText(size.afterMs, forecast) })),
  );
  const parts = [
    ...(now === null ? [] : [`takes ${now.text} on disk now`]),
    ...(then.length === 0 ? [] : [`will take about ${listed(then)}`]),
    ...(full === null ? [] : [lostText(forecastOf, full, forecast)]),
  ];
  return `‘${snapshot}’ ${listed(parts)}, ${assumption(forecast)}.`;
}

/** "9.3 GiB in 1 h", "13.6 GiB in 8 h", "hardly more in 24 h": sizes that grow and then do not. */
export function growingText(
  sizes: readonly { readonly text: string; readonly when: string }[],
): string[] {
  const [last, before] = [sizes.at(-1), sizes.at(-2)];
  const grown = sizes
    .filter(({ text }, at) => text !== sizes[at - 1]?.text)
    .map(({ text, when }) => `${text} ${when}`);
  return last !== undefined && last.text === before?.text
    ? [...grown, `hardly more ${last.when}`]
    : grown;
}

/** That it is lost, and when. */
export function lostText(
  { files }: SnapshotForecast,
  full: NonNullable<SnapshotForecast["full"]>,
  forecast: Forecast,
): string {
  const what = `${nameOf(full, files)}, with room for ${formatBytes(full.bytes)},`;
  return full.afterMs === 0
    ? `finds no more room: ${what} is full`
    : `is lost ${aboutText(full.afterMs, forecast)}, when ${what} is full`;
}

/** Where it does not fill up: what the size was compared with. */
function roomSentence({ full, room, files }: SnapshotForecast): string[] {
  if (full !== null) return [];
  if (room === null) return ["Nothing limits its size."];
  return [`It finds room for 30 days: ${nameOf(room, files)} has ${formatBytes(room.bytes)}.`];
}

/** What a forecast stands on. */
export function assumption({ basis, transactionsPerSecond, measuredOverMs }: Forecast): string {
  const rate = `${formatNumber(transactionsPerSecond, transactionsPerSecond < 100 ? 1 : 0)} transactions/s`;
  return basis === "scenario"
    ? `as predicted of the scenario, at ${rate}`
    : `if the load stays as measured, ${rate} over ${formatRoughDuration(measuredOverMs)}`;
}

function nameOf({ limit, volume }: Room, files: number): string {
  if (limit === "volume") return `volume ${volume ?? ""}`;
  if (limit === "quota") return "the quota of the run";
  return files === 1 ? "its sparse file" : "each of its sparse files together";
}

function revertSentence({ points, noRevert }: SnapshotForecast, forecast: Forecast): string[] {
  if (noRevert !== null) return [noRevert];
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  const then = first === last ? "" : `; ${inText(last.afterMs, forecast)} it ${revertText(last)}`;
  return [
    `A revert ${inText(first.afterMs, forecast)} ${revertText(first)}${then}. Nobody can use the database meanwhile.`,
  ];
}

/** "It takes about 55 s and puts back 130,000 pages." Null: nobody knows. */
export function revertNow(forecast: Forecast | null, snapshot: string): string | null {
  const now = forecast?.snapshots.find((one) => one.snapshot === snapshot)?.points[0];
  if (now === undefined || now.revertMs === null) return null;
  return `It takes about ${estimateText(now.revertMs)} and puts back ${pagesText(now.pagesPushed)}.`;
}

const revertText = ({ revertMs, pagesPushed, commitsLost }: ForecastPoint): string =>
  `takes about ${estimateText(revertMs)}, puts back ${pagesText(pagesPushed)} and loses ${commitsText(commitsLost)}`;

/** "now", "in 8 h"; of a snapshot that is only planned, after its creation. */
export function inText(afterMs: number, { basis }: Pick<Forecast, "basis">): string {
  if (afterMs === 0) return "now";
  const text = hoursText(afterMs);
  return basis === "scenario" ? `${text} after its creation` : `in ${text}`;
}

const aboutText = (afterMs: number, { basis }: Forecast): string =>
  basis === "scenario"
    ? `about ${hoursText(afterMs)} after its creation`
    : `in about ${hoursText(afterMs)}`;

export const hoursText = (ms: number): string =>
  ms % 3_600_000 === 0 ? `${formatNumber(ms / 3_600_000)} h` : formatRoughDuration(ms);

/** No model knows it better than to two digits. */
export function estimateText(ms: number | null): string {
  if (ms === null || ms >= 10_000) return formatRoughDuration(ms);
  return ms < 1000
    ? formatTidyDuration(Number(ms.toPrecision(2)))
    : `${formatNumber(ms / 1000, 1)} s`;
}

export const commitsText = (commits: number | null): string => countOf(rounded(commits), "commit");

export const pagesText = (pages: number | null): string => countOf(rounded(pages), "page");

const rounded = (count: number | null): number => Number(Math.round(count ?? 0).toPrecision(2));

/** Facts about a snapshot, for a column beside the lanes. */
export function forecastFacts(snapshot: SnapshotForecast, forecast: Forecast) {
  const { points, full, files, room } = snapshot;
  const sizes = points.map(({ afterMs, sizeOnDiskBytes }) => ({
    name: `On disk ${inText(afterMs, forecast)}`,
    value: formatBytes(sizeOnDiskBytes),
  }));
  const reverts = points.flatMap(({ afterMs, revertMs, commitsLost }) =>
    revertMs === null
      ? []
      : {
          name: `Revert ${inText(afterMs, forecast)}`,
          value: `${estimateText(revertMs)}, ${commitsText(commitsLost)} lost`,
        },
  );
  const filled = full !== null ? aboutText(full.afterMs, forecast) : "not within 30 days";
  const isFull = full?.afterMs === 0;
  return [
    ...sizes,
    ...(room === null
      ? []
      : [{ name: `Full: ${nameOf(room, files)}`, value: isFull ? "now" : filled }]),
    ...reverts,
  ];
}

/** How it is computed, for those who are to believe it. */
export const forecastBasis =
  "Pages are pushed at their first change, and first changes grow rarer: the size goes on from what was measured, by the page classes of the load, and not at a rate. A revert reads the regions in use and writes their pages back, then makes the log anew; what its volumes can do is asked of their models. Acts that are still to come, as other users or an index build, are not in it.";
