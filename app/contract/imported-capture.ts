/** What `snapscope import --json` prints: a capture with its events, and with all records if asked. */
import * as z from "zod";
import { captureOverviewSchema } from "./capture.ts";

const placeSchema = {
  record: z.int().describe("position among all records"),
  line: z.int().describe("number of its first line, from 1"),
  atMs: z.number().nullable().describe("ms from origin; null: it has no time"),
  source: z.string().describe('"spid51", "Server", "Logon", ...; as the log has it'),
};

/** A record with a meaning. The other fields are those of its kind. */
export const importedEventSchema = z.looseObject({
  ...placeSchema,
  fileIndex: z.int().describe("position in `files`; `file` is a path that some messages name"),
  text: z.string().describe("the message with its continuation lines, which end in \\n"),
  kind: z.string(),
  error: z
    .strictObject({ number: z.int(), severity: z.int(), state: z.int() })
    .nullable()
    .describe("of the error that the record states or explains"),
});

export const importedRecordSchema = z.strictObject({
  ...placeSchema,
  file: z.int().describe("position in `files`"),
  time: z.string().nullable().describe("local to the server, without a zone"),
  kind: z.string().describe('"other": kept as it is'),
  verbatim: z
    .string()
    .describe(
      "all of its characters, time, source and line ends included: together they are the file",
    ),
});

export const importedCaptureSchema = captureOverviewSchema.extend({
  events: z.array(importedEventSchema).describe("records with a meaning, in order"),
  records: z.array(importedRecordSchema).optional().describe("every record; with --records only"),
});

export type ImportedEvent = z.infer<typeof importedEventSchema>;
export type ImportedRecord = z.infer<typeof importedRecordSchema>;
