/** Keys as they are written on a keyboard: one cap for each. */
import type { ReactNode } from "react";
import styles from "./Kbd.module.css";

/** `caps` as `keyCaps` gives them: ["Ctrl", "Shift", "P"]. */
export function Kbd({ caps }: { readonly caps: readonly string[] }): ReactNode {
  return (
    <kbd className={styles.keys}>
      {caps.map((cap) => (
        <kbd key={cap} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </kbd>
  );
}

/** Those of a filled button, behind its text. Its `aria-keyshortcuts` tells them to who cannot see them. */
export function ButtonKbd({ caps }: { readonly caps: readonly string[] }): ReactNode {
  return (
    <span className={styles.onButton} aria-hidden>
      <Kbd caps={caps} />
    </span>
  );
}
