/** The table of screens: the rail, the palette and the keys are made from it. */
import {
  BeakerFilled,
  BeakerRegular,
  DocumentTextFilled,
  DocumentTextRegular,
  FolderOpenFilled,
  FolderOpenRegular,
  HistoryFilled,
  HistoryRegular,
  PulseFilled,
  PulseRegular,
  SettingsFilled,
  SettingsRegular,
  TextBulletListLtrFilled,
  TextBulletListLtrRegular,
} from "@fluentui/react-icons";
import type { ComponentType } from "react";
import type { Screen } from "../state/shell/navigation.ts";
import { type LoadScreen, lazyScreen } from "./screen-loading.ts";

type Icon = ComponentType<{ fontSize?: number; "aria-hidden"?: boolean }>;

export interface ScreenEntry {
  readonly id: Screen;
  readonly label: string;
  readonly icon: Icon;
  readonly activeIcon: Icon;
  /** Set apart at the foot of the rail. */
  readonly atFoot: boolean;
  readonly keys: string;
  readonly component: ComponentType;
}

const screen = (
  id: Screen,
  label: string,
  [icon, activeIcon]: readonly [Icon, Icon],
  keys: string,
  load: LoadScreen,
  atFoot = false,
): ScreenEntry => ({ id, label, icon, activeIcon, atFoot, keys, component: lazyScreen(load) });

export const screenTable: readonly ScreenEntry[] = [
  screen(
    "experiments",
    "Experiments",
    [BeakerRegular, BeakerFilled],
    "Alt+1",
    () => import("../features/experiments/ExperimentsScreen.tsx"),
  ),
  screen(
    "live",
    "Live",
    [PulseRegular, PulseFilled],
    "Alt+2",
    () => import("../features/live/LiveScreen.tsx"),
  ),
  screen(
    "replay",
    "Replay",
    [HistoryRegular, HistoryFilled],
    "Alt+3",
    () => import("../features/replay/ReplayScreen.tsx"),
  ),
  screen(
    "open-log",
    "Open log",
    [FolderOpenRegular, FolderOpenFilled],
    "Alt+4",
    () => import("../features/open-log/OpenLogScreen.tsx"),
  ),
  screen(
    "runs",
    "Runs",
    [TextBulletListLtrRegular, TextBulletListLtrFilled],
    "Alt+5",
    () => import("../features/runs/RunsScreen.tsx"),
  ),
  screen(
    "report",
    "Report",
    [DocumentTextRegular, DocumentTextFilled],
    "Alt+6",
    () => import("../features/report/ReportScreen.tsx"),
  ),
  screen(
    "settings",
    "Settings",
    [SettingsRegular, SettingsFilled],
    "Ctrl+,",
    () => import("../features/settings/SettingsScreen.tsx"),
    true,
  ),
];

export function screenEntry(id: Screen): ScreenEntry {
  const entry = screenTable.find((candidate) => candidate.id === id);
  if (entry === undefined) throw new Error(`no screen ${id}`);
  return entry;
}
