/** Present: a run and the paper's log, by the keys of a clicker alone, and large enough to be read from the last row. */
import type { Page } from "@playwright/test";
import { overlaps } from "../content/overlaps.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { startToBePaused } from "../fixtures/flows.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

/** Where motion is not wanted a step is at its end at once. */
test.use({ library: "prepared", contextOptions: { reducedMotion: "reduce" } });

interface Look {
  /** The smallest of all texts, px. */
  readonly smallest: number;
  readonly sentence: { readonly size: number; readonly lines: number };
  /** The picture's share of the height of the window. */
  readonly picture: number;
  /** Texts that are not all within the window, or within their picture. */
  readonly outside: readonly string[];
}

const look = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const stage = document.querySelector('[role="dialog"][aria-label="Presentation"]');
    const sentence = stage?.querySelector('[role="status"]') ?? null;
    if (stage === null || sentence === null) throw new Error("nothing is presented");
    /** Rounding of glyphs' boxes, which are higher than what is drawn of them, px. */
    const hair = 3;
    const sizes: number[] = [];
    const outside: string[] = [];
    const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      if (element === null || textContent === null || textContent.trim() === "") continue;
      sizes.push(Number.parseFloat(getComputedStyle(element).fontSize));
      const { left, top, right, bottom } = element.getBoundingClientRect();
      // What is drawn is cut at the edge of its picture.
      const box = element.closest("div")?.getBoundingClientRect() ?? new DOMRect();
      const isInside =
        left >= box.left - hair &&
        top >= box.top - hair &&
        right <= box.right + hair &&
        bottom <= box.bottom + hair;
      if (!isInside) outside.push(textContent);
    }
    const style = getComputedStyle(sentence);
    const range = document.createRange();
    range.selectNodeContents(sentence);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    const drawing = stage.querySelector('svg[role="img"]');
    return {
      smallest: Math.min(...sizes),
      sentence: { size: Number.parseFloat(style.fontSize), lines: new Set(tops).size },
      picture: (drawing?.getBoundingClientRect().height ?? 0) / innerHeight,
      outside,
    };
  });

async function expectReadable(app: Snapscope): Promise<void> {
  const told = await app.present.told();
  // Lanes that come take room from the picture, which follows a frame later.
  await expect.poll(async () => (await look(app.page)).outside, { message: told }).toEqual([]);
  const { smallest, sentence, picture } = await look(app.page);
  expect(smallest, told).toBeGreaterThanOrEqual(20);
  expect(sentence.size, told).toBeGreaterThanOrEqual(28);
  expect(sentence.lines, told).toBeLessThanOrEqual(2);
  expect(picture, told).toBeGreaterThanOrEqual(0.59);
}

/** From the first step to the last, and back; what each said. */
async function goThrough(app: Snapscope): Promise<string[]> {
  const { page, present } = app;
  const { count } = await present.position();
  const told: string[] = [];
  for (let at = 1; at <= count; ++at) {
    await expect(present.dots).toHaveAttribute("aria-label", `Step ${at} of ${count}`);
    await expectReadable(app);
    told.push(await present.told());
    await page.keyboard.press("PageDown");
  }
  // At the end there is nothing to go on to.
  await expect(present.dots).toHaveAttribute("aria-label", `Step ${count} of ${count}`);
  // To the start of a step, and from there to the step before.
  for (let presses = 0; presses < 2 * count; ++presses) await page.keyboard.press("PageUp");
  await expect(present.dots).toHaveAttribute("aria-label", `Step 1 of ${count}`);
  expect(await present.told()).toBe(told[0]);
  return told;
}

test("a run and the paper's log are presented by a clicker alone", { tag: "@main" }, async ({
  app,
  page,
}) => {
  const { present } = app;
  // The narrowest window that it is made for, and that of most projectors.
  await page.setViewportSize({ width: 1024, height: 700 });
  await app.goTo("Runs");
  await app.runs.choose(prepared.completed);
  await present.open();
  const ofRun = await goThrough(app);
  expect(ofRun[0]).toMatch(/^Before: .* transactions\/s, .* begins\.$/);
  expect(ofRun.join(" ")).toMatch(/The snapshot is armed: .* As of .* Creating ‘sales_snapshot_1’/);
  expect(ofRun.at(-1)).toMatch(/each page is copied once, .* of [\d,]+ pages until/);
  await page.keyboard.press("End");
  await expect(
    present.stage.getByRole("img", { name: /^Source and sparse file of .*: [\d,]+ pages copied$/ }),
  ).toBeVisible();
  await expectAccessible(page, "a picture of pages", '[role="dialog"]');
  await present.leave();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await app.goTo("Open log");
  await app.openLog.openSample();
  await app.replay.expectOpen("sqlcat-2006.log");
  await present.open();
  const ofLog = await goThrough(app);
  expect(ofLog.join(" ")).toContain("Nothing is logged for 5 min 38.57 s, 20 % of the creation");
  expect(ofLog.join(" ")).toContain("As of 21:56:05.46, 7 min 58.24 s after the command");
  await expect(present.stage.getByText("committed here: not in the snapshot")).toBeHidden();
  await page.keyboard.press("End");
  await expect(present.stage.getByText("committed here: not in the snapshot")).toBeVisible();
  await expectAccessible(page, "a presentation", '[role="dialog"]');
  for (const [width, height] of [
    [1024, 700],
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => overlaps(page), { message: `at ${width}x${height}` }).toEqual([]);
  }
  await present.leave();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
});

test("a run under way goes on by the clicker from phase to phase, and is told one by one", async ({
  app,
  page,
}) => {
  const { live, present } = app;
  await startToBePaused(app);
  // Whatever was pressed to start it, Space pauses: the lanes have the focus.
  await expect(page.getByRole("slider", { name: /^Crosshair/ })).toBeFocused();
  await page.keyboard.press("Space");
  await live.expectActivity("Paused");
  await present.open();
  await expect(present.sentence).toHaveText("The run goes on; no snapshot has been created yet.");
  const told: string[] = [];
  while (told.at(-1)?.startsWith("The snapshot is armed") !== true) {
    const before = await present.told();
    await page.keyboard.press("PageDown");
    await expect.poll(() => present.told(), { timeout: 60_000 }).not.toBe(before);
    await expectReadable(app);
    told.push(await present.told());
    expect(told.length).toBeLessThan(20);
  }
  expect(told.join(" ")).toMatch(
    /the creation of ‘sales_snapshot_1’ begins\..* Checkpoint.*: all dirty pages /,
  );
  await page.keyboard.press("PageUp");
  await expect(present.sentence).toHaveText(/^Checkpoint/);
  await present.leave();
  // The crosshair is where it was left.
  await expect(page.getByRole("slider", { name: /^Crosshair/ })).toBeFocused();
  await live.button("Stop").click();
  await live.expectEnded("Cancelled");
});
