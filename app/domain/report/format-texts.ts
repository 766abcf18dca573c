/** The formats of reports and comparisons: what each is called, and what is in it. */
import type { ReportFormat } from "../../contract/rpc/exports.ts";

export const formatNames: Readonly<Record<ReportFormat, string>> = {
  html: "HTML",
  pdf: "PDF",
  csv: "CSV",
  json: "JSON",
};

/** `what`: "report"; `numbers`: what of it a table has, such as "every metric". */
export const formatContents = (
  what: string,
  numbers: string,
): Readonly<Record<ReportFormat, string>> => ({
  html: "one file that opens offline",
  pdf: "the same, to print and to send",
  csv: `${numbers} in full precision, as a table`,
  json: `the whole ${what} as data`,
});
