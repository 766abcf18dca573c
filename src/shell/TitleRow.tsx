/** The title row: what is shown, and the box that opens the palette. */
import { SearchRegular } from "@fluentui/react-icons";
import { type ReactNode, useEffect } from "react";
import { Kbd } from "../components/ui/Kbd.tsx";
import { ariaKeys, keyCaps } from "../state/shell/keys.ts";
import { useNavigation } from "../state/shell/navigation.ts";
import { useOverlays } from "../state/shell/overlays.ts";
import { isMac } from "../state/shell/platform.ts";
import { useScreenStatus } from "../state/shell/status.ts";
import { Logo } from "./Logo.tsx";
import { screenEntry } from "./screens.tsx";
import styles from "./TitleRow.module.css";
import { paletteKeys } from "./use-shell-actions.ts";

export function TitleRow(): ReactNode {
  const screen = useNavigation((state) => state.screen);
  const title = useScreenStatus(({ status }) => status.title) ?? screenEntry(screen).label;
  const open = useOverlays((state) => state.open);
  const mac = isMac();
  useEffect(() => {
    document.title = `${title} – Snapscope`;
  }, [title]);
  return (
    <header className={styles.row}>
      <div className={styles.logo}>
        <Logo />
      </div>
      <div className={styles.title}>
        <h1 className={styles.name} title={title}>
          {title}
        </h1>
        <span className={styles.product}>Snapscope</span>
      </div>
      <button
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys(paletteKeys[0], mac)}
        onClick={() => open("palette")}
      >
        <SearchRegular fontSize={16} aria-hidden />
        <span className={styles.hint}>Search actions and runs</span>
        <Kbd caps={keyCaps(paletteKeys[0], mac)} />
      </button>
    </header>
  );
}
