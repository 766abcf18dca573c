/** The rail at the left: one button for each screen of the table. */
import type { ReactNode } from "react";
import { ariaKeys } from "../state/shell/keys.ts";
import { useNavigation } from "../state/shell/navigation.ts";
import { isMac } from "../state/shell/platform.ts";
import styles from "./Rail.module.css";
import { type ScreenEntry, screenTable } from "./screens.tsx";

function RailButton({ entry }: { readonly entry: ScreenEntry }): ReactNode {
  const active = useNavigation(({ screen }) => screen === entry.id);
  const open = useNavigation(({ openScreen }) => openScreen);
  const Icon = active ? entry.activeIcon : entry.icon;
  return (
    <button
      type="button"
      className={styles.button}
      aria-current={active ? "page" : undefined}
      aria-keyshortcuts={ariaKeys(entry.keys, isMac())}
      onClick={() => open(entry.id)}
    >
      <Icon fontSize={20} aria-hidden />
      <span data-name={entry.label}>{entry.label}</span>
    </button>
  );
}

function Group({ entries }: { readonly entries: readonly ScreenEntry[] }): ReactNode {
  return (
    <ul className={styles.group}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <RailButton entry={entry} />
        </li>
      ))}
    </ul>
  );
}

export function Rail(): ReactNode {
  return (
    <nav className={styles.rail} aria-label="Screens">
      <Group entries={screenTable.filter(({ atFoot }) => !atFoot)} />
      <Group entries={screenTable.filter(({ atFoot }) => atFoot)} />
    </nav>
  );
}
