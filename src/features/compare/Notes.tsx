/** What limits an answer: a few lines, which scroll where there are more. */
import type { ReactNode } from "react";
import styles from "./CompareScreen.module.css";

export function Notes({ notes }: { readonly notes: readonly string[] }): ReactNode {
  if (notes.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <ul className={styles.notes} aria-label="What limits the answer" tabIndex={0}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
