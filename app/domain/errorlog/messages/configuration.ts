import { byPattern, group, lineEnd, name, optionalNumber, type Recogniser } from "./recogniser.ts";

export type ConfigurationMessage =
  | {
      readonly kind: "configurationChanged";
      readonly option: string;
      readonly from: string;
      readonly to: string;
    }
  /** Also READ_COMMITTED_SNAPSHOT, which is no database snapshot. */
  | {
      readonly kind: "databaseOption";
      readonly option: string;
      readonly value: string;
      readonly database: string;
    }
  | {
      readonly kind: "traceFlags";
      readonly flags: readonly number[];
      readonly on: boolean;
      readonly session: number | null;
    };

export const configurationRecognisers: readonly Recogniser[] = [
  byPattern(
    ["Configuration option '"],
    new RegExp(
      String.raw`^Configuration option '${name}' changed from (.{1,60}?) to (.{1,60}?)\. Run the RECONFIGURE`,
    ),
    (match) => ({
      kind: "configurationChanged",
      option: group(match, 1),
      from: group(match, 2),
      to: group(match, 3),
    }),
  ),
  // The name is quoted since 2012.
  byPattern(
    ["Setting database option "],
    new RegExp(
      String.raw`^Setting database option (\w{1,60}) to (.{1,120}?) for database (?:'${name}'|${name})\.?${lineEnd}`,
    ),
    (match) => ({
      kind: "databaseOption",
      option: group(match, 1),
      value: group(match, 2),
      database: match[3] ?? group(match, 4),
    }),
  ),
  byPattern(
    ["DBCC TRACEO"],
    /^DBCC TRACEO(N|FF) (-?\d{1,6}(?:, ?-?\d{1,6}){0,200})(?:, server process ID \(SPID\) (\d{1,6}))?\./,
    (match) => ({
      kind: "traceFlags",
      flags: group(match, 2).split(",").map(Number),
      on: match[1] === "N",
      session: optionalNumber(match, 3),
    }),
  ),
];
