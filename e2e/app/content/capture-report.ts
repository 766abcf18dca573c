/** A capture's report as it left the app, held against what is known of the files. */
import { expect, type Page } from "@playwright/test";
import { type Report, reportSchema } from "../../../app/contract/report.ts";

export interface ExpectedCapture {
  /** In order of time, counters after the logs. */
  readonly files: readonly string[];
  /** On the server's clock, "2026-02-03T02:00:20.000". */
  readonly from: string;
  readonly lengthMs: number;
  readonly snapshot: string;
  readonly creationMs: number;
}

/** A time of the report, on the clock of the server. */
const clockOf = ({ origin }: Report, atMs: number): string =>
  new Date(Date.parse(`${origin}Z`) + atMs).toISOString().slice(0, -1);

export function expectCaptureReportJson(json: string, expected: ExpectedCapture): void {
  const report = reportSchema.parse(JSON.parse(json));
  expect(report.log?.files.map(({ name }) => name)).toEqual(expected.files);
  expect(report.span.whole).toBe(false);
  expect(clockOf(report, report.span.fromMs)).toBe(expected.from);
  expect(report.span.toMs - report.span.fromMs).toBe(expected.lengthMs);
  const snapshot = report.log?.snapshots.find(({ name }) => name === expected.snapshot);
  expect(snapshot?.createdMs).toBe(expected.creationMs);
  for (const { startMs, endMs } of report.phases) {
    expect(startMs).toBeLessThanOrEqual(report.span.toMs);
    expect(endMs ?? report.endMs).toBeGreaterThanOrEqual(report.span.fromMs);
  }
}

/** It stands by itself, and says `texts` somewhere. */
export async function expectCaptureReportHtml(page: Page, texts: readonly string[]): Promise<void> {
  await expect(page.locator("script, [style], link, img, iframe")).toHaveCount(0);
  const text = (await page.locator("main").innerText()).replaceAll("\u00a0", " ");
  for (const expected of texts) expect(text).toContain(expected);
}
