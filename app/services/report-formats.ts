/** What a file of each format of a report is to a browser. */
import type { ReportFormat } from "../contract/rpc/services.ts";

export const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  html: "text/html",
  pdf: "application/pdf",
  csv: "text/csv",
  json: "application/json",
};
