/** What becomes of array snapshots and of the reserves of their volumes, in words. */
import type { Forecast, ReserveForecast, RetainedForecast } from "../../contract/forecast.ts";
import { formatBytes } from "../format/bytes.ts";
import { listed } from "../format/listed.ts";
import { withSetup } from "../setup-phrase.ts";
import { assumption, growingText, hoursText } from "./forecast-text.ts";

/** Each reserve by itself. */
export const reserveSentences = (forecast: Forecast): string[] =>
  (forecast.arraySnapshots?.reserves ?? []).map((reserve) =>
    withSetup(forecast.setup, sentencesOf(reserve, forecast)),
  );

function sentencesOf(reserve: ReserveForecast, forecast: Forecast): string {
  return [
    usedSentence(reserve, forecast),
    ...warningSentence(reserve, forecast),
    fullSentence(reserve, forecast),
    ...growthSentence(reserve),
  ].join(" ");
}

function usedSentence(reserve: ReserveForecast, forecast: Forecast): string {
  const parts = growingText(
    reserve.points.map(({ afterMs, usedBytes }) => ({
      text: formatBytes(usedBytes),
      when: whenText(afterMs, forecast),
    })),
  );
  const reserved = reserve.reserveBytes === null ? "" : ` of ${formatBytes(reserve.reserveBytes)}`;
  return `The array snapshots of volume ${reserve.volume} have a reserve${reserved}${parts.length === 0 ? "" : `, of which they take about ${listed(parts)}`}, ${assumption(forecast)}.`;
}

/** "now", "in 8 h"; of those that are only planned, after the last of them. */
export function whenText(afterMs: number, { basis }: Forecast): string {
  if (afterMs === 0) return "now";
  const text = hoursText(afterMs);
  return basis === "scenario" ? `${text} after the last is taken` : `in ${text}`;
}

const aboutText = (afterMs: number, { basis }: Forecast): string =>
  basis === "scenario"
    ? `about ${hoursText(afterMs)} after the last is taken`
    : `in about ${hoursText(afterMs)}`;

/** When there is still time to do something. */
function warningSentence({ warningMs, full }: ReserveForecast, forecast: Forecast): string[] {
  if (warningMs === null || (full !== null && full.afterMs <= warningMs)) return [];
  return warningMs === 0
    ? ["So little of the reserve is free that a warning is given."]
    : [`A warning that little of it is free comes ${aboutText(warningMs, forecast)}.`];
}

/** When it is full, and what happens then. */
export function fullSentence({ full, reserveBytes }: ReserveForecast, forecast: Forecast): string {
  if (reserveBytes === null) return "Nothing limits what they take.";
  if (full === null) return "The reserve is not full within 30 days.";
  const when = full.afterMs === 0 ? "now" : aboutText(full.afterMs, forecast);
  return `The reserve is full ${when}: ${consequence(full, forecast)}.`;
}

/** By the volume's policy. */
function consequence(full: NonNullable<ReserveForecast["full"]>, forecast: Forecast): string {
  const { whenFull, deletes, freesBytes, poolFullMs } = full;
  if (whenFull === "takeOffline") return "the volume and its snapshots go offline";
  const goes = `‘${deletes ?? ""}’ is deleted, which frees ${formatBytes(freesBytes)}`;
  if (whenFull === "deleteOldest") return goes;
  return poolFullMs === null
    ? "they borrow from the pool, which is enough for 30 days"
    : `they borrow from the pool, which is full ${poolFullMs === 0 ? "now, too" : aboutText(poolFullMs, forecast)}; then ${goes}`;
}

/** Rate and locality: how fast a snapshot grows, and how far. */
function growthSentence({ newest, pageBytes }: ReserveForecast): string[] {
  const { dayBytes, halfMs } = newest;
  if (halfMs === null) return ["Nothing is changed on it: they do not grow."];
  return [
    `A snapshot grows to ${formatBytes(dayBytes)} within a day, and to half of that within ${hoursText(Math.max(1000, halfMs))}: the first change in an array page of ${formatBytes(pageBytes)} takes all of it.`,
  ];
}

/** Facts about a reserve, for a column beside the lanes. */
export function reserveFacts(reserve: ReserveForecast, forecast: Forecast) {
  const { points, warningMs, full, reserveBytes } = reserve;
  const used = points.map(({ afterMs, usedBytes }) => ({
    name: `In use ${whenText(afterMs, forecast)}`,
    value: formatBytes(usedBytes),
  }));
  const moment = (ms: number | null) =>
    ms === null ? "not within 30 days" : ms === 0 ? "now" : aboutText(ms, forecast);
  return [
    ...(reserveBytes === null ? [] : [{ name: "Reserve", value: formatBytes(reserveBytes) }]),
    ...used,
    ...(reserveBytes === null
      ? []
      : [
          { name: "Warning", value: moment(warningMs) },
          { name: "Full", value: moment(full?.afterMs ?? null) },
        ]),
    ...(full === null ? [] : [{ name: "Then", value: consequence(full, forecast), wide: true }]),
  ];
}

/** What each array snapshot comes to at the first and at the last time that is forecast, in words and in bytes. */
export const retainedRows = (forecast: Forecast) =>
  (forecast.arraySnapshots?.snapshots ?? []).flatMap(({ snapshot, points }) => {
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) return [];
    const restoreBytes = first.ownBytes + first.sharedBytes;
    return [{ snapshot, first, last, restoreBytes, text: retainedText(first, last, forecast) }];
  });

type RetainedPoint = RetainedForecast["points"][number];

function retainedText(first: RetainedPoint, last: RetainedPoint, forecast: Forecast): string {
  const frees = [...new Set([first, last])].map(
    ({ afterMs, ownBytes }) => `${formatBytes(ownBytes)} ${whenText(afterMs, forecast)}`,
  );
  const takes = formatBytes(first.ownBytes + first.sharedBytes);
  const room = first.restoreFits ? "" : ", for which there is no room beside the others";
  return `deleting it frees ${listed(frees)}; restoring it takes ${takes} more ${whenText(first.afterMs, forecast)}${room}`;
}

/** Facts about array snapshots, for a column beside the lanes. */
export const retainedFacts = (forecast: Forecast) =>
  retainedRows(forecast).map(({ snapshot, text }) => ({ name: snapshot, value: text, wide: true }));

/** How it is computed, for those who are to believe it. */
export const reserveBasis =
  "A snapshot takes the array pages that are changed before the next one is taken, each once: those that the load changes alike are soon all changed, new rows and the log take their bytes. What only one snapshot has is freed when it goes. A restore in place takes one more snapshot first, which gets all that was changed since the one that is restored.";
