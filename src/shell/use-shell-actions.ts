/** The actions that exist on every screen. */

import { pickFiles } from "../state/files/files.ts";
import { openFiles } from "../state/files/open-files.ts";
import { openSample } from "../state/recordings/captures.ts";
import { useConnection } from "../state/services/services.ts";
import { type Action, useActions } from "../state/shell/actions.ts";
import { type NavigationState, useNavigation } from "../state/shell/navigation.ts";
import { notify } from "../state/shell/notifications.ts";
import { useOverlays } from "../state/shell/overlays.ts";
import { desktop } from "../state/shell/platform.ts";
import {
  type ChosenTheme,
  themeChoices,
  themeNames,
  useThemeChoice,
} from "../state/shell/theme.ts";
import { screenTable } from "./screens.tsx";

/** The second for browsers that keep the first for themselves. */
export const paletteKeys = ["Ctrl+Shift+P", "Ctrl+K"] as const;

const goActions = ({ openScreen }: NavigationState): Action[] =>
  screenTable.map(({ id, label, keys }) => ({
    id: `go.${id}`,
    title: `Go to ${label}`,
    group: "Go to",
    keys,
    run: () => openScreen(id),
  }));

function themeActions(choose: (choice: ChosenTheme) => void): Action[] {
  return themeChoices.map((choice) => ({
    id: `view.theme.${choice}`,
    title: `Theme: ${themeNames[choice].toLowerCase()}`,
    group: "View",
    run: () => choose(choice),
  }));
}

const pickAndOpen = async (kind: "log" | "run"): Promise<void> => openFiles(await pickFiles(kind));

const fileActions = (connected: boolean): Action[] => [
  {
    id: "file.open-log",
    title: "Open logs and counters…",
    group: "File",
    keys: "Ctrl+O",
    enabled: connected,
    run: () => void pickAndOpen("log"),
  },
  {
    id: "file.open-sample-log",
    title: "Open the sample log",
    group: "File",
    enabled: connected,
    run: () => void openSample(),
  },
  {
    id: "file.import-run",
    title: "Import run…",
    group: "File",
    keys: "Ctrl+I",
    enabled: connected,
    run: () => void pickAndOpen("run"),
  },
];

/** In a browser the server's terminal has what went wrong. */
function logActions(): Action[] {
  const bridge = desktop();
  if (bridge === null) return [];
  const run = async () => {
    const path = await bridge.exportLog();
    if (path !== null) notify({ intent: "success", title: "Saved", body: path });
  };
  return [
    {
      id: "help.export-log",
      title: "Export the log of what went wrong…",
      group: "Help",
      run: () => void run(),
    },
  ];
}

export function useShellActions(): void {
  const navigation = useNavigation();
  const openOverlay = useOverlays(({ open }) => open);
  const connected = useConnection() === "open";
  const [, chooseTheme] = useThemeChoice();
  useActions([
    ...goActions(navigation),
    ...fileActions(connected),
    ...themeActions(chooseTheme),
    {
      id: "view.palette",
      title: "Search actions and runs",
      group: "View",
      keys: paletteKeys,
      run: () => openOverlay("palette"),
    },
    ...logActions(),
    {
      id: "help.shortcuts",
      title: "Keyboard shortcuts",
      group: "Help",
      keys: "?",
      run: () => openOverlay("shortcuts"),
    },
  ]);
}
