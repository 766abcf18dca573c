/** The window: rail, title row, the screen, status bar; and what lies over all of them. */
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { openablePaths } from "../state/files/files.ts";
import { openFiles } from "../state/files/open-files.ts";
import { listenForKeys, runAction } from "../state/shell/actions.ts";
import { notify } from "../state/shell/notifications.ts";
import { desktop } from "../state/shell/platform.ts";
import { CommandPalette } from "./CommandPalette.tsx";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import { DropTarget } from "./DropTarget.tsx";
import styles from "./Frame.module.css";
import { Notifications } from "./Notifications.tsx";
import { OpeningBanner } from "./OpeningBanner.tsx";
import { Rail } from "./Rail.tsx";
import { ScreenHost } from "./ScreenHost.tsx";
import { ShortcutSheet } from "./ShortcutSheet.tsx";
import { StatusBar } from "./StatusBar.tsx";
import { fetchScreens, lazyScreen } from "./screen-loading.ts";
import { TitleRow } from "./TitleRow.tsx";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { useShellActions } from "./use-shell-actions.ts";

/** What it can offer follows from the whole form, which the first screen may not need. */
const CompareWithDialog = lazyScreen(() => import("../features/compare/CompareWithDialog.tsx"));
const Presentation = lazyScreen(() => import("../features/present/PresentHost.tsx"));

/** The menu does not know what is on the screen. */
function runFromMenu(actionId: string): void {
  if (runAction(actionId)) return;
  notify({
    intent: "info",
    title: "Nothing to do that with now",
    body: "Open the screen that the command belongs to, such as Live while an experiment runs, and choose it again.",
  });
}

export function Frame(): ReactNode {
  useShellActions();
  useLeaveGuard();
  useEffect(() => listenForKeys(window), []);
  useEffect(() => void fetchScreens(), []);
  useEffect(() => desktop()?.onMenu(runFromMenu), []);
  useEffect(() => desktop()?.onFiles((files) => void openFiles(openablePaths(files))), []);
  const screen = useRef<HTMLDivElement>(null);
  useKeptFocus(screen);
  return (
    <div className={styles.frame}>
      <TitleRow />
      <Rail />
      <main className={styles.content}>
        <ConnectionBanner />
        <OpeningBanner />
        <div className={styles.screen} ref={screen}>
          <ScreenHost />
        </div>
      </main>
      <StatusBar />
      <CommandPalette />
      <Suspense>
        <CompareWithDialog />
      </Suspense>
      <Suspense>
        <Presentation />
      </Suspense>
      <ShortcutSheet />
      <DropTarget />
      <Notifications />
    </div>
  );
}
