import type { MenuItemConstructorOptions } from "electron";
import { describe, expect, it } from "vitest";
import { menuTemplate } from "./menu.ts";

const screens = [
  ...["go.experiments", "go.live", "go.replay", "go.compare", "go.open-log"],
  ...["go.runs", "go.report", "go.figures", "go.plan", "go.lessons", "go.settings"],
];

const below = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? below(item.submenu) : [])]);

const menus = (platform: NodeJS.Platform, send: (actionId: string) => void = () => undefined) =>
  menuTemplate(platform, { send, exportLog: () => undefined });

describe("menuTemplate", () => {
  it("has the application's own menu, with its settings, on macOS only", () => {
    const [first] = menus("darwin");
    expect(first?.role).toBe("appMenu");
    expect(below([first ?? {}]).map(({ label }) => label)).toContain("Settings…");
    for (const platform of ["linux", "win32"] as const) {
      const roles = below(menus(platform)).map(({ role }) => role);
      expect(roles).not.toContain("appMenu");
      expect(roles.filter((role) => role === "quit")).toHaveLength(1);
    }
  });

  it("leaves keys to the page, which would otherwise get them twice, but not on macOS", () => {
    const registers = (platform: NodeJS.Platform) =>
      below(menus(platform))
        .filter(({ accelerator }) => accelerator !== undefined)
        .map(({ registerAccelerator }) => registerAccelerator);
    expect(new Set(registers("linux"))).toEqual(new Set([false]));
    expect(new Set(registers("darwin"))).toEqual(new Set([true]));
  });

  it("leaves Command and 0 to the actual size on macOS", () => {
    const keysOf = (platform: NodeJS.Platform) =>
      below(menus(platform)).find(({ label }) => label === "Lessons")?.accelerator;
    expect([keysOf("linux"), keysOf("darwin")]).toEqual(["Alt+0", undefined]);
  });

  it("has every screen, and the commands of a run", () => {
    const sent: string[] = [];
    for (const { click } of below(menus("linux", (actionId) => sent.push(actionId))))
      (click as (() => void) | undefined)?.();
    expect(sent).toEqual(expect.arrayContaining(screens));
    expect(sent).toEqual(expect.arrayContaining(["experiment.run", "run.pause", "run.stop"]));
  });

  it("has F5 for the presentation, and no item that loads the page anew", () => {
    for (const platform of ["linux", "darwin"] as const) {
      const items = below(menus(platform));
      expect(
        items.filter(({ accelerator }) => accelerator === "F5").map(({ label }) => label),
      ).toEqual(["Present"]);
      expect(items.map(({ role }) => role)).not.toContain("reload");
      expect(items.map(({ role }) => role)).not.toContain("forceReload");
    }
  });

  it("sends the id of an action", () => {
    const sent: string[] = [];
    const items = below(menus("linux", (actionId) => sent.push(actionId)));
    const open = items.find(({ label }) => label === "Open Logs and Counters…");
    // Electron hands more to a click than this one looks at.
    (open?.click as (() => void) | undefined)?.();
    expect(sent).toEqual(["file.open-log"]);
  });
});
