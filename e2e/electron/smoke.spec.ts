import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { walkLesson } from "../app/fixtures/lesson-walk.ts";
import { onlyOne } from "../app/fixtures/processes.ts";
import { Snapscope } from "../app/pages/snapscope.ts";
import {
  checkout,
  type Desktop,
  launchDesktop,
  newDataFolder,
  processesOf,
  removeDataFolder,
  startCommand,
} from "./launch.ts";

let dataFolder: string;
let desktop: Desktop;

const runButton = (page: Page) => page.getByRole("button", { name: "Run" }).first();

test.beforeEach(async () => {
  dataFolder = newDataFolder();
  desktop = await launchDesktop({ dataFolder });
});
test.afterEach(async () => {
  await desktop.app.close();
  removeDataFolder(dataFolder);
});

test("the window shows the experiments, out of a sandbox, and reaches nothing else", async () => {
  const { app, page } = desktop;
  await expect(runButton(page)).toBeVisible();
  expect(page.url()).toBe("snapscope://app/");
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Not in the type definitions, but there.
    const contents = window?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
  });
  // It is given as text: what it names exists in the page, not here.
  const outcome = await page.evaluate(`(async () => {
    const refused = new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
    });
    return {
    opened: String(window.open("https://example.com/")),
    fetched: await fetch("https://example.com/").then(String, String),
    node: typeof process,
    notifications: await Notification.requestPermission(),
    refused: await refused,
    };
  })()`);
  expect(outcome).toEqual({
    opened: "null",
    fetched: expect.stringContaining("Failed to fetch"),
    node: "undefined",
    notifications: "denied",
    // Where there is no network a fetch fails of itself.
    refused: "connect-src",
  });
});

test("a second start brings the first one's window forward, gives it its files, and ends", async () => {
  const { app, page } = desktop;
  await expect(runButton(page)).toBeVisible();
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const log = join(checkout, "assets", "sample-logs", "sqlcat-2006.log");
  const { executablePath, args, env } = startCommand({ dataFolder, files: [log] });
  const [code] = await once(spawn(executablePath, args, { env, stdio: "ignore" }), "exit");
  expect(code).toBe(0);
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
  await expect(page.getByText("sqlcat-2006.log").first()).toBeVisible();
});

test("files are opened that come before the page listens: with the start, and as it loads anew", async () => {
  await desktop.app.close();
  const log = join(checkout, "assets", "sample-logs", "sqlcat-2006.log");
  desktop = await launchDesktop({ dataFolder, files: [log] });
  await expect(desktop.page.getByText("sqlcat-2006.log").first()).toBeVisible();
  const later = join(dataFolder, "of-a-second-start.log");
  copyFileSync(log, later);
  await desktop.app.evaluate(({ app, BrowserWindow }, file) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.once("did-navigate", () => app.emit("second-instance", {}, ["snapscope", file], "/"));
    contents?.reload();
  }, later);
  await expect(desktop.page.getByText("of-a-second-start.log").first()).toBeVisible();
});

test("F5 presents a log, a clicker goes through it, and Escape leaves", async () => {
  await desktop.app.close();
  const log = join(checkout, "assets", "sample-logs", "sqlcat-2006.log");
  desktop = await launchDesktop({ dataFolder, files: [log] });
  const { page } = desktop;
  await expect(page.getByRole("button", { name: "Present" })).toBeVisible();
  const { present } = new Snapscope(page);
  await present.open();
  await present.goOnTo(/^Creating ‘snapshot_test_2’ took 28 min 52.58 s/);
  for (let presses = 0; presses < 40; ++presses) await page.keyboard.press("PageUp");
  await expect(present.sentence).toHaveText(/^At 21:48:07\.22\s/);
  await present.leave();
});

test("a lesson is given by a clicker alone, with one thing changed in its middle", async () => {
  const { page } = desktop;
  await page.emulateMedia({ reducedMotion: "reduce" });
  const app = new Snapscope(page);
  await app.goTo("Lessons");
  await page.getByRole("button", { name: "Begin the lesson First write and second" }).focus();
  await walkLesson(app, 0);
});

test("menus do what the page's actions do, and the window comes back as it was", async () => {
  await expect(runButton(desktop.page)).toBeVisible();
  await desktop.app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items ?? [];
    const file = items.find(({ label }) => label === "&File");
    file?.submenu?.items.find(({ label }) => label.startsWith("Settings"))?.click();
  });
  await expect(desktop.page.getByRole("heading", { name: "Settings" }).first()).toBeVisible();
  const bounds = { x: 40, y: 30, width: 1100, height: 700 };
  await desktop.app.evaluate(
    ({ BrowserWindow }, area) => BrowserWindow.getAllWindows()[0]?.setBounds(area),
    bounds,
  );
  await desktop.app.close();
  desktop = await launchDesktop({ dataFolder });
  const found = await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getNormalBounds(),
  );
  expect(found).toEqual(bounds);
});

/** The next messages are confirmed by themselves; the last of them is `lastTold`. */
const confirmMessages = ({ app }: Desktop): Promise<void> =>
  app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (...args: unknown[]) => {
      (globalThis as { told?: unknown }).told = args.at(-1);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });

const lastTold = ({ app }: Desktop): Promise<unknown> =>
  app.evaluate(() => (globalThis as { told?: unknown }).told);

test("a page that crashed is loaded again and says so; the log tells of it, and is exported", async () => {
  const { app, page } = desktop;
  await expect(runButton(page)).toBeVisible();
  await confirmMessages(desktop);
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect
    .poll(() => lastTold(desktop))
    .toMatchObject({ message: expect.stringContaining("crashed and was loaded again") });
  // What drives the page has lost it; the application has not.
  const shown = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript("document.body.innerText"),
    );
  await expect.poll(shown).toContain("Experiments");
  const file = join(dataFolder, "exported.txt");
  await app.evaluate(({ dialog, Menu }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === "help");
    help?.submenu?.items.find(({ label }) => label === "Export Log…")?.click();
  }, file);
  const exported = () => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };
  await expect.poll(exported).toMatch(/application: .* starts;[\s\S]*page: its process ended/);
});

test("services that die are started again, and the page is told", async () => {
  const { app, page } = desktop;
  await confirmMessages(desktop);
  await expect(runButton(page)).toBeVisible();
  const before = onlyOne("the services", await processesOf(app, "services"));
  process.kill(before, "SIGKILL");
  await expect
    .poll(() => lastTold(desktop))
    .toMatchObject({
      message: expect.stringContaining("started again"),
      detail: expect.stringContaining("They ended with exit code"),
    });
  await expect
    .poll(async () => (await processesOf(app, "services")).filter((pid) => pid !== before).length)
    .toBe(1);
  await expect(runButton(page)).toBeEnabled();
});
