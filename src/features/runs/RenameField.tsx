/** The name of a run, edited in its place: Enter keeps, Escape does not. */
import { type ReactNode, useEffect, useRef } from "react";
import { useDraftText } from "../../components/ui/use-draft-text.ts";
import styles from "./RunTable.module.css";

const longestName = 100;

interface RenameFieldProps {
  readonly name: string;
  /** Null: left as it was. */
  onDone(name: string | null): void;
}

export function RenameField({ name, onDone }: RenameFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const { text, type, leave, onKeyDown } = useDraftText({
    value: name,
    // Left as it was, it is done with as well.
    commitsUnchanged: true,
    onCommit: (typed) => {
      const next = typed.trim();
      onDone(next === "" || next === name ? null : next);
      return true;
    },
    onRestore: () => onDone(null),
  });
  return (
    <input
      ref={field}
      className={styles.rename}
      aria-label="Name of the run"
      value={text}
      maxLength={longestName}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        onKeyDown(event);
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={leave}
    />
  );
}
