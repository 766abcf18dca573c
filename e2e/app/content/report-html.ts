/** The HTML report opened as its reader does, without a connection, and its numbers compared. */
import { pathToFileURL } from "node:url";
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import type { Summary } from "../../../app/contract/summary.ts";
import { isIdleWait } from "../../../app/domain/waits/idle-waits.ts";

/** Opens the file in a browser that has no network and runs no script. */
export async function openOffline(
  browser: Browser,
  file: string,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ offline: true, javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    const url = pathToFileURL(file).href;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await context.route("**/*", (route) =>
      route.request().url() === url ? route.continue() : route.abort(),
    );
    await page.goto(url);
    await check(page);
    expect(asked, "requests of the report").toEqual([url]);
  } finally {
    await context.close();
  }
}

/** The figures of a row, with every digit. */
const figuresOf = (row: Locator): Promise<number[]> =>
  row
    .locator("data")
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("value"))));

const figure = async (page: Page, id: string): Promise<number> =>
  Number(await page.locator(`[data-figure="${id}"] data`).getAttribute("value"));

export async function expectHtmlOfRun(page: Page, summary: Summary): Promise<void> {
  await expect(page.locator("script, [style], link, img, iframe")).toHaveCount(0);
  await expectKeyFigures(page, summary);
  await expectWaits(page, summary);
  await expectTransactions(page, summary);
  await expectPhases(page, summary);
  await expectCharts(page);
  const text = await page.locator("main").innerText();
  for (const line of summary.errorlog) expect(text).toContain(line.trim());
  expect(text).toContain(`seed ${summary.run.seed}`);
}

async function expectKeyFigures(page: Page, { transactions, snapshots }: Summary): Promise<void> {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const created = snapshots.flatMap(({ createdMs }) => createdMs ?? []);
  expect(await figure(page, "transactionsPerSecond")).toBe(transactions.perSecond);
  expect(await figure(page, "longestCreationMs")).toBeCloseTo(Math.max(...created), 6);
  expect(await figure(page, "pagesPushed")).toBe(
    sum(snapshots.map(({ pagesPushed }) => pagesPushed)),
  );
  expect(await figure(page, "sizeOnDiskBytes")).toBe(
    sum(snapshots.map(({ sizeOnDiskBytes }) => sizeOnDiskBytes)),
  );
}

/** Rows of the table under that caption, by the text that heads each. */
const rowsOf = (page: Page, caption: string): Locator =>
  page
    .getByRole("table", { name: caption })
    .getByRole("row")
    .filter({ has: page.locator("data") });

async function expectWaits(page: Page, { waits }: Summary): Promise<void> {
  const busy = waits.filter(
    ({ wait_type, waiting_tasks_count }) => waiting_tasks_count > 0 && !isIdleWait(wait_type),
  );
  expect(busy.length).toBeGreaterThan(3);
  for (const wait of busy) {
    const row = rowsOf(page, "Waits after the warm-up, most time first").filter({
      has: page.locator("th").getByText(wait.wait_type, { exact: true }),
    });
    const { waiting_tasks_count: count, wait_time_ms: time } = wait;
    const [shownCount, shownTime, mean, max, signal] = await figuresOf(row);
    expect(shownCount, wait.wait_type).toBe(count);
    expect(shownTime, wait.wait_type).toBeCloseTo(time, 6);
    expect(mean, wait.wait_type).toBeCloseTo(time / count, 6);
    expect(max, wait.wait_type).toBe(wait.max_wait_time_ms);
    expect(signal, wait.wait_type).toBeCloseTo(wait.signal_wait_time_ms, 6);
  }
}

/** The paper's transactions have numbers; other loads have names, which these tests do not run. */
const shownType = (type: string): string => type.replace("transaction", "Transaction ");

async function expectTransactions(page: Page, { transactions }: Summary): Promise<void> {
  for (const { type, count, meanMs, p50Ms, p95Ms, p99Ms } of transactions.byType) {
    const row = rowsOf(page, "Response times by type, after the warm-up").filter({
      has: page.locator("th").getByText(shownType(type), { exact: true }),
    });
    expect(await figuresOf(row), type).toEqual([count, meanMs, p50Ms, p95Ms, p99Ms]);
  }
}

async function expectPhases(page: Page, { phases }: Summary): Promise<void> {
  const durations = await page
    .getByRole("table", { name: /^(Phases|Checkpoints)/ })
    .locator("data")
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute("value"))));
  for (const { name, startMs, endMs } of phases) {
    if (endMs === null || endMs === startMs) continue;
    const shown = durations.some((value) => Math.abs(value - (endMs - startMs)) < 1e-6);
    expect(shown, `the duration of ${name}, ${endMs - startMs} ms`).toBe(true);
  }
}

/** A chart of a run has hundreds of steps; an empty one would have a handful of frame lines. */
const leastVertices = 100;

async function expectCharts(page: Page): Promise<void> {
  const charts = page.locator("figure svg[role=img]");
  expect(await charts.count()).toBeGreaterThanOrEqual(3);
  const whole = page.locator("figure").filter({ hasText: "The whole run" }).first();
  const lanes = whole.locator("path.line");
  expect(await lanes.count(), "lanes of the whole run").toBe(7);
  for (const path of await lanes.evaluateAll((paths) =>
    paths.map((line) => ({
      lane: line.getAttribute("data-lane"),
      vertices: (line.getAttribute("d") ?? "").split(/[HV]/).length - 1,
      height: (line as unknown as { getBBox(): { height: number } }).getBBox().height,
      wrong: /NaN|Infinity|undefined/.test(line.getAttribute("d") ?? ""),
    })),
  )) {
    expect(path.vertices, `vertices of ${path.lane}`).toBeGreaterThan(leastVertices);
    expect(path.height, `extent of ${path.lane}`).toBeGreaterThan(1);
    expect(path.wrong, `figures of ${path.lane}`).toBe(false);
  }
  expect(await whole.locator(".band").count(), "phases behind the lanes").toBeGreaterThan(2);
  expect(await page.locator("line.as-of").count(), "as-of lines").toBeGreaterThan(0);
}
