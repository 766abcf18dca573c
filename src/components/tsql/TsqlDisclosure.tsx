/** The T-SQL that an act stands for, to read and to copy. */
import type { ReactNode } from "react";
import type { Tsql } from "../../../app/domain/tsql/scene.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import styles from "./Tsql.module.css";

interface TsqlDisclosureProps {
  readonly tsql: Tsql;
  /** The act, for who hears the names of buttons: "create snapshot before_batch". */
  readonly of: string;
  /** Puts text on the clipboard; false where that is refused. */
  copy(text: string): Promise<boolean>;
}

export function TsqlDisclosure({ tsql, of, copy }: TsqlDisclosureProps): ReactNode {
  const { statement, note } = tsql;
  return (
    <details className={styles.disclosure}>
      <summary aria-label={`T-SQL: ${of}`}>T-SQL</summary>
      {statement !== null && (
        <div className={styles.statement}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it */}
          <pre tabIndex={0}>{statement}</pre>
          <CopyButton text={statement} name={`Copy the T-SQL of ${of}`} copy={copy} />
        </div>
      )}
      {note !== "" && <p className={styles.note}>{note}</p>}
    </details>
  );
}
