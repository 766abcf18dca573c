/** Says on every screen that files are being opened, as they may have been dropped on any. */
import type { ReactNode } from "react";
import { OpeningProgress } from "../components/ui/OpeningProgress.tsx";
import { cancelOpening, useOpening } from "../state/files/open-files.ts";
import { useNavigation } from "../state/shell/navigation.ts";
import styles from "./OpeningBanner.module.css";

export function OpeningBanner(): ReactNode {
  const current = useOpening((state) => state.current);
  // That screen shows it where the files were asked for.
  const shownThere = useNavigation((state) => state.screen === "open-log");
  if (current === null || shownThere) return null;
  return (
    <div className={styles.banner}>
      <OpeningProgress {...current} onCancel={cancelOpening} />
    </div>
  );
}
