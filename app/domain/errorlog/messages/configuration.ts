import { numberOrNull, type Recogniser, says, text } from "./recogniser.ts";

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
  says(
    "configurationChanged",
    String.raw`Configuration option '{name}' changed from (.{1,60}?) to (.{1,60}?)\. Run the RECONFIGURE`,
    { option: text, from: text, to: text },
  ),
  // The name is quoted since 2012.
  says(
    "databaseOption",
    String.raw`Setting database option (\w{1,60}) to (.{1,120}?) for database '?{name}'?\.?{end}`,
    { option: text, value: text, database: text },
  ),
  says(
    "traceFlags",
    String.raw`DBCC TRACEO(N|FF) (-?\d{1,6}(?:, ?-?\d{1,6}){0,200})(?:, server process ID \(SPID\) (\d{1,6}))?\.`,
    {
      on: (word) => word === "N",
      flags: (list) => text(list).split(",").map(Number),
      session: numberOrNull,
    },
  ),
];
