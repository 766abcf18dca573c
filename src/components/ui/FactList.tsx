/** Names and values in two columns: facts of a run, figures of a record. */
import type { ReactNode } from "react";
import styles from "./FactList.module.css";

export interface Fact {
  readonly name: string;
  readonly value: ReactNode;
  /** Long text under its name instead of beside it. */
  readonly wide?: boolean;
}

/** A fact that is text, as what computes facts without knowing of the page gives it. */
export interface TextFact extends Fact {
  readonly value: string;
}

interface FactListProps {
  readonly facts: readonly Fact[];
  /** Values in a column of their own beside the names: where there is width to spare. */
  readonly columns?: boolean;
}

export function FactList({ facts, columns }: FactListProps): ReactNode {
  return (
    <dl className={columns === true ? styles.columns : styles.list}>
      {facts.map(({ name, value, wide }) => (
        <div key={name} className={wide === true ? styles.wide : styles.fact}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
