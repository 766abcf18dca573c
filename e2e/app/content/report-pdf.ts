/** The PDF report, as its reader's program extracts it. */
import { expect } from "@playwright/test";
import type { Report } from "../../../app/contract/report.ts";
import { readPdf } from "./pdf.ts";

/** Lines break where the page ends, words do not change. */
const words = (text: string): string => text.replaceAll(/\s+/g, " ");

export function expectPdfOfReport(file: string, report: Report): void {
  const { pages, tagged, outlined, pageSize, text } = readPdf(file);
  expect(pageSize).toContain("A4");
  expect(tagged, "tagged for screen readers").toBe(true);
  expect(outlined, "with its headings as an outline").toBe(true);
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(40);
  // Each page ends with a form feed, so the text is that of all pages.
  expect(text.split("\f").length - 1).toBe(pages);
  const said = words(text);
  expect(said).toContain(words(report.title));
  for (const sentence of report.conclusion.sentences) expect(said).toContain(words(sentence));
  for (const heading of ["The whole run", "Waits", "Transactions", "ERRORLOG", "Settings"]) {
    expect(said).toContain(heading);
  }
  // A label of two lines is not one text there: those beside it come in between.
  for (const { label } of report.keyFigures) {
    for (const word of label.split(" ")) expect(said).toContain(word);
  }
  expect(said).toContain(`seed ${report.run?.seed}`);
  for (const page of text.split("\f").slice(0, pages)) {
    expect(words(page).length, "no empty page").toBeGreaterThan(40);
  }
}
