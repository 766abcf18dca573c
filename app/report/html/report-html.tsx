/**
 * Reports as one HTML file each: it needs no script, no connection and no other file. Printed, it is
 * the PDF.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { ComparisonReport } from "../../contract/comparison.ts";
import type { Report } from "../../contract/report.ts";
import { ComparisonPage } from "../comparison/ComparisonPage.tsx";
import { FigurePage, type FigureReport } from "../figures/FigurePage.tsx";
import { ReportPage } from "./ReportPage.tsx";

/** Control characters that HTML does not allow even as references; a log may hold them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** React escapes whatever is put in: names of runs, notes and log lines come from users and servers. */
const fileOf = (page: ReactNode): string =>
  `<!doctype html>\n${renderToStaticMarkup(page).replaceAll(forbidden, "\uFFFD")}\n`;

export const renderHtml = (report: Report): string => fileOf(<ReportPage report={report} />);

export { outlineOf } from "./sections.tsx";

export const renderComparison = (report: ComparisonReport): string =>
  fileOf(<ComparisonPage report={report} />);

export const renderFigure = (report: FigureReport): string =>
  fileOf(<FigurePage report={report} />);
