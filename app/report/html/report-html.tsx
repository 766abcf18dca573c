/**
 * The report as one HTML file: it needs no script, no connection and no other file. Printed, it is
 * the PDF.
 */
import { renderToStaticMarkup } from "react-dom/server";
import type { Report } from "../../contract/report.ts";
import { ReportPage } from "./ReportPage.tsx";

/** Control characters that HTML does not allow even as references; a log may hold them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** React escapes whatever is put in: names of runs, notes and log lines come from users and servers. */
export const renderHtml = (report: Report): string =>
  `<!doctype html>\n${renderToStaticMarkup(<ReportPage report={report} />).replaceAll(forbidden, "\uFFFD")}\n`;
