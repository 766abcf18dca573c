/**
 * The menus, by each platform's custom. What concerns the page is sent to it by the id of its action.
 * The page handles the keys itself: outside of macOS, where a menu's keys always count, they are only
 * shown here.
 */
import type { MenuItemConstructorOptions } from "electron";

export type SendAction = (actionId: string) => void;

const separator: MenuItemConstructorOptions = { type: "separator" };

export function menuTemplate(
  platform: NodeJS.Platform,
  send: SendAction,
): MenuItemConstructorOptions[] {
  const mac = platform === "darwin";
  const item = (label: string, action: string, keys?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send(action),
    ...(keys === undefined ? {} : { accelerator: keys, registerAccelerator: mac }),
  });
  const settings = item("Settings…", "go.settings", "CmdOrCtrl+,");
  const file: MenuItemConstructorOptions = {
    label: "&File",
    submenu: [
      item("Open Logs and Counters…", "file.open-log", "CmdOrCtrl+O"),
      item("Open the Sample Log", "file.open-sample-log"),
      item("Import Run…", "file.import-run", "CmdOrCtrl+I"),
      item("Export…", "go.report"),
      separator,
      ...(mac ? [] : [settings, separator]),
      mac ? { role: "close" } : { role: "quit" },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: "&View",
    submenu: [
      item("Command Palette…", "view.palette", "CmdOrCtrl+Shift+P"),
      {
        label: "Theme",
        submenu: [
          item("As the System", "view.theme.system"),
          item("Light", "view.theme.light"),
          item("Dark", "view.theme.dark"),
          item("High Contrast", "view.theme.high-contrast"),
        ],
      },
      separator,
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      separator,
      { role: "togglefullscreen" },
      { role: "toggleDevTools" },
    ],
  };
  const run: MenuItemConstructorOptions = {
    label: "&Run",
    submenu: [
      item("Experiments", "go.experiments"),
      item("Live", "go.live"),
      item("Replay", "go.replay"),
      item("Runs", "go.runs"),
      item("Report", "go.report"),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: "help",
    submenu: [
      item("Keyboard Shortcuts", "help.shortcuts"),
      ...(mac ? [] : [separator, { role: "about" } as const]),
    ],
  };
  return [
    ...(mac ? [applicationMenu(settings)] : []),
    file,
    { role: "editMenu" },
    view,
    run,
    { role: "windowMenu" },
    help,
  ];
}

/** The menu that bears the application's name. */
const applicationMenu = (settings: MenuItemConstructorOptions): MenuItemConstructorOptions => ({
  role: "appMenu",
  submenu: [
    { role: "about" },
    separator,
    settings,
    separator,
    { role: "services" },
    separator,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    separator,
    { role: "quit" },
  ],
});
