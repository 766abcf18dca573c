import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import {
  type Desktop,
  launchDesktop,
  newDataFolder,
  removeDataFolder,
  startCommand,
} from "./launch.ts";

let dataFolder: string;
let desktop: Desktop;

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
  await expect(page.getByRole("button", { name: "Run", exact: false }).first()).toBeVisible();
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
  const outcome = await page.evaluate(async () => ({
    opened: String(window.open("https://example.com/")),
    fetched: await fetch("https://example.com/").then(String, (error: unknown) => String(error)),
    node: typeof (globalThis as { process?: unknown }).process,
    notifications: await Notification.requestPermission(),
  }));
  expect(outcome).toEqual({
    opened: "null",
    fetched: expect.stringContaining("Failed to fetch"),
    node: "undefined",
    notifications: "denied",
  });
});

test("a second start brings the first one's window forward and ends", async () => {
  const { app } = desktop;
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  const { executablePath, args, env } = startCommand({ dataFolder });
  const second = spawn(executablePath, args, { env, stdio: "ignore" });
  const [code] = await once(second, "exit");
  expect(code).toBe(0);
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible()))
    .toBe(true);
});

test("services that die are started again, and the page is told", async () => {
  const { app, page } = desktop;
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (...args: unknown[]) => {
      (globalThis as { told?: unknown }).told = args.at(-1);
      return Promise.resolve({ response: 0, checkboxChecked: false });
    };
  });
  await expect(page.getByRole("button", { name: "Run", exact: false }).first()).toBeVisible();
  const before = servicesPids(app.process().pid ?? 0);
  expect(before).toHaveLength(1);
  process.kill(before[0] ?? 0, "SIGKILL");
  await expect.poll(() => app.evaluate(() => (globalThis as { told?: unknown }).told)).toMatchObject({
    message: expect.stringContaining("started again"),
    detail: expect.stringContaining("SIGKILL"),
  });
  await expect.poll(() => servicesPids(app.process().pid ?? 0)).toHaveLength(1);
  await expect(page.getByRole("button", { name: "Run", exact: false }).first()).toBeEnabled();
});
