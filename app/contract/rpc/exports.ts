/** Files that the services make for whoever saves them, and their formats. */

export interface ExportedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export const reportFormats = ["html", "pdf", "csv", "json"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const recordFormats = ["log", "csv"] as const;
/** log: the records verbatim, as the files have them; csv: a table. */
export type RecordFormat = (typeof recordFormats)[number];
