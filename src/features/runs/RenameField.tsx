/** The name of a run, edited in its place: Enter keeps, Escape does not. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./RunTable.module.css";

const longestName = 100;

interface RenameFieldProps {
  readonly name: string;
  /** Null: left as it was. */
  onDone(name: string | null): void;
}

export function RenameField({ name, onDone }: RenameFieldProps): ReactNode {
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const finished = useRef(false);
  useEffect(() => field.current?.select(), []);
  const finish = (result: string | null): void => {
    // Taking the field away blurs it: that is not a second answer.
    if (finished.current) return;
    finished.current = true;
    onDone(
      result === null || result.trim() === "" || result.trim() === name ? null : result.trim(),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Enter") finish(text);
    if (event.key === "Escape") finish(null);
  };
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label="Name of the run"
      value={text}
      maxLength={longestName}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => finish(text)}
    />
  );
}
