/** The table of screens: the rail, the palette and the keys are made from it. */
import {
  ArrowSortFilled,
  ArrowSortRegular,
  BeakerFilled,
  BeakerRegular,
  DataScatterFilled,
  DataScatterRegular,
  DocumentTextFilled,
  DocumentTextRegular,
  FolderOpenFilled,
  FolderOpenRegular,
  HatGraduationFilled,
  HatGraduationRegular,
  HistoryFilled,
  HistoryRegular,
  PulseFilled,
  PulseRegular,
  SettingsFilled,
  SettingsRegular,
  ShieldCheckmarkFilled,
  ShieldCheckmarkRegular,
  TextBulletListLtrFilled,
  TextBulletListLtrRegular,
} from "@fluentui/react-icons";
import type { ComponentType } from "react";
import { type Screen, screens } from "../state/shell/navigation.ts";
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
  label: string,
  [icon, activeIcon]: readonly [Icon, Icon],
  keys: string,
  load: LoadScreen,
  atFoot = false,
): Omit<ScreenEntry, "id"> => ({
  label,
  icon,
  activeIcon,
  atFoot,
  keys,
  component: lazyScreen(load),
});

const looks: Readonly<Record<Screen, Omit<ScreenEntry, "id">>> = {
  experiments: screen(
    "Experiments",
    [BeakerRegular, BeakerFilled],
    "Alt+1",
    () => import("../features/experiments/ExperimentsScreen.tsx"),
  ),
  live: screen(
    "Live",
    [PulseRegular, PulseFilled],
    "Alt+2",
    () => import("../features/live/LiveScreen.tsx"),
  ),
  replay: screen(
    "Replay",
    [HistoryRegular, HistoryFilled],
    "Alt+3",
    () => import("../features/replay/ReplayScreen.tsx"),
  ),
  compare: screen(
    "Compare",
    [ArrowSortRegular, ArrowSortFilled],
    "Alt+4",
    () => import("../features/compare/CompareScreen.tsx"),
  ),
  "open-log": screen(
    "Open log",
    [FolderOpenRegular, FolderOpenFilled],
    "Alt+5",
    () => import("../features/open-log/OpenLogScreen.tsx"),
  ),
  runs: screen(
    "Runs",
    [TextBulletListLtrRegular, TextBulletListLtrFilled],
    "Alt+6",
    () => import("../features/runs/RunsScreen.tsx"),
  ),
  report: screen(
    "Report",
    [DocumentTextRegular, DocumentTextFilled],
    "Alt+7",
    () => import("../features/report/ReportScreen.tsx"),
  ),
  figures: screen(
    "Figures",
    [DataScatterRegular, DataScatterFilled],
    "Alt+8",
    () => import("../features/figures/FiguresScreen.tsx"),
  ),
  plan: screen(
    "Plan",
    [ShieldCheckmarkRegular, ShieldCheckmarkFilled],
    "Alt+9",
    () => import("../features/plan/PlanScreen.tsx"),
  ),
  lessons: screen(
    "Lessons",
    [HatGraduationRegular, HatGraduationFilled],
    "Alt+0",
    () => import("../features/lessons/LessonsScreen.tsx"),
  ),
  settings: screen(
    "Settings",
    [SettingsRegular, SettingsFilled],
    "Ctrl+,",
    () => import("../features/settings/SettingsScreen.tsx"),
    true,
  ),
};

export const screenEntry = (id: Screen): ScreenEntry => ({ id, ...looks[id] });

/** In the order of the rail. */
export const screenTable: readonly ScreenEntry[] = screens.map(screenEntry);
