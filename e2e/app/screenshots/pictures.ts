/**
 * Pictures: of what the window shows, in every size and look that is asked for, into build/screenshots.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fromRoot } from "../fixtures/program.ts";
import { test as base } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

/** From the least that a window may be; the last is 1920x1080 at 150 %. */
const sizes = [
  [1280, 800],
  [1920, 1080],
  [960, 600],
  [1024, 700],
  [1280, 720],
] as const;

const looks = {
  light: { colorScheme: "light", contrast: "no-preference", forcedColors: "none" },
  dark: { colorScheme: "dark", contrast: "no-preference", forcedColors: "none" },
  "high-contrast": { colorScheme: "dark", contrast: "more", forcedColors: "none" },
  "forced-colours": { colorScheme: "dark", contrast: "no-preference", forcedColors: "active" },
} as const;

/** "1", or parts of the folders to fill, as "960x600" or "1280x800/dark,1920x1080/light". */
const wanted = process.env.SNAPSCOPE_SCREENSHOTS ?? "1";
const isWanted = (folder: string): boolean =>
  wanted === "1" || wanted.split(",").some((part) => folder.includes(part));

/** The page follows a change of look in the frame after it was told, and has drawn it by the next. */
const nextFrames =
  "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";

interface Picture {
  /** `whole`: of a document, all of it; else what the window shows. */
  take(app: Snapscope, name: string, whole?: boolean): Promise<void>;
}

/** What each test gets beside a page and its server: a camera. */
export const test = base.extend<{ picture: Picture }>({
  reducedMotion: "reduce",
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  picture: async ({}, use) => {
    await use({
      async take({ page }, name, whole = false) {
        // What has pointer or focus shows what it explains; a picture is without it.
        await page.evaluate(
          "document.querySelector('[role$=dialog]') ?? document.activeElement?.blur()",
        );
        await page.mouse.move(0, 0);
        await page.evaluate("document.fonts.ready");
        for (const [width, height] of sizes) {
          const folders = Object.entries(looks).flatMap(([look, media]) => {
            const folder = join(`${width}x${height}`, look);
            return isWanted(folder) ? [[folder, media] as const] : [];
          });
          if (folders.length > 0) await page.setViewportSize({ width, height });
          for (const [name_, media] of folders) {
            await page.emulateMedia(media);
            await page.evaluate(nextFrames);
            const folder = fromRoot(join("build", "screenshots", name_));
            mkdirSync(folder, { recursive: true });
            await page.screenshot({
              path: join(folder, `${name}.png`),
              animations: "disabled",
              caret: "hide",
              fullPage: whole,
            });
          }
        }
        const [[width, height]] = sizes;
        await page.setViewportSize({ width, height });
        await page.emulateMedia(looks.light);
      },
    });
  },
});

/** Fifteen pictures of each state take their time. */
export const patience = { timeout: 900_000 };
