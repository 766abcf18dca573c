/**
 * The menus, by each platform's custom. What concerns the page is sent to it by the id of its action.
 * The page handles the keys itself: outside of macOS, where a menu's keys always count, they are only
 * shown here.
 */
import type { MenuItemConstructorOptions } from "electron";

export interface MenuCommands {
  /** To the page, which may be on another screen than the action's: then it says so. */
  send(actionId: string): void;
  /** Without the page, which may have crashed. */
  exportLog(): void;
}

const separator: MenuItemConstructorOptions = { type: "separator" };

export function menuTemplate(
  platform: NodeJS.Platform,
  { send, exportLog }: MenuCommands,
): MenuItemConstructorOptions[] {
  const mac = platform === "darwin";
  const item = (label: string, action: string, keys?: string): MenuItemConstructorOptions => ({
    label,
    click: () => send(action),
    ...(keys === undefined ? {} : { accelerator: keys, registerAccelerator: mac }),
  });
  // Option writes characters on macOS; digits with Command are free there, but for 0, the actual size.
  const go = (label: string, screen: string, digit: number) =>
    item(label, `go.${screen}`, mac ? (digit === 0 ? undefined : `Cmd+${digit}`) : `Alt+${digit}`);
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
      item("Present", "view.present", "F5"),
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
  const goTo: MenuItemConstructorOptions = {
    label: "&Go",
    submenu: [
      go("Experiments", "experiments", 1),
      go("Live", "live", 2),
      go("Replay", "replay", 3),
      go("Compare", "compare", 4),
      go("Open Log", "open-log", 5),
      go("Runs", "runs", 6),
      go("Report", "report", 7),
      go("Figures", "figures", 8),
      go("Plan", "plan", 9),
      go("Lessons", "lessons", 0),
    ],
  };
  const run: MenuItemConstructorOptions = {
    label: "&Run",
    submenu: [
      item("Run the Experiment", "experiment.run", "CmdOrCtrl+Enter"),
      item("Compare the Experiment…", "experiment.compare"),
      item("Sweep a Value…", "experiment.sweep"),
      separator,
      item("Pause or Resume", "run.pause"),
      item("Step to the Next Phase", "run.step"),
      item("Create a Snapshot", "run.create-snapshot"),
      separator,
      item("Stop", "run.stop"),
    ],
  };
  const help: MenuItemConstructorOptions = {
    role: "help",
    submenu: [
      item("Keyboard Shortcuts", "help.shortcuts"),
      { label: "Export Log…", click: exportLog },
      ...(mac ? [] : [separator, { role: "about" } as const]),
    ],
  };
  return [
    ...(mac ? [applicationMenu(settings)] : []),
    file,
    { role: "editMenu" },
    view,
    goTo,
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
