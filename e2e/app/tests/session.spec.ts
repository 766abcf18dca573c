/** The window: palette, keys, themes, and a session that is found as it was left. */
import { prepared } from "../fixtures/prepared-library.ts";
import { snapscope } from "../fixtures/program.ts";
import { ServedApp } from "../fixtures/served-app.ts";
import { expect, openApp, test } from "../fixtures/test.ts";

test.use({ library: "prepared" });

test("everything is found as it was left, in another server and another page", async ({
  app,
  page,
  server,
  dataFolder,
}) => {
  await app.experiments.choosePreset("Two snapshots");
  await app.experiments.set("Workload", "Users", 77);
  await app.setTheme("dark");
  await app.goTo("Runs");
  await app.runs.choose(prepared.completed);
  await app.runs.command("Replay").click();
  await app.replay.expectOpen(prepared.completed);
  await page.close();
  await server.stop();
  const next = await ServedApp.start(dataFolder);
  try {
    const again = await openApp(await page.context().newPage(), next);
    await again.expectScreen("Replay");
    await again.replay.expectOpen(prepared.completed);
    await expect(again.page.locator("html")).toHaveAttribute("data-theme", "dark");
    await again.goTo("Experiments");
    await expect(again.experiments.preset("Two snapshots")).toHaveAttribute("aria-current", "true");
    await expect(again.experiments.asked("Users")).toHaveValue("77");
    // Whoever had the whole form open finds it open.
    await expect(again.experiments.field("Workload", "Users")).toBeVisible();
  } finally {
    await next.stop();
  }
});

test("what was removed is not brought back", async ({ app, page, dataFolder }) => {
  await app.goTo("Runs");
  await app.runs.choose(prepared.second);
  await app.runs.command("Replay").click();
  await app.replay.expectOpen(prepared.second);
  await app.goTo("Runs");
  await app.runs.choose(prepared.second);
  await app.runs.list.press("Delete");
  await expect(app.runs.row(prepared.second)).toHaveCount(0);
  await page.reload();
  await app.goTo("Replay");
  await expect(page.getByRole("heading", { name: "Nothing is open for replay" })).toBeVisible();
  const entries = JSON.parse(await snapscope(dataFolder, "runs", "list", "--json"));
  expect(entries.map(({ name }: { name: string }) => name)).toEqual([prepared.completed]);
});

test("keys, the palette and the theme work on every screen", async ({ app, page }) => {
  await test.step("the shortcut sheet shows the keys of the screen, and they work", async () => {
    for (const [index, screen] of (["Experiments", "Live", "Replay"] as const).entries()) {
      await page.keyboard.press(`Alt+${index + 1}`);
      await app.expectScreen(screen);
    }
    await app.openShortcuts();
    await expect(app.shortcuts.getByRole("heading", { name: "Go to" })).toBeVisible();
    await expect(app.shortcuts).toContainText("Search actions and runs");
    await page.keyboard.press("Escape");
    await expect(app.shortcuts).toBeHidden();
  });
  await test.step("the palette finds actions, runs and presets", async () => {
    await app.choose("Go to Settings");
    await app.expectScreen("Settings");
    await page.keyboard.press("Control+K");
    await app.palette.getByRole("combobox").fill(prepared.second);
    await page.keyboard.press("Enter");
    await app.expectScreen("Replay");
    await app.replay.expectOpen(prepared.second);
    await app.openPalette();
    await app.palette.getByRole("combobox").fill("no such thing at all");
    await expect(app.palette).toContainText("Nothing is called");
    await page.keyboard.press("Escape");
    await expect(app.palette).toBeHidden();
  });
  await test.step("the theme follows the system until one is chosen", async () => {
    const root = page.locator("html");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(root).toHaveAttribute("data-theme", "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect(root).toHaveAttribute("data-theme", "light");
    await app.goTo("Settings");
    await app.settings.theme("High contrast").check();
    await expect(root).toHaveAttribute("data-theme", "high-contrast");
  });
});
